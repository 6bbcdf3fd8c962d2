"""The form in which a node is named."""

import pytest

from paperatlas.viz.names import inert, one_line, shown_name


@pytest.mark.parametrize(
    ("name", "aliases", "shown"),
    [
        ("generative adversarial network", {"GAN": 4, "GANs": 9}, "generative adversarial network (GAN)"),
        ("retrieval-augmented generation", {"RAG": 2}, "retrieval-augmented generation (RAG)"),
        ("convolutional neural network", {"ConvNet": 5, "CNN": 3}, "convolutional neural network (ConvNet)"),
        ("Vision Transformer", {"ViT": 1, "ViTs": 1, "VT": 1}, "Vision Transformer (ViT)"),
        ("support vector machine", {"support-vector machine": 3}, "support vector machine"),
        ("graph attention network", {"LSTM": 3}, "graph attention network"),
        ("BERT", {"BERTs": 2}, "BERT"),
        ("GAN training", {"GAN": 2}, "GAN training"),
    ],
)
def test_most_used_acronym_stands_beside_the_long_form(name, aliases, shown):
    assert shown_name(name, aliases) == shown


def test_inert_text_keeps_its_length():
    text = "a\u202eb\x00c\u2028d\ne\ud800"
    assert inert(text) == "a\u200bb c d\ne\ufffd"
    assert len(inert(text)) == len(text)


def test_long_names_are_cut():
    assert one_line("A" * 10_000, 20) == "A" * 19 + "…"
