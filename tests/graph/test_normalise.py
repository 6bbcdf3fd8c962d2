"""Names that share a key are one name; all others are two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.extract.inflect import american_word, singular_word
from paperatlas.graph.normalise import (
    join_key,
    looks_like_name,
    normal_form,
    person_form,
    singular_name,
    without_suffix,
)

SAME = [
    ("convolutional neural network", "Convolutional Neural Networks"),
    ("CNN", "CNNs"),
    ("fine-tuning", "finetuning"),
    ("fine-tuning", "fine tuning"),
    ("ImageNet", "Imagenet"),
    ("state-of-the-art", "state\u2010of\u2011the\u00adart"),
    ("state-of-the-art", "state-of-\u200bthe-art"),
    ("BERT", "ＢＥＲＴ"),
    ("BERT", "**BERT**"),
    ("k-means", "$k$-means"),
    ("ID3", r"$\text{ID}^3$"),
    ("β-VAE", "beta-VAE"),
    ("CIFAR-10", "CIFAR10"),
    ("Erdős–Rényi graph", "Erdos-Renyi graphs"),
    ("regularisation", "regularization"),
    ("behavioural cloning", "behavioral cloning"),
    ("optimiser", "optimizers"),
    ("rates of convergence", "rate of convergence"),
    ("mixtures of experts", "mixture of experts"),
    ("neural nets", "neural network"),
    ("Dijkstra's algorithm", "Dijkstra’s algorithm"),
    ("F1 score", "F_1 score"),
    ("U-Net", "UNet"),
    ("LOOMNEWS", "LoomNews"),
    ("visual cortex", "visual cortices"),
    ("convolutional networks", "convolutional neural network"),
    ("torsional spring", "torsion spring"),
    ("haptics device", "haptic device"),
    ("dynamics equations", "dynamic equation"),
    ("max-margin learning", "maximum margin learning"),
    ("Rao-Blackwellised filter", "Rao-Blackwellized filter"),
]
APART = [
    ("CIFAR-10", "CIFAR-100"),
    ("LLaMA", "LLaMA 2"),
    ("GPT-2", "GPT-3"),
    ("LSTM", "BiLSTM"),
    ("MNIST", "Fashion-MNIST"),
    ("ResNet-50", "ResNet-101"),
    ("YOLOv3", "YOLOv5"),
    ("supervised learning", "unsupervised learning"),
    ("BERT", "BART"),
    ("word2vec", "doc2vec"),
    ("neural machine translation", "statistical machine translation"),
    ("Llama 3 8B", "Llama 38B"),
    ("GPT-3.5", "GPT-35"),
    ("C", "C++"),
    ("C++", "C#"),
    ("A", "A*"),
    ("dynamic network", "dynamics network"),
    ("Bayesian network", "Bayesian neural network"),
    ("graph network", "graph neural network"),
    ("recall@1", "recall@10"),
    ("DARTS", "DART"),
    ("k-means", "k-mean"),
    ("elastic net", "elastic network"),
    ("图卷积网络", "卷积网络"),
    ("()", "[]"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_forms_of_one_name_share_a_key(one, other):
    assert join_key(one) == join_key(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_names_keep_two_keys(one, other):
    assert join_key(one) != join_key(other)


@pytest.mark.parametrize("name", ["C++", "C#", "月球", "()", "--", "*", "½", "नेपाली", "한국어", "\x00"])
def test_a_name_of_any_script_or_only_symbols_has_a_form(name):
    assert normal_form(name)


@given(st.text(max_size=40))
def test_blanks_and_their_number_never_tell_names_apart(name):
    assert join_key(name) == join_key(f" {name.replace(' ', '  ')}\n")


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("policies", "policy"),
        ("losses", "loss"),
        ("loss", "loss"),
        ("analysis", "analysis"),
        ("analyses", "analysis"),
        ("bias", "bias"),
        ("biases", "bias"),
        ("Gauss", "Gauss"),
        ("Transformers", "Transformer"),
        ("GANs", "GAN"),
        ("ViTs", "ViT"),
        ("ResNets", "ResNet"),
        ("FaceForensics", "FaceForensics"),
        ("matrices", "matrix"),
        ("approaches", "approach"),
        ("caches", "cache"),
        ("physics", "physics"),
        ("neurophysics", "neurophysics"),
        ("cortices", "cortex"),
        ("MOSES", "MOSES"),
        ("corpus", "corpus"),
    ],
)
def test_singular_of_a_word(plural, singular):
    assert singular_word(plural) == singular


@pytest.mark.parametrize(
    "word",
    ["noise", "denoising", "precise", "supervised", "contour", "tour", "four", "analysis", "compelled", "propeller"],
)
def test_words_that_only_look_british_stay(word):
    assert american_word(word) == word


@pytest.mark.parametrize(
    ("name", "label", "bare"),
    [
        ("ImageNet dataset", "Dataset", "ImageNet"),
        ("Adam optimizers", "Method", "Adam"),
        ("GPT-2 language model", "Method", "GPT-2"),
        ("F1-score", "Concept", "F1"),
        ("ImageNet dataset", "Method", None),
        ("dataset", "Dataset", None),
        ("supermodel", "Method", None),
    ],
)
def test_a_last_word_that_adds_nothing_goes(name, label, bare):
    assert without_suffix(name, label) == bare


@pytest.mark.parametrize(("name", "expected"), [("U-Net", True), ("word2vec", True), ("diffusion", False), ("", False)])
def test_proper_names_are_told_by_their_form(name, expected):
    assert looks_like_name(name) is expected


def test_the_shown_singular_keeps_capitals_and_what_follows_a_preposition():
    assert singular_name("Streams of Discrete Events") == "Stream of Discrete Events"


@pytest.mark.parametrize(
    ("name", "form"), [("Łukasz  Kaiser", "łukasz kaiser"), ("José Álvarez", "jose alvarez"), ("李梦遥", "李梦遥")]
)
def test_names_of_people_lose_accents_only(name, form):
    assert person_form(name) == form
