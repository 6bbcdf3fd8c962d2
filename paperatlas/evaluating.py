"""The score of the pipeline on a gold file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperatlas.atlas import Progress
from paperatlas.errors import InputError
from paperatlas.extract.evaluate import Score, score_entities
from paperatlas.extract.readers.sources import read_text
from paperatlas.records import Paper
from paperatlas.rows import extraction_row


def evaluate_pipeline(
    gold: Path, *, texts: Sequence[Path | str] = (), progress: Progress | None = None, **options: Any
) -> Score:
    """Return the score of the shipped pipeline on the annotated papers in `gold`; `options` go to `extract_papers`.

    A row of `gold` has id and entities; its own title and abstract are taken where it has them, else those of the same
    id in `texts`.

    Raises
    ------
    InputError
        When a file can't be read, a row is no annotated paper, or an id has no text.
    """
    from paperatlas.extract.pipeline import extract_papers
    from paperatlas.extract.readers import read_papers

    rows = _gold_rows(gold)
    known = {paper.id: paper for paper in read_papers(texts).papers} if texts else {}
    papers = [_paper(row, known, gold) for row in rows.values()]
    predicted: dict[str, Any] = {}
    for extraction in extract_papers(papers, **options):
        predicted[extraction.paper.id] = extraction_row(extraction)["entities"]
        if progress:
            progress("extract", len(predicted), len(papers))
    return score_entities({id_: row["entities"] for id_, row in rows.items()}, predicted)


def _gold_rows(gold: Path) -> dict[str, Mapping[str, Any]]:
    rows: dict[str, Mapping[str, Any]] = {}
    for number, line in enumerate(read_text(gold).split("\n"), start=1):
        if line.strip():
            row = _gold_row(line, f"{gold}:{number}")
            if row["id"] in rows:
                raise InputError(f"{gold}:{number} repeats the id {row['id']!r}; each paper stands once in a gold file")
            rows[row["id"]] = row
    return rows


def _gold_row(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise InputError(f"{where} is no JSON ({error}); expected id and entities") from error
    if not (isinstance(row, dict) and isinstance(row.get("id"), str) and _are_entities(row.get("entities"))):
        raise InputError(f"{where} is no annotated paper; expected id, and entities with name, label and surfaces")
    return row


def _are_entities(entities: Any) -> bool:
    keys = ("name", "label", "surfaces")
    return isinstance(entities, Iterable) and all(
        isinstance(entity, dict) and all(key in entity for key in keys) for entity in entities
    )


def _paper(row: Mapping[str, Any], known: Mapping[str, Paper], gold: Path) -> Paper:
    if row.get("abstract") or row.get("title"):
        return Paper(id=row["id"], title=row.get("title"), abstract=row.get("abstract") or "")
    if row["id"] not in known:
        raise InputError(f"the paper {row['id']!r} of {gold} has no text; give its file with --texts")
    return known[row["id"]]
