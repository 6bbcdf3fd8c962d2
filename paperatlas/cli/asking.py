"""The verbs that ask: query, queries, show."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperatlas.atlas import GRAPH, STORE, open_atlas, read_merges
from paperatlas.cli.options import aliases_option, atlas_option, credentials, database_option, json_option, neo4j_option
from paperatlas.cli.printing import print_csv, print_description, print_json, print_table

if TYPE_CHECKING:
    from paperatlas.graph.neo4j_session import Neo4jTarget
    from paperatlas.graph.store import Store
    from paperatlas.queries.library import Parameter


@click.command()
@click.argument("query", metavar="NAME|CYPHER")
@click.option("-p", "--parameter", "given", multiple=True, metavar="KEY=VALUE", help="A parameter; may be repeated.")
@atlas_option
@neo4j_option
@database_option
@click.option(
    "--format",
    "output",
    default="table",
    show_default=True,
    type=click.Choice(["table", "csv", "json"]),
    help="Output.",
)
@click.option("--write", is_flag=True, help="Let Cypher change the server; with --neo4j only.")
def query(
    query: str,
    given: tuple[str, ...],
    folder: Path,
    uri: str | None,
    database: str | None,
    output: str,
    write: bool,
) -> None:
    """Run a query of the book, by its NAME, or your own CYPHER.

    One word without spaces is a name of the book, anything else is Cypher. A parameter has the type that the query's
    header gives; for your own Cypher it is read as JSON, else as text. Nothing is changed without --write.

    \b
    Examples:
      paperatlas query methods
      paperatlas query papers-on -p concept="language model" --format csv
      paperatlas query "MATCH (d:Dataset) RETURN d.name, d.papers ORDER BY d.papers DESC, d.id LIMIT 5"
    """
    from paperatlas.queries.library import run_query

    if write and not uri:
        raise click.UsageError("--write works with --neo4j only: the embedded store is made from the graph")
    parameters = query_parameters(query, given)
    with _target(folder, uri, database, write) as target:
        result = run_query(query, target, parameters=parameters)
        if output == "json":
            print_json([dict(zip(result.columns, row, strict=True)) for row in result.rows])
        else:
            (print_table if output == "table" else print_csv)(result.columns, result.rows)


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
    rows = [(entry.name, ", ".join(map(_signature, entry.parameters)), entry.purpose) for entry in book]
    print_table(("name", "parameters", "purpose"), rows)


@click.command()
@click.argument("name")
@atlas_option
@click.option("--why", is_flag=True, help="Add why names are one node.")
@json_option
def show(name: str, folder: Path, why: bool, as_json: bool) -> None:
    """Show a paper or an entity with its sentences.

    That is its papers or entities by role, and what is near. NAME is an entity's name or alias, a paper's title, or an
    id.

    \b
    Examples:
      paperatlas show "large language model"
      paperatlas show BERT --why --json
    """
    from paperatlas.describing import describe
    from paperatlas.graph.files import read_graph
    from paperatlas.viz.focus import find_node

    atlas = open_atlas(folder)
    graph = read_graph(atlas.path / GRAPH)
    node = find_node(graph, name)
    found = describe(graph, node)
    if why:
        found["merges"] = [merge for merge in read_merges(atlas) if merge["entity_id"] == node]
    if as_json:
        print_json(found)
    else:
        print_description(found)


@click.command()
@click.argument("names", metavar="NAMES.tsv")
@aliases_option
@json_option
def resolve(names: str, aliases: Path | None, as_json: bool) -> None:
    """Print which node each name goes to.

    A line of NAMES.tsv is a label, a tab and a name, and after another tab a paper id where names share a paper; - is
    standard input. Each line comes back as label, name and node id.

    \b
    Example:
      printf 'Method\\tCNNs\\nMethod\\tCNN\\n' | paperatlas resolve -
    """
    from paperatlas.aliasing import read_aliases
    from paperatlas.extract.readers.sources import read_text
    from paperatlas.resolving import resolve_names

    lines = read_text(names).removesuffix("\n").split("\n")
    resolved = resolve_names(lines, source=names, aliases=read_aliases(aliases) if aliases else None)
    if as_json:
        print_json([asdict(name) for name in resolved])
        return
    for name in resolved:
        click.echo(f"{name.label}\t{name.name}\t{name.node}")


def query_parameters(query: str, given: Iterable[str]) -> dict[str, Any]:
    """Return the parameters: text for a query of the book, which knows their types; for own Cypher JSON, else text."""
    parameters: dict[str, Any] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not (key and equals):
            raise click.UsageError(f"a parameter is key=value, not {pair!r}")
        parameters[key] = _json_or_text(value) if len(query.split()) > 1 else value
    return parameters


def _signature(parameter: "Parameter") -> str:
    kind = f"{parameter.name}: {parameter.type}"
    return kind if parameter.default is None else f"{kind} = {parameter.default}"


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value


@contextmanager
def _target(folder: Path, uri: str | None, database: str | None, write: bool) -> Iterator["Store | Neo4jTarget"]:
    """Give what the query runs on: the server where one is named, else the atlas's store."""
    if uri:
        from paperatlas.graph.neo4j_session import open_neo4j

        user, password = credentials()
        with open_neo4j(uri, user=user, password=password, database=database, write=write) as server:
            yield server
        return
    from paperatlas.graph.store import open_store

    with open_store(open_atlas(folder).path / STORE) as store:
        yield store
