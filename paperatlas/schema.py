"""The one vocabulary: labels, kinds, roles, edge types and their properties.

The same strings are spaCy labels, node labels, edge types, Cypher and page groups.
"""

from collections.abc import Mapping
from types import MappingProxyType

METHOD, DATASET, CONCEPT = "Method", "Dataset", "Concept"
PAPER, AUTHOR, VENUE = "Paper", "Author", "Venue"
ENTITY = "Entity"
"""Second label of every entity node, in Neo4j only."""

ENTITY_LABELS = (METHOD, DATASET, CONCEPT)
NODE_LABELS = (PAPER, *ENTITY_LABELS, AUTHOR, VENUE)
KINDS = ("task", "metric", "term")
"""What a Concept is; in Neo4j also a label, capitalised."""

ROLES = (
    "proposes",
    "introduces",
    "extends",
    "evaluates_on",
    "compares_with",
    "uses",
    "addresses",
    "measures",
    "mentions",
)
"""What an entity does in a paper, the strongest first."""

_ROLES_BY_TYPE = {
    METHOD: ("proposes", "extends", "compares_with", "uses", "mentions"),
    DATASET: ("introduces", "evaluates_on", "uses", "mentions"),
    "task": ("addresses", "mentions"),
    "metric": ("measures", "mentions"),
    "term": ("mentions",),
}


def type_of(label: str, kind: str | None) -> str:
    """Return the type of an entity, which its label and kind make together: a Concept's kind, else the label.

    Examples
    --------
    >>> type_of("Method", None), type_of("Concept", "task"), type_of("Concept", None)
    ('Method', 'task', 'term')
    """
    return (kind or "term") if label == CONCEPT else label


def label_of(entity_type: str) -> tuple[str, str | None]:
    """Return label and kind of a type, the other way of `type_of`.

    Examples
    --------
    >>> label_of("Method"), label_of("task")
    (('Method', None), ('Concept', 'task'))
    """
    return (CONCEPT, entity_type) if entity_type in KINDS else (entity_type, None)


def roles_of(label: str, kind: str | None) -> tuple[str, ...]:
    """Return the roles that an entity of this label and kind can have, the strongest first.

    Examples
    --------
    >>> roles_of("Concept", "metric")
    ('measures', 'mentions')
    """
    return _ROLES_BY_TYPE[type_of(label, kind)]


MENTIONS, CO_OCCURS, SIMILAR_TO = "MENTIONS", "CO_OCCURS", "SIMILAR_TO"
WRITTEN_BY, PUBLISHED_IN = "WRITTEN_BY", "PUBLISHED_IN"
ROLE_EDGES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        METHOD: ("PROPOSES", "EXTENDS", "COMPARES_WITH", "USES"),
        DATASET: ("INTRODUCES", "EVALUATES_ON", "USES"),
        CONCEPT: ("ADDRESSES", "MEASURES"),
    }
)
"""Edge types from a Paper to an entity of the label; the role in capitals."""

ENTITY_RELATIONS = ("SUBCLASS_OF", "EVALUATED_ON", "USED_FOR", "COMPARED_WITH", "PART_OF")
SYMMETRIC = frozenset({CO_OCCURS, SIMILAR_TO, "COMPARED_WITH"})
"""Edge types with one edge a pair, from the smaller id to the larger."""

_ENTITY_PROPERTIES = {
    "id": "STRING",
    "name": "STRING",
    "aliases": "STRING[]",
    "kind": "STRING",
    "papers": "INT64",
    "first_year": "INT64",
    "last_year": "INT64",
    "trend": "DOUBLE",
    "degree": "INT64",
    "core": "INT64",
    "betweenness": "DOUBLE",
    "community": "INT64",
    "community_name": "STRING",
}
_NAMED = {"id": "STRING", "name": "STRING", "papers": "INT64", "first_year": "INT64", "last_year": "INT64"}
NODE_PROPERTIES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        PAPER: {
            "id": "STRING",
            "title": "STRING",
            "abstract": "STRING",
            "year": "INT64",
            "venue": "STRING",
            "url": "STRING",
            "keywords": "STRING[]",
            "display_name": "STRING",
            "degree": "INT64",
            "community": "INT64",
            "community_name": "STRING",
        },
        METHOD: _ENTITY_PROPERTIES,
        DATASET: _ENTITY_PROPERTIES,
        CONCEPT: _ENTITY_PROPERTIES,
        AUTHOR: _NAMED,
        VENUE: _NAMED,
    }
)
"""Type of each property of each node label. A property that is not known is left out of the node."""

_ROLE = {"confidence": "DOUBLE", "evidence": "STRING"}
_RELATION = {"papers": "INT64", "evidence": "STRING[]", "evidence_papers": "STRING[]"}
EDGE_PROPERTIES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        MENTIONS: {
            "count": "INT64",
            "role": "STRING",
            "confidence": "DOUBLE",
            "fields": "STRING[]",
            "starts_at": "INT64[]",
            "ends_at": "INT64[]",
            "sentences": "STRING[]",
        },
        **{role: _ROLE for roles in ROLE_EDGES.values() for role in roles},
        CO_OCCURS: {"papers": "INT64", "npmi": "DOUBLE"},
        **dict.fromkeys(ENTITY_RELATIONS, _RELATION),
        SIMILAR_TO: {"score": "DOUBLE", "shared": "INT64"},
        WRITTEN_BY: {"position": "INT64"},
        PUBLISHED_IN: {},
    }
)
"""Type of each property of each edge type."""


def _endpoints() -> dict[str, tuple[tuple[str, str], ...]]:
    pairs: dict[str, list[tuple[str, str]]] = {edge: [] for edge in EDGE_PROPERTIES}
    for label in ENTITY_LABELS:
        pairs[MENTIONS].append((PAPER, label))
        for role in ROLE_EDGES[label]:
            pairs[role].append((PAPER, label))
        pairs[CO_OCCURS] += [(label, other) for other in ENTITY_LABELS]
        pairs["SUBCLASS_OF"].append((label, label))
        pairs["PART_OF"] += [(label, other) for other in ENTITY_LABELS]
    pairs["EVALUATED_ON"] = [(METHOD, DATASET)]
    pairs["USED_FOR"] = [(METHOD, CONCEPT)]
    pairs["COMPARED_WITH"] = [(METHOD, METHOD)]
    pairs[SIMILAR_TO] = [(PAPER, PAPER)]
    pairs[WRITTEN_BY] = [(PAPER, AUTHOR)]
    pairs[PUBLISHED_IN] = [(PAPER, VENUE)]
    return {edge: tuple(found) for edge, found in pairs.items()}


EDGE_ENDPOINTS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(_endpoints())
"""Pairs of node labels that each edge type may join."""
