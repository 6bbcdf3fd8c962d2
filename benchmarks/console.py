"""What the scripts share on the command line: the gold file, and errors as one line."""

import sys
from pathlib import Path

import click
from annotated import SEEDS_GOLD

from paperatlas.errors import PaperAtlasError

gold_argument = click.argument("gold", default=SEEDS_GOLD, type=click.Path(path_type=Path), metavar="[GOLD.jsonl]")
texts_option = click.option("--texts", multiple=True, metavar="FILE", help="Papers by id, where GOLD has no texts.")


def run(command: click.Command) -> None:
    """Run a script's command; an error of the input is one line and exit code 1."""
    try:
        command()
    except PaperAtlasError as error:
        click.echo(f"{Path(sys.argv[0]).name}: {error}", err=True)
        sys.exit(1)
