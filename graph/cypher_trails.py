"""Trails for an engine that matches walks: within one MATCH no relationship may be used twice, as Cypher demands.

Ladybug lets a pattern use an edge twice, where Neo4j does not: papers that share an entity would give the paper itself.
The text is changed at places that its tree names: relationships get a name and conditions that keep them apart, and
paths of variable length are told to be trails.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from paperatlas.errors import QueryError
from paperatlas.graph.cypher_edits import Edit, insertion
from paperatlas.graph.cypher_tree import Tree, children, find, place, rule_name, source

HIDDEN = "trail_"
"""Beginning of the names given to relationships; no column of a result may begin with it."""


@dataclass(frozen=True, slots=True)
class _Edge:
    name: str
    types: frozenset[str]
    recursive: bool


def trail_edits(tree: Tree) -> list[Edit]:
    """Return what makes of the text of `tree` one where ladybug matches trails, as Neo4j does.

    Raises
    ------
    QueryError
        Where the text uses a name that begins with `HIDDEN`, or where `*` stands with DISTINCT or beside other columns,
        so that the names given here would change the rows.

    Examples
    --------
    >>> from paperatlas.graph.cypher_tree import parse_cypher
    >>> from paperatlas.graph.cypher_edits import edited
    >>> text = "MATCH (a)-[:USES]->(m)<-[:USES]-(b) RETURN b.id"
    >>> edited(text, trail_edits(parse_cypher(text)))
    'MATCH (a)-[trail_1:USES]->(m)<-[trail_2:USES]-(b) WHERE id(trail_1) <> id(trail_2) RETURN b.id'
    >>> trail_edits(parse_cypher("MATCH (a)-[:USES]->(m)<-[:PROPOSES]-(b) RETURN b.id"))
    []
    """
    text = str(tree.start.getInputStream())
    if HIDDEN in text.lower():
        raise QueryError(f"names that begin with {HIDDEN!r} are taken by the embedded store; choose another")
    numbers = iter(range(1, len(text) + 1))
    named = [
        edit
        for clause in find(tree, "oC_Match", "oC_ExistCountSubquery", "oC_PathPatterns")
        for edit in _keep_apart(clause, numbers)
    ]
    if named:
        _check_stars(tree)
    return [insertion(at, "TRAIL ") for at in _untold_recursions(tree)] + named


def _check_stars(tree: Tree) -> None:
    for body in find(tree, "oC_ProjectionBody"):
        written = source(children(body, "oC_ProjectionItems")[0])
        if written.startswith("*") and (written != "*" or source(body).lstrip().upper().startswith("DISTINCT")):
            raise QueryError(f"* at {place(body)} can't be told from the relationships' names; name the columns")


def _untold_recursions(tree: Tree) -> list[int]:
    details = [detail for detail in find(tree, "iC_RecursiveDetail") if not children(detail, "iC_RecursiveType")]
    return [detail.start.start + 1 for detail in details]


def _keep_apart(clause: Tree, numbers: Iterator[int]) -> list[Edit]:
    predicate = rule_name(clause) == "oC_PathPatterns"
    patterns = find(clause if predicate else children(clause, "oC_Pattern")[0], "oC_RelationshipPattern")
    pairs = [pair for pair in combinations(range(len(patterns)), 2) if _may_meet(*(_types(patterns[i]) for i in pair))]
    needed = sorted({index for pair in pairs for index in pair})
    inserts, edges = [], {}
    for index in needed:
        name, insert = _name(patterns[index], numbers)
        inserts += insert
        recursive = bool(find(patterns[index], "iC_RecursiveDetail"))
        edges[index] = _Edge(name, _types(patterns[index]), recursive)
    conditions = [_condition(edges[first], edges[second]) for first, second in pairs]
    return inserts + (_exists(clause, conditions) if predicate else _where(clause, conditions))


def _types(pattern: Tree) -> frozenset[str]:
    return frozenset(source(name).strip("`").lower() for name in find(pattern, "oC_RelTypeName"))


def _may_meet(first: frozenset[str], second: frozenset[str]) -> bool:
    return not first or not second or bool(first & second)


def _name(pattern: Tree, numbers: Iterator[int]) -> tuple[str, list[Edit]]:
    detail = next(iter(children(pattern, "oC_RelationshipDetail")), None)
    named = children(detail, "oC_Variable") if detail else []
    if named:
        return source(named[0]), []
    name = f"{HIDDEN}{next(numbers)}"
    if detail:
        return name, [insertion(detail.start.start + 1, name)]
    return name, [insertion(children(pattern, "oC_Dash")[0].stop.stop + 1, f"[{name}]")]


def _condition(first: _Edge, second: _Edge) -> str:
    if first.recursive and second.recursive:
        return f"NOT list_has_any(rels({first.name}), rels({second.name}))"
    if first.recursive or second.recursive:
        path, edge = (first, second) if first.recursive else (second, first)
        return f"NOT list_contains(rels({path.name}), {edge.name})"
    return f"id({first.name}) <> id({second.name})"


def _where(clause: Tree, conditions: Sequence[str]) -> list[Edit]:
    if not conditions:
        return []
    condition = " AND ".join(conditions)
    written = children(clause, "oC_Where")
    if not written:
        return [insertion(children(clause, "oC_Pattern")[0].stop.stop + 1, f" WHERE {condition}")]
    expression = children(written[0], "oC_Expression")[0]
    return [insertion(expression.start.start, f"{condition} AND ("), insertion(expression.stop.stop + 1, ")")]


def _exists(predicate: Tree, conditions: Sequence[str]) -> list[Edit]:
    if not conditions:
        return []
    ending = f" WHERE {' AND '.join(conditions)} }}"
    return [insertion(predicate.start.start, "EXISTS { MATCH "), insertion(predicate.stop.stop + 1, ending)]
