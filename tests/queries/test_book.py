"""Every query of the book, run on both engines over the seeds and over the invented corpus."""

import shlex
from collections.abc import Iterator
from typing import Any

import networkx as nx
import pytest
from neo4j_test_server import Server

from paperatlas.graph.neo4j import write_neo4j
from paperatlas.graph.neo4j_session import open_neo4j
from paperatlas.graph.store import open_store, write_store
from paperatlas.queries.library import Query, Target, list_queries, run_query

CORPORA = ("invented", "seeds")

Engines = tuple[str, nx.MultiDiGraph, Target, Target]


@pytest.fixture(scope="module", params=CORPORA)
def engines(
    request: pytest.FixtureRequest, neo4j_server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engines]:
    graph = request.getfixturevalue(f"{request.param}_graph")
    path = tmp_path_factory.mktemp("book") / "graph.lbug"
    write_store(graph, path)
    who = {"user": neo4j_server.user, "password": neo4j_server.password}
    with open_neo4j(neo4j_server.uri, **who, write=True) as writer:
        writer.rows("MATCH (n) DETACH DELETE n")
    write_neo4j(graph, neo4j_server.uri, **who)
    with open_store(path) as store, open_neo4j(neo4j_server.uri, **who) as target:
        yield request.param, graph, store, target


@pytest.mark.parametrize("query", list_queries(), ids=lambda query: query.name)
def test_both_engines_answer_alike(query: Query, engines: Engines) -> None:
    corpus, graph, store, target = engines
    given = example(query) if corpus == "invented" else common(query, graph)
    embedded, server = run_query(query.name, store, parameters=given), run_query(query.name, target, parameters=given)
    assert embedded.columns == server.columns == tuple(column.name for column in query.columns)
    rows = rounded(embedded.rows)
    assert rows == rounded(server.rows)
    assert len(rows) >= 2 or corpus == "seeds"


def example(query: Query) -> dict[str, str]:
    words = shlex.split(query.example)[3:]
    return dict(word.split("=", 1) for word in words if word != "-p")


def common(query: Query, graph: nx.MultiDiGraph) -> dict[str, Any]:
    """Names for the parameters of a query out of the most mentioned nodes of a graph."""

    def most(label: str, count: int = 1) -> str:
        papers = {node: data["papers"] for node, data in graph.nodes(data=True) if data["label"] == label}
        return sorted(papers, key=lambda node: (-papers[node], node))[count - 1]

    first = min(node for node, label in graph.nodes(data="label") if label == "Paper")
    values = {
        "name": most("Method"),
        "concept": most("Concept"),
        "paper": first,
        "from": first,
        "to": most("Dataset", 2),
    }
    return {parameter.name: values[parameter.name] for parameter in query.parameters if parameter.default is None}


def rounded(rows: Iterator[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [tuple(float(f"{value:.9g}") if isinstance(value, float) else value for value in row) for row in rows]
