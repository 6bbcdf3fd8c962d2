"""The atlas folder: written whole or not at all, and opened with its format checked."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from paperatlas import __version__
from paperatlas.errors import AtlasError, InputError
from paperatlas.folders import new_sibling, replaced_folder
from paperatlas.records import Extraction
from paperatlas.rows import full_row, json_line, paper_row, row_extraction, row_paper
from paperatlas.schema import EDGE_PROPERTIES, NODE_LABELS

if TYPE_CHECKING:
    import networkx as nx

    from paperatlas.graph.aliases import Aliases

FORMAT = 1
"""Number of the atlas format; it changes whenever an older version could misread the folder."""

PAPERS, EXTRACTIONS, GRAPH = "papers.jsonl", "extractions.jsonl", "graph.json"
STORE, PAGE, REPORT, MERGES = "graph.lbug", "index.html", "report.json", "merges.jsonl"
OWNED = frozenset({PAPERS, EXTRACTIONS, GRAPH, STORE, f"{STORE}.wal", PAGE, REPORT, MERGES})
"""The files of an atlas folder; whatever else lies in it is the user's and stays."""

Progress = Callable[[str, int, int | None], None]
"""Told of a stage, how much of it is done, and how much there is where that is known."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """An atlas folder whose format is known: its path and its report."""

    path: Path
    report: Mapping[str, Any]


def open_atlas(path: Path | str) -> Atlas:
    """Open the atlas folder at `path`.

    Raises
    ------
    AtlasError
        When there is no atlas, or one of another format.

    Examples
    --------
    >>> open_atlas("nowhere")
    Traceback (most recent call last):
    ...
    paperatlas.errors.AtlasError: no atlas at nowhere; make one with: paperatlas build FILES -o nowhere
    """
    path = Path(path)
    report = _report(path)
    if report is None:
        raise AtlasError(f"no atlas at {path}; make one with: paperatlas build FILES -o {path}")
    _check_format(path, report)
    return Atlas(path=path, report=report)


def write_atlas(
    extractions: Sequence[Extraction],
    path: Path | str,
    *,
    report: Mapping[str, Any] | None = None,
    aliases: "Aliases | None" = None,
    co_occur_min: int | None = None,
    co_occur_top: int | None = None,
    progress: Progress | None = None,
) -> Atlas:
    """Build the graph of `extractions` and write the atlas folder at `path`, whole or not at all.

    A former atlas there is replaced; files in it that are not an atlas's own are kept. `report` is written into
    report.json, with the format, the counts of the graph and the seconds of each stage added.

    Raises
    ------
    AtlasError
        When `path` holds other files, or an atlas of another format.
    InputError
        When a file can't be written.
    """
    from paperatlas.graph.build import build_graph
    from paperatlas.graph.files import write_graph
    from paperatlas.graph.measures import measure_settings
    from paperatlas.graph.resolve import resolve_mentions
    from paperatlas.graph.store import write_store
    from paperatlas.graph.weights import co_occurrence_limits
    from paperatlas.viz.page import write_page

    path = Path(path)
    check_output(path)
    extractions = sorted(extractions, key=lambda extraction: extraction.paper.id)
    seconds = dict((report or {}).get("seconds", {}))
    with replaced_folder(path, owned=OWNED) as folder:
        with timed(seconds, "graph", progress):
            resolution = resolve_mentions(extractions, aliases=aliases)
            graph = build_graph(
                extractions, co_occur_min=co_occur_min, co_occur_top=co_occur_top, resolution=resolution
            )
            write_graph(graph, folder / GRAPH)
        _write_rows(folder / PAPERS, (paper_row(extraction.paper) for extraction in extractions))
        _write_rows(folder / EXTRACTIONS, map(full_row, extractions))
        _write_rows(folder / MERGES, map(asdict, resolution.merges))
        with timed(seconds, "store", progress):
            write_store(graph, folder / STORE)
        with timed(seconds, "page", progress):
            write_page(graph, folder / PAGE)
        whole = {"format": FORMAT, **(report or {}), "seconds": seconds}
        whole["versions"] = {"paperatlas": __version__, **whole.get("versions", {})}
        least, top = co_occurrence_limits(len(extractions), co_occur_min, co_occur_top)
        given = {"co_occur_min": co_occur_min, "co_occur_top": co_occur_top}
        used = {"co_occur_min": least, "co_occur_top": top, "given": given, "measures": measure_settings(graph)}
        whole["settings"] = {**whole.get("settings", {}), **used, "aliases": aliases.row() if aliases else {}}
        whole["counts"] = {**whole.get("counts", {}), **_sizes(graph)}
        (folder / REPORT).write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return Atlas(path=path, report=whole)


def read_extractions(atlas: Atlas) -> Iterator[Extraction]:
    """Yield the extractions that `atlas` was built from, ordered by paper id."""
    try:
        papers = {row["id"]: row_paper(row) for row in _read_rows(atlas.path / PAPERS)}
        for row in _read_rows(atlas.path / EXTRACTIONS):
            yield row_extraction(row, papers[row["id"]])
    except (KeyError, TypeError, IndexError) as error:
        raise AtlasError(
            f"{atlas.path / EXTRACTIONS} has a row that does not fit ({error!r}); build the atlas anew"
        ) from error


def read_merges(atlas: Atlas) -> Iterator[dict[str, Any]]:
    """Yield the rows of merges.jsonl: why each surface belongs to its entity."""
    yield from _read_rows(atlas.path / MERGES)


def check_output(path: Path) -> None:
    """Raise an error unless an atlas may be written at `path`: a new or empty folder, or a former atlas.

    Raises
    ------
    AtlasError
        When `path` holds other files, or an atlas of another format.
    InputError
        When `path` is a file, or its place can't be written to.
    """
    if path.exists() and not path.is_dir():
        raise InputError(f"{path} is a file; an atlas is a folder: name another place with -o")
    new_sibling(path.resolve()).rmdir()
    report = _report(path)
    if report is not None:
        _check_format(path, report)
    elif path.is_dir() and any(path.iterdir()):
        raise AtlasError(f"{path} holds other files and no atlas; name a new folder with -o, or empty this one")


@contextmanager
def timed(seconds: dict[str, float], stage: str, progress: Progress | None = None) -> Iterator[None]:
    """Write the seconds that the body takes into `seconds[stage]`, and tell `progress` of the stage."""
    if progress:
        progress(stage, 0, None)
    start = perf_counter()
    yield
    seconds[stage] = round(perf_counter() - start, 3)


def _report(path: Path) -> dict[str, Any] | None:
    """Return the report of the atlas at `path`, None where no report of ours stands."""
    try:
        report = json.loads((path / REPORT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    ours = isinstance(report, dict) and isinstance(report.get("versions"), dict) and "paperatlas" in report["versions"]
    return report if ours and "format" in report else None


def _sizes(graph: "nx.MultiDiGraph[str]") -> dict[str, dict[str, int]]:
    nodes: Counter[str] = Counter(data["label"] for _, data in graph.nodes(data=True))
    edges: Counter[str] = Counter(key for _, _, key in graph.edges(keys=True))
    return {
        "nodes": {label: nodes[label] for label in NODE_LABELS if nodes[label]},
        "edges": {key: edges[key] for key in EDGE_PROPERTIES if edges[key]},
    }


def _check_format(path: Path, report: Mapping[str, Any]) -> None:
    if report["format"] != FORMAT:
        made_by = report["versions"]["paperatlas"]
        raise AtlasError(
            f"{path} is an atlas of format {report['format']}, made by paperatlas {made_by}; this version knows "
            f"format {FORMAT}: build it anew into another folder"
        )


def _write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(map(json_line, rows))


def _read_rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            yield from map(json.loads, file)
    except (OSError, ValueError) as error:
        raise AtlasError(f"can't read {path}: {error}; build the atlas anew") from error
