"""The abstracts of the demo, as files of this package."""
