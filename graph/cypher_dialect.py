"""What ladybug reads otherwise than Neo4j: rewritten where both can say it, else refused with the way out.

Each of these gives other rows, or ends the process, without a word of the engine.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from paperatlas.errors import QueryError
from paperatlas.graph.cypher_edits import Edit
from paperatlas.graph.cypher_schema import can_match
from paperatlas.graph.cypher_tree import Tree, children, find, place, rule_name, source, walk

SAME_FUNCTIONS: Mapping[str, str] = MappingProxyType(
    {"type": "label", "startnode": "start_node", "endnode": "end_node", "tostring": "string"}
)
"""Functions of Neo4j that ladybug has under another name."""
_OF_PATHS = frozenset(("nodes", "rels", "relationships", "length"))
_OF_ARROWS = frozenset(("startnode", "endnode", "start_node", "end_node"))

_Labels = dict[str, frozenset[str] | None]


def function_edits(tree: Tree) -> list[Edit]:
    """Return what gives functions of Neo4j the names that ladybug has for them.

    Examples
    --------
    >>> from paperatlas.graph.cypher_tree import parse_cypher
    >>> function_edits(parse_cypher("MATCH ()-[r]->() RETURN type(r)"))
    [Edit(start=24, end=28, text='label')]
    """
    names = [(name, source(name).strip("`").lower()) for name in find(tree, "oC_FunctionName")]
    return [
        Edit(name.start.start, name.stop.stop + 1, SAME_FUNCTIONS[written])
        for name, written in names
        if written in SAME_FUNCTIONS
    ]


def check_dialect(tree: Tree) -> None:
    """Raise where ladybug would give other rows than Neo4j, or end the process.

    Raises
    ------
    QueryError
        Naming the form, its place and what to write instead.

    Examples
    --------
    >>> from paperatlas.graph.cypher_tree import parse_cypher
    >>> check_dialect(parse_cypher("MATCH (a:Paper) OPTIONAL MATCH (a:Method) RETURN a.id"))
    Traceback (most recent call last):
    paperatlas.errors.QueryError: the label of a at line 1, column 34 comes second: the embedded store would join ...
    """
    for query in find(tree, "oC_SingleQuery"):
        _check_labels(query, {})
    for labels in find(tree, "oC_NodeLabels"):
        if "|" not in source(labels) and len(children(labels, "oC_LabelName")) > 1:
            raise QueryError(f"{source(labels)} at {place(labels)} asks for two labels; a node of the store has one")
    for operator in find(tree, "oC_ListOperatorExpression"):
        if source(operator).startswith("["):
            raise QueryError(
                f"{source(operator)} at {place(operator)} counts from 1 here and from 0 in Neo4j: "
                "write list_extract(list, 1) for the first, list_slice(list, 1, 2) for the first two"
            )
    for detail in find(tree, "iC_RecursiveDetail"):
        _check_bound(detail)
    for call in find(tree, "oC_FunctionInvocation"):
        _check_call(call)
    for part in find(tree, "oC_PatternPart"):
        _check_all_shortest(part)


def _check_labels(tree: Tree, known: _Labels) -> None:
    """Raise where a variable that stands already gets other labels; `known` is what stands, and is added to."""
    for part in _clauses(tree):
        if rule_name(part) in ("oC_With", "oC_Return"):
            _check_order(part, known)
            _check_subqueries(part, known)
            _rename(part, known)
        else:
            for pattern in _patterns(part):
                _bind(pattern, known)
            for named in find(part, "oC_RelationshipDetail", "oC_PatternPart"):
                known.update((source(name), None) for name in children(named, "oC_Variable"))
            for unwound in find(part, "oC_Unwind"):
                known[source(children(unwound, "oC_Variable")[0])] = None
            _check_subqueries(part, known)


def _check_order(clause: Tree, known: _Labels) -> None:
    """Raise where ORDER BY names a column that hides a variable: ladybug orders by this, Neo4j by the column."""
    body = children(clause, "oC_ProjectionBody")[0]
    sorted_by = [source(name) for order in children(body, "oC_Order") for name in find(order, "oC_Variable")]
    for item in find(children(body, "oC_ProjectionItems")[0], "oC_ProjectionItem"):
        for alias in children(item, "oC_Variable"):
            name = source(alias)
            if name in known and name in sorted_by and source(children(item, "oC_Expression")[0]) != name:
                raise QueryError(
                    f"{name} at {place(alias)} names a column and a variable alike, and ORDER BY asks for it: "
                    "give the column another name after AS"
                )


def _clauses(tree: Tree) -> Iterator[Tree]:
    for node in walk(tree):
        if rule_name(node) in ("oC_Match", "oC_Unwind", "oC_With", "oC_Return"):
            yield node


def _patterns(part: Tree) -> list[Tree]:
    return find(children(part, "oC_Pattern")[0], "oC_NodePattern") if children(part, "oC_Pattern") else []


def _check_subqueries(part: Tree, known: _Labels) -> None:
    for subquery in find(part, "oC_ExistCountSubquery", "oC_PathPatterns"):
        held = dict(known)
        patterns = find(subquery, "oC_NodePattern") if rule_name(subquery) == "oC_PathPatterns" else _patterns(subquery)
        for pattern in patterns:
            _bind(pattern, held)
        whole = subquery if rule_name(subquery) == "oC_PathPatterns" else children(subquery, "oC_Pattern")[0]
        if not can_match(whole, held):
            raise QueryError(
                f"{' '.join(source(whole).split())} at {place(whole)} never matches by the schema, and the embedded "
                "store would lose rows around it: leave it out, or correct its labels, types and arrows"
            )


def _bind(pattern: Tree, known: _Labels) -> None:
    variable = next(iter(children(pattern, "oC_Variable")), None)
    if variable is None:
        return
    written = children(pattern, "oC_NodeLabels")
    labels = frozenset(source(label).strip("`").lower() for label in find(pattern, "oC_LabelName")) if written else None
    name = source(variable)
    if labels and name in known and known[name] != labels:
        raise QueryError(
            f"the label of {name} at {place(written[0])} comes second: the embedded store would join or drop rows "
            f"unlike Neo4j; write it where {name} first stands, or WHERE label({name}) = ..."
        )
    known.setdefault(name, labels)


def _rename(clause: Tree, known: _Labels) -> None:
    items = children(children(clause, "oC_ProjectionBody")[0], "oC_ProjectionItems")[0]
    kept: _Labels = dict(known) if source(items).startswith("*") else {}
    for item in children(items, "oC_ProjectionItem"):
        alias = children(item, "oC_Variable")
        written = source(children(item, "oC_Expression")[0])
        kept[source(alias[0]) if alias else written] = known.get(written)
    known.clear()
    known.update(kept)


def _check_bound(detail: Tree) -> None:
    ranges = children(detail, "oC_RangeLiteral")
    if not ranges or (".." in source(ranges[0]) and not children(ranges[0], "oC_UpperBound")):
        raise QueryError(
            f"{source(detail)} at {place(detail)} has no upper end; the embedded store follows at most 30 steps: "
            "write one, as in *1..4"
        )


def _check_call(call: Tree) -> None:
    """Raise for NULL where the engine would end, and for the ends of a relationship whose direction it doesn't know."""
    name, _, rest = source(call).partition("(")
    name, given = name.strip().strip("`").lower(), rest.rstrip(") ").strip().strip("`")
    variables = [variable for variable in find(_root(call), "oC_Variable") if source(variable).strip("`") == given]
    if name in _OF_PATHS and not any(map(_is_path, variables)):
        raise QueryError(
            f"{source(call)} at {place(call)}: the embedded store takes {name}() of a path or of relationships of "
            "variable length alone, by the name that MATCH gives them"
        )
    if name in _OF_ARROWS and not any(map(_is_arrow, variables)):
        raise QueryError(
            f"{source(call)} at {place(call)}: the embedded store knows no direction in -[r]- ; match -[r]-> "
            f"and take {name}() of its name"
        )


