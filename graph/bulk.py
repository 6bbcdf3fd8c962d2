"""The graph for a Neo4j that is filled from files: a folder for `neo4j-admin database import`, or a Cypher script."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import networkx as nx

from paperatlas.errors import InputError
from paperatlas.graph.neo4j_rows import (
    AWAIT_INDEXES,
    OWNED,
    EdgeGroup,
    NodeGroup,
    constraint_statements,
    edge_groups,
    node_groups,
    text_index_statements,
)
from paperatlas.graph.whole import written_whole
from paperatlas.schema import EDGE_PROPERTIES, NODE_PROPERTIES

_COMMAND, _AFTER = "import.sh", "after.cypher"
_SCHEMA = (*constraint_statements(), *text_index_statements())
_TYPES = {"STRING": "string", "INT64": "long", "DOUBLE": "double", "BOOL": "boolean"}
_DELIMITERS = (";", "|", "\t", *map(chr, (*range(0x1F, 0x1B, -1), *range(0xE000, 0xE100))))


def write_admin_bundle(graph: "nx.MultiDiGraph[str]", folder: Path) -> None:
    """Write a folder of CSV files with their headers, and import.sh, which gives them to neo4j-admin.

    `import.sh [options] [database]` fills a database that is new, while the server is stopped, with what `write_neo4j`
    would load; after.cypher then makes the constraints, the full-text indexes and empty
    lists, for which CSV has no form. Items of lists are parted by a character
    that no list of the graph has.

    Raises
    ------
    InputError
        For a value that doesn't fit the schema, or a folder that can't be written.
    """
    nodes, edges = node_groups(graph), edge_groups(graph)
    delimiter = _delimiter(
        chain((row for group in nodes for row in group.rows), (e[2] for g in edges for e in g.edges))
    )
    files: dict[str, Iterable[str]] = {}
    options = []
    for group in nodes:
        name, labels = "-".join(("nodes", group.label, *group.marks)), ":".join((group.label, *group.marks, OWNED))
        files[f"{name}-header.csv"] = [_node_header(group.label)]
        files[f"{name}.csv"] = _node_lines(group, delimiter)
        options.append(f"--nodes={labels}={name}-header.csv,{name}.csv")
    for edge in edges:
        name = f"edges-{edge.kind}-{edge.tail}-{edge.head}"
        files[f"{name}-header.csv"] = [_edge_header(edge)]
        files[f"{name}.csv"] = _edge_lines(edge, delimiter)
        options.append(f"--relationships={edge.kind}={name}-header.csv,{name}.csv")
    groups: list[NodeGroup | EdgeGroup] = [*nodes, *edges]
    emptied = (_empty_lists(group) for group in groups)
    files[_AFTER] = [f"{statement};\n" for statement in chain(_SCHEMA, *emptied)]
    files[_COMMAND] = [_command(options, delimiter)]
    _write(folder, files)
    (folder / _COMMAND).chmod(0o755)


def write_cypher(graph: "nx.MultiDiGraph[str]", path: Path, *, batch_size: int = 200) -> None:
    """Write a script that makes in Neo4j what `write_neo4j` loads, for cypher-shell or the browser; it can run twice.

    Each line is one statement of at most `batch_size` rows. Raises as `write_admin_bundle` does.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("Method:bert", label="Method", name='Sentence "BERT"')
    >>> path = Path(mkdtemp()) / "graph.cypher"
    >>> write_cypher(graph, path)
    >>> print(path.read_text().splitlines()[-1][:55])
    UNWIND [{id: "Method:bert", name: "Sentence \\"BERT\\""}]
    """
    groups: list[NodeGroup | EdgeGroup] = [*node_groups(graph), *edge_groups(graph)]
    parts = (part for group in groups for part in group.parts(batch_size))
    statements = chain(_SCHEMA, [AWAIT_INDEXES], map(_script_statement, parts))
    _write(path.parent, {path.name: (f"{statement};\n" for statement in statements)})


def _script_statement(part: NodeGroup | EdgeGroup) -> str:
    _, merge, _ = part.statements()
    before, _, after = " ".join(merge.split()).partition("$rows")
    return f"{before}{_literal(part.rows)}{after}"


def _empty_lists(group: NodeGroup | EdgeGroup) -> Iterator[str]:
    """Give the statements that make the lists which the import leaves out: empty ones, and those of empty text."""
    if isinstance(group, NodeGroup):
        known, rows = NODE_PROPERTIES[group.label], group.rows
        pattern = f"(n:{':'.join((group.label, *group.marks, OWNED))})"
    else:
        known, rows = EDGE_PROPERTIES[group.kind], [edge[2] for edge in group.edges]
        pattern = f"(:{group.tail}:{OWNED})-[n:{group.kind}]->(:{group.head}:{OWNED})"
    lost: set[int] = set()
    for name in (name for name, kind in known.items() if kind.endswith("[]")):
        if all(name in row for row in rows) and any(row[name] == [] for row in rows):
            yield f"MATCH {pattern} WHERE n.{name} IS NULL SET n.{name} = []"
            lost.update(at for at, row in enumerate(rows) if "" in row[name])
        else:
            lost.update(at for at, row in enumerate(rows) if row.get(name) == [] or "" in row.get(name, ()))
    yield from (_script_statement(part) for at in sorted(lost) for part in [group.only(at)])


def _literal(value: Any) -> str:
    """Return a value as Cypher on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_literal(held)}" for key, held in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _write(folder: Path, files: Mapping[str, Iterable[str]]) -> None:
    with written_whole(*(folder / name for name in files)) as fresh:
        for path, lines in zip(fresh, files.values(), strict=True):
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(lines)


