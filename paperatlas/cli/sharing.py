"""The verbs that give the graph away: view, load, export."""

import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from paperatlas.atlas import GRAPH, PAGE, STORE, open_atlas
from paperatlas.cli.options import atlas_option, credentials, database_option, json_option
from paperatlas.cli.printing import print_json
from paperatlas.cli.progress import shown_progress
from paperatlas.cli.querying import query_parameters

_FILES = {
    "cypher": "graph.cypher",
    "neo4j-admin": "graph-neo4j-admin",
    "rdf": "graph.ttl",
    "graphml": "graph.graphml",
    "gexf": "graph.gexf",
    "json": "graph.json",
    "csv": "graph-csv",
    "parquet": "graph-parquet",
}


@click.command()
@atlas_option
@click.option("-o", "--output", help="The file to write; - is standard output; .svg, .png and .pdf are still pictures.")
@click.option("--focus", metavar="NAME", help="Show what lies around one paper or entity.")
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show only the N most mentioned entities.")
@click.option("--query", "asked", metavar="NAME|CYPHER", help="Show the papers and entities in a query's result.")
@click.option("-p", "--parameter", "given", multiple=True, metavar="KEY=VALUE", help="A parameter of the query.")
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
@json_option
def view(
    folder: Path,
    output: str | None,
    focus: str | None,
    top: int | None,
    asked: str | None,
    given: tuple[str, ...],
    opened: bool,
    as_json: bool,
) -> None:
    """Write the page, whole or around one thing.

    Its path is printed. Without -o it is the page that the atlas holds; page.html with --focus, --top or --query. A
    query's result is drawn by the ids in it.

    \b
    Examples:
      paperatlas view --open
      paperatlas view --focus "large language model" -o llm.html
      paperatlas view --query datasets -o datasets.html
      paperatlas view --top 60 -o graph.svg
    """
    from paperatlas.graph.files import read_graph
    from paperatlas.viz.page import render_page, write_page
    from paperatlas.viz.picture import PICTURES, write_picture

    if asked and focus:
        raise click.UsageError("--query and --focus each choose what is shown; give one of them")
    if given and not asked:
        raise click.UsageError("-p is for --query, which is not given")
    atlas = open_atlas(folder)
    page = atlas.path / PAGE
    if output or focus or top or asked or not page.exists():
        page = Path(output or "page.html")
        graph = read_graph(atlas.path / GRAPH)
        only, heading = (_result_texts(atlas.path, asked, given), f"Result of {asked}") if asked else (None, "")
        if output == "-":
            click.echo(render_page(graph, focus=focus, top=top, only=only, heading=heading), nl=False)
            return
        write = write_picture if page.suffix.lower() in PICTURES else write_page
        write(graph, page, focus=focus, top=top, only=only, heading=heading)
    if as_json:
        print_json({"page": str(page)})
    else:
        click.echo(page)
    if opened:
        webbrowser.open(page.resolve().as_uri())


def _result_texts(folder: Path, asked: str, given: Sequence[str]) -> list[str]:
    """Return every text in the result of a query, however deep; those that are ids of nodes are drawn."""
    from paperatlas.graph.store import open_store
    from paperatlas.queries.library import run_query

    with open_store(folder / STORE) as store:
        return sorted(set(_texts(list(run_query(asked, store, parameters=query_parameters(asked, given))))))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple | Mapping):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(item)


@click.command()
@atlas_option
@click.option("--neo4j", "uri", metavar="URI", envvar="NEO4J_URI", required=True, help="Such as bolt://localhost:7687.")
@database_option
@click.option("--name", "atlas", metavar="WORD", help="Keep this atlas apart from others in the database, by a name.")
@click.option("--prune", is_flag=True, help="Remove what earlier loads brought and the atlas no longer has.")
@click.option("--writers", default=1, show_default=True, type=click.IntRange(1, 64), help="Transactions at a time.")
@click.option("--batch", default=5000, show_default=True, type=click.IntRange(1), help="Rows of a transaction.")
@click.option(
    "--patience",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0),
    metavar="SECONDS",
    help="How long to try again after a deadlock or a lost connection.",
)
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@json_option
def load(
    folder: Path,
    uri: str,
    database: str | None,
    atlas: str | None,
    prune: bool,
    writers: int,
    batch: int,
    patience: float,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Load the graph into Neo4j; loading it again changes nothing.

    User and password come from NEO4J_USER and NEO4J_PASSWORD, else the password is asked for. A load that was cut off
    is completed by loading again.

    \b
    Examples:
      NEO4J_PASSWORD=... paperatlas load --neo4j bolt://localhost:7687
      NEO4J_PASSWORD=... paperatlas load --neo4j neo4j+s://graph.example.org --database papers --prune --dry-run
    """
    from paperatlas.graph.files import read_graph
    from paperatlas.graph.neo4j import write_neo4j

    graph = read_graph(open_atlas(folder).path / GRAPH)
    user, password = credentials()
    with shown_progress() as progress:
        loaded = write_neo4j(
            graph,
            uri,
            user=user,
            password=password,
            database=database,
            atlas=atlas,
            prune_gone=prune,
            writers=writers,
            batch_size=batch,
            patience=patience,
            dry_run=dry_run,
            progress=progress,
        )
    if as_json:
        print_json({"dry_run": dry_run, **asdict(loaded)})
        return
    would = "would have " if dry_run else ""
    click.echo(f"{would}created {loaded.created}, {would}changed {loaded.changed}", nl=not prune)
    if prune:
        kept = f", kept {loaded.kept} that others hold" if loaded.kept else ""
        click.echo(f", {would}removed {loaded.removed}{kept}")


@click.command()
@click.argument("file_format", metavar="FORMAT", type=click.Choice(list(_FILES)))
@atlas_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The file to write; a folder for csv, parquet and neo4j-admin.",
)
@json_option
def export(file_format: str, folder: Path, output: Path | None, as_json: bool) -> None:
    """Write the graph to files of another format.

    FORMAT is graphml, gexf, json, csv, parquet, cypher, neo4j-admin or rdf; the path is printed. csv and parquet make a
    folder with one file of nodes and one of edges; neo4j-admin one with CSV files and import.sh, which runs the import;
    cypher is a script for cypher-shell; rdf is Turtle and needs the extra rdf.

    \b
    Examples:
      paperatlas export graphml -o atlas.graphml
      paperatlas export neo4j-admin -o bundle
    """
    from paperatlas.graph.files import read_graph, write_graph

    path = output or Path(_FILES[file_format])
    graph = read_graph(open_atlas(folder).path / GRAPH)
    if file_format == "rdf":
        from paperatlas.graph.rdf import write_rdf

        write_rdf(graph, path)
    elif file_format in ("cypher", "neo4j-admin"):
        from paperatlas.graph.bulk import write_admin_bundle, write_cypher

        (write_cypher if file_format == "cypher" else write_admin_bundle)(graph, path)
    else:
        write_graph(graph, path, file_format=file_format)
    if as_json:
        print_json({"format": file_format, "path": str(path)})
    else:
        click.echo(path)
