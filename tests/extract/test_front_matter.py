import pytest

PAPER = """---
title: 'Light: a Network'
abstract: We train BERT
  on two lines.
id: roe31a
tex_title: "{L}ight"
author:
- given: Jane
  family: Roe
- given: Ann
  family: Lee
date: 2031-06-11
container-title: Proceedings of the First Meeting
volume: '48'
openreview: aBcD_fGhIj
pdf: http://example.org/roe31a.pdf
# Format based on citeproc
---
"""


def test_a_paper_is_read_from_front_matter(read) -> None:
    (found,) = read(PAPER + "Text below: it is left out.\n").papers
    assert (found.id, found.title, found.abstract) == ("roe31a", "Light: a Network", "We train BERT on two lines.")
    assert (found.authors, found.year) == (("Jane Roe", "Ann Lee"), 2031)
    assert found.venue == "Proceedings of the First Meeting"
    assert found.url == "https://openreview.net/forum?id=aBcD_fGhIj"


@pytest.mark.parametrize("between", ["", "Text below: it is left out.\n", "Text.\n\n---\n\nAfter a rule.\n"])
def test_files_one_after_the_other_are_several_papers(read, between: str) -> None:
    reading = read(PAPER + between + PAPER.replace("roe31a", "lee31a"))
    assert [found.id for found in reading.papers] == ["roe31a", "lee31a"]
    assert [found.source.rpartition(":")[2] for found in reading.papers] == ["1", str(19 + between.count("\n"))]


@pytest.mark.parametrize(
    ("front", "reason"),
    [
        ("title: A: b\nabstract: c", "not YAML: mapping values are not allowed here at line 20; quote what holds"),
        ("title: [a", "not YAML: expected ',' or ']'"),
        ("title: \x07", "not YAML: special characters are not allowed"),
        ("title: " + "[" * 5000, "not YAML: nested too deep"),
        ("a: &a [x, x]\nyear: [*a, *a]", "YAML with aliases (*name)"),
        ("abstract: {a: b}", "abstract is a dict, text was expected"),
    ],
)
def test_a_broken_front_matter_costs_no_other(read, front: str, reason: str) -> None:
    reading = read(f"{PAPER}---\n{front}\n---\n{PAPER}")
    assert len(reading.papers) == 2
    (failed,) = reading.failed
    assert (failed.where.rpartition(":")[2], failed.reason[: len(reason)]) == ("19", reason)
