"""One HTML file with the graph: drawn by vis-network through pyvis, whole in itself, nothing loaded from outside."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import networkx as nx
from jinja2 import BaseLoader, ChoiceLoader, Environment, FunctionLoader
from pyvis.network import Network  # type: ignore[import-untyped]  # pyvis ships no types

from paperatlas.errors import InputError
from paperatlas.viz.data import PageData, page_data
from paperatlas.viz.focus import part_of
from paperatlas.viz.names import one_line

_SCRIPTS = (
    *("dom", "model", "relate", "views", "search", "labels"),
    *("shapes", "haze", "territory", "writing", "paint", "svg", "out"),
    *("parts", "evidence", "panel", "years", "filters", "finder", "address", "camera", "pointer", "app"),
)
_OPTIONS = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {"hover": False, "keyboard": False, "selectable": False, "zoomSpeed": 0.8},
    "nodes": {"chosen": False},
    "edges": {"smooth": False},
}


def write_page(
    graph: "nx.MultiDiGraph[str]",
    path: Path,
    *,
    focus: str | None = None,
    top: int | None = None,
    only: Iterable[str] | None = None,
    heading: str = "",
) -> None:
    """Write `graph` as one HTML file that opens from disk without any network use.

    The folder of `path` is made where it is missing. `focus` (a name, an alias, a title or an id) shows what lies
    around one paper or entity, `top` only so many of the most mentioned entities, `only` the nodes of these ids with
    what joins them, under `heading`. Equal graphs give equal bytes. An empty graph gives a page that says so; of very
    many papers (above 12,000) it holds those that tell most, and says so.

    Raises
    ------
    QueryError
        If nothing is called `focus`, or no node has an id of `only`.
    InputError
        If the file can't be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_page(nx.MultiDiGraph(), Path(folder) / "page.html")
    ...     (Path(folder) / "page.html").read_text("utf-8").splitlines()[0]
    '<!doctype html>'
    """
    write_bytes(path, render_page(graph, focus=focus, top=top, only=only, heading=heading))


def write_bytes(path: Path, text: str) -> None:
    """Write `text` as UTF-8, halves of characters escaped; the folder is made where it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"the page can't be written to {path}: {reason}; name a file in a folder you own") from error


def render_page(
    graph: "nx.MultiDiGraph[str]",
    *,
    focus: str | None = None,
    top: int | None = None,
    only: Iterable[str] | None = None,
    heading: str = "",
) -> str:
    """Return the HTML that `write_page` writes."""
    part, node = part_of(graph, focus=focus, top=top, only=only)
    data = page_data(part)
    start = -1 if node is None else data.texts["id"].index(str(node))
    about = one_line(heading) if start < 0 else data.columns["name"][start]
    return _through_pyvis(data, start, about if start < 0 else f"Around {about}")


def _through_pyvis(data: PageData, start: int, about: str) -> str:
    network = Network(height="100%", width="100%", cdn_resources="in_line")
    network.options = _OPTIONS
    network.path = "page.html"
    pyvis = network.templateEnv
    library, _, _ = pyvis.loader.get_source(pyvis, "lib/vis-9.1.2/vis-network.min.js")
    network.templateEnv = _environment(pyvis.loader)
    style = _resource("static/page.css")
    script = _script(json.dumps(_OPTIONS))
    network.templateEnv.globals.update(
        heading_text=f"{about.removeprefix('Around ')} · PaperAtlas" if about else "PaperAtlas",
        style=style,
        library=library,
        script=script,
        policy=_policy([library, script], style),
        columns=_packed({**data.columns, "start": start, "heading": about}),
        alike=_json(data.alike),
        texts=_packed(data.texts),
    )
    return str(network.generate_html())


def _environment(pyvis: BaseLoader) -> Environment:
    """Return an environment that looks for templates here first, then in pyvis."""
    ours = FunctionLoader(lambda name: _resource("templates/page.html") if name == "page.html" else None)
    return Environment(loader=ChoiceLoader([ours, pyvis]), autoescape=True)


def _resource(name: str) -> str:
    try:
        return (files("paperatlas.viz") / name).read_text("utf-8")
    except OSError as error:
        raise InputError(f"the page's {name} is missing from the installation; install paperatlas again") from error


def _script(options: str) -> str:
    parts = [_resource(f"static/{name}.js") for name in _SCRIPTS]
    return "\n".join(['"use strict";', *parts, f"const atlas = app;\natlas.start({_in_script(options)});\n"])


def _policy(scripts: list[str], style: str) -> str:
    allowed = " ".join(_digest(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_digest(style)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _json(value: Any) -> str:
    return _in_script(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def _in_script(text: str) -> str:
    """Return JSON that no browser can read as the end of a script or the start of a comment."""
    return re.sub("[<>&\u2028\u2029]", lambda match: f"\\u{ord(match[0]):04x}", text)


def _packed(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    return base64.b64encode(gzip.compress(text, 9, mtime=0)).decode()
