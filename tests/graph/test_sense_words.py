"""What the words of a paper say for the senses of short forms."""

from importlib.resources import files

import pytest

from paperatlas.graph.sense_words import paper_words, said_for
from paperatlas.graph.short_forms import well_known
from paperatlas.resolving import resolve_names

MOST, LEAST = 40, 0.5


def rows():
    text = (files("paperatlas.graph") / "data" / "sense_words.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def test_every_row_is_of_a_well_known_sense_with_weighed_words():
    senses = {(short, sense.longs[0]) for short, held in well_known().items() for sense in held}
    weights = [[float(pair.rsplit(" ", 1)[1]) for pair in pairs] for _, _, *pairs in rows()]
    assert [(short, long) for short, long, *_ in rows() if (short, long) not in senses] == []
    assert all(len(held) <= MOST and min(held, default=LEAST) >= LEAST for held in weights)


def test_the_table_is_sorted_and_small():
    keys = [(short, long) for short, long, *_ in rows()]
    assert keys == sorted(keys)
    assert sum(len("\t".join(row).encode()) for row in rows()) < 2_500_000


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Topics of documents and words in a corpus.", "Latent Dirichlet Allocation"),
        ("Classification of faces by a projection onto a discriminative subspace.", "linear discriminant analysis"),
    ],
)
def test_words_tell_senses_apart(text, meant):
    words = paper_words((text,), "")
    said = {sense.longs[0]: said_for("LDA", sense.longs[0], words) or 0.0 for sense in well_known()["LDA"]}
    assert max(said, key=said.__getitem__) == meant


def test_of_a_paper_without_a_text_its_names_speak():
    lines = ["Method\tLDA\t1", "Method\ttopic model\t1", "Method\tlatent Dirichlet allocation", "Method\tLDA\t2"]
    nodes = [resolved.node for resolved in resolve_names(lines)]
    assert nodes[0] == nodes[2] != nodes[3]


def test_a_sense_that_no_paper_writes_out_has_no_words():
    assert said_for("LDA", "loom dye atlas", {"loom"}) is None
