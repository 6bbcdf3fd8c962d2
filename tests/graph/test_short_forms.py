"""The table of well-known short forms."""

from importlib.resources import files

from paperatlas.graph.acronyms import acronym_shaped, meaning_of
from paperatlas.graph.short_forms import well_known


def test_every_row_is_a_short_form_with_long_forms_that_it_stands_for():
    wrong = [
        (short, long)
        for short, known in well_known().items()
        for long in known.longs
        if not (acronym_shaped(short) and meaning_of(short, long))
    ]
    assert wrong == []


def test_the_table_is_sorted_small_and_clear():
    text = (files("paperatlas.graph") / "data" / "short_forms.tsv").read_text(encoding="utf-8")
    assert list(well_known()) == sorted(line.split("\t")[0] for line in text.splitlines())
    assert len(text.encode()) < 150_000
    assert [short for short, known in well_known().items() if known.papers < 0.8 * known.of or known.papers < 2] == []


def test_short_forms_whose_senses_rival_are_not_in_it():
    assert {"LDA", "MM", "SSM", "DP"} & well_known().keys() == set()
