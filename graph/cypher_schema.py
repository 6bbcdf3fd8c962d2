"""Whether a pattern can match at all by the schema: ladybug loses rows around a subquery that never can."""

from collections.abc import Mapping
from dataclasses import dataclass

from paperatlas.graph.cypher_tree import Tree, children, find, source
from paperatlas.schema import EDGE_ENDPOINTS, NODE_LABELS

_LABELS = frozenset(label.lower() for label in NODE_LABELS)
_PAIRS = {kind.lower(): [(tail.lower(), head.lower()) for tail, head in ends] for kind, ends in EDGE_ENDPOINTS.items()}

Labels = Mapping[str, frozenset[str] | None]
"""Labels of variables in small letters; None where any is possible."""


@dataclass(frozen=True, slots=True)
class _Step:
    left: str
    right: str
    pairs: frozenset[tuple[str, str]]


def can_match(pattern: Tree, known: Labels) -> bool:
    """Return whether the schema has nodes and relationships for all of a pattern; `known` are variables that stand.

    Relationships of variable length are taken as possible.

    Examples
    --------
    >>> from paperatlas.graph.cypher_tree import parse_cypher
    >>> can_match(parse_cypher("MATCH (p:Paper)-[:USES]->(x:Author) RETURN x"), {})
    False
    """
    possible: dict[str, frozenset[str]] = {}
    steps: list[_Step] = []
    for element in find(pattern, "oC_PatternElement", "oC_PathPatterns"):
        left = _node(children(element, "oC_NodePattern"), possible, known)
        for link in children(element, "oC_PatternElementChain"):
            right = _node(children(link, "oC_NodePattern"), possible, known)
            relationship = children(link, "oC_RelationshipPattern")[0]
            if not find(relationship, "iC_RecursiveDetail"):
                steps.append(_Step(left, right, _pairs(relationship)))
            left = right
    return _consistent(possible, steps)


def _node(patterns: list[Tree], possible: dict[str, frozenset[str]], known: Labels) -> str:
    variable = [source(name) for pattern in patterns for name in children(pattern, "oC_Variable")]
    name = variable[0] if variable else f"#{len(possible)}"
    written = [source(label).strip("`").lower() for pattern in patterns for label in find(pattern, "oC_LabelName")]
    before = possible.get(name) or known.get(name) or _LABELS
    possible[name] = before & frozenset(written) if written else before
    return name


def _pairs(relationship: Tree) -> frozenset[tuple[str, str]]:
    types = [source(name).strip("`").lower() for name in find(relationship, "oC_RelTypeName")] or list(_PAIRS)
    forward = {pair for kind in types for pair in _PAIRS.get(kind, ())}
    backward = {(head, tail) for tail, head in forward}
    if children(relationship, "oC_RightArrowHead"):
        return frozenset(forward)
    return frozenset(backward if children(relationship, "oC_LeftArrowHead") else forward | backward)


def _consistent(possible: dict[str, frozenset[str]], steps: list[_Step]) -> bool:
    """Narrow the labels of each node by those of its neighbours until nothing changes; False where none is left."""
    changed = True
    while changed:
        changed = False
        for step in steps:
            pairs = [(a, b) for a, b in step.pairs if a in possible[step.left] and b in possible[step.right]]
            for name, left in (
                (step.left, frozenset(a for a, _ in pairs)),
                (step.right, frozenset(b for _, b in pairs)),
            ):
                changed |= left != possible[name]
                possible[name] = possible[name] & left
    return all(possible.values())
