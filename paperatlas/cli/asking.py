"""The verbs that look things up: show, resolve."""

from dataclasses import asdict
from pathlib import Path

import click

from paperatlas.atlas import GRAPH, open_atlas, read_merges
from paperatlas.cli.options import aliases_option, atlas_option, json_option
from paperatlas.cli.printing import print_description, print_json


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
    standard input. Each line comes back as label, name and node id. A well-known short form (CNN) joins its long form
    also where no line defines it.

    \b
    Example:
      printf 'Method\\tCNNs\\nMethod\\tCNN\\n' | paperatlas resolve -
    """
    from paperatlas.aliasing import read_aliases
    from paperatlas.extract.readers.sources import read_text
    from paperatlas.resolving import resolve_names

    text = read_text(
        names, wanted="a list of names", way_out="give a label, a tab and a name a line", may_be_empty=True
    )
    lines = text.removesuffix("\n").split("\n") if text else []
    resolved = resolve_names(lines, source=names, aliases=read_aliases(aliases) if aliases else None)
    if as_json:
        print_json([asdict(name) for name in resolved])
        return
    for name in resolved:
        click.echo(f"{name.label}\t{name.name}\t{name.node}")
