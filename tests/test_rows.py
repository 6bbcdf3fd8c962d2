import json
from dataclasses import replace

import pytest

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.records import Abbreviation, Extraction, Paper, Problem, Relation
from paperatlas.rows import extraction_row, full_row, json_line, paper_row, row_extraction, row_paper

PAPER = Paper(
    id="p1",
    title="Braided Nets",
    abstract="We train Braided Nets (BNs) on Loomset. BNs win.",
    authors=("Ada Lindqvist", "Bruno Okafor"),
    year=2020,
    source="papers.bib:7",
)
ENTITIES = [
    {
        "name": "braided net",
        "label": "Method",
        "kind": None,
        "role": "proposes",
        "surfaces": ["Braided Nets", "BNs"],
    },
    {"name": "Loomset", "label": "Dataset", "kind": None, "role": "evaluates_on", "surfaces": ["Loomset"]},
]


@pytest.fixture
def extraction() -> Extraction:
    found = annotated_extraction(PAPER, ENTITIES)
    weaker = replace(found.mentions[0], role="uses", confidence=0.5)
    mentions = (weaker, *found.mentions[1:])
    return replace(
        found,
        mentions=mentions,
        relations=(Relation(mentions[1], mentions[3], "EVALUATED_ON", "We train ...", 0.75),),
        abbreviations=(Abbreviation("BNs", "Braided Nets"),),
        skipped=(Problem("p1", "a part was too long"),),
    )


def through_json(row: dict) -> dict:
    return json.loads(json_line(row))


def test_a_paper_comes_back_equal() -> None:
    assert row_paper(through_json(paper_row(PAPER))) == PAPER


def test_an_extraction_comes_back_equal(extraction: Extraction) -> None:
    assert row_extraction(through_json(full_row(extraction)), PAPER) == extraction


def test_the_row_of_an_extraction_has_the_gold_form(extraction: Extraction) -> None:
    row = extraction_row(extraction)
    assert list(row) == ["id", "entities"]
    assert list(row["entities"][0]) == ["name", "label", "kind", "role", "surfaces", "mentions"]
    assert [entity["surfaces"] for entity in row["entities"]] == [["Braided Nets", "BNs"], ["Loomset"]]


def test_an_entity_has_the_strongest_role_of_its_mentions(extraction: Extraction) -> None:
    entity = extraction_row(extraction)["entities"][0]
    assert (entity["role"], entity["mentions"][0]["role"]) == ("proposes", "uses")
    assert "role" not in entity["mentions"][1]


def test_the_invented_corpus_comes_back_equal(invented: list[Extraction]) -> None:
    for extraction in invented:
        row = through_json(full_row(extraction))
        assert full_row(row_extraction(row, extraction.paper)) == row


def test_a_lone_surrogate_is_escaped_and_comes_back() -> None:
    assert json.loads(json_line({"title": "A\ud800B"}).encode()) == {"title": "A\ud800B"}
