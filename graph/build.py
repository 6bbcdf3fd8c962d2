"""The knowledge graph of a list of extractions, as a networkx.MultiDiGraph after the schema."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import networkx as nx

from paperatlas.errors import InputError
from paperatlas.extract.cleaning import clean
from paperatlas.graph.measures import node_measures
from paperatlas.graph.people import author_edges, name_nodes, venue_edges
from paperatlas.graph.relations import relation_edges
from paperatlas.graph.resolve import Entity, Resolution, resolve_mentions
from paperatlas.graph.weights import co_occurrence_limits, co_occurring, similar_papers
from paperatlas.records import Extraction, Mention, Paper
from paperatlas.schema import CO_OCCURS, MENTIONS, PAPER, ROLE_EDGES, ROLES, SIMILAR_TO

_DISPLAY_LENGTH = 60
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S*")
_Node = tuple[str, dict[str, Any]]
_Edge = tuple[str, str, str, dict[str, Any]]


def build_graph(
    extractions: Iterable[Extraction],
    *,
    co_occur_min: int | None = None,
    co_occur_top: int | None = None,
    resolution: Resolution | None = None,
) -> "nx.MultiDiGraph[str]":
    """Build the graph of these papers: the same papers give the same graph, whatever their order.

    Nodes have the attribute "label", an edge's key is its type, and all attributes are those of `paperatlas.schema`;
    one that is not known is left out. Nodes and edges are added sorted. A paper without mentions stays a node; no
    papers give an empty graph.

    Parameters
    ----------
    extractions
        One for each paper, their paper ids unique.
    co_occur_min, co_occur_top
        Least papers of a CO_OCCURS pair and pairs kept of each entity; without them 1 and all up to 2,000 papers, 2 and
        20 above.
    resolution
        What `resolve_mentions` gave for these extractions; made here where not given.

    Raises
    ------
    InputError
        If two extractions have one paper id, or a paper's id is that of another node.

    Examples
    --------
    >>> from paperatlas.extract.annotations import annotated_extraction
    >>> gold = {"name": "BERT", "label": "Method", "kind": None, "role": "uses", "surfaces": ["BERT"]}
    >>> graph = build_graph([annotated_extraction(Paper(id="1", abstract="We train BERT."), [gold])])
    >>> list(graph.nodes), list(graph.edges(keys=True))
    (['1', 'Method:bert'], [('1', 'Method:bert', 'MENTIONS'), ('1', 'Method:bert', 'USES')])
    """
    ordered = sorted(extractions, key=lambda extraction: extraction.paper.id)
    resolution = resolution or resolve_mentions(ordered)
    entities = {entity.id: entity for entity in resolution.entities}
    mentions = {extraction.paper.id: _by_entity(extraction.mentions, resolution) for extraction in ordered}
    papers = [extraction.paper for extraction in ordered]
    nodes = [
        *(_paper_node(paper, mentions[paper.id], entities) for paper in papers),
        *_entity_nodes(entities),
        *name_nodes(papers),
    ]
    _check_ids(papers, nodes)
    edges = [
        *(edge for paper in papers for edge in _mention_edges(paper, mentions[paper.id], entities)),
        *(edge for paper in papers for edge in (*author_edges(paper), *venue_edges(paper))),
        *relation_edges(ordered, entities, resolution.entity_of, mentions),
        *_weighed_edges(mentions, co_occurrence_limits(len(papers), co_occur_min, co_occur_top)),
    ]
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_nodes_from(sorted(nodes, key=lambda node: node[0]))
    for source, target, key, attributes in sorted(edges, key=lambda edge: edge[:3]):
        graph.add_edge(source, target, key=key, **attributes)
    nx.set_node_attributes(graph, node_measures(graph))
    return graph


def _by_entity(mentions: Iterable[Mention], resolution: Resolution) -> dict[str, list[Mention]]:
    held: dict[str, list[Mention]] = defaultdict(list)
    for mention in sorted(mentions, key=lambda mention: (mention.field != "title", mention.start, mention.end)):
        if entity := resolution.entity_of(mention):
            held[entity].append(mention)
    return {entity: held[entity] for entity in sorted(held)}


def _check_ids(papers: Sequence[Paper], nodes: Sequence[_Node]) -> None:
    seen: set[str] = set()
    for node, _ in nodes:
        if node in seen:
            what = (
                "two papers have" if sum(paper.id == node for paper in papers) > 1 else "a paper and another node have"
            )
            raise InputError(f"{what} the id {node!r}; ids must differ: give the papers others (assign_ids does)")
        seen.add(node)


def _paper_node(paper: Paper, mentions: Mapping[str, Sequence[Mention]], entities: Mapping[str, Entity]) -> _Node:
    known = {
        "title": paper.title,
        "abstract": paper.abstract,
        "year": paper.year,
        "venue": paper.venue,
        "url": paper.url,
        "keywords": list(paper.keywords),
        "display_name": display_name(paper, [entities[at].name for at in _own(mentions)]),
    }
    return paper.id, {"label": PAPER, **{key: value for key, value in known.items() if value not in (None, "", [])}}


def display_name(paper: Paper, own: Sequence[str] = ()) -> str:
    """Return the title, else what the paper brings forward (`own`), else its first words, cut at about 60 characters.

    Web addresses are no part of it; where nothing is left it is the id.

    Examples
    --------
    >>> display_name(Paper(id="1", abstract="We study sparse attention.")), display_name(Paper(id="2"), ["BERT"])
    ('We study sparse attention.', 'BERT')
    """
    if paper.title and clean(paper.title).text:
        return " ".join(clean(paper.title).text.split())
    named = [name for name in own if not _ADDRESS.search(name)]
    words = ", ".join(named) or " ".join(_ADDRESS.sub("", clean(paper.abstract[: _DISPLAY_LENGTH * 20]).text).split())
    if len(words) <= _DISPLAY_LENGTH:
        return words or paper.id
    return (words[: _DISPLAY_LENGTH + 1].rpartition(" ")[0] or words[:_DISPLAY_LENGTH]).rstrip(" ,;:") + "…"


def _own(mentions: Mapping[str, Sequence[Mention]]) -> list[str]:
    """Return the ids of what the paper brings forward: what it names most first, then what it names sooner."""
    found = {
        entity: (-len(held), held[0].field != "title", held[0].start, entity)
        for entity, held in mentions.items()
        if any(mention.role in ("proposes", "introduces") for mention in held)
    }
    return sorted(found, key=lambda entity: found[entity])


def _entity_nodes(entities: Mapping[str, Entity]) -> Iterator[_Node]:
    for entity in entities.values():
        attributes: dict[str, Any] = {
            "label": entity.label,
            "name": entity.name,
            "aliases": list(entity.aliases),
            "kind": entity.kind,
        }
        yield entity.id, {key: value for key, value in attributes.items() if value is not None}


def _mention_edges(
    paper: Paper, mentions: Mapping[str, Sequence[Mention]], entities: Mapping[str, Entity]
) -> Iterator[_Edge]:
    for entity, held in mentions.items():
        role = min((mention.role for mention in held), key=ROLES.index)
        yield (
            paper.id,
            entity,
            MENTIONS,
            {
                "count": len(held),
                "role": role,
                "confidence": _confidence(held),
                "fields": [mention.field for mention in held],
                "starts_at": [mention.start for mention in held],
                "ends_at": [mention.end for mention in held],
                "sentences": [_sentence(paper, mention) for mention in held],
            },
        )
        if role.upper() in ROLE_EDGES[entities[entity].label]:
            bearing = [mention for mention in held if mention.role == role]
            best = max(bearing, key=lambda mention: mention.confidence)
            evidence = {"confidence": _confidence(bearing), "evidence": _sentence(paper, best)}
            yield paper.id, entity, role.upper(), evidence


def _weighed_edges(mentions: Mapping[str, Mapping[str, Any]], limits: tuple[int, int | None]) -> Iterator[_Edge]:
    entities_of = {paper: list(held) for paper, held in mentions.items()}
    for pair in co_occurring(entities_of, minimum=limits[0], top=limits[1]):
        yield pair.first, pair.second, CO_OCCURS, {"papers": pair.shared, "npmi": pair.weight}
    for pair in similar_papers(entities_of):
        yield pair.first, pair.second, SIMILAR_TO, {"score": pair.weight, "shared": pair.shared}


def _sentence(paper: Paper, mention: Mention) -> str:
    raw = paper.title or "" if mention.field == "title" else paper.abstract
    return raw[mention.sentence_start : mention.sentence_end]


def _confidence(mentions: Sequence[Mention]) -> float:
    return round(max(mention.confidence for mention in mentions), 3)
