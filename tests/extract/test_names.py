"""Names of one text from span scores that are given here: which spans are names, and what definitions make of them."""

from itertools import pairwise

import numpy as np
import pytest
import spacy

from paperatlas.extract.abbreviations import find_definitions
from paperatlas.extract.decoding import Scores, find_names, with_repeats
from paperatlas.extract.definitions import with_definitions
from paperatlas.extract.features import LINK_WIDTH, SPAN_WIDTH, TYPES
from paperatlas.schema import ROLES


def names_of(text: str, *likely: str, borders: tuple[int, ...] = ()) -> list[str]:
    """Return the names of a text whose tagger finds the first places of the `likely` ones."""
    tokens = [(token.idx, token.idx + len(token)) for token in spacy.blank("en").make_doc(text)]
    spans = np.zeros((len(tokens), SPAN_WIDTH, len(TYPES)), dtype=np.float32)
    for surface in likely:
        start = text.index(surface)
        first = next(i for i, (at, _) in enumerate(tokens) if at == start)
        last = next(i for i, (_, end) in enumerate(tokens) if end == start + len(surface))
        spans[first, last - first, 0] = 0.9
    roles, links = np.zeros((len(tokens), len(ROLES))), np.zeros((len(tokens), LINK_WIDTH))
    scores = Scores(tuple(range(len(tokens))), spans, roles, roles, links, links)
    found = find_names(text, tokens, scores, borders=borders, threshold=0.5, shared=0.5)
    found, _ = with_definitions(text, tokens, scores, found, find_definitions(text))
    found = with_repeats(text, tokens, scores, found, borders=borders)
    assert all(one.end <= other.start for one, other in pairwise(found))
    return [text[name.start : name.end] for name in found]


@pytest.mark.parametrize("name", ["few-shot learning", "in-context learning", "over-fitting", "plug-in", "IS"])
def test_a_function_word_before_a_hyphen_or_in_capitals_may_begin_or_end_a_name(name):
    assert names_of(f"We study {name} here.", name) == [name]


@pytest.mark.parametrize("span", ["the graph", "graph of", "few graphs", "graph (", "models", "(graph"])
def test_no_name_begins_or_ends_with_a_function_word_or_an_open_bracket(span):
    assert names_of(f"We study {span} x) here.", span) == []


def test_a_name_that_holds_both_forms_gives_way_to_each():
    text = "We train graph networks (GNs) on maps."
    assert names_of(text, "graph networks (GNs)") == ["graph networks", "GNs"]


def test_the_long_form_takes_the_place_of_a_part_of_it():
    assert names_of("We train deep graph networks (DGN) on maps.", "graph networks") == ["deep graph networks", "DGN"]


def test_a_name_found_once_is_found_everywhere_over_case_hyphen_and_plural():
    text = "Random forests are slow. A random-forest is a tree, and Random Forests too."
    assert names_of(text, "Random forests") == ["Random forests", "Random Forests"]
    assert names_of(text.replace("forests", "forest"), "Random forest")[:2] == ["Random forest", "random-forest"]


def test_no_name_crosses_from_the_title_to_the_abstract():
    text = "Deep random\nforests grow. We plant random forests."
    borders = (text.index("forests"),)
    assert names_of(text, "random\nforests", borders=borders) == []
    assert names_of(text, "random forests", borders=borders) == ["random forests"]


def test_of_overlapping_names_the_more_likely_ones_are_kept():
    assert names_of("We use deep graph networks.", "graph networks") == ["graph networks"]
    assert names_of("We use deep graph networks.", "deep graph networks", "graph networks") == ["deep graph networks"]
