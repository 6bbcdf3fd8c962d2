"""The command line: one verb for each thing that the library does."""

from paperatlas.cli.app import main

__all__ = ["main"]
