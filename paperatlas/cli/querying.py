"""The verbs of the book and of Cypher: query, queries."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperatlas.atlas import STORE, open_atlas
from paperatlas.cli.options import atlas_option, credentials, database_option, json_option, neo4j_option
from paperatlas.cli.printing import print_json, print_table
from paperatlas.cli.results import BINARY, TEXT, write_result
from paperatlas.errors import QueryError

if TYPE_CHECKING:
    from paperatlas.queries.library import Parameter, Target


@click.command()
@click.argument("query", metavar="[NAME|CYPHER]", required=False)
@click.option("-p", "--parameter", "given", multiple=True, metavar="KEY=VALUE", help="A parameter; may be repeated.")
@click.option(
    "--parameters",
    "parameter_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="A JSON object of parameters; -p goes before it.",
)
@atlas_option
@neo4j_option
@database_option
@click.option(
    "--format",
    "output",
    default="table",
    show_default=True,
    type=click.Choice([*TEXT, *BINARY]),
    help="Output; arrow and parquet need -o.",
)
@click.option("-o", "--output", "path", metavar="FILE", help="The file to write; - is standard output.")
@click.option("--limit", type=click.IntRange(min=0), help="Rows at most; all without.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds at most; no end without.")
@click.option("--write", is_flag=True, help="Let Cypher change the server; with --neo4j only.")
def query(
    query: str | None,
    given: tuple[str, ...],
    parameter_file: Path | None,
    folder: Path,
    uri: str | None,
    database: str | None,
    output: str,
    path: str | None,
    limit: int | None,
    timeout: float | None,
    write: bool,
) -> None:
    """Run a query of the book, by its NAME, or your own CYPHER.

    Without either, they are asked for at a prompt. One word without spaces is a name of the book, anything else is
    Cypher. A parameter has the type that the query's header gives; for your own Cypher it is read as JSON, else as
    text. Nothing is changed without --write.

    \b
    Examples:
      paperatlas query methods
      paperatlas query papers-on -p concept="language model" --format csv
      paperatlas query "MATCH (d:Dataset) RETURN d.name, d.papers ORDER BY d.papers DESC, d.id LIMIT 5"
      paperatlas query unexplored --format parquet -o pairs.parquet
    """
    from paperatlas.queries.library import run_query

    if write and not uri:
        raise click.UsageError("--write works with --neo4j only: the embedded store is made from the graph")
    if output in BINARY and path in (None, "-"):
        raise click.UsageError(f"{output} is not for a terminal: name a file with -o")
    if query is None and not sys.stdin.isatty():
        raise click.UsageError("no query: give NAME or CYPHER; the prompt needs a terminal")
    parameters = {**_from_file(parameter_file), **query_parameters(query or "", given)}
    with _target(folder, uri, database, write) as target:

        def answer(text: str, values: dict[str, Any]) -> None:
            result = run_query(text, target, parameters=values, timeout=timeout)
            write_result(result, output=output, path=path, limit=limit)

        if query is not None:
            answer(query, parameters)
            return
        from paperatlas.cli.prompt import run_prompt

        run_prompt(answer, parameters)


@click.command()
@json_option
def queries(as_json: bool) -> None:
    """List the book: each query's name, purpose and parameters.

    \b
    Example:
      paperatlas queries
    """
    from paperatlas.queries.library import list_queries

    book = list_queries()
    if as_json:
        print_json([asdict(entry) for entry in book])
        return
    rows = [(entry.name, entry.group, ", ".join(map(_signature, entry.parameters)), entry.purpose) for entry in book]
    print_table(("name", "group", "parameters", "purpose"), rows)


def query_parameters(query: str, given: Iterable[str]) -> dict[str, Any]:
    """Return the parameters: text for a query of the book, which knows their types; for own Cypher JSON, else text."""
    parameters: dict[str, Any] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not (key and equals):
            raise click.UsageError(f"a parameter is key=value, not {pair!r}")
        parameters[key] = _json_or_text(value) if len(query.split()) > 1 else value
    return parameters


def _from_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise QueryError(f"the parameters in {path} are no JSON: {error}") from None
    if not isinstance(found, dict):
        raise QueryError(f"{path} holds {type(found).__name__}; expected a JSON object of parameters")
    return found


def _signature(parameter: "Parameter") -> str:
    kind = f"{parameter.name}: {parameter.type}"
    return kind if parameter.default is None else f"{kind} = {parameter.default}"


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value


@contextmanager
def _target(folder: Path, uri: str | None, database: str | None, write: bool) -> Iterator["Target"]:
    """Give what the query runs on: the server where one is named, else the atlas's store in a process of its own."""
    if uri:
        from paperatlas.graph.neo4j_session import open_neo4j

        user, password = credentials()
        with open_neo4j(uri, user=user, password=password, database=database, write=write) as server:
            yield server
        return
    from paperatlas.graph.store_apart import open_store_apart

    with open_store_apart(open_atlas(folder).path / STORE) as store:
        yield store
