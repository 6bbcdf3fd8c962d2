"""The graph as RDF in Turtle, in well-known words: schema.org for papers, SKOS for names, PROV for evidence."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import networkx as nx

from paperatlas.errors import MissingExtra
from paperatlas.graph.typed_rows import edge_rows, node_rows
from paperatlas.graph.whole import written_whole
from paperatlas.schema import AUTHOR, CO_OCCURS, DATASET, MENTIONS, PAPER, PUBLISHED_IN, ROLE_EDGES, VENUE, WRITTEN_BY

BASE, WORDS = "urn:paperatlas:", "urn:paperatlas:schema:"
"""Where nodes and our own words are: a node is BASE and its id, escaped."""

_PREFIXES = {
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "atlas": WORDS,
}
_CLASSES = {PAPER: ("schema:ScholarlyArticle",), AUTHOR: ("schema:Person",), VENUE: ("schema:Periodical",)}
_PROPERTIES = {
    "title": "schema:name",
    "abstract": "schema:abstract",
    "year": "schema:datePublished",
    "keywords": "schema:keywords",
    "url": "schema:url",
}
_NAMES = {"name": "skos:prefLabel", "aliases": "skos:altLabel"}
_EDGES = {
    MENTIONS: "schema:mentions",
    WRITTEN_BY: "schema:author",
    PUBLISHED_IN: "schema:isPartOf",
    CO_OCCURS: "skos:related",
    "SUBCLASS_OF": "skos:broader",
    "PART_OF": "schema:isPartOf",
}
_ROLES = frozenset(role for roles in ROLE_EDGES.values() for role in roles)
Triple = tuple[Any, Any, Any]


def write_rdf(graph: "nx.MultiDiGraph[str]", path: Path) -> None:
    """Write the graph as Turtle: the same graph, the same bytes.

    A paper is a schema:ScholarlyArticle; a method, dataset or concept is a skos:Concept with its aliases (a dataset a
    schema:Dataset too). What a paper does with a name is a word of our own, a sub-property of schema:mentions, and its
    sentence is the prov:value of a statement that prov:wasDerivedFrom the paper.

    Raises
    ------
    InputError
        For a value that doesn't fit the schema, or a path that can't be written.
    MissingExtra
        If rdflib is not installed.
    """
    try:
        import rdflib
    except ImportError:
        raise MissingExtra("rdflib", "rdf") from None

    def term(word: str) -> rdflib.URIRef:
        prefix, _, name = word.partition(":")
        return rdflib.URIRef(_PREFIXES[prefix] + name)

    found = rdflib.Graph(bind_namespaces="none")
    for prefix, address in _PREFIXES.items():
        found.bind(prefix, address)
    for subject, word, value in _triples(graph):
        held = rdflib.URIRef(value.iri) if isinstance(value, _Node) else rdflib.Literal(value)
        found.add((rdflib.URIRef(subject.iri), term(word), term(value.word) if isinstance(value, _Word) else held))
    with written_whole(path) as (fresh,):
        fresh.write_text(found.serialize(format="turtle"), encoding="utf-8", newline="\n")


class _Node(str):
    """The id of a node, or of a statement about two."""

    __slots__ = ()

    @property
    def iri(self) -> str:
        """The address of the node."""
        return BASE + quote(self, safe="")


class _Word(str):
    """A word of a vocabulary."""

    __slots__ = ()

    @property
    def word(self) -> str:
        """The word with its prefix."""
        return str(self)


def _triples(graph: "nx.MultiDiGraph[str]") -> Iterator[Triple]:
    for role in sorted(_ROLES):
        yield _Node(f"schema:{role.lower()}"), "rdfs:subPropertyOf", _Word("schema:mentions")
    for label, rows in node_rows(graph).items():
        for row in rows:
            yield from _node(label, row)
    for (kind, _, _), edges in edge_rows(graph).items():
        word = _EDGES.get(kind, f"atlas:{kind.lower()}")
        for edge in edges:
            source, target = _Node(edge["source"]), _Node(edge["target"])
            yield source, word, target
            yield from _evidence(source, word, target, edge["properties"])


def _node(label: str, row: Mapping[str, Any]) -> Iterator[Triple]:
    node = _Node(row["id"])
    named = {"name": "schema:name"} if label in _CLASSES else _NAMES
    classes = _CLASSES.get(label, ("skos:Concept", f"atlas:{label}"))
    for word in (*classes, *(("schema:Dataset",) if label == DATASET else ())):
        yield node, "rdf:type", _Word(word)
    for name, value in row.items():
        word = (_PROPERTIES | named).get(name, f"atlas:{name}")
        for item in value if isinstance(value, list) else [value]:
            yield node, word, item


def _evidence(source: _Node, word: str, target: _Node, properties: Mapping[str, Any]) -> Iterator[Triple]:
    """Give the statement with its sentences, where an edge has any."""
    found = properties.get("evidence") or properties.get("sentences") or []
    sentences = [found] if isinstance(found, str) else found
    if not sentences:
        return
    papers = [_Node(paper) for paper in properties.get("evidence_papers", [source])]
    statement = _Node(f"{source}|{word}|{target}")
    yield statement, "rdf:type", _Word("rdf:Statement")
    yield statement, "rdf:type", _Word("prov:Entity")
    yield statement, "rdf:subject", source
    yield statement, "rdf:predicate", _Word(word)
    yield statement, "rdf:object", target
    yield from ((statement, "prov:value", sentence) for sentence in sentences)
    yield from ((statement, "prov:wasDerivedFrom", paper) for paper in papers)
    if "confidence" in properties:
        yield statement, "atlas:confidence", properties["confidence"]
