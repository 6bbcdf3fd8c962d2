"""The main job: files in, an atlas folder out, with a report of what was read, used, skipped and failed."""

import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from difflib import get_close_matches
from hashlib import sha1
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperatlas import __version__
from paperatlas.aliasing import read_aliases, remembered_aliases
from paperatlas.atlas import Atlas, Progress, check_output, open_atlas, read_extractions, timed, write_atlas
from paperatlas.errors import AtlasError, InputError
from paperatlas.records import Extraction, Paper, Problem
from paperatlas.rows import full_row, row_extraction

if TYPE_CHECKING:
    from spacy.language import Language

Extract = Callable[[Sequence[Paper]], Iterable[Extraction]]
"""What finds the entities of papers, one extraction for each, in any order."""


def build_atlas(
    sources: Iterable[Path | str],
    path: Path | str,
    *,
    add: bool = False,
    input_format: str | None = None,
    workers: int = 1,
    lexicon: Path | None = None,
    min_confidence: float | None = None,
    aliases: Path | None = None,
    co_occur_min: int | None = None,
    co_occur_top: int | None = None,
    progress: Progress | None = None,
) -> Atlas:
    """Read `sources`, extract, and write the atlas folder at `path`.

    With `add` the papers of the atlas at `path` are kept, and the result equals an atlas built of all at once. What was
    extracted by another model or version or with other options is extracted again; the co-occurrence settings of the
    atlas hold where none are given, its aliases do not.

    Raises
    ------
    InputError
        When a source can't be read, no paper is left to use, `path` can't be written, or `aliases` contradict each
        other or speak of names that no paper uses.
    AtlasError
        When `path` holds other files, or an atlas of another format; with `add` also when it holds none.
    """
    from paperatlas.extract.readers import read_papers

    sources = list(sources)
    check_output(Path(path))
    said = read_aliases(aliases) if aliases else None
    former = open_atlas(path) if add else None
    kept = list(read_extractions(former)) if former else []
    seconds: dict[str, float] = {}
    with timed(seconds, "read", progress):
        reading = read_papers(sources, input_format=input_format)
    if not kept and not reading.papers:
        raise InputError(_nothing(sources, [*reading.skipped, *reading.failed]))
    options = {"lexicon": lexicon, "min_confidence": min_confidence}
    with timed(seconds, "load", progress):
        nlp, model = _load(options)
        made_by = (model, __version__)
    with timed(seconds, "extract"):
        extract = _extractor(progress, nlp=nlp, workers=workers, **options)
        anew = former is None or (former.report.get("model"), former.report["versions"]["paperatlas"]) != made_by
        extractions, repeated, notes = extend(kept, reading.papers, extract, anew=anew)
    report = {
        "counts": {
            "read": len(kept) + reading.read,
            "used": len(extractions),
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
        aliases=said,
        progress=progress,
    )


def extend(
    kept: Sequence[Extraction], papers: Iterable[Paper], extract: Extract, *, anew: bool = False
) -> tuple[list[Extraction], tuple[Problem, ...], tuple[Problem, ...]]:
    """Return the extractions of `kept` and of `papers` together, papers that were left out as repeated, and notes.

    Texts that `kept` has are not extracted again unless `anew`; ids are those that all papers have at once.
    """
    from paperatlas.extract.ids import assign_ids

    named, repeated, notes = assign_ids([*(extraction.paper for extraction in kept), *papers])
    known = {} if anew else _known(kept)
    extractions = [_of_paper(known[_text(paper)], paper) for paper in named if _text(paper) in known]
    extractions += extract([paper for paper in named if _text(paper) not in known])
    return extractions, repeated, notes


def remove_papers(path: Path | str, ids: Iterable[str], *, progress: Progress | None = None) -> Atlas:
    """Take papers out of the atlas at `path`, with all that only they brought.

    The result equals an atlas built of the papers that are left.

    Raises
    ------
    AtlasError
        When there is no atlas, or it has no paper of one of the ids.
    """
    atlas = open_atlas(path)
    held = {extraction.paper.id: extraction for extraction in read_extractions(atlas)}
    unwanted = set(ids)
    for unknown in sorted(unwanted - set(held)):
        near = get_close_matches(unknown, held, n=3)
        hint = f"; near: {', '.join(near)}" if near else ""
        raise AtlasError(f"{path} has no paper {unknown!r}{hint}")
    left = [extraction for id_, extraction in held.items() if id_ not in unwanted]
    extractions, _, _ = extend(left, (), lambda papers: ())
    counts = {"read": len(left), "used": len(left), "skipped": 0, "failed": 0}
    report = {**atlas.report, "counts": counts, "skipped": [], "failed": [], "notes": [], "seconds": {}}
    said = remembered_aliases(atlas.report["settings"].get("aliases", {}))
    given = atlas.report["settings"]["given"]
    return write_atlas(extractions, path, report=report, aliases=said, progress=progress, **given)


def _load(options: Mapping[str, Any]) -> tuple["Language", dict[str, Any]]:
    """Return the pipeline, and all that its results depend on: the model's name and the options."""
    from paperatlas.extract.pipeline import load_pipeline
    from paperatlas.extract.tagger import load_tagger

    nlp, lexicon = load_pipeline(**options), options["lexicon"]
    digest = sha1(lexicon.read_bytes()).hexdigest() if lexicon else None
    return nlp, {"name": load_tagger().name, "lexicon": digest, "min_confidence": options["min_confidence"]}


def _extractor(progress: Progress | None, **options: Any) -> Extract:
    """Return the pipeline as a function of papers that tells `progress` of each."""
    from paperatlas.extract.pipeline import extract_papers

    def extract(papers: Sequence[Paper]) -> Iterator[Extraction]:
        for done, extraction in enumerate(extract_papers(papers, **options), start=1):
            if progress:
                progress("extract", done, len(papers))
            yield extraction

    return extract


def _known(extractions: Iterable[Extraction]) -> dict[tuple[str, str], Extraction]:
    return {_text(extraction.paper): extraction for extraction in extractions}


def _text(paper: Paper) -> tuple[str, str]:
    return paper.title or "", paper.abstract


def _of_paper(extraction: Extraction, paper: Paper) -> Extraction:
    """Return `extraction` as that of `paper`, which has the same text and perhaps another id."""
    former = extraction.paper.id
    skipped = tuple(replace(one, where=paper.id) if one.where == former else one for one in extraction.skipped)
    return row_extraction(full_row(replace(extraction, skipped=skipped)), paper)


def _nothing(sources: Sequence[Path | str], problems: Sequence[Problem]) -> str:
    why = f"; {problems[0].where}: {problems[0].reason}" if problems else ""
    return f"no paper to use in {', '.join(map(str, sources))}{why}"


def _rows(problems: Iterable[Problem]) -> list[Mapping[str, Any]]:
    return [asdict(problem) for problem in problems]


def _versions() -> dict[str, str]:
    packages = ("ladybug", "networkx", "neo4j", "pyvis", "spacy")
    return {"python": platform.python_version(), **{package: version(package) for package in packages}}
