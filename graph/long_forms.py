"""Which long forms of one short form say the same."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil

from paperatlas.graph.acronyms import stems
from paperatlas.graph.local import is_short
from paperatlas.graph.normalise import join_key, normal_form

_SHARED = 0.7
"""Part of the longer of two stems that both must begin with to be akin."""
_ROOT = 5
"""Letters of a stem that with any ending is akin to itself."""


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


def agreeing(short: str, forms: Mapping[str, str], main: Mapping[str, str]) -> list[list[str]]:
    """Return groups of keys whose long forms agree, in the order given; `main` writes out short forms in them.

    Those agree that have the same stems, or of which one lacks words that the other has, where the initials of one
    alone are the short form.

    Examples
    --------
    >>> forms = {"a": "convolutional neural network", "b": "convolutional network", "c": "common nearest neighbor"}
    >>> agreeing("cnn", forms, {})
    [['a', 'b'], ['c']]
    """
    words = {key: form_words(form, main) for key, form in forms.items()}
    exact = {held for held in words.values() if "".join(word[0] for word in held) == short}
    groups: list[list[str]] = []
    for key in forms:
        for group in groups:
            first = words[group[0]]
            one_exact = (first in exact) != (words[key] in exact)
            if alike(words[key], first) or (one_exact and _within(words[key], first)):
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


def akin(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the words of two forms begin alike, so that they are hardly rivals, though maybe not one name.

    Examples
    --------
    >>> akin(("random", "tree"), ("randomiz", "tree")), akin(("recurrent", "network"), ("recurs", "network"))
    (True, False)
    """
    return len(one) == len(other) and all(_begin_alike(*sorted(pair, key=len)) for pair in zip(one, other, strict=True))


def _begin_alike(short: str, long: str) -> bool:
    least = ceil(_SHARED * len(long))
    return short[:least] == long[:least] or (len(short) >= _ROOT and long.startswith(short))


@lru_cache(maxsize=1 << 12)
def says_the_same(one: str, other: str) -> bool:
    """Return whether two long forms of one short form are alike or akin, or one lacks words that the other has.

    Examples
    --------
    >>> says_the_same("area under the ROC curve", "area under the curve"), says_the_same("linear map", "language model")
    (True, False)
    """
    first, second = form_words(one, {}), form_words(other, {})
    return alike(first, second) or akin(first, second) or _within(first, second)


def _within(one: Sequence[str], other: Sequence[str]) -> bool:
    return set(one) < set(other) or set(other) < set(one)
