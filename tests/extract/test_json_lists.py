import json

import pytest

NOTE = {
    "id": "abcdefgh1",
    "forum": "abcdefgh1",
    "content": {"title": "Light", "abstract": "We train.", "keywords": ["a"]},
}
REPLY = {"id": "zzz", "forum": "abcdefgh1", "content": {"title": "Fine work", "review": "Accept."}}
ENTRY = "@inproceedings{x, author = {Lee, Ann}, booktitle = {First Meeting}, year = 2031, url = {http://x.org/1}}"


def lines(problems) -> list[int]:
    return [int(problem.where.rpartition(":")[2]) for problem in problems]


@pytest.mark.parametrize("indent", [None, 0, 1, "\t"])
@pytest.mark.parametrize("is_array", [True, False])
def test_the_list_in_an_object_is_read(read, indent: int | str | None, is_array: bool) -> None:
    answer = {"venue": "Meeting", "year": 2031, "tags": ["x"], "submissions": [NOTE, {**NOTE, "id": "q", "forum": "q"}]}
    reading = read(json.dumps([answer] if is_array else answer, indent=indent))
    first, second = reading.papers
    assert (first.id, first.title, first.venue, first.year) == ("abcdefgh1", "Light", "Meeting", 2031)
    assert (first.url, first.keywords) == ("https://openreview.net/forum?id=abcdefgh1", ("a",))
    assert second.id == "q"
    assert (first.source == second.source) is (indent is None)


def test_notes_of_version_2_and_replies(read) -> None:
    values = {name: {"value": value} for name, value in NOTE["content"].items()}
    note = {**NOTE, "content": {**values, "venue": {"value": "Meeting 2031"}, "_bibtex": {"value": ENTRY}}}
    reading = read(json.dumps({"notes": [note, REPLY], "count": 2}))
    (found,) = reading.papers
    assert (found.title, found.venue, found.year, found.authors) == ("Light", "Meeting 2031", 2031, ("Ann Lee",))
    assert [problem.reason for problem in reading.skipped] == ["a reply to a paper, not a paper"]
    assert reading.read == 2


def test_a_record_is_completed_from_its_own_bibtex(read) -> None:
    record = {"id": "k", "title": "T", "abstract": "We train.", "author": "Jane Roe", "site": "", "bibtex": ENTRY}
    (found,) = read(json.dumps([record])).papers
    assert (found.id, found.authors, found.venue, found.year) == ("k", ("Jane Roe",), "First Meeting", 2031)
    assert found.url == "http://x.org/1"


@pytest.mark.parametrize("bibtex", ["", "no entry", "@inproceedings{x, year = {2031", 7, None])
def test_bibtex_that_is_none_costs_nothing(read, bibtex: object) -> None:
    (found,) = read(json.dumps({"title": "T", "abstract": "We train.", "bibtex": bibtex})).papers
    assert (found.venue, found.year) == (None, None)


@pytest.mark.parametrize(
    ("broken", "failed"),
    [('{"title": "B" "abstract": 1},', 3), ('{"title": "B",\n "abstract": },', 3), ('{"title": "B', 3), ("7,", 3)],
)
@pytest.mark.parametrize(("head", "tail"), [("[", "]"), ('{"count": 3, "data": [', "]}")])
def test_a_broken_member_costs_no_other(read, head: str, tail: str, broken: str, failed: int) -> None:
    good = '{"title": "%s", "abstract": "We train."}'
    reading = read(f"{head}\n  {good % 'A'},\n  {broken}\n  {good % 'C'}\n{tail}")
    assert [found.title for found in reading.papers] == ["A", "C"]
    assert lines(reading.failed) == [failed]


def test_a_paper_without_title_is_no_list(read) -> None:
    reading = read('{"id": "a", "references": [{"title": "Old"}]}\n{"id": "b", "abstract": "We train."}')
    assert [found.id for found in reading.papers] == ["b"]
    assert reading.read == 2


def test_a_broken_object_over_lines_fails_once(read) -> None:
    reading = read('{"abstract": "We train."}\n{"id": "b", "references": [{"title": "Old"}], "abstract": "We')
    assert (len(reading.papers), lines(reading.failed)) == (1, [2])


def test_an_arxiv_record_without_doi_has_its_page(read) -> None:
    record = {"id": "0704.0002", "abstract": "We train.", "doi": None, "categories": "cs.CG"}
    assert read(json.dumps(record)).papers[0].url == "https://arxiv.org/abs/0704.0002"
