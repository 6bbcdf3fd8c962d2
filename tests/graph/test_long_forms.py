"""Which long forms are hardly rivals."""

import pytest

from paperatlas.graph.long_forms import says_the_same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("random tree", "randomized trees"),
        ("model predictive control", "model predictive controller"),
        ("quadratic programming", "quadratic program"),
        ("maximum likelihood estimation", "maximum likelihood estimators"),
        ("linear quadratic regulator", "linear quadratic regulation"),
        ("stochastic variance reduced gradient", "stochastic variance reduction gradient"),
    ],
)
def test_forms_whose_words_have_one_long_root_say_the_same(one, other):
    assert says_the_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("point network", "pointer network"),
        ("general model", "generative model"),
        ("general linear model", "generalized linear model"),
        ("local network", "localization network"),
        ("recurrent neural network", "recursive neural network"),
        ("linear map", "language model"),
    ],
)
def test_forms_whose_words_only_begin_alike_do_not(one, other):
    assert not says_the_same(one, other)
