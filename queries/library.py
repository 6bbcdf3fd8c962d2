"""The query book: Cypher files with a header, run by name on the embedded store or on Neo4j."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from typing import Any, Protocol

from paperatlas.errors import QueryError
from paperatlas.graph.result import Result

__all__ = ["GROUPS", "Column", "Parameter", "Query", "Result", "Target", "list_queries", "load_query", "run_query"]

TYPES = {"string": str, "int": int, "float": float}
"""Types that a parameter of the book can have."""

GROUPS = (
    "Methods and datasets",
    "Papers",
    "Concepts",
    "Over time",
    "Gaps and bridges",
    "Network",
    "People and venues",
    "Evidence",
)
"""Groups of the book, in the order in which they are shown."""


class Target(Protocol):
    """What a query runs on: a `Store` or a `Neo4jTarget`."""

    dialect: str

    def rows(self, cypher: str, parameters: Mapping[str, Any] | None = None, *, timeout: float | None = None) -> Result:
        """Run Cypher."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a query; `default` is None where a value is required."""

    name: str
    type: str
    default: Any
    description: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a query's rows."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Query:
    """A query of the book, from its header.

    `group` is one of `GROUPS`; `neo4j_cypher` is the text for Neo4j where the dialects differ.
    """

    name: str
    purpose: str
    group: str
    parameters: tuple[Parameter, ...]
    columns: tuple[Column, ...]
    example: str
    cypher: str
    neo4j_cypher: str


def list_queries() -> tuple[Query, ...]:
    """Return the queries of the book by group and name.

    Examples
    --------
    >>> [query.name for query in list_queries() if query.group == "Concepts"]
    ['concepts', 'metrics-for', 'papers-on']
    """
    names = [path.name.removesuffix(".cypher") for path in _folder().iterdir() if path.name.endswith(".cypher")]
    book = [load_query(name) for name in names if not name.endswith(".neo4j")]
    return tuple(sorted(book, key=lambda query: (GROUPS.index(query.group), query.name)))


def load_query(name: str) -> Query:
    """Return one query of the book.

    Raises
    ------
    QueryError
        If the book has none of this name; the message lists near names.

    Examples
    --------
    >>> load_query("methods").parameters
    (Parameter(name='limit', type='int', default=25, description='rows at most'),)
    """
    if not re.fullmatch(r"[a-z0-9-]+", name) or not (_folder() / f"{name}.cypher").is_file():
        raise QueryError(_unknown(name))
    text = (_folder() / f"{name}.cypher").read_text(encoding="utf-8")
    other = _folder() / f"{name}.neo4j.cypher"
    return _read(name, text, other.read_text(encoding="utf-8") if other.is_file() else text)


def run_query(
    name_or_cypher: str,
    target: Target,
    *,
    parameters: Mapping[str, Any] | None = None,
    timeout: float | None = None,
) -> Result:
    """Run a query of the book, or Cypher, on an open store or server.

    One word is a name of the book; its parameters take the types and defaults of its header. Anything else is Cypher,
    and its parameters go as they are. `timeout` is in seconds; without it a query may take as long as it takes.

    Raises
    ------
    QueryError
        For an unknown name, a missing, unknown or ill-typed parameter, whatever the engine refuses, and when the time
        is over.

    Examples
    --------
    >>> import networkx, pathlib, tempfile
    >>> from paperatlas.graph.store import open_store, write_store
    >>> graph = networkx.MultiDiGraph()
    >>> graph.add_node("p1", label="Paper")
    >>> graph.add_node("Method:bert", label="Method", name="BERT", papers=1)
    >>> graph.add_edge("p1", "Method:bert", key="MENTIONS")
    'MENTIONS'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_store(graph, pathlib.Path(folder) / "graph.lbug")
    ...     with open_store(pathlib.Path(folder) / "graph.lbug") as store:
    ...         list(run_query("methods", store, parameters={"limit": 5}))
    [('Method:bert', 'BERT', 1, 0)]
    """
    text, given = name_or_cypher.strip(), dict(parameters or {})
    options = {} if timeout is None else {"timeout": timeout}
    if len(text.split()) != 1:
        return target.rows(text, given, **options)
    query = load_query(text)
    cypher = query.neo4j_cypher if target.dialect == "neo4j" else query.cypher
    return target.rows(cypher, _typed(query, given), **options)


def _typed(query: Query, given: Mapping[str, Any]) -> dict[str, Any]:
    known = {parameter.name: parameter for parameter in query.parameters}
    for name in given:
        if name not in known:
            raise QueryError(f"{query.name} has no parameter {name!r}; it has {', '.join(known) or 'none'}")
    values = {}
    for parameter in query.parameters:
        value = given.get(parameter.name, parameter.default)
        if value is None:
            raise QueryError(f"{query.name} needs {parameter.name} ({parameter.description}), as in: {query.example}")
        values[parameter.name] = _convert(value, parameter, query.name)
    return values


def _convert(value: Any, parameter: Parameter, where: str) -> Any:
    wanted = TYPES[parameter.type]
    text = str(value).strip() if wanted is not str else str(value)
    try:
        return wanted(text)
    except ValueError:
        raise QueryError(f"{parameter.name} of {where} is {value!r}; expected {parameter.type}") from None


def _unknown(name: str) -> str:
    names = [path.name.removesuffix(".cypher") for path in _folder().iterdir() if ".neo4j." not in path.name]
    near = get_close_matches(name, sorted(names), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "`paperatlas queries` lists it"
    return f"no query {name!r} in the book; {hint}"


def _folder() -> Any:
    return files("paperatlas.queries") / "cypher"


_PARAMETER = re.compile(r"(\w+) \((\w+), (?:default (.+)|required)\): (.+)")


def _read(name: str, text: str, neo4j_text: str) -> Query:
    header, _, _ = text.partition("\n\n")
    lines = [line.removeprefix("//").rstrip() for line in header.splitlines()]
    sections: dict[str, list[str]] = {"": []}
    for line in filter(None, lines):
        if line.strip() in ("Group", "Parameters", "Columns", "Example"):
            sections[line.strip()] = []
        else:
            sections[list(sections)[-1]].append(line.strip())
    columns = [line.partition(": ") for line in sections["Columns"]]
    return Query(
        name=name,
        purpose=" ".join(sections[""]),
        group=" ".join(sections["Group"]),
        parameters=tuple(_parameter(line) for line in sections.get("Parameters", ())),
        columns=tuple(Column(column, description) for column, _, description in columns),
        example=" ".join(sections["Example"]),
        cypher=text,
        neo4j_cypher=neo4j_text,
    )


def _parameter(line: str) -> Parameter:
    match = _PARAMETER.fullmatch(line)
    assert match, line
    name, kind, default, description = match.groups()
    return Parameter(name, kind, None if default is None else TYPES[kind](default), description)
