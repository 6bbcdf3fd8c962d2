"""The graph as rows typed by the schema: what the embedded store and Neo4j load."""

import math
import operator
from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from functools import partial
from pathlib import PurePath
from typing import Any

import networkx as nx

from paperatlas.errors import InputError
from paperatlas.schema import EDGE_ENDPOINTS, EDGE_PROPERTIES, NODE_PROPERTIES

Row = dict[str, Any]
EdgeKind = tuple[str, str, str]
"""Type of an edge, label of its source, label of its target."""


def node_rows(graph: "nx.MultiDiGraph[str]") -> dict[str, list[Row]]:
    """Return the nodes by label, in the schema's order, each list sorted by id.

    A row has "id" and those properties that are known. Sets become sorted lists, dates, paths and enums their text, a
    lone surrogate the replacement character.

    Raises
    ------
    InputError
        For a label or property that the schema doesn't have, a value of another type, an integer beyond 64 bits, or a
        number that is not finite, each with the node and the property.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("Method:bert", label="Method", name="BERT", aliases={"Bert", "BERT model"})
    >>> node_rows(graph)
    {'Method': [{'id': 'Method:bert', 'name': 'BERT', 'aliases': ['BERT model', 'Bert']}]}
    """
    found: dict[str, list[Row]] = {label: [] for label in NODE_PROPERTIES}
    for node, attributes in graph.nodes(data=True):
        label, where = attributes.get("label"), ("node", node)
        if label not in found:
            raise InputError(f"node {node!r} has the label {label!r}; expected one of {', '.join(found)}")
        rest = {name: value for name, value in attributes.items() if name not in ("label", "id")}
        found[label].append({"id": _id(node, where), **_typed(rest, NODE_PROPERTIES[label], where)})
    return {label: sorted(rows, key=operator.itemgetter("id")) for label, rows in found.items() if rows}


def edge_rows(graph: "nx.MultiDiGraph[str]") -> dict[EdgeKind, list[Row]]:
    """Return the edges by type and labels of their ends, each list sorted by source and target.

    A row has "source", "target" and "properties"; so the rows of one paper stand together. Raises as `node_rows` does,
    and for an edge between labels that its type doesn't join.
    """
    kinds = [(kind, *pair) for kind, pairs in EDGE_ENDPOINTS.items() for pair in pairs]
    found: dict[EdgeKind, list[Row]] = {kind: [] for kind in kinds}
    labels = {node: attributes.get("label") for node, attributes in graph.nodes(data=True)}
    for source, target, key, attributes in graph.edges(keys=True, data=True):
        where = ("edge", key, source, target)
        kind = (key, labels[source], labels[target])
        if kind not in found:
            raise InputError(f"{_told(where)} joins {kind[1]} and {kind[2]}; the schema has no such edge")
        properties = _typed(attributes, EDGE_PROPERTIES[key], where)
        found[kind].append({"source": _id(source, where), "target": _id(target, where), "properties": properties})
    ends = operator.itemgetter("source", "target")
    return {kind: sorted(rows, key=ends) for kind, rows in found.items() if rows}


class _Unfit(Exception):
    """A value is not what the schema expects; the message is what it expects."""


def _typed(attributes: Mapping[str, Any], types: Mapping[str, str], where: tuple[Any, ...]) -> Row:
    if not attributes.keys() <= types.keys():
        unknown = min(attributes.keys() - types.keys())
        raise InputError(f"{_told(where)} has the property {unknown!r}; the schema has {', '.join(types)}")
    row = {}
    for name, kind in types.items():
        value = attributes.get(name)
        if value is None:
            continue
        try:
            row[name] = _VALUES[kind](value)
        except _Unfit as expected:
            raise InputError(f"{name} of {_told(where)} is {value!r:.80}; expected {expected}") from None
    return row


def _told(where: tuple[Any, ...]) -> str:
    if where[0] == "node":
        return f"node {where[1]!r}"
    return f"edge {where[1]!r} from {where[2]!r} to {where[3]!r}"


def _id(value: Any, where: tuple[Any, ...]) -> str:
    try:
        return _text(value)
    except _Unfit as expected:
        raise InputError(f"{_told(where)} is {value!r:.80}; expected {expected}") from None


def _list(scalar: Callable[[Any], Any], value: Any) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        raise _Unfit("a list")
    items = [scalar(item) for item in value]
    return sorted(items) if isinstance(value, set | frozenset) else items


def _text(value: Any) -> str:
    if type(value) is str and value.isascii():
        return value
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, date):
        value = value.isoformat()
    if not isinstance(value, str | PurePath | int | float):
        raise _Unfit("text")
    return str(value).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _integer(value: Any) -> int:
    if type(value) is int and -(2**63) <= value < 2**63:
        return value
    try:
        number = operator.index(value)
    except TypeError:
        raise _Unfit("an integer") from None
    if isinstance(value, bool) or not -(2**63) <= number < 2**63:
        raise _Unfit("an integer of at most 64 bits")
    return number


def _number(value: Any) -> float:
    if type(value) is float and math.isfinite(value):
        return value
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise _Unfit("a number") from None
    if isinstance(value, str | bool) or not math.isfinite(number):
        raise _Unfit("a finite number")
    return number


_SCALARS: dict[str, Callable[[Any], Any]] = {"STRING": _text, "INT64": _integer, "DOUBLE": _number}
_VALUES = _SCALARS | {f"{kind}[]": partial(_list, scalar) for kind, scalar in _SCALARS.items()}
