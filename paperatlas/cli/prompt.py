"""The prompt of `paperatlas query`: history, completion of names, labels and properties, and :schema."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from paperatlas.errors import PaperAtlasError
from paperatlas.queries.library import list_queries
from paperatlas.schema import EDGE_ENDPOINTS, EDGE_PROPERTIES, NODE_PROPERTIES

_WORD = re.compile(r"[\w-]+")
_COMMANDS = (":schema", ":queries", ":help", ":quit")
_WORDS = (
    *("MATCH", "OPTIONAL MATCH", "WHERE", "RETURN", "DISTINCT", "ORDER BY", "DESC", "LIMIT", "WITH", "UNWIND", "AS"),
    *("AND", "OR", "NOT", "IN", "EXISTS { MATCH", "CONTAINS", "STARTS WITH", "IS NULL", "IS NOT NULL", "UNION"),
    *("count(", "collect(", "toLower(", "coalesce(", "size(", "label("),
)
_HELP = """A line is a query of the book, with its parameters as in: methods limit=5
or Cypher, as in: MATCH (d:Dataset) RETURN d.name ORDER BY d.papers DESC, d.id LIMIT 5
:schema shows labels, relationships and properties, :queries the book, :quit (or Ctrl-D) ends. Tab completes."""


def run_prompt(answer: Callable[[str, dict[str, Any]], None], parameters: Mapping[str, Any]) -> None:
    """Read queries from the terminal and answer each, until the end of the input or :quit.

    An error of a query is printed, and the prompt goes on; Ctrl-C drops a line or ends a query.

    Parameters
    ----------
    answer
        Runs a query with its parameters and prints its rows.
    parameters
        Values for every query that names them.
    """
    session: PromptSession[str] = PromptSession(
        history=_history(), completer=CypherCompleter(), complete_while_typing=False
    )
    click.echo("A query of the book, or Cypher; :help tells more, Ctrl-D ends.", err=True)
    while True:
        try:
            line = session.prompt("paperatlas> ").strip().removesuffix(";").strip()
            if line in (":quit", ":exit", ":q"):
                return
            if line:
                _answer(line, answer, parameters)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        except (PaperAtlasError, click.UsageError, OSError) as error:
            message = error.format_message() if isinstance(error, click.UsageError) else str(error)
            click.echo(f"paperatlas: {' '.join(message.split())}", err=True)


def _answer(line: str, answer: Callable[[str, dict[str, Any]], None], parameters: Mapping[str, Any]) -> None:
    if line == ":schema":
        click.echo("\n".join(schema_lines()))
    elif line == ":queries":
        for query in list_queries():
            click.echo(f"{query.name}: {query.purpose}")
    elif line.startswith(":"):
        click.echo(_HELP)
    else:
        text, given = parsed(line)
        named = {name: value for name, value in parameters.items() if f"${name}" in text or " " not in text}
        answer(text, {**named, **given})


def parsed(line: str) -> tuple[str, dict[str, Any]]:
    """Return what to run and its parameters: those of a query of the book stand behind its name.

    Examples
    --------
    >>> parsed('goes-with name="graph network" limit=5')
    ('goes-with', {'name': 'graph network', 'limit': '5'})
    >>> parsed("RETURN 1")
    ('RETURN 1', {})
    """
    if line.split()[0] not in {query.name for query in list_queries()}:
        return line, {}
    try:
        name, *rest = shlex.split(line)
    except ValueError as error:
        raise click.UsageError(f"{error} in {line!r}") from None
    pairs = [word.partition("=") for word in rest if word != "-p"]
    for key, equals, _ in pairs:
        if not equals:
            raise click.UsageError(f"a parameter is key=value, not {key!r}")
    return name, {key: value for key, _, value in pairs}


def schema_lines() -> Iterator[str]:
    """Yield the labels and relationships of the graph, each with its properties.

    Examples
    --------
    >>> [line for line in schema_lines() if "PUBLISHED_IN" in line]
    ['(:Paper)-[:PUBLISHED_IN]->(:Venue)']
    """
    for label, properties in NODE_PROPERTIES.items():
        yield f"(:{label})  {', '.join(f'{name} {kind}' for name, kind in properties.items())}"
    for kind, pairs in EDGE_ENDPOINTS.items():
        tails, heads = ("|".join(dict.fromkeys(ends)) for ends in zip(*pairs, strict=True))
        told = ", ".join(f"{name} {of}" for name, of in EDGE_PROPERTIES[kind].items())
        yield f"(:{tails})-[:{kind}]->(:{heads})  {told}".rstrip()


class CypherCompleter(Completer):
    """Completes labels and types behind a colon, properties behind a point, else names of the book and words."""

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield what the word before the cursor may become."""
        before = document.text_before_cursor
        word = document.get_word_before_cursor(pattern=_WORD)
        lead = before[: len(before) - len(word)]
        for candidate in _candidates(lead):
            if candidate.lower().startswith(word.lower()) and candidate != word:
                yield Completion(candidate, start_position=-len(word))


def _candidates(lead: str) -> list[str]:
    if lead.rstrip().endswith((":", "|")) and lead.strip() != ":":
        return [*NODE_PROPERTIES, *EDGE_PROPERTIES]
    if lead.endswith("."):
        return sorted({name for held in (*NODE_PROPERTIES.values(), *EDGE_PROPERTIES.values()) for name in held})
    if lead.strip() == ":":
        return [command.removeprefix(":") for command in _COMMANDS]
    books = {query.name: query for query in list_queries()}
    first = lead.split()[0] if lead.split() else ""
    if first in books:
        return [f"{parameter.name}=" for parameter in books[first].parameters]
    return [*([*books, *_COMMANDS] if not first else []), *_WORDS]


def _history() -> History:
    path = Path(click.get_app_dir("paperatlas")) / "query-history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
