"""From files to extractions: readers, cleaning, the spaCy pipeline, the score."""
