"""The verbs that answer other programs: mcp, serve."""

import signal
import sys
import threading
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperatlas.atlas import GRAPH, STORE, open_atlas
from paperatlas.cli.options import atlas_option, credentials, database_option, json_option, neo4j_option
from paperatlas.cli.printing import print_json

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


@click.command()
@atlas_option
@click.option("--port", default=7687, show_default=True, type=click.IntRange(1, 65535), help="Port of this machine.")
@click.option("--memory", default="1g", show_default=True, metavar="SIZE", help="Memory of the engine at most.")
@json_option
def serve(folder: Path, port: int, memory: str, as_json: bool) -> None:
    """Answer Bolt: any Neo4j driver works on the atlas.

    The graph is loaded into an engine inside this process, which listens on the loopback address until it is
    interrupted; what is changed there is gone then. The password is that of NEO4J_PASSWORD, else asked for. Needs the
    extra serve; it brings its own Java.

    \b
    Example:
      paperatlas serve --port 7687
    """
    from paperatlas.bolt import bolt_server
    from paperatlas.graph.files import read_graph

    _, password = credentials()
    graph = read_graph(open_atlas(folder).path / GRAPH)
    ended = threading.Event()
    with bolt_server(graph, password=password, port=port, memory=memory) as server:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: ended.set())
        if as_json:
            print_json(asdict(server))
        else:
            click.echo(f"{server.uri}, user {server.user}, database {server.database}")
            click.echo("Ctrl-C ends it", err=True)
        sys.stdout.flush()
        ended.wait()
