"""The command `paperatlas`: its verbs, and how errors end it."""

import os
import sys
from io import TextIOWrapper

import click

from paperatlas import __version__
from paperatlas.cli.asking import resolve, show
from paperatlas.cli.building import build, demo, evaluate, extract, remove
from paperatlas.cli.querying import queries, query
from paperatlas.cli.serving import mcp, serve
from paperatlas.cli.sharing import export, load, view
from paperatlas.errors import PaperAtlasError

_ERROR, _INTERRUPTED = 1, 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="paperatlas")
def app() -> None:
    """Knowledge graphs from lists of paper abstracts.

    \b
    First steps:
      paperatlas demo
      paperatlas build papers.bib -o atlas
      paperatlas query methods
    """


for _verb in (build, remove, extract, query, queries, show, resolve, view, load, export, mcp, serve, evaluate, demo):
    app.add_command(_verb)


def main() -> None:
    """Run the command line and end the process with its exit code: 0, 1 for an error, 2 for usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line with `arguments` and return its exit code."""
    try:
        code = app.main(arguments, prog_name="paperatlas", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", _INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _ERROR
    except Exception as error:
        if os.environ.get("PAPERATLAS_DEBUG"):
            raise
        return _say(_line(error), _ERROR)


def _line(error: Exception) -> str:
    if isinstance(error, PaperAtlasError):
        return " ".join(str(error).split())
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return f"unexpected {type(error).__name__}: {' '.join(str(error).split())}; PAPERATLAS_DEBUG=1 shows where"


def _say(line: str, code: int) -> int:
    click.echo(f"paperatlas: {line}", err=True)
    return code
