"""What an atlas knows of one paper or entity, with the sentences that show it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import networkx as nx

from paperatlas.schema import (
    CO_OCCURS,
    ENTITY_RELATIONS,
    MENTIONS,
    PAPER,
    PUBLISHED_IN,
    ROLES,
    SIMILAR_TO,
    WRITTEN_BY,
)

_NEAREST = 10


def describe(graph: "nx.MultiDiGraph[str]", node: str) -> dict[str, Any]:
    """Return the properties of `node`, its papers or entities by role with their sentences, and its neighbours.

    `roles` has the strongest role first and is left out where nothing has one; `neighbours` holds the nearest ones.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("1", label="Paper", title="On BERT")
    >>> graph.add_node("Method:bert", label="Method", name="BERT")
    >>> _ = graph.add_edge("1", "Method:bert", "MENTIONS", role="uses", sentences=["We use BERT."], confidence=1.0)
    >>> describe(graph, "Method:bert")["roles"]
    {'uses': [{'id': '1', 'label': 'Paper', 'name': 'On BERT', 'confidence': 1.0, 'sentences': ['We use BERT.']}]}
    """
    mentions = list(_edges(graph, node, (MENTIONS,)))
    found = {"id": node, **graph.nodes[node], "roles": _by_role(graph, mentions)}
    near = CO_OCCURS if graph.nodes[node]["label"] != PAPER else SIMILAR_TO
    measure = "npmi" if near == CO_OCCURS else "score"
    ranked = sorted(_edges(graph, node, (near,)), key=lambda edge: (-edge[2].get(measure, 0), edge[1]))
    found["neighbours"] = [{**_named(graph, other), **edge} for _, other, edge in ranked[:_NEAREST]]
    linked = _edges(graph, node, (*ENTITY_RELATIONS, WRITTEN_BY, PUBLISHED_IN))
    found["relations"] = [{"type": key, **_named(graph, other), **edge} for key, other, edge in linked]
    return {key: value for key, value in found.items() if value not in ([], {})}


def node_name(graph: "nx.MultiDiGraph[str]", node: str) -> str:
    """Return the name to show for `node`: an entity's name, a paper's title or display name, else the id."""
    properties = graph.nodes[node]
    return str(properties.get("name") or properties.get("title") or properties.get("display_name") or node)


def _edges(
    graph: "nx.MultiDiGraph[str]", node: str, types: Iterable[str]
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield (type, other node, properties) of the edges at `node`, whichever way they point, ordered."""
    out = ((key, other, data) for _, other, key, data in graph.out_edges(node, keys=True, data=True))
    into = ((key, other, data) for other, _, key, data in graph.in_edges(node, keys=True, data=True))
    wanted = set(types)
    edges = [edge for edge in (*out, *into) if edge[0] in wanted]
    yield from sorted(edges, key=lambda edge: (edge[0], edge[2].get("position", 0), edge[1]))


def _by_role(
    graph: "nx.MultiDiGraph[str]", mentions: Iterable[tuple[str, str, Mapping[str, Any]]]
) -> dict[str, list[dict[str, Any]]]:
    roles: dict[str, list[dict[str, Any]]] = {role: [] for role in ROLES}
    for _, other, edge in mentions:
        kept = {key: edge[key] for key in ("confidence", "sentences") if key in edge}
        roles[edge["role"]].append(_named(graph, other) | kept)
    return {role: found for role, found in roles.items() if found}


def _named(graph: "nx.MultiDiGraph[str]", node: str) -> dict[str, Any]:
    return {"id": node, "label": graph.nodes[node]["label"], "name": node_name(graph, node)}
