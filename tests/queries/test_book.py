"""Every query of the book, run on both engines over the seeds and over the invented corpus; many have a third voice."""

from collections.abc import Iterable, Iterator
from typing import Any

import networkx as nx
import pytest
from both_engines import both_engines
from neo4j_test_server import Server
from third_voice import VOICES

from paperatlas.queries.library import TYPES, Query, Target, list_queries, run_query
from paperatlas.queries.pages import example_parameters

CORPORA = ("invented", "seeds")

Engines = tuple[str, nx.MultiDiGraph, Target, Target]


@pytest.fixture(scope="module", params=CORPORA)
def engines(
    request: pytest.FixtureRequest, neo4j_server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engines]:
    graph = request.getfixturevalue(f"{request.param}_graph")
    with both_engines(graph, tmp_path_factory.mktemp("book"), neo4j_server) as (store, target):
        yield request.param, graph, store, target


NOT_IN_SEEDS = {"authors-of", "co-authors", "venues", "rising", "fading", "introduced-and-used"}
"""Queries about what the seeds don't tell: authors, venues, years."""


@pytest.mark.parametrize("query", list_queries(), ids=lambda query: query.name)
def test_both_engines_answer_alike(query: Query, engines: Engines) -> None:
    corpus, graph, store, target = engines
    given = example_parameters(query) if corpus == "invented" else common(query, graph)
    embedded, server = run_query(query.name, store, parameters=given), run_query(query.name, target, parameters=given)
    assert embedded.columns == server.columns == tuple(column.name for column in query.columns)
    rows = rounded(embedded.rows)
    assert rows == rounded(server.rows)
    if query.name in VOICES:
        assert rows == rounded(VOICES[query.name](graph, **typed(query, given)))
    assert rows or (corpus == "seeds" and query.name in NOT_IN_SEEDS)


def typed(query: Query, given: dict[str, Any]) -> dict[str, Any]:
    types = {parameter.name: TYPES[parameter.type] for parameter in query.parameters}
    return {name: types[name](value) for name, value in given.items()}


def common(query: Query, graph: nx.MultiDiGraph) -> dict[str, Any]:
    """Names for the parameters of a query out of the nodes of a graph that have most to tell on it."""

    def most(label: str, *kinds: str) -> str:
        """Return the node with most edges of the rarest of `kinds`."""
        nodes = (node for node, held in graph.nodes(data="label") if held == label)
        counts = {node: min(sum(edge[2] == kind for edge in edges(graph, node)) for kind in kinds) for node in nodes}
        return min(counts, key=lambda node: (-counts[node], node))

    compared = min((edge for edge in graph.edges(keys=True) if edge[2] == "COMPARED_WITH"), default=("", "", ""))
    paper = most("Paper", "SIMILAR_TO", "MENTIONS")
    tested = most("Paper", "COMPARES_WITH", "EVALUATES_ON")
    values = {
        "name": most("Method", "SUBCLASS_OF", "USES"),
        "method": compared[0] or most("Method", "USES"),
        "dataset": min(end for _, end, kind in graph.out_edges(tested, keys=True) if kind == "EVALUATES_ON"),
        "task": most("Concept", "ADDRESSES"),
        "concept": most("Concept", "MENTIONS"),
        "paper": paper,
        "from": paper,
        "to": most("Dataset", "MENTIONS"),
        "one": compared[0],
        "other": compared[1],
    }
    return {parameter.name: values[parameter.name] for parameter in query.parameters if parameter.default is None}


def edges(graph: nx.MultiDiGraph, node: str) -> list[tuple[str, str, str]]:
    return [*graph.in_edges(node, keys=True), *graph.out_edges(node, keys=True)]


def rounded(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [tuple(float(f"{value:.9g}") if isinstance(value, float) else value for value in row) for row in rows]
