"""The embedded Cypher store: the graph in one ladybug database file, written whole and then only read."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import ladybug
import networkx as nx
import pyarrow as pa

from paperatlas.errors import AtlasError, InputError, QueryError
from paperatlas.graph.cypher_dialect import check_dialect, function_edits
from paperatlas.graph.cypher_edits import edited
from paperatlas.graph.cypher_guard import check_read_only
from paperatlas.graph.cypher_hints import explained
from paperatlas.graph.cypher_trails import HIDDEN, trail_edits
from paperatlas.graph.cypher_tree import Tree, find, parse_cypher, place_of_word, source
from paperatlas.graph.parameters import check_parameters
from paperatlas.graph.result import Result, plain
from paperatlas.graph.typed_rows import EdgeKind, Row, edge_rows, node_rows
from paperatlas.schema import EDGE_ENDPOINTS, EDGE_PROPERTIES, NODE_PROPERTIES

_ARROW = {"STRING": pa.string(), "INT64": pa.int64(), "DOUBLE": pa.float64()}


class Store:
    """A store opened to be read; `open_store` makes one. It is a context manager."""

    dialect = "embedded"

    def __init__(self, database: ladybug.Database) -> None:
        self._database = database
        self._connection = ladybug.Connection(database)

    def rows(self, cypher: str, parameters: Mapping[str, Any] | None = None, *, timeout: float | None = None) -> Result:
        """Run one Cypher query that only reads, and return its columns and rows.

        Within one MATCH no relationship is used twice, as in Neo4j: see `paperatlas.graph.cypher_trails`. What the
        engine reads otherwise than Neo4j is rewritten or refused: see `paperatlas.graph.cypher_dialect`. Each parameter
        of the text needs a value; `timeout` is in seconds.

        Raises
        ------
        QueryError
            For text that is no Cypher, a query that would do more than read, a missing or unknown parameter, or what
            the engine finds wrong, with its message, the place, and what to write instead of what only Neo4j reads; and
            when the time is over.
        """
        try:
            tree = parse_cypher(cypher)
            check_read_only(tree)
            check_dialect(tree)
            rewritten = edited(cypher, [*trail_edits(tree), *function_edits(tree)])
        except QueryError as error:
            raise QueryError(explained(cypher, str(error))) from None
        given = check_parameters(parameters or {})
        _check_names(tree, given)
        self._connection.set_query_timeout(max(1, round(1000 * timeout)) if timeout else 0)
        try:
            answer = self._connection.execute(rewritten, given)
        except RuntimeError as error:
            if timeout and "interrupted" in str(error).lower():
                raise QueryError(f"the query took longer than {timeout:g} s (--timeout)") from None
            raise QueryError(explained(cypher, _fault(tree, str(error)))) from None
        assert isinstance(answer, ladybug.QueryResult)
        return _result(tree, answer)

    def close(self) -> None:
        """Close the database; its file is free again."""
        self._connection.close()
        self._database.close()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()


def open_store(path: Path) -> Store:
    """Open the store at `path` to be read.

    Raises
    ------
    AtlasError
        If there is none, or it can't be read: another version of ladybug wrote it, it is damaged, or another process
        writes it.

    Examples
    --------
    >>> folder = tempfile.TemporaryDirectory()
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("p1", label="Paper", title="Attention", year=2017)
    >>> write_store(graph, Path(folder.name) / "graph.lbug")
    >>> with open_store(Path(folder.name) / "graph.lbug") as store:
    ...     result = store.rows("MATCH (p:Paper) WHERE p.year > $year RETURN p.id, p.title", {"year": 2000})
    ...     print(result.columns, list(result))
    ('p.id', 'p.title') [('p1', 'Attention')]
    >>> folder.cleanup()
    """
    path = Path(path)
    if not path.is_file():
        raise AtlasError(f"no database at {path}: paperatlas build writes one")
    if not path.stat().st_size:
        raise AtlasError(f"the database {path} is empty; {_WAY_OUT}")
    try:
        return Store(ladybug.Database(str(path), read_only=True))
    except RuntimeError as error:
        raise AtlasError(f"the database {path} can't be opened: {_one_line(str(error))}; {_WAY_OUT}") from None


def write_store(graph: "nx.MultiDiGraph[str]", path: Path) -> None:
    """Write the graph as a database, one file at `path`, whole or not at all.

    Each label is a node table, each edge type a relationship table over its pairs of labels. An empty graph gives a
    database with the tables alone.

    Raises
    ------
    InputError
        If a value doesn't fit the schema, or the file can't be written.
    """
    path = Path(path)
    nodes, edges = node_rows(graph), edge_rows(graph)
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".store-") as folder:
            fresh = Path(folder) / "graph"
            _fill(fresh, nodes, edges)
            fresh.replace(path)
    except (OSError, RuntimeError) as error:
        raise InputError(f"the database {path} can't be written: {_one_line(str(error))}") from error


def _fill(path: Path, nodes: Mapping[str, list[Row]], edges: Mapping[EdgeKind, list[Row]]) -> None:
    with ladybug.Database(str(path)) as database, ladybug.Connection(database) as connection:
        for statement in _tables():
            connection.execute(statement)
        for label, rows in nodes.items():
            connection.execute(f"COPY {label} FROM $rows", {"rows": _node_table(label, rows)})
        for (kind, tail, head), rows in edges.items():
            connection.execute(
                f"COPY {kind} FROM $rows (from='{tail}', to='{head}')", {"rows": _edge_table(kind, rows)}
            )


def _tables() -> Iterator[str]:
    for label, types in NODE_PROPERTIES.items():
        columns = ", ".join(f"{name} {kind}" for name, kind in types.items())
        yield f"CREATE NODE TABLE {label}({columns}, PRIMARY KEY (id))"
    for edge, types in EDGE_PROPERTIES.items():
        pairs = [f"FROM {tail} TO {head}" for tail, head in EDGE_ENDPOINTS[edge]]
        yield f"CREATE REL TABLE {edge}({', '.join(pairs + [f'{name} {kind}' for name, kind in types.items()])})"


def _node_table(label: str, rows: list[Row]) -> pa.Table:
    return pa.table({name: _column(rows, name, kind) for name, kind in NODE_PROPERTIES[label].items()})


def _edge_table(kind: str, rows: list[Row]) -> pa.Table:
    ends = {end: _column(rows, end, "STRING") for end in ("source", "target")}
    properties = [row["properties"] for row in rows]
    return pa.table(ends | {name: _column(properties, name, of) for name, of in EDGE_PROPERTIES[kind].items()})


def _column(rows: list[Row], name: str, kind: str) -> pa.Array:
    of = _ARROW[kind.removesuffix("[]")]
    return pa.array([row.get(name) for row in rows], pa.list_(of) if kind.endswith("[]") else of)


def _check_names(tree: Tree, given: Mapping[str, Any]) -> None:
    named = {source(parameter)[1:].strip("`") for parameter in find(tree, "oC_Parameter")}
    for name in sorted(named - set(given)):
        raise QueryError(f"the query needs a value for ${name}; none was given (-p {name}=...)")
    for name in sorted(set(given) - named):
        raise QueryError(f"the query has no parameter ${name}; it has {', '.join(sorted(named)) or 'none'}")


def _result(tree: Tree, answer: ladybug.QueryResult) -> Result:
    found = answer.get_column_names()
    shown = [index for index, name in enumerate(found) if not name.startswith(HIDDEN)]
    written = _written_columns(tree)
    columns = written if len(written) == len(shown) else [found[index] for index in shown]
    return Result(tuple(columns), _rows(answer, shown))


def _rows(answer: ladybug.QueryResult, shown: list[int]) -> Iterator[tuple[Any, ...]]:
    try:
        while answer.has_next():
            row = list(answer.get_next())
            yield tuple(plain(row[index]) for index in shown)
    finally:
        answer.close()


def _written_columns(tree: Tree) -> list[str]:
    """Return the columns as the last RETURN writes them, as Neo4j names them; empty where it has a star."""
    returns = find(tree, "oC_Return")
    items = find(returns[-1], "oC_ProjectionItems")[0] if returns else None
    if items is None or source(items).startswith("*"):
        return []
    names = []
    for item in (child for child in items.children if hasattr(child, "getRuleIndex")):
        variables = [child for child in item.children[1:] if hasattr(child, "getRuleIndex")]
        names.append(source(variables[-1] if variables else item).strip("`"))
    return names


def _fault(tree: Tree, message: str) -> str:
    if "Assertion failed" in message:
        return "the embedded engine has no way to run this query"
    where = place_of_word(tree, message)
    return f"the embedded store refuses this query: {_one_line(message)}" + (f" ({where})" if where else "")


def _one_line(message: str) -> str:
    line = " ".join(message.split())
    return (line if len(line) <= 300 else f"{line[:300]} ...").rstrip(".")


_WAY_OUT = "paperatlas build writes it anew"
