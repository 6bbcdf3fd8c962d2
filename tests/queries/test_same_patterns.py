"""Generated patterns: both engines give the same rows, or the embedded store says why not."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import networkx as nx
import pytest
from both_engines import both_engines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from neo4j_test_server import Server

from paperatlas.errors import QueryError
from paperatlas.queries.library import Target

EXAMPLES = int(os.environ.get("PAPERATLAS_EXAMPLES", "40"))
LABELS = ("Paper", "Method", "Dataset", "Method|Dataset", "Author", "")
TYPES = ("MENTIONS", "USES", "EVALUATES_ON", "SIMILAR_TO", "MENTIONS|USES", "COMPARED_WITH|EVALUATED_ON", "WRITTEN_BY")
ARROWS = (("-", "->"), ("<-", "-"), ("-", "-"))
NAMES = "abc"


@pytest.fixture(scope="module")
def both(neo4j_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Target, Target]]:
    graph = small_graph()
    with both_engines(graph, tmp_path_factory.mktemp("patterns"), neo4j_server) as targets:
        yield targets


def small_graph() -> nx.MultiDiGraph:
    """Few nodes and many ways to walk an edge twice."""
    graph = nx.MultiDiGraph()
    for number in range(3):
        graph.add_node(f"p{number}", label="Paper", title=f"Paper {number}", year=2020 + number)
    for label, name in (("Method", "bert"), ("Method", "gpt"), ("Dataset", "cora"), ("Author", "ada")):
        graph.add_node(f"{label}:{name}", label=label, name=name)
    for paper, entity, kind in (
        ("p0", "Method:bert", "USES"),
        ("p1", "Method:bert", "USES"),
        ("p1", "Method:gpt", "USES"),
        ("p1", "Dataset:cora", "EVALUATES_ON"),
        ("p2", "Dataset:cora", "EVALUATES_ON"),
    ):
        graph.add_edge(paper, entity, key="MENTIONS", count=1)
        graph.add_edge(paper, entity, key=kind, confidence=1.0)
    graph.add_edge("p0", "p1", key="SIMILAR_TO", score=0.5)
    graph.add_edge("p1", "p2", key="SIMILAR_TO", score=0.25)
    graph.add_edge("Method:bert", "Method:gpt", key="COMPARED_WITH", papers=1)
    graph.add_edge("Method:bert", "Dataset:cora", key="EVALUATED_ON", papers=1)
    for paper in ("p0", "p1"):
        graph.add_edge(paper, "Author:ada", key="WRITTEN_BY", position=1)
    return graph


@st.composite
def nodes(draw: Any) -> str:
    name, label = draw(st.sampled_from((*NAMES, ""))), draw(st.sampled_from(LABELS))
    return f"({name}{':' if label else ''}{label})"


@st.composite
def edges(draw: Any) -> str:
    left, right = draw(st.sampled_from(ARROWS))
    kind = draw(st.sampled_from(TYPES))
    length = draw(st.sampled_from(("", "", "", "*1..2", "*2..3")))
    return f"{left}[:{kind}{length}]{right}"


@st.composite
def patterns(draw: Any) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 2))):
        steps = [draw(nodes())]
        for _ in range(draw(st.integers(0, 2))):
            steps += [draw(edges()), draw(nodes())]
        parts.append("".join(steps))
    return ", ".join(parts)


@st.composite
def queries(draw: Any) -> str:
    first = draw(patterns())
    text = f"MATCH (a), {first}"
    if draw(st.booleans()):
        text += f" WHERE {draw(st.sampled_from(('NOT ', '')))}EXISTS {{ MATCH {draw(patterns())} }}"
    if draw(st.booleans()):
        text += f" {draw(st.sampled_from(('OPTIONAL MATCH', 'MATCH')))} {draw(patterns())}"
    return text + " RETURN a.id AS id, count(*) AS n ORDER BY id"


@given(cypher=queries())
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_generated_pattern_gives_the_same_rows(both: tuple[Target, Target], cypher: str) -> None:
    store, target = both
    try:
        embedded = list(store.rows(cypher))
    except QueryError as refused:
        assert re.search("comes second|never matches", str(refused)), cypher
        return
    assert Counter(embedded) == Counter(target.rows(cypher)), cypher
