import pytest

from paperatlas.extract.sentences import sentence_at, sentence_spans


@pytest.mark.parametrize(
    "text, expected",
    [
        ("It works. We show it.", ["It works.", "We show it."]),
        ("Tools, e.g. BERT, help. See Fig. 2.", ["Tools, e.g. BERT, help.", "See Fig. 2."]),
        ("An error of 0.5 is low. 3D data follow.", ["An error of 0.5 is low.", "3D data follow."]),
        ("Does it work? Yes! It does.", ["Does it work?", "Yes!", "It does."]),
        ("一句话。另一句。", ["一句话。", "另一句。"]),
        ("No end", ["No end"]),
        ("  \n ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, expected):
    assert [text[start:end] for start, end in sentence_spans(text)] == expected


def test_sentence_at_a_place_across_two_sentences_holds_both():
    assert sentence_at([(0, 5), (6, 12)], 4, 8) == (0, 12)
