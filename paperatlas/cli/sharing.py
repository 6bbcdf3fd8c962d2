"""The verbs that give the graph away: view, load, export."""

import webbrowser
from dataclasses import asdict
from pathlib import Path

import click

from paperatlas.atlas import GRAPH, PAGE, open_atlas
from paperatlas.cli.options import atlas_option, credentials, database_option, json_option
from paperatlas.cli.printing import print_json
from paperatlas.cli.progress import shown_progress

_FILES = {
    "graphml": "graph.graphml",
    "gexf": "graph.gexf",
    "json": "graph.json",
    "csv": "graph-csv",
    "parquet": "graph-parquet",
}


@click.command()
@atlas_option
@click.option("-o", "--output", help="The file to write; - is standard output.")
@click.option("--focus", metavar="NAME", help="Show what lies around one paper or entity.")
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show only the N most mentioned entities.")
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
@json_option
def view(folder: Path, output: str | None, focus: str | None, top: int | None, opened: bool, as_json: bool) -> None:
    """Write the page, whole or around one thing.

    Its path is printed. Without -o it is the page that the atlas holds; page.html with --focus or --top.

    \b
    Examples:
      paperatlas view --open
      paperatlas view --focus "large language model" -o llm.html
    """
    from paperatlas.graph.files import read_graph
    from paperatlas.viz.page import render_page, write_page

    atlas = open_atlas(folder)
    page = atlas.path / PAGE
    if output or focus or top or not page.exists():
        page = Path(output or "page.html")
        graph = read_graph(atlas.path / GRAPH)
        if output == "-":
            click.echo(render_page(graph, focus=focus, top=top), nl=False)
            return
        write_page(graph, page, focus=focus, top=top)
    if as_json:
        print_json({"page": str(page)})
    else:
        click.echo(page)
    if opened:
        webbrowser.open(page.resolve().as_uri())


@click.command()
@atlas_option
@click.option("--neo4j", "uri", metavar="URI", envvar="NEO4J_URI", required=True, help="Such as bolt://localhost:7687.")
@database_option
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@json_option
def load(folder: Path, uri: str, database: str | None, dry_run: bool, as_json: bool) -> None:
    """Load the graph into Neo4j; loading it again changes nothing.

    User and password come from NEO4J_USER and NEO4J_PASSWORD, else the password is asked for.

    \b
    Example:
      NEO4J_PASSWORD=... paperatlas load --neo4j bolt://localhost:7687
    """
    from paperatlas.graph.files import read_graph
    from paperatlas.graph.neo4j import write_neo4j

    graph = read_graph(open_atlas(folder).path / GRAPH)
    user, password = credentials()
    with shown_progress() as progress:
        loaded = write_neo4j(
            graph, uri, user=user, password=password, database=database, dry_run=dry_run, progress=progress
        )
    if as_json:
        print_json({"dry_run": dry_run, **asdict(loaded)})
        return
    would = "would have " if dry_run else ""
    click.echo(f"{would}created {loaded.created}, {would}changed {loaded.changed}")


@click.command()
@click.argument("file_format", metavar="FORMAT", type=click.Choice(list(_FILES)))
@atlas_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The file to write; a folder for csv and parquet."
)
@json_option
def export(file_format: str, folder: Path, output: Path | None, as_json: bool) -> None:
    """Write the graph to files of another format.

    FORMAT is graphml, gexf, json, csv or parquet; the path is printed. csv and parquet make a folder with one file of
    nodes and one of edges.

    \b
    Example:
      paperatlas export graphml -o atlas.graphml
    """
    from paperatlas.graph.files import read_graph, write_graph

    path = output or Path(_FILES[file_format])
    write_graph(read_graph(open_atlas(folder).path / GRAPH), path, file_format=file_format)
    if as_json:
        print_json({"format": file_format, "path": str(path)})
    else:
        click.echo(path)
