"""The verb that answers other programs: mcp."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperatlas.atlas import STORE, open_atlas
from paperatlas.cli.options import atlas_option, credentials, database_option, neo4j_option

if TYPE_CHECKING:
    from paperatlas.queries.library import Target


@click.command()
@atlas_option
@neo4j_option
@database_option
def mcp(folder: Path, uri: str | None, database: str | None) -> None:
    """Answer an assistant over the Model Context Protocol.

    It speaks on standard streams: it lists and runs the queries of the book, runs Cypher that only reads, and tells the
    schema. Needs the extra mcp.

    \b
    Example:
      paperatlas mcp --atlas atlas
    """
    from paperatlas.mcp import make_server

    def server() -> "AbstractContextManager[Target]":
        from paperatlas.graph.neo4j_session import open_neo4j

        assert uri
        return open_neo4j(uri, user=user, password=password, database=database)

    def store() -> "AbstractContextManager[Target]":
        from paperatlas.graph.store_apart import open_store_apart

        return open_store_apart(open_atlas(folder).path / STORE)

    if uri:
        user, password = credentials()
    opening = server if uri else store
    with opening():
        pass  # a wrong atlas or server is told at once, not at the first question
    make_server(opening).run("stdio")
