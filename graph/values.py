"""Graph contents as plain values, sorted: what every file format can hold, and the way back."""

import json
import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np

from paperatlas.errors import InputError
from paperatlas.schema import EDGE_PROPERTIES, NODE_PROPERTIES

Id = str | int
Attributes = dict[str, Any]
Node = tuple[Id, Attributes]
Edge = tuple[Id, Id, Id, Attributes]
_OF_NODES, _OF_EDGES = frozenset({"id"}), frozenset({"source", "target", "key"})


@dataclass(frozen=True, slots=True)
class Parts:
    """A graph as sorted lists: nodes (id, attributes) and edges (source, target, key, attributes)."""

    nodes: list[Node]
    edges: list[Edge]


def plain_parts(graph: "nx.MultiDiGraph[Any]") -> Parts:
    """Return the nodes and edges of a graph with plain values; the graph is not changed.

    Raises
    ------
    InputError
        If two nodes would have one id, or an attribute has the name of a field of the files: "id" of a node, "source",
        "target" or "key" of an edge.
    """
    ids = {node: _plain_id(node) for node in graph}
    if len(set(ids.values())) < len(ids):
        twice = next(node for node, other in zip(ids, ids.values(), strict=True) if list(ids.values()).count(other) > 1)
        raise InputError(f"two nodes of the graph would have the id {ids[twice]!r}; give one of them another id")
    nodes: list[Node] = [(ids[node], _plain(attributes, _OF_NODES)) for node, attributes in graph.nodes(data=True)]
    edges: list[Edge] = [
        (ids[source], ids[target], _plain_id(key), _plain(attributes, _OF_EDGES))
        for source, target, key, attributes in graph.edges(keys=True, data=True)
    ]
    nodes.sort(key=lambda node: _order(node[0]))
    edges.sort(key=lambda edge: [_order(part) for part in edge[:3]])
    return Parts(nodes, edges)


def graph_of(parts: Parts) -> "nx.MultiDiGraph[Any]":
    """Return the graph of these nodes and edges; an end of an edge that is no node becomes one."""
    graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
    for node, attributes in parts.nodes:
        graph.add_node(node)
        graph.nodes[node].update(attributes)
    for source, target, key, attributes in parts.edges:
        graph.add_edge(source, target, key)
        graph.edges[source, target, key].update(attributes)
    return graph


def plain_value(value: Any) -> Any:
    """Return `value` as text, number, truth value or list of them; None for what says nothing (None, NaN, infinity).

    Sets become sorted lists, dates their ISO text, mappings JSON text, numpy values those of Python, paths and all else
    their text. A lone surrogate becomes the replacement character.

    Examples
    --------
    >>> plain_value({"b", "a"}), plain_value(np.float64("nan")), plain_value(date(2024, 5, 1)), plain_value((1, None))
    (['a', 'b'], None, '2024-05-01', [1])
    """
    if type(value) is str and value.isascii():
        return value
    if isinstance(value, (np.generic, np.ndarray)):
        return plain_value(value.tolist())
    if isinstance(value, Enum):
        return plain_value(value.value)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, (float, Decimal, Fraction)):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return json.dumps({str(key): plain_value(held) for key, held in value.items()}, sort_keys=True)
    if isinstance(value, (list, tuple, Set)):
        return _plain_list(value)
    return _text(value)


def text_id(value: Id) -> str:
    """Return an id as text from which `read_id` makes it again, so that 1 and "1" stay two.

    Examples
    --------
    >>> text_id("1"), text_id(1), text_id("int:1")
    ('1', 'int:1', 'str:int:1')
    """
    if isinstance(value, int):
        return f"int:{value}"
    return f"str:{value}" if value.startswith(("int:", "str:")) else value


def read_id(text: str) -> Id:
    """Return the id that `text_id` wrote.

    Examples
    --------
    >>> read_id("1"), read_id("int:1"), read_id("str:int:1")
    ('1', 1, 'int:1')
    """
    if text.startswith("int:"):
        return int(text.removeprefix("int:"))
    return text.removeprefix("str:")


def list_as_text(value: Any) -> Any:
    """Return a list as JSON text, all else as it is."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def typed_node(attributes: Mapping[str, Any]) -> Attributes:
    """Return the attributes of a node with the types that the schema gives them for its label."""
    return _typed(attributes, NODE_PROPERTIES.get(attributes.get("label", ""), {}))


def typed_edge(key: Id, attributes: Mapping[str, Any]) -> Attributes:
    """Return the attributes of an edge with the types that the schema gives them for its key."""
    return _typed(attributes, EDGE_PROPERTIES.get(str(key), {}))


def _typed(attributes: Mapping[str, Any], types: Mapping[str, str]) -> Attributes:
    return {name: _typed_value(value, types.get(name, "")) for name, value in attributes.items() if value is not None}


def _typed_value(value: Any, kind: str) -> Any:
    if kind.endswith("[]"):
        return json.loads(value) if isinstance(value, str) else value
    if kind == "STRING":
        return value if isinstance(value, str) else str(value)
    if kind == "INT64":
        return int(value)
    return float(value) if kind == "DOUBLE" else value


def _plain(attributes: Mapping[Any, Any], reserved: frozenset[str]) -> Attributes:
    taken = sorted(reserved.intersection(attributes))
    if taken:
        raise InputError(f"the attribute {taken[0]!r} has the name of a field of graph files; rename it")
    plain = {_text(name): plain_value(value) for name, value in attributes.items()}
    return {name: value for name, value in plain.items() if value is not None}


def _plain_list(values: Iterable[Any]) -> list[Any]:
    plain = [held for held in map(plain_value, values) if held is not None]
    return sorted(plain, key=lambda held: (type(held).__name__, held)) if isinstance(values, Set) else plain


def _plain_id(value: Any) -> Id:
    plain = plain_value(value)
    return plain if isinstance(plain, (str, int)) and not isinstance(plain, bool) else str(value)


def _text(value: Any) -> str:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else _iso_or_text(value)
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _iso_or_text(value: Any) -> str:
    return value.isoformat() if isinstance(value, (date, time)) else str(value)


def _order(value: Id) -> tuple[bool, int, str]:
    return (False, value, "") if isinstance(value, int) else (True, 0, value)
