"""The main job: files in, an atlas folder out, with a report of what was read, used, skipped and failed."""

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperatlas.atlas import Atlas, Progress, check_output, timed, write_atlas
from paperatlas.errors import InputError
from paperatlas.records import Extraction, Paper, Problem

if TYPE_CHECKING:
    from spacy.language import Language


def build_atlas(
    sources: Iterable[Path | str],
    path: Path | str,
    *,
    input_format: str | None = None,
    workers: int = 1,
    co_occur_min: int | None = None,
    co_occur_top: int | None = None,
    progress: Progress | None = None,
) -> Atlas:
    """Read `sources`, extract, and write the atlas folder at `path`.

    Raises
    ------
    InputError
        When a source can't be read, no paper is left to use, or `path` can't be written.
    AtlasError
        When `path` holds other files, or an atlas of another format.
    """
    from paperatlas.extract.ids import assign_ids
    from paperatlas.extract.pipeline import load_pipeline
    from paperatlas.extract.readers import read_papers

    sources = list(sources)
    check_output(Path(path))
    seconds: dict[str, float] = {}
    with timed(seconds, "read", progress):
        reading = read_papers(sources, input_format=input_format)
        papers, repeated, notes = assign_ids(reading.papers)
    if not papers:
        raise InputError(_nothing(sources, [*reading.skipped, *reading.failed]))
    with timed(seconds, "load", progress):
        nlp = load_pipeline()
    with timed(seconds, "extract"):
        extractions = _extract(papers, nlp, workers, progress)
    report = {
        "counts": {
            "read": reading.read,
            "used": len(papers),
            "skipped": len(reading.skipped) + len(repeated),
            "failed": len(reading.failed),
        },
        "skipped": _rows([*reading.skipped, *repeated]),
        "failed": _rows(reading.failed),
        "notes": _rows(chain(reading.notes, notes, *(extraction.skipped for extraction in extractions))),
        "versions": _versions(),
        "model": {key: nlp.meta.get(key) for key in ("name", "version", "description")},
        "settings": {"workers": workers, "input_format": input_format},
        "seconds": seconds,
    }
    return write_atlas(
        extractions, path, report=report, co_occur_min=co_occur_min, co_occur_top=co_occur_top, progress=progress
    )


def _extract(papers: Sequence[Paper], nlp: "Language", workers: int, progress: Progress | None) -> list[Extraction]:
    from paperatlas.extract.pipeline import extract_papers

    extractions = []
    for extraction in extract_papers(papers, nlp=nlp, workers=workers):
        extractions.append(extraction)
        if progress:
            progress("extract", len(extractions), len(papers))
    return extractions


def _nothing(sources: Sequence[Path | str], problems: Sequence[Problem]) -> str:
    why = f"; {problems[0].where}: {problems[0].reason}" if problems else ""
    return f"no paper to use in {', '.join(map(str, sources))}{why}"


def _rows(problems: Iterable[Problem]) -> list[Mapping[str, Any]]:
    return [asdict(problem) for problem in problems]


def _versions() -> dict[str, str]:
    packages = ("paperatlas", "ladybug", "networkx", "neo4j", "pyvis", "spacy")
    return {"python": platform.python_version(), **{package: version(package) for package in packages}}