def _is_path(variable: Tree) -> bool:
    parent = variable.parentCtx
    return rule_name(parent) == "oC_PatternPart" or (
        rule_name(parent) == "oC_RelationshipDetail" and bool(children(parent, "iC_RecursiveDetail"))
    )


def _is_arrow(variable: Tree) -> bool:
    pattern = variable.parentCtx.parentCtx
    arrows = ("oC_LeftArrowHead", "oC_RightArrowHead")
    return rule_name(pattern) == "oC_RelationshipPattern" and any(children(pattern, arrow) for arrow in arrows)


def _check_all_shortest(part: Tree) -> None:
    """Raise unless the query uses the path's nodes: without, ladybug ends the process where both ends are one node."""
    types = [source(kind).upper().split() for kind in find(part, "iC_RecursiveType")]
    if ["ALL", "SHORTEST"] not in types:
        return
    path = next(iter(children(part, "oC_Variable")), None)
    calls = [source(call).replace(" ", "") for call in find(_root(part), "oC_FunctionInvocation")]
    if path is None or not {f"nodes({source(path)})", f"NODES({source(path)})"} & set(calls):
        raise QueryError(
            f"ALL SHORTEST at {place(part)} needs a path of which the query uses the nodes: "
            "write MATCH p = ... and return nodes(p) too"
        )


def _root(tree: Tree) -> Tree:
    while tree.parentCtx is not None:
        tree = tree.parentCtx
    return tree
