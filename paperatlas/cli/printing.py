"""What the verbs print: JSON, tables and CSV on stdout, notes on stderr."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, TextIO

import click

_SHOWN = 10
_FEW = 3


@contextmanager
def whole_output(path: str) -> Iterator[TextIO]:
    """Give the file to write: standard output for -, else one that takes the place of `path` at the end."""
    if path == "-":
        yield sys.stdout
        return
    from paperatlas.graph.whole import written_whole

    with written_whole(Path(path)) as (fresh,), fresh.open("w", encoding="utf-8", newline="\n") as file:
        yield file


def print_json(value: Any) -> None:
    """Print `value` as JSON; a number that JSON has no form for is null."""
    click.echo(json.dumps(finite(value), ensure_ascii=False, indent=2, default=str, allow_nan=False))


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a header and rows as CSV; a list or a map is written as JSON, an unknown value as nothing."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(value) for value in row] for row in rows)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows under their columns, numbers to the right; a control character of the data is shown as a sign."""
    from rich.cells import cell_len

    rows = [list(row) for row in rows]
    lines = [list(map(_inert, columns)), *([_inert(cell(value)) for value in row] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    right = [all(isinstance(value, int | float) for value in column) for column in zip(*rows, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    for line in lines:
        padded = [
            " " * (width - cell_len(text)) + text if number else text + " " * (width - cell_len(text))
            for text, width, number in zip(line, widths, right or [False] * len(widths), strict=True)
        ]
        click.echo("  ".join(padded).rstrip())


def cell(value: Any) -> str:
    """Return `value` as the text of one cell.

    Examples
    --------
    >>> [cell(value) for value in (None, 3, 0.5, ["a", "b"])]
    ['', '3', '0.5', '["a", "b"]']
    """
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def note_problems(word: str, problems: Iterable[Mapping[str, str]]) -> None:
    """Name on stderr the first problems and how many more there are."""
    problems = list(problems)
    for problem in problems[:_SHOWN]:
        click.echo(f"{word} {_inert(problem['where'])}: {_inert(problem['reason'])}", err=True)
    if len(problems) > _SHOWN:
        click.echo(f"{word} {len(problems) - _SHOWN} more", err=True)


def finite(value: Any) -> Any:
    """Return `value` with null for the numbers that JSON has no form for."""
    if isinstance(value, Mapping):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _inert(text: str) -> str:
    """Return `text` on one line, without what a terminal would obey."""
    return "".join(character if character.isprintable() else " " if character.isspace() else "�" for character in text)


def print_description(found: Mapping[str, Any]) -> None:
    """Print what `describe` gives: properties, then papers or entities by role with sentences, then neighbours."""
    click.echo(f"{_inert(_title(found))}  [{found['id']}]")
    for key in ("kind", "papers", "first_year", "year", "venue", "url", "keywords", "aliases", "abstract"):
        if found.get(key) not in (None, [], ""):
            value = found[key]
            click.echo(f"{key}: {_inert(', '.join(value) if isinstance(value, list | tuple) else str(value))}")
    for role, linked in found.get("roles", {}).items():
        click.echo(f"\n{role} ({len(linked)})")
        for other in linked:
            click.echo(f"  {_inert(other['name'])}  [{_inert(other['id'])}]")
            for sentence in dict.fromkeys(other.get("sentences", ())):
                click.echo(f"    {_inert(sentence)}")
    for title in ("relations", "neighbours", "merges"):
        if found.get(title):
            click.echo(f"\n{title}")
            for row in found[title]:
                click.echo(f"  {_inert('  '.join(_pieces(row)))}")


def _title(found: Mapping[str, Any]) -> str:
    return str(found.get("name") or found.get("title") or found.get("display_name") or found["id"])


def _pieces(row: Mapping[str, Any]) -> Iterator[str]:
    for key, value in row.items():
        if key in ("id", "label", "entity_id"):
            continue
        shown = _few(value) if key == "papers" and isinstance(value, list) else cell(value)
        yield shown if key in ("name", "surface", "type") else f"{key} {shown}"


def _few(papers: Sequence[str]) -> str:
    """Return the first few ids and how many more there are; `--json` has them all."""
    more = f" and {len(papers) - _FEW:,} more" if len(papers) > _FEW else ""
    return ", ".join(papers[:_FEW]) + more
