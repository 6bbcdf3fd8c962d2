"""A pair of tables, nodes and edges, as CSV or Parquet: lists are JSON text in CSV and lists in Parquet."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from paperatlas.graph.values import Attributes, Parts, list_as_text, read_id, text_id, typed_edge, typed_node
from paperatlas.schema import EDGE_PROPERTIES, NODE_PROPERTIES

_BLOCK = 1 << 24


def pair_of(path: Path, suffix: str) -> tuple[Path, Path]:
    """Return the two files of a path: in a folder, or beside a name with the suffix.

    Examples
    --------
    >>> [file.as_posix() for file in (*pair_of(Path("out"), ".csv"), *pair_of(Path("out/my.csv"), ".csv"))]
    ['out/nodes.csv', 'out/edges.csv', 'out/my.nodes.csv', 'out/my.edges.csv']
    """
    if path.suffix.lower() == suffix:
        return path.with_suffix(f".nodes{suffix}"), path.with_suffix(f".edges{suffix}")
    return path / f"nodes{suffix}", path / f"edges{suffix}"


def write_csv(parts: Parts, nodes: Path, edges: Path) -> None:
    """Write both tables as CSV: all text in quotes, an unknown value as nothing between its commas."""
    for rows, path in ((_node_rows(parts), nodes), (_edge_rows(parts), edges)):
        flat = [{name: list_as_text(value) for name, value in row.items()} for row in rows]
        pa_csv.write_csv(_table(flat, path is nodes), path)


def read_csv(nodes: Path, edges: Path) -> Parts:
    """Read both tables from CSV; a column that the schema does not know is text."""
    return _parts(_csv_rows(nodes), _csv_rows(edges))


def write_parquet(parts: Parts, nodes: Path, edges: Path) -> None:
    """Write both tables as Parquet; a column with values of several types holds text."""
    pq.write_table(_table(_node_rows(parts), True), nodes)
    pq.write_table(_table(_edge_rows(parts), False), edges)


def read_parquet(nodes: Path, edges: Path) -> Parts:
    """Read both tables from Parquet."""
    return _parts(pq.read_table(nodes).to_pylist(), pq.read_table(edges).to_pylist())


def _node_rows(parts: Parts) -> list[Attributes]:
    return [{**attributes, "id": text_id(node)} for node, attributes in parts.nodes]


def _edge_rows(parts: Parts) -> list[Attributes]:
    return [
        {**attributes, "source": text_id(source), "target": text_id(target), "key": text_id(key)}
        for source, target, key, attributes in parts.edges
    ]


def _parts(nodes: Sequence[Attributes], edges: Sequence[Attributes]) -> Parts:
    return Parts(
        [(read_id(row.pop("id")), typed_node(row)) for row in nodes],
        [
            (read_id(row.pop("source")), read_id(row.pop("target")), key, typed_edge(key, row))
            for row in edges
            for key in [read_id(row.pop("key"))]
        ],
    )


def _table(rows: Sequence[Attributes], of_nodes: bool) -> pa.Table:
    first = ("id", "label") if of_nodes else ("source", "target", "key")
    known = _known(NODE_PROPERTIES if of_nodes else EDGE_PROPERTIES)
    seen = {name for row in rows for name in row}
    names = [name for name in dict.fromkeys((*first, *known, *sorted(seen))) if name in seen or name in first]
    return pa.table({name: _column([row.get(name) for row in rows]) for name in names})


def _known(properties: Mapping[str, Mapping[str, str]]) -> list[str]:
    return list(dict.fromkeys(name for held in properties.values() for name in held))


def _column(values: Sequence[Any]) -> pa.Array:
    kinds = {type(value) for value in values if value is not None}
    inner = {type(held) for value in values if isinstance(value, list) for held in value}
    if len(kinds) > 1 or len(inner) > 1:
        texts = [value if value is None or isinstance(value, str) else str(list_as_text(value)) for value in values]
        return pa.array(texts, pa.string())
    return pa.array(values, pa.string()) if not kinds else pa.array(values)


def _csv_rows(path: Path) -> list[Attributes]:
    with path.open(encoding="utf-8", newline="") as stream:
        names = next(csv.reader(stream), [])
    table = pa_csv.read_csv(
        path,
        read_options=pa_csv.ReadOptions(block_size=max(_BLOCK, path.stat().st_size + 1)),
        parse_options=pa_csv.ParseOptions(newlines_in_values=True),
        convert_options=pa_csv.ConvertOptions(
            column_types={name: pa.string() for name in names},
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )
    rows: list[Attributes] = table.to_pylist()
    return rows
