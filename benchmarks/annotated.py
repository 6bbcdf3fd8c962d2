"""The papers of a gold file, and the entities that annotators marked in them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paperatlas.errors import InputError
from paperatlas.extract.readers import read_papers
from paperatlas.extract.readers.sources import read_text
from paperatlas.records import Paper

SEEDS_GOLD = Path(__file__).parent / "gold" / "seeds-000.jsonl"
Entities = Sequence[Mapping[str, Any]]
Annotated = list[tuple[Paper, Entities]]


def read_annotated(gold: Path, *, texts: Sequence[str] = ()) -> Annotated:
    """Return the papers of `gold` with their entities; a row without text takes that of its id in the files `texts`.

    Raises
    ------
    InputError
        When a file can't be read, a row has no id or entities, or an id has no text.
    """
    known = {paper.id: paper for paper in read_papers(texts).papers} if texts else {}
    lines = enumerate(read_text(gold).split("\n"), start=1)
    return [_annotated(line, known, f"{gold}:{number}") for number, line in lines if line.strip()]


def _annotated(line: str, known: Mapping[str, Paper], where: str) -> tuple[Paper, Entities]:
    try:
        row = json.loads(line)
        paper_id, entities = row["id"], row["entities"]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{where} is no annotated paper ({error!r}); expected JSON with id and entities") from error
    if row.get("abstract") or row.get("title"):
        return Paper(id=paper_id, title=row.get("title"), abstract=row.get("abstract") or ""), entities
    if paper_id not in known:
        raise InputError(f"{where}: the paper {paper_id!r} has no text; give its file with --texts")
    return known[paper_id], entities
