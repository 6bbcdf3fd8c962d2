"""The rows of a query as a table of Arrow, and as a file of Arrow or Parquet."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from paperatlas.graph.whole import written_whole

FORMATS = ("arrow", "parquet")


def arrow_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> pa.Table:
    """Return the rows as a table; a column whose values have no common type becomes JSON text.

    Examples
    --------
    >>> table = arrow_table(("name", "mixed"), [("Cora", 1), ("BERT", "one")])
    >>> table.to_pylist()
    [{'name': 'Cora', 'mixed': '1'}, {'name': 'BERT', 'mixed': '"one"'}]
    """
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    return pa.Table.from_arrays(list(map(_column, values)), names=_unique(columns))


def write_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], path: Path, *, file_format: str) -> None:
    """Write the rows to a file, whole or not at all; `file_format` is one of `FORMATS`.

    Raises
    ------
    InputError
        If the file can't be written.
    """
    table = arrow_table(columns, rows)
    with written_whole(path) as (fresh,):
        if file_format == "parquet":
            import pyarrow.parquet

            pyarrow.parquet.write_table(table, fresh)
        else:
            with pa.OSFile(str(fresh), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
                writer.write_table(table)


def _column(values: Sequence[Any]) -> pa.Array:
    try:
        found = pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
        return _as_json(values)
    return _as_json(values) if _has_empty_struct(found.type) else found


def _as_json(values: Iterable[Any]) -> pa.Array:
    texts = [None if value is None else json.dumps(value, ensure_ascii=False, default=str) for value in values]
    return pa.array(texts, pa.string())


def _has_empty_struct(kind: pa.DataType) -> bool:
    if pa.types.is_struct(kind) and not kind.num_fields:
        return True
    return any(_has_empty_struct(kind.field(at).type) for at in range(kind.num_fields))


def _unique(columns: Sequence[str]) -> list[str]:
    names: list[str] = []
    for column in columns:
        number = sum(name == column or name.startswith(f"{column} (") for name in names)
        names.append(f"{column} ({number + 1})" if number else column)
    return names
