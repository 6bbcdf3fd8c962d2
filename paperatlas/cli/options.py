"""Options and arguments that several verbs share."""

import os
import sys
from pathlib import Path

import click

atlas_option = click.option(
    "--atlas", "folder", default="atlas", show_default=True, type=click.Path(path_type=Path), help="The atlas folder."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
neo4j_option = click.option("--neo4j", "uri", metavar="URI", help="A server, such as bolt://localhost:7687.")
database_option = click.option("--database", help="The server's database; its default without.")
files_argument = click.argument("files", nargs=-1, required=True, metavar="FILES...")
format_option = click.option(
    "--input-format",
    metavar="FORMAT",
    help="text, jsonl, bibtex, csv, acl-xml or markdown, for all FILES; found by content without.",
)
workers_option = click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(min=1), help="Processes that extract."
)
lexicon_option = click.option(
    "--lexicon", type=click.Path(path_type=Path), metavar="TERMS.toml", help="Your own terms, which win over the model."
)
aliases_option = click.option(
    "--aliases",
    type=click.Path(path_type=Path),
    metavar="ALIASES.toml",
    help="Names to join, split, rename, drop or relabel, over every rule; not remembered by a later --add.",
)
confidence_option = click.option(
    "--min-confidence", type=click.FloatRange(0, 1), metavar="SHARE", help="Drop what is less sure, 0 to 1."
)


def credentials() -> tuple[str, str]:
    """Return user and password for Neo4j: from NEO4J_USER and NEO4J_PASSWORD, else asked for.

    Raises
    ------
    click.UsageError
        When no password is set and nobody is there to be asked.
    """

    user = os.environ.get("NEO4J_USER") or "neo4j"
    password = os.environ.get("NEO4J_PASSWORD")
    if password is None and not sys.stdin.isatty():
        raise click.UsageError("no password for Neo4j: set NEO4J_PASSWORD (and NEO4J_USER, else it is neo4j)")
    if password is None:
        password = click.prompt(f"Password of {user}", hide_input=True, err=True)
    return user, password
