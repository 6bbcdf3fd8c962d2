from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.extract.ids import assign_ids, input_id, text_hash
from paperatlas.records import Paper

papers = st.lists(
    st.builds(
        Paper,
        id=st.sampled_from(["", "x", "y", "Method:gan", "p-6cae9eda1602", "x-6cae9eda1602", 'q" id="x"']),
        title=st.sampled_from([None, "A title"]),
        abstract=st.sampled_from(["We train BERT.", "We train GPT.", "We read."]),
        authors=st.sampled_from([(), ("Jane Roe",)]),
        year=st.sampled_from([None, 2020]),
        source=st.sampled_from(["a.txt:1", "b.bib:7", ""]),
    ),
    max_size=8,
)


def settled(result: tuple[Paper, ...]) -> list[Paper]:
    return sorted(result, key=lambda paper: paper.id)


@given(papers, st.randoms())
def test_ids_do_not_depend_on_order(found: list[Paper], random) -> None:
    mixed = list(found)
    random.shuffle(mixed)
    assert settled(assign_ids(mixed)[0]) == settled(assign_ids(found)[0])


@given(papers, st.integers(0, 8))
def test_papers_added_later_give_what_one_go_gives(found: list[Paper], cut: int) -> None:
    earlier = assign_ids(found[:cut])[0]
    assert settled(assign_ids([*earlier, *found[cut:]])[0]) == settled(assign_ids(found)[0])


@given(papers)
def test_ids_are_single_and_every_paper_is_accounted_for(found: list[Paper]) -> None:
    kept, duplicates, _ = assign_ids(found)
    assert len({paper.id for paper in kept}) == len(kept) == len(found) - len(duplicates)
    assert not any(paper.id == "" or paper.id == "Method:gan" for paper in kept)
    assert {input_id(paper) for paper in kept} <= {"", *(paper.id for paper in found)}


def test_a_paper_without_an_id_gets_one_from_its_text() -> None:
    paper = Paper(id="", title="T", abstract="We train BERT.")
    assert assign_ids([paper])[0][0].id == f"p-{text_hash(paper)[:12]}"
    assert text_hash(paper) == text_hash(replace(paper, source="b:1", year=2020))


def test_equal_papers_are_one_and_the_one_that_says_most_stays() -> None:
    bare = Paper(id="", abstract="We train BERT.", source="a.txt:3")
    full = replace(bare, year=2020, authors=("Jane Roe",), source="b.bib:1")
    kept, duplicates, notes = assign_ids([bare, full])
    assert (kept[0].year, len(kept), notes) == (2020, 1, ())
    assert [(problem.where, problem.reason) for problem in duplicates] == [("a.txt:3", "the same paper as b.bib:1")]


def test_one_text_under_two_ids_is_two_papers_and_without_id_neither() -> None:
    found = [Paper(id=name, abstract="We train BERT.", source=f"{name}:1") for name in ("", "x", "y")]
    kept, duplicates, _ = assign_ids(found)
    assert [paper.id for paper in kept] == ["x", "y"]
    assert [problem.reason for problem in duplicates] == ["the same paper as x:1"]


def test_of_two_texts_with_one_id_the_smaller_hash_keeps_it() -> None:
    found = [Paper(id="x", abstract=text, source=f"{text}:1") for text in ("We train BERT.", "We train GPT.")]
    first, second = sorted(found, key=text_hash)
    kept, duplicates, notes = assign_ids(found)
    changed = next(paper for paper in kept if paper.id != "x")
    assert changed.id == f"x-{text_hash(second)[:12]}" and changed.source == f'{second.source} id="x"'
    assert input_id(changed) == "x" and {paper.id for paper in kept} == {"x", changed.id}
    assert [problem.where for problem in notes] == [second.source] and not duplicates
    assert assign_ids([changed])[0] == (second,) and first in kept


@pytest.mark.parametrize("given_id", ["Method:gan", "Dataset:cora", "Concept:x", "Author:jane-roe", "Venue:v"])
def test_an_id_that_could_be_that_of_another_node_is_changed(given_id: str) -> None:
    (paper,), _, (note,) = assign_ids([Paper(id=given_id, abstract="We train BERT.", source="a:1")])
    assert paper.id.startswith(f"{given_id}-") and input_id(paper) == given_id
    assert note.reason.startswith(f"id {given_id!r} could be that of another node")
