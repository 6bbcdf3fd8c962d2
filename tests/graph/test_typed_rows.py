from datetime import date
from enum import Enum
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from paperatlas.errors import InputError
from paperatlas.graph.typed_rows import edge_rows, node_rows


class Kind(Enum):
    TASK = "task"


def one_node(**attributes: object) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_node("Concept:parsing", label="Concept", **attributes)
    return graph


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("name", "caf\u00e9 \ud800!", "caf\u00e9 \ufffd!"),
        ("name", date(2024, 5, 1), "2024-05-01"),
        ("name", Path("a") / "b", str(Path("a") / "b")),
        ("kind", Kind.TASK, "task"),
        ("papers", np.int32(7), 7),
        ("papers", 2**63 - 1, 2**63 - 1),
        ("aliases", {"b", "a"}, ["a", "b"]),
        ("aliases", ("b", "a"), ["b", "a"]),
    ],
)
def test_value_is_converted_by_rule(name: str, value: object, expected: object) -> None:
    row = node_rows(one_node(**{name: value}))["Concept"][0]
    assert row[name] == expected
    assert type(row[name]) is type(expected)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("papers", 2**70),
        ("papers", 1.5),
        ("papers", True),
        ("papers", "7"),
        ("name", ["a"]),
        ("name", {"a": 1}),
        ("aliases", "GCN"),
        ("aliases", ["GCN", None]),
        ("colour", "red"),
    ],
)
def test_value_that_fits_no_rule_is_named_with_its_node(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"{name}.*") as raised:
        node_rows(one_node(**{name: value}))
    assert "Concept:parsing" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_property_that_is_not_known_is_left_out() -> None:
    assert node_rows(one_node(name="parsing", kind=None)) == {"Concept": [{"id": "Concept:parsing", "name": "parsing"}]}


def test_foreign_label_is_refused() -> None:
    graph = nx.MultiDiGraph()
    graph.add_node("x", label="Person) DETACH DELETE (n")
    with pytest.raises(InputError, match="label"):
        node_rows(graph)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), "0.5", 10**400])
def test_edge_number_must_be_finite(number: object) -> None:
    graph = one_node()
    graph.add_node("p", label="Paper")
    graph.add_edge("p", "Concept:parsing", key="MENTIONS", confidence=number)
    with pytest.raises(InputError, match="confidence of edge 'MENTIONS' from 'p' to 'Concept:parsing'"):
        edge_rows(graph)


def test_edge_between_wrong_labels_is_refused() -> None:
    graph = one_node()
    graph.add_edge("Concept:parsing", "Concept:parsing", key="MENTIONS")
    with pytest.raises(InputError, match="joins Concept and Concept"):
        edge_rows(graph)


def test_edges_of_one_paper_stand_together() -> None:
    graph = nx.MultiDiGraph()
    for paper in ("p2", "p1"):
        graph.add_node(paper, label="Paper")
        for name in ("b", "a"):
            graph.add_node(f"Method:{name}", label="Method")
            graph.add_edge(paper, f"Method:{name}", key="USES")
    rows = edge_rows(graph)["USES", "Paper", "Method"]
    assert [(row["source"], row["target"][-1]) for row in rows] == [("p1", "a"), ("p1", "b"), ("p2", "a"), ("p2", "b")]
