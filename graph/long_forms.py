"""Which long forms of one short form say the same."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil

from paperatlas.graph.acronyms import has_initials, is_short, stems, telling_words
from paperatlas.graph.normalise import join_key, normal_form, singular_name

_SORT = re.compile(
    r"(?i:[ -](?:algorithm|architecture|benchmark|corpus|dataset|framework|metric|model|module|network|principle"
    r"|score)$)"
)
"""Last words of long forms that say of what sort the thing is."""
_SORT_IN_PAPER = re.compile(
    rf"{_SORT.pattern}|(?i:[ -](?:approach|layer|method|problem|procedure|scheme|strategy|system|technique|unit)$)"
)
"""The same, and words that a paper adds to its own names."""
_WORDS = 2
"""Words up to which a long form keeps its last one."""
_STEM = 0.75
"""Part of the longer of two stems that both must begin with to be akin."""
_ROOT, _WORD = 7, 0.65
"""Letters, and part of the longer of two words, that both must begin with to be akin else."""


def form_words(form: str, main: Mapping[str, str]) -> tuple[str, ...]:
    """Return the stems of a long form, the short forms in it written out by what `main` says of their keys.

    Examples
    --------
    >>> form_words("deep CNNs", {"cnn": "convolutional network"})
    ('deep', 'convolut', 'network')
    """
    return stems(
        normal_form(" ".join(main.get(join_key(word), word) if is_short(word) else word for word in form.split()))
    )


@lru_cache(maxsize=1 << 14)
def without_sort(form: str, short: str, *, in_paper: bool = False) -> str:
    """Return a long form of three words or more without a last word that only says of what sort its thing is.

    It adds nothing where the short form, which has no letter of it, stands for the long form with and without it; in
    one paper more words add nothing.

    Examples
    --------
    >>> without_sort("long short-term memory networks", "LSTM"), without_sort("deep graph network", "DGN")
    ('long short-term memory', 'deep graph network')
    """
    parts = len(re.split(r"[\s-]+", form))
    if parts <= _WORDS or has_initials(short, form):
        return form
    return (_SORT_IN_PAPER if in_paper else _SORT).sub("", singular_name(form))


def agreeing(short: str, forms: Mapping[str, str], main: Mapping[str, str]) -> list[list[str]]:
    """Return groups of keys whose long forms agree, in the order given; `main` writes out short forms in them.

    Those agree that have the same stems, a last word that adds nothing aside, or of which one lacks words that the
    other has, where the initials of one alone are the short form.

    Examples
    --------
    >>> forms = {"a": "convolutional neural network", "b": "convolutional network", "c": "common nearest neighbor"}
    >>> agreeing("cnn", forms, {})
    [['a', 'b'], ['c']]
    """
    words = {key: form_words(form, main) for key, form in forms.items()}
    bare = {key: form_words(without_sort(form, short), main) for key, form in forms.items()}
    exact = {held for held in words.values() if "".join(word[0] for word in held) == short}
    groups: list[list[str]] = []
    for key in forms:
        for group in groups:
            first = words[group[0]]
            one_exact = (first in exact) != (words[key] in exact)
            if (
                alike(words[key], first)
                or alike(bare[key], bare[group[0]])
                or (one_exact and _within(words[key], first))
            ):
                group.append(key)
                break
        else:
            groups.append([key])
    return groups


def alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two forms have the same stems.

    Examples
    --------
    >>> alike(("auto", "encoder"), ("autoencoder",))
    True
    """
    return "".join(one) == "".join(other)


@lru_cache(maxsize=1 << 12)
def plain_words(form: str) -> tuple[str, ...]:
    """Return the telling words of a long form in their normal form."""
    return telling_words(normal_form(form))


def akin(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the words of two forms begin alike, so that they are hardly rivals, though maybe not one name.

    Examples
    --------
    >>> akin(("random", "tree"), ("randomized", "tree")), akin(("point", "network"), ("pointer", "network"))
    (True, False)
    """
    return len(one) == len(other) and all(map(_begin_alike, one, other))


def differ_before_head(one: str, other: str) -> bool:
    """Return whether two long forms of one short form are akin and have the same last word.

    Examples
    --------
    >>> differ_before_head("graphics processor unit", "graphics processing unit")
    True
    >>> differ_before_head("linear program", "linear programming")
    False
    """
    first, second = plain_words(one), plain_words(other)
    return akin(first, second) and stems(first[-1]) == stems(second[-1])


def differ_by_ending(one: str, other: str) -> bool:
    """Return whether the last words of two long forms begin alike, but are not the same word.

    Examples
    --------
    >>> differ_by_ending("model predictive control", "model predictive controller")
    True
    >>> differ_by_ending("neural architecture search", "network architecture searches")
    False
    """
    first, second = normal_form(one).split()[-1], normal_form(other).split()[-1]
    return first != second and _begin_alike(first, second)


def _begin_alike(one: str, other: str) -> bool:
    (first,), (second,) = stems(one), stems(other)
    return _share(first, second, _STEM) or _share(one, other, _WORD, least=_ROOT)


def _share(one: str, other: str, part: float, *, least: int = 0) -> bool:
    letters = max(least, ceil(part * max(len(one), len(other))))
    return one[:letters] == other[:letters]


@lru_cache(maxsize=1 << 12)
def says_the_same(one: str, other: str) -> bool:
    """Return whether two long forms of one short form are alike or akin, or one lacks words that the other has.

    Examples
    --------
    >>> says_the_same("area under the ROC curve", "area under the curve"), says_the_same("linear map", "language model")
    (True, False)
    """
    first, second = form_words(one, {}), form_words(other, {})
    return alike(first, second) or akin(plain_words(one), plain_words(other)) or _within(first, second)


def _within(one: Sequence[str], other: Sequence[str]) -> bool:
    return set(one) < set(other) or set(other) < set(one)
