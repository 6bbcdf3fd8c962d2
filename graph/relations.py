"""Edges between entities: what the papers' relations say of them together, and what a name says by its head words."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from paperatlas.graph.normalise import normal_form
from paperatlas.graph.resolve import Entity
from paperatlas.records import Extraction, Mention, Paper
from paperatlas.schema import DATASET, EDGE_ENDPOINTS, ENTITY_RELATIONS, SYMMETRIC

EVIDENCE = 10
"""Sentences kept of each edge, one of a paper."""

_SUBCLASS, _USED_FOR = "SUBCLASS_OF", "USED_FOR"
_TURNS = frozenset(
    (
        *(
            "anti",
            "artificial",
            "auto",
            "cross",
            "de",
            "fake",
            "few",
            "hyper",
            "inter",
            "intra",
            "inverse",
            "non",
            "one",
        ),
        *(
            "over",
            "post",
            "pre",
            "pseudo",
            "quasi",
            "self",
            "semi",
            "sub",
            "super",
            "un",
            "under",
            "weakly",
            "whole",
            "zero",
        ),
    )
)
"""First words of a name that make what follows another thing: semi-supervised learning is not supervised."""
_JOINS = frozenset(
    (
        *("and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "over", "per", "the", "through", "to", "via"),
        *("with", "without"),
    )
)

_Edge = tuple[str, str, str, dict[str, Any]]
_Key = tuple[str, str, str]
_Support = dict[str, tuple[float, int, str]]


def relation_edges(
    extractions: Sequence[Extraction],
    entities: Mapping[str, Entity],
    entity_of: Callable[[Mention], str | None],
    mentions: Mapping[str, Mapping[str, Sequence[Mention]]],
) -> Iterator[_Edge]:
    """Yield the edges between entities, each with the number of papers that say so and their best sentences.

    What the final labels do not allow is left out, and so is an entity's relation to itself. Where some papers say that
    A is part or subclass of B and others the reverse, the view of more papers is kept, and none at a tie. `evidence`
    holds one sentence of each paper, the surest first, at most `EVIDENCE`; `evidence_papers` their papers.

    Parameters
    ----------
    extractions
        One for each paper.
    entities, entity_of
        The entities by id, and the id of the one that a mention names.
    mentions
        The mentions of each entity id of each paper id.
    """
    found: dict[_Key, _Support] = defaultdict(dict)
    for at, kind, source, target, paper, confidence, sentence in (
        *_stated(extractions, entity_of),
        *_named(extractions, entities, mentions),
    ):
        if _allowed(kind, entities[source], entities[target]):
            support = found[kind, *_ends(kind, source, target)]
            support[paper] = min(support.get(paper, (0.0, 0, "")), (-confidence, at, sentence))
    for (kind, source, target), support in found.items():
        if kind in SYMMETRIC or len(support) > len(found.get((kind, target, source), ())):
            yield source, target, kind, _attributes(support)


def _stated(
    extractions: Sequence[Extraction], entity_of: Callable[[Mention], str | None]
) -> Iterator[tuple[int, str, str, str, str, float, str]]:
    for extraction in extractions:
        paper = extraction.paper.id
        for at, relation in enumerate(extraction.relations):
            source, target = entity_of(relation.head), entity_of(relation.tail)
            if source and target:
                yield at, relation.type, source, target, paper, relation.confidence, relation.evidence


def _named(
    extractions: Sequence[Extraction],
    entities: Mapping[str, Entity],
    mentions: Mapping[str, Mapping[str, Sequence[Mention]]],
) -> Iterator[tuple[int, str, str, str, str, float, str]]:
    """Yield "graph neural network is a neural network" for each paper that writes the longer name."""
    above = {id_: head for id_, entity in entities.items() if (head := _head(entity, entities))}
    for extraction in extractions:
        for id_, held in mentions[extraction.paper.id].items():
            if id_ in above:
                last = f" {id_.rpartition('-')[2]}"
                written = ((held[at], at) for at in range(len(held)) if normal_form(held[at].text).endswith(last))
                for mention, at in islice(written, 1):
                    sentence = _sentence(extraction.paper, mention)
                    yield at, _SUBCLASS, id_, above[id_], extraction.paper.id, mention.confidence, sentence


def _head(entity: Entity, entities: Mapping[str, Entity]) -> str | None:
    """Return the id of the entity that the longest end of the name is, where that is a class of the same kind."""
    words = entity.id.partition(":")[2].split("-")
    if entity.label == DATASET or _JOINS & set(words):
        return None
    for cut in range(1, len(words)):
        other = entities.get(f"{entity.label}:{'-'.join(words[cut:])}")
        if other and words[cut - 1] not in _TURNS and len(words[cut - 1]) > 1 and _is_class(other):
            return other.id if other.kind == entity.kind else None
    return None


def _is_class(entity: Entity) -> bool:
    """Tell whether a name is in lower case but for its first letter, as that of a class is, and no short symbol."""
    lower = entity.name[1:].islower() and (entity.name[0].islower() or " " in entity.name)
    return lower and len(entity.name) > 3 and not any(map(str.isdigit, entity.name))


def _allowed(kind: str, source: Entity, target: Entity) -> bool:
    fits = (source.label, target.label) in EDGE_ENDPOINTS[kind] and source.id != target.id
    return fits and (kind != _USED_FOR or target.kind == "task") and kind in ENTITY_RELATIONS


def _ends(kind: str, source: str, target: str) -> tuple[str, str]:
    return (min(source, target), max(source, target)) if kind in SYMMETRIC else (source, target)


def _attributes(support: _Support) -> dict[str, Any]:
    ranked = sorted((held[0], paper, held[2]) for paper, held in support.items())[:EVIDENCE]
    return {
        "papers": len(support),
        "evidence": [sentence for _, _, sentence in ranked],
        "evidence_papers": [paper for _, paper, _ in ranked],
    }


def _sentence(paper: Paper, mention: Mention) -> str:
    raw = paper.title or "" if mention.field == "title" else paper.abstract
    return raw[mention.sentence_start : mention.sentence_end]
