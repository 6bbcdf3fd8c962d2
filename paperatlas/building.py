"""The main job: files in, an atlas folder out, with a report of what was read, used, skipped and failed."""

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from difflib import get_close_matches
from hashlib import sha1
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperatlas.atlas import Atlas, Progress, check_output, open_atlas, read_extractions, timed, write_atlas
from paperatlas.errors import AtlasError, InputError
from paperatlas.records import Extraction, Paper, Problem
from paperatlas.rows import full_row, row_extraction

if TYPE_CHECKING:
    from spacy.language import Language


def build_atlas(
    sources: Iterable[Path | str],
    path: Path | str,
    *,
    add: bool = False,
    input_format: str | None = None,
    workers: int = 1,
    lexicon: Path | None = None,
    min_confidence: float | None = None,
    co_occur_min: int | None = None,
    co_occur_top: int | None = None,
    progress: Progress | None = None,
) -> Atlas:
    """Read `sources`, extract, and write the atlas folder at `path`.

    With `add` the papers of the atlas at `path` are kept, and the result equals an atlas built of all at once. What was
    extracted by another model or with other options is extracted again; the co-occurrence settings of the atlas hold
    where none are given.

    Raises
    ------
    InputError
        When a source can't be read, no paper is left to use, or `path` can't be written.
    AtlasError
        When `path` holds other files, or an atlas of another format; with `add` also when it holds none.
    """
    from paperatlas.extract.ids import assign_ids
    from paperatlas.extract.readers import read_papers

    sources = list(sources)
    check_output(Path(path))
    former = open_atlas(path) if add else None
    kept = list(read_extractions(former)) if former else []
    seconds: dict[str, float] = {}
    with timed(seconds, "read", progress):
        reading = read_papers(sources, input_format=input_format)
        papers, repeated, notes = assign_ids([*(extraction.paper for extraction in kept), *reading.papers])
    if not papers:
        raise InputError(_nothing(sources, [*reading.skipped, *reading.failed]))
    options = {"lexicon": lexicon, "min_confidence": min_confidence}
    with timed(seconds, "load", progress):
        nlp, model = _load(options)
    with timed(seconds, "extract"):
        known = _known(kept) if former and former.report.get("model") == model else {}
        extractions = _extract(papers, known, progress, nlp=nlp, workers=workers, **options)
    report = {
        "counts": {
            "read": len(kept) + reading.read,
            "used": len(papers),
            "skipped": len(reading.skipped) + len(repeated),
            "failed": len(reading.failed),
        },
        "skipped": _rows([*reading.skipped, *repeated]),
        "failed": _rows(reading.failed),
        "notes": _rows(chain(reading.notes, notes, *(extraction.skipped for extraction in extractions))),
        "versions": _versions(),
        "model": model,
        "settings": {"workers": workers, "input_format": input_format},
        "seconds": seconds,
    }
    given = former.report["settings"]["given"] if former else {}
    return write_atlas(
        extractions,
        path,
        report=report,
        co_occur_min=co_occur_min or given.get("co_occur_min"),
        co_occur_top=co_occur_top or given.get("co_occur_top"),
        progress=progress,
    )


def remove_papers(path: Path | str, ids: Iterable[str], *, progress: Progress | None = None) -> Atlas:
    """Take papers out of the atlas at `path`, with all that only they brought.

    The result equals an atlas built of the papers that are left.

    Raises
    ------
    AtlasError
        When there is no atlas, or it has no paper of one of the ids.
    """
    from paperatlas.extract.ids import assign_ids

    atlas = open_atlas(path)
    extractions = {extraction.paper.id: extraction for extraction in read_extractions(atlas)}
    unwanted = set(ids)
    for unknown in sorted(unwanted - set(extractions)):
        near = get_close_matches(unknown, extractions, n=3)
        hint = f"; near: {', '.join(near)}" if near else ""
        raise AtlasError(f"{path} has no paper {unknown!r}{hint}")
    left = [extraction for id_, extraction in extractions.items() if id_ not in unwanted]
    papers, _, _ = assign_ids(extraction.paper for extraction in left)
    known = _known(left)
    counts = {"read": len(papers), "used": len(papers), "skipped": 0, "failed": 0}
    report = {**atlas.report, "counts": counts, "skipped": [], "failed": [], "notes": [], "seconds": {}}
    return write_atlas(
        [_of_paper(known[_text(paper)], paper) for paper in papers],
        path,
        report=report,
        progress=progress,
        **atlas.report["settings"]["given"],
    )


def _load(options: Mapping[str, Any]) -> tuple["Language", dict[str, Any]]:
    """Return the pipeline, and all that its results depend on: the model's name and the options."""
    from paperatlas.extract.pipeline import load_pipeline
    from paperatlas.extract.tagger import load_tagger

    nlp, lexicon = load_pipeline(**options), options["lexicon"]
    digest = sha1(lexicon.read_bytes()).hexdigest() if lexicon else None
    return nlp, {"name": load_tagger().name, "lexicon": digest, "min_confidence": options["min_confidence"]}


def _extract(
    papers: Sequence[Paper], known: Mapping[tuple[str, str], Extraction], progress: Progress | None, **options: Any
) -> list[Extraction]:
    """Return the extractions of `papers`: of `known` texts as they are, of the others by the pipeline."""
    from paperatlas.extract.pipeline import extract_papers

    extractions = [_of_paper(known[_text(paper)], paper) for paper in papers if _text(paper) in known]
    fresh = [paper for paper in papers if _text(paper) not in known]
    for done, extraction in enumerate(extract_papers(fresh, **options), start=1):
        extractions.append(extraction)
        if progress:
            progress("extract", done, len(fresh))
    return extractions


def _known(extractions: Iterable[Extraction]) -> dict[tuple[str, str], Extraction]:
    return {_text(extraction.paper): extraction for extraction in extractions}


def _text(paper: Paper) -> tuple[str, str]:
    return paper.title or "", paper.abstract


def _of_paper(extraction: Extraction, paper: Paper) -> Extraction:
    """Return `extraction` as that of `paper`, which has the same text and perhaps another id."""
    return row_extraction(full_row(extraction), paper)


def _nothing(sources: Sequence[Path | str], problems: Sequence[Problem]) -> str:
    why = f"; {problems[0].where}: {problems[0].reason}" if problems else ""
    return f"no paper to use in {', '.join(map(str, sources))}{why}"


def _rows(problems: Iterable[Problem]) -> list[Mapping[str, Any]]:
    return [asdict(problem) for problem in problems]


def _versions() -> dict[str, str]:
    packages = ("ladybug", "networkx", "neo4j", "pyvis", "spacy")
    return {"python": platform.python_version(), **{package: version(package) for package in packages}}
