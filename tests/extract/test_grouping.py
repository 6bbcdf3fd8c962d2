import numpy as np
import pytest

from paperatlas.extract.decoding import Candidate, Scores
from paperatlas.extract.definitions import DefinedPair
from paperatlas.extract.entities import group_entities
from paperatlas.extract.features import LINK_WIDTH, SPAN_WIDTH, TYPES
from paperatlas.extract.lexicon import Term
from paperatlas.extract.linking import FEATURES
from paperatlas.extract.surfaces import surface_key
from paperatlas.schema import ROLES

SETTINGS = {"link_weights": dict.fromkeys(FEATURES, 0.0) | {"link": 1.0, "bias": 0.0}, "link_threshold": 0.5}
ONE, OTHER = Term("Method", None, ("machine learning", "ML")), Term("Concept", "metric", ("likelihood",))


def entities(keys, *, pairs=(), terms=None, linked=False, types=(), settings=SETTINGS):
    """Return keys and type of each entity of a text of the words `keys`; `linked` words are one thing to the tagger."""
    count = len(keys)
    link = np.full((count, LINK_WIDTH), 9.0 if linked else 0.0, dtype=np.float32)
    spans = np.zeros((count, SPAN_WIDTH, len(TYPES)), dtype=np.float32)
    roles = np.zeros((count, len(ROLES)), dtype=np.float32)
    scores = Scores(tuple(range(count)), spans, roles, roles, link, link)
    held = dict(zip(keys, types, strict=False))
    names = [
        Candidate(
            i, i, 10 * i, 10 * i + 9, key, np.eye(len(TYPES), dtype=np.float32)[TYPES.index(held.get(key, "task"))]
        )
        for i, key in enumerate(keys)
    ]
    found = group_entities(names, scores, pairs, settings, terms=terms or {})
    return [({names[index].key for index in entity.names}, entity.type) for entity in found]


def groups(keys, **options):
    return [held for held, _ in entities(keys, **options)]


def test_names_that_the_tagger_links_are_one_entity_but_two_terms_of_the_user_are_not():
    keys = ["machine learning", "likelihood"]
    assert groups(keys, linked=True) == [set(keys)]
    terms = {"machine learning": ONE, "likelihood": OTHER}
    assert groups(keys, linked=True, terms=terms) == [{"machine learning"}, {"likelihood"}]


def test_a_name_that_is_linked_to_two_terms_joins_one_of_them():
    keys = ["machine learning", "likelihood", "learner", "estimate"]
    found = groups(keys, linked=True, terms={"machine learning": ONE, "likelihood": OTHER})
    assert len(found) == 2 and set().union(*found) == set(keys)
    assert not any({"machine learning", "likelihood"} <= group for group in found)


def test_a_short_form_that_is_defined_as_two_terms_goes_with_the_first():
    pairs = [DefinedPair("mll", "machine learning", "machine learning"), DefinedPair("mll", "likelihood", "likelihood")]
    assert groups(["machine learning", "mll", "likelihood"], pairs=pairs) == [{"machine learning", "mll", "likelihood"}]
    found = groups(
        ["machine learning", "mll", "likelihood"], pairs=pairs, terms={"machine learning": ONE, "likelihood": OTHER}
    )
    assert found == [{"machine learning", "mll"}, {"likelihood"}]


@pytest.mark.parametrize(
    ("short", "long", "same"),
    [
        ("causal LMs", "causal language models", True),
        ("LM decoding", "language model decoding", True),
        ("causal LMs", "language models", False),
        ("causal LMs", "causal linear models of language", False),
        ("causal LMs", "masked language models", False),
    ],
)
def test_the_initials_of_some_words_join_names_that_are_otherwise_the_same(short, long, same):
    settings = SETTINGS | {"link_weights": dict.fromkeys(FEATURES, 0.0) | {"initials": 5.0, "bias": -2.0}}
    assert (len(groups([surface_key(short), surface_key(long)], settings=settings)) == 1) is same


def test_a_short_form_inside_a_name_stands_for_its_long_form_and_no_word_more():
    keys = [
        surface_key(name)
        for name in ("our tree MPC", "MPC", "model predictive control", "tree model predictive control")
    ]
    pairs = [DefinedPair("mpc", "tree model predictive control", "model predictive control")]
    assert groups(keys, pairs=pairs) == [
        {"tree mpc", "mpc", "model predictive control", "tree model predictive control"}
    ]


@pytest.mark.parametrize(("plural", "key"), [("GPs", "gp"), ("deep GPs", "deep gp"), ("GPS", "gps"), ("Bias", "bias")])
def test_an_acronym_of_two_letters_loses_the_s_that_follows_its_capitals(plural, key):
    assert surface_key(plural) == key


def test_names_of_one_term_are_one_entity():
    assert groups(["machine learning", "ml"], terms={"machine learning": ONE, "ml": ONE}) == [
        {"machine learning", "ml"}
    ]


def test_a_term_decides_the_type_of_its_entity_against_all_other_names():
    keys, pairs = ["likelihood", "lh", "lh", "lh"], [DefinedPair("lh", "likelihood", "likelihood")]
    types = ["metric", "Dataset"]
    assert entities(keys, pairs=pairs, types=types) == [({"likelihood", "lh"}, "Dataset")]
    assert entities(keys, pairs=pairs, types=types, terms={"likelihood": OTHER}) == [({"likelihood", "lh"}, "metric")]
