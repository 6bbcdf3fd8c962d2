"""Fixtures that several folders of tests share."""

import json
from pathlib import Path

import pytest

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.records import Extraction, Paper

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def invented() -> list[Extraction]:
    """The invented corpus with the entities that its authors marked by hand: no model is in play."""
    return read_annotated(DATA / "invented.jsonl")


def read_annotated(path: Path) -> list[Extraction]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [annotated_extraction(_paper(row), row["entities"]) for row in rows]


def _paper(row: dict) -> Paper:
    fields = {key: row[key] for key in ("id", "title", "abstract", "venue", "year", "url") if row.get(key) is not None}
    lists = {key: tuple(row.get(key, ())) for key in ("authors", "keywords")}
    return Paper(**fields, **lists, source=f"invented.jsonl:{row['id']}")
