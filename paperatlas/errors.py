"""The errors that PaperAtlas raises on purpose; only the command line prints them.

::

    PaperAtlasError
    ├── InputError        a file or record that can't be read, an output that can't be written
    ├── ModelError        the extraction model is missing, cut short or of another version
    ├── AtlasError        an atlas folder that is missing, foreign, locked or of another format
    ├── QueryError        an unknown query, a bad parameter, Cypher that the engine refuses, a write
    ├── ConnectionFailed  a Neo4j server that can't be reached or refuses the user
    └── MissingExtra      an optional package that is not installed

Every message is one line: what was found, what was expected, where, and the way out.
"""


class PaperAtlasError(Exception):
    """Root of all errors of this package."""


class InputError(PaperAtlasError):
    """A file or record can't be read, or an output can't be written."""


class ModelError(PaperAtlasError):
    """The extraction model is missing, cut short or of another version."""


class AtlasError(PaperAtlasError):
    """An atlas folder is missing, foreign, locked or of another format."""


class QueryError(PaperAtlasError):
    """A query is unknown, has a bad parameter, is refused by the engine, or would write."""


class ConnectionFailed(PaperAtlasError):
    """A Neo4j server can't be reached or refuses the user."""


class MissingExtra(PaperAtlasError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed; pip install 'paperatlas[{extra}]'")
