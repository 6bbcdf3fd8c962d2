"""The pages of the book in Markdown: one for each group of queries, and one that lists them."""

import json
import shlex
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from paperatlas.queries.library import GROUPS, Query, Target, list_queries, run_query

_ROWS, _WIDTH = 5, 70
_MADE = "<!-- Made by tests/queries/make_pages.py from queries/cypher; a test holds it true. -->"


def query_pages(target: Target) -> dict[str, str]:
    """Return the pages by file name; the sample results are the first rows of each query's example on `target`."""
    pages = {f"{_slug(group)}.md": _page(group, target) for group in GROUPS}
    return {"README.md": _index(), **pages}


def example_parameters(query: Query) -> dict[str, str]:
    """Return the parameters of a query's example.

    Examples
    --------
    >>> from paperatlas.queries.library import load_query
    >>> example_parameters(load_query("papers-on"))
    {'concept': 'node classification'}
    """
    words = shlex.split(query.example)[3:]
    return dict(word.split("=", 1) for word in words if word != "-p")


def _index() -> str:
    lines = ["# The query book", "", _MADE, "", "Each query runs by its name, on an atlas or on Neo4j:", ""]
    lines += ["```", "paperatlas query methods -p limit=5", "paperatlas query methods --neo4j URI", "```"]
    for group in GROUPS:
        lines += ["", f"## [{group}]({_slug(group)}.md)", ""]
        held = [query for query in list_queries() if query.group == group]
        lines += _table(("query", "answers"), [(_link(query), query.purpose) for query in held])
    return "\n".join(lines) + "\n"


def _page(group: str, target: Target) -> str:
    lines = [f"# {group}", "", _MADE]
    lines += ["", "The sample results are of the invented papers in tests/data. [All queries](README.md)"]
    for query in list_queries():
        if query.group == group:
            lines += ["", f"## {query.name}", "", *_section(query, target)]
    return "\n".join(lines) + "\n"


def _section(query: Query, target: Target) -> Iterable[str]:
    yield from (query.purpose, "")
    if query.parameters:
        rows = [
            (f"`{held.name}`", held.type, "required" if held.default is None else f"`{held.default}`", held.description)
            for held in query.parameters
        ]
        yield from (*_table(("parameter", "type", "default", "meaning"), rows), "")
    yield from (*_table(("column", "holds"), [(f"`{held.name}`", held.description) for held in query.columns]), "")
    yield from ("```", query.example, "```", "")
    result = run_query(query.name, target, parameters=example_parameters(query))
    sample = [tuple(map(_cell, row)) for row in islice(result.rows, _ROWS)]
    yield from (*_table(result.columns, sample), "")
    yield from ("<details><summary>Cypher</summary>", "", "```cypher", *_body(query.cypher), "```")
    if query.neo4j_cypher != query.cypher:
        yield from ("", "For Neo4j:", "", "```cypher", *_body(query.neo4j_cypher), "```")
    yield from ("", "</details>")


def _body(cypher: str) -> list[str]:
    return cypher.partition("\n\n")[2].strip().split("\n")


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [columns, ["---"] * len(columns), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        value = float(f"{value:.9g}")
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= _WIDTH else f"{text[:_WIDTH].rstrip()}…"
    return "".join(f"\\{sign}" if sign in "\\`*_|<>[]" else sign for sign in " ".join(text.split()))


def _link(query: Query) -> str:
    return f"[{query.name}]({_slug(query.group)}.md#{query.name})"


def _slug(group: str) -> str:
    return group.lower().replace(" ", "-")
