"""GraphML and GEXF, through networkx: lists as JSON text, ids as text, no character that XML forbids.

A forbidden character, and the carriage return that XML readers drop, becomes a blank, so that offsets stay true.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
from networkx.readwrite.gexf import GEXFWriter

from paperatlas.graph.values import (
    Attributes,
    Edge,
    Node,
    Parts,
    list_as_text,
    read_id,
    text_id,
    typed_edge,
    typed_node,
)

_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LABEL, _EDGE_LABEL, _KEY = "node_label", "edge_label", "key"


def write_graphml(parts: Parts, path: Path) -> None:
    """Write GraphML; an edge has its key as the attribute "key"."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node, attributes in parts.nodes:
        graph.add_node(_safe(text_id(node)))
        graph.nodes[_safe(text_id(node))].update(_flat(attributes))
    for number, (source, target, key, attributes) in enumerate(parts.edges):
        flat = {**_flat(attributes), _KEY: text_id(key)}
        graph.add_edge(_safe(text_id(source)), _safe(text_id(target)), key=f"e{number}")
        graph[_safe(text_id(source))][_safe(text_id(target))][f"e{number}"].update(flat)
    nx.write_graphml_xml(graph, path)


def read_graphml(path: Path) -> Parts:
    """Read what `write_graphml` wrote, or any GraphML."""
    graph = nx.read_graphml(path, node_type=str, force_multigraph=True)
    return _parts(graph, lambda attributes, own: attributes.pop(_KEY, own))


def write_gexf(parts: Parts, path: Path) -> None:
    """Write GEXF 1.2: nodes and edges are labelled for Gephi by name and type, a node's label is "node_label"."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    mixed = _mixed([attributes for _, attributes in parts.nodes]), _mixed([edge[3] for edge in parts.edges])
    for node, attributes in parts.nodes:
        flat = _as_one_type(_flat(attributes), mixed[0])
        shown = flat.get("name") or flat.get("display_name") or text_id(node)
        label = {_LABEL: flat.pop("label")} if "label" in flat else {}
        graph.add_node(_safe(text_id(node)))
        graph.nodes[_safe(text_id(node))].update({"label": shown, **label, **flat})
    for source, target, key, attributes in parts.edges:
        ends = _safe(text_id(source)), _safe(text_id(target))
        flat = _as_one_type(_flat(attributes), mixed[1])
        label = {_EDGE_LABEL: flat.pop("label")} if "label" in flat else {}
        graph.add_edge(*ends, key=text_id(key))
        graph.edges[(*ends, text_id(key))].update({"label": _safe(text_id(key)), **label, **flat})
    writer = GEXFWriter(encoding="utf-8", prettyprint=True, version="1.2draft")
    writer.add_graph(graph)
    for meta in [element for element in writer.xml if element.tag.endswith("meta")]:
        writer.xml.remove(meta)
    with path.open("wb") as stream:
        writer.write(stream)


def read_gexf(path: Path) -> Parts:
    """Read what `write_gexf` wrote, or any GEXF."""
    graph = nx.read_gexf(path, node_type=str, version="1.2draft")
    for _, attributes in graph.nodes(data=True):
        attributes.pop("label", None)
        if _LABEL in attributes:
            attributes["label"] = attributes.pop(_LABEL)
    return _parts(graph, _gexf_key)


def _gexf_key(attributes: Attributes, own: Any) -> Any:
    key = attributes.pop("label", own)
    if _EDGE_LABEL in attributes:
        attributes["label"] = attributes.pop(_EDGE_LABEL)
    return key


def _parts(graph: Any, key_of: Callable[[Attributes, Any], Any]) -> Parts:
    multiple: nx.MultiDiGraph[Any] = nx.MultiDiGraph(graph)
    nodes: list[Node] = [(read_id(node), typed_node(attributes)) for node, attributes in multiple.nodes(data=True)]
    edges: list[Edge] = []
    for source, target, own, attributes in multiple.edges(keys=True, data=True):
        rest = {name: value for name, value in attributes.items() if name != "id"}
        key = read_id(str(key_of(rest, own)))
        edges.append((read_id(source), read_id(target), key, typed_edge(key, rest)))
    return Parts(nodes, edges)


def _flat(attributes: Attributes) -> Attributes:
    flat = {_safe(name): list_as_text(value) for name, value in attributes.items()}
    return {name: _safe(value) if isinstance(value, str) else value for name, value in flat.items() if value != ""}


def _mixed(rows: list[Attributes]) -> frozenset[str]:
    """Return the attributes with values of several types; GEXF gives each attribute one."""
    types: dict[str, set[type]] = {}
    for attributes in rows:
        for name, value in attributes.items():
            types.setdefault(name, set()).add(str if isinstance(value, list) else type(value))
    return frozenset(name for name, kinds in types.items() if len(kinds) > 1)


def _as_one_type(attributes: Attributes, mixed: frozenset[str]) -> Attributes:
    return {name: str(value) if name in mixed else value for name, value in attributes.items()}


def _safe(text: str) -> str:
    return _FORBIDDEN.sub(" ", text)
