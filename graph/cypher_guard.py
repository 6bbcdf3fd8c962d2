"""What a query may do on the embedded store: an allow-list over the rules and functions of its tree.

A read-only connection of ladybug still writes files (COPY TO, EXPORT DATABASE), reads them (LOAD FROM) and runs several
statements; so whatever is not known to only read the graph is refused here, before the engine sees it.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from paperatlas.errors import QueryError
from paperatlas.graph.cypher_dialect import SAME_FUNCTIONS
from paperatlas.graph.cypher_tree import Tree, find, place, rule_name, source, walk

_ALLOWED = tomllib.loads((files("paperatlas.graph.cypher_grammar") / "read_only.toml").read_text(encoding="utf-8"))
RULES = frozenset(_ALLOWED["rules"].split())
"""Rules of the grammar that read the graph and nothing else."""
FUNCTIONS = frozenset(_ALLOWED["functions"].split())
"""Functions of an expression that touch nothing but their arguments and the graph."""
CALLS = frozenset(_ALLOWED["calls"].split())
"""Table functions that may follow CALL."""

_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "oC_UpdatingClause": "a clause that changes the graph",
        "iC_LoadFrom": "LOAD FROM",
        "iC_CopyTO": "COPY TO",
        "iC_CopyFrom": "COPY FROM",
        "iC_CopyFromByColumn": "COPY FROM",
        "iC_ExportDatabase": "EXPORT DATABASE",
        "iC_ImportDatabase": "IMPORT DATABASE",
        "iC_AttachDatabase": "ATTACH",
        "iC_Extension": "an extension (INSTALL, LOAD)",
        "iC_StandaloneCall": "CALL of a setting or procedure",
    }
)


def check_read_only(tree: Tree) -> None:
    """Raise unless the tree is one query that only reads the graph.

    Raises
    ------
    QueryError
        Naming what is refused and its place, if there is more than one statement, or a rule or function that is not in
        `RULES`, `FUNCTIONS` and `CALLS`.

    Examples
    --------
    >>> from paperatlas.graph.cypher_tree import parse_cypher
    >>> check_read_only(parse_cypher("MATCH (p:Paper) RETURN count(*)"))
    >>> check_read_only(parse_cypher("COPY (MATCH (n) RETURN n.id) TO 'out.csv'"))
    Traceback (most recent call last):
    paperatlas.errors.QueryError: COPY TO at line 1, column 1 is refused: the embedded store is only read...
    """
    statements = find(tree, "oC_Cypher")
    if len(statements) != 1:
        raise QueryError(f"{len(statements)} statements found where one is expected: run them one by one")
    for node in walk(tree):
        if rule_name(node) not in RULES:
            _refuse(_NAMES.get(rule_name(node), source(node).split()[0].upper()), node)
        if rule_name(node) == "oC_FunctionInvocation":
            _check_function(node)


def _check_function(node: Tree) -> None:
    called = rule_name(node.parentCtx) == "iC_InQueryCall"
    name = source(node).partition("(")[0].strip().strip("`").lower()
    if called and name not in CALLS:
        _refuse(f"CALL {name}", node)
    if not called and name not in FUNCTIONS and name not in SAME_FUNCTIONS:
        instead = f"; {_ALLOWED['instead'][name]} does the same here" if name in _ALLOWED["instead"] else ""
        raise QueryError(f"{name} at {place(node)} is no function that the embedded store allows{instead}")


def _refuse(what: str, node: Tree) -> None:
    raise QueryError(
        f"{what} at {place(node)} is refused: the embedded store is only read, with MATCH, UNWIND, WITH and RETURN "
        "and the functions that are known to read no more than the graph"
    )
