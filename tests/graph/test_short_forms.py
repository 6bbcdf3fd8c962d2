"""The tables of well-known short forms."""

from collections import Counter
from importlib.resources import files

import pytest

from paperatlas.graph.acronyms import acronym_shaped, meaning_of
from paperatlas.graph.normalise import join_key, singular_name
from paperatlas.graph.short_forms import LEAST, SEVERAL, letters, textbook_senses, well_known


def rows(table):
    text = (files("paperatlas.graph") / "data" / table).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def test_every_row_of_papers_is_a_short_form_with_long_forms_that_it_stands_for():
    assert [
        (short, long)
        for short, _, _, _, _, _, *longs in rows("short_forms.tsv")
        for long in longs
        if not (acronym_shaped(short) and meaning_of(short, long))
    ] == []


def test_every_row_of_textbooks_is_a_short_form_with_long_forms_that_differ():
    held = rows("textbook_forms.tsv")
    keys = Counter((short, join_key(long)) for short, *longs in held for long in longs)
    assert [row for row in held if not (acronym_shaped(row[0]) and singular_name(row[0]) == row[0] and row[1:])] == []
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("table", ["short_forms.tsv", "textbook_forms.tsv"])
def test_a_table_is_sorted_and_small(table):
    shorts = [row[0] for row in rows(table)]
    assert shorts == sorted(shorts)
    assert sum(len("\t".join(row).encode()) for row in rows(table)) < 350_000


def test_what_several_papers_define_is_clear_or_a_form_of_the_textbooks():
    unclear = []
    for short, papers, of, *_ in rows("short_forms.tsv"):
        least, share = LEAST[letters(short)]
        is_clear = int(papers) >= max(least, share * int(of))
        if not is_clear and (short not in textbook_senses() or int(papers) < SEVERAL):
            unclear.append(short)
    assert unclear == []


@pytest.mark.parametrize(
    ("short", "first", "senses"),
    [
        ("LSTM", "long short-term memory", 1),
        ("PTAS", "polynomial-time approximation scheme", 1),
        ("LDA", "latent Dirichlet allocation", 3),
        ("CTR", "click-through rate", 3),
        ("CRDT", "conflict-free replicated data type", 1),
    ],
)
def test_a_short_form_has_the_senses_of_papers_and_of_textbooks(short, first, senses):
    held = well_known()[short]
    assert (held[0].agrees([first]), len(held)) == (True, senses)


def test_what_papers_define_clearly_comes_before_other_senses_of_textbooks():
    assert len(textbook_senses()["CPG"]) == 3
    assert [sense.agrees(["central pattern generator"]) for sense in well_known()["CPG"]] == [True]