def _command(options: Iterable[str], delimiter: str) -> str:
    lines = [
        "#!/bin/sh",
        "# Fills a new database while the server is stopped:  ./import.sh [options of neo4j-admin] [database]",
        "# Then, with the server running:  cypher-shell -f after.cypher",
        'cd "$(dirname "$0")" || exit 1',
    ]
    given = ["--id-type=string", "--multiline-fields=true", f"--array-delimiter=U+{ord(delimiter):04X}", *options]
    return "\n".join(lines) + "\n" + " \\\n  ".join(['exec neo4j-admin database import full "$@"', *given]) + "\n"


def _delimiter(rows: Iterable[Mapping[str, Any]]) -> str:
    used: set[str] = set()
    for row in rows:
        for value in row.values():
            if isinstance(value, list):
                used.update(*(item for item in value if isinstance(item, str)))
    free = next((mark for mark in _DELIMITERS if mark not in used), None)
    if free is None:
        raise InputError("the lists of this graph use every character that could part their items; use export cypher")
    return free


def _node_header(label: str) -> str:
    names = [f"id:ID({label})", *(_column(*pair) for pair in NODE_PROPERTIES[label].items() if pair[0] != "id")]
    return ",".join(names) + "\n"


def _edge_header(group: EdgeGroup) -> str:
    names = [f":START_ID({group.tail})", f":END_ID({group.head})"]
    return ",".join(names + [_column(*pair) for pair in EDGE_PROPERTIES[group.kind].items()]) + "\n"


def _column(name: str, kind: str) -> str:
    return f"{name}:{_TYPES[kind.removesuffix('[]')]}{'[]' if kind.endswith('[]') else ''}"


def _node_lines(group: NodeGroup, delimiter: str) -> Iterator[str]:
    names = ["id", *(name for name in NODE_PROPERTIES[group.label] if name != "id")]
    cell = _cell(delimiter)
    return (",".join([cell(row.get(name)) for name in names]) + "\n" for row in group.rows)


def _edge_lines(group: EdgeGroup, delimiter: str) -> Iterator[str]:
    names, cell = list(EDGE_PROPERTIES[group.kind]), _cell(delimiter)
    for source, target, properties in group.edges:
        yield ",".join([cell(source), cell(target), *(cell(properties.get(name)) for name in names)]) + "\n"


def _cell(delimiter: str) -> Callable[[Any], str]:
    def cell(value: Any) -> str:
        if value is None:
            return ""
        if isinstance(value, list):
            value = delimiter.join(str(item) for item in value)
        return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else repr(value)

    return cell
