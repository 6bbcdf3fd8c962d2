"""What a query's rows are written as: table, CSV, JSON, Arrow, Parquet."""

import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperatlas.cli.printing import finite, print_csv, print_table, whole_output

if TYPE_CHECKING:
    from paperatlas.graph.result import Result

TEXT = ("table", "csv", "json")
BINARY = ("arrow", "parquet")


def write_result(result: "Result", *, output: str, path: str | None = None, limit: int | None = None) -> None:
    """Write the rows, at most `limit`, to standard output or a file; that rows were cut is said on stderr.

    CSV and JSON are written row by row, as the engine gives them.
    """
    if limit is not None:
        result = type(result)(result.columns, _cut(result.rows, limit))
    if output in BINARY:
        from paperatlas.graph.result_files import write_table

        if path in (None, "-"):
            raise click.UsageError(f"{output} is not for a terminal: name a file with -o")
        write_table(result.columns, result.rows, Path(str(path)), file_format=output)
        return
    with whole_output(path or "-") as file, redirect_stdout(file):
        if output == "json":
            _print_json_rows(result)
        else:
            (print_table if output == "table" else print_csv)(result.columns, result.rows)


def _cut(rows: Iterator[tuple[Any, ...]], limit: int) -> Iterator[tuple[Any, ...]]:
    yield from islice(rows, limit)
    if next(rows, None) is not None:
        click.echo(f"cut at {limit} rows by --limit; there are more", err=True)
    close = getattr(rows, "close", None)
    if close:
        close()


def _print_json_rows(result: "Result") -> None:
    opened = False
    for row in result.rows:
        named = finite(dict(zip(result.columns, row, strict=True)))
        text = json.dumps(named, ensure_ascii=False, indent=2, default=str, allow_nan=False)
        sys.stdout.write((",\n" if opened else "[\n") + "\n".join(f"  {line}" for line in text.split("\n")))
        opened = True
    sys.stdout.write("\n]\n" if opened else "[]\n")
