"""Readers of paper lists: each format is one small module, found by content."""

from paperatlas.extract.readers.reading import FORMATS, read_papers

__all__ = ["FORMATS", "read_papers"]
