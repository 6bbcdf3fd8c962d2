"""One graph in the embedded store and in Neo4j."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import networkx as nx
from neo4j_test_server import Server, clear

from paperatlas.graph.neo4j import write_neo4j
from paperatlas.graph.neo4j_session import open_neo4j
from paperatlas.graph.store import open_store, write_store
from paperatlas.queries.library import Target


@contextmanager
def both_engines(graph: nx.MultiDiGraph, folder: Path, server: Server) -> Iterator[tuple[Target, Target]]:
    """Yield what answers queries about `graph`: a store in `folder`, and `server`, emptied before."""
    path = folder / "graph.lbug"
    write_store(graph, path)
    clear(server)
    who = {"user": server.user, "password": server.password}
    write_neo4j(graph, server.uri, **who)
    with open_store(path) as store, open_neo4j(server.uri, **who) as target:
        yield store, target
