"""Names that differ by the order of their words alone."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from paperatlas.graph.normalise import key_words, normal_form, shown_form

_LEAST = 3
"""Words of a name whose words before the last may change places: "neural implicit representation"."""
_COORDINATED = re.compile(r"\b([^\W\d_]+(?:al|ed|ic|ive))-([^\W\d_]+(?:al|ed|ic|ive))\b")
"""Adjectives of one rank: "spatial-temporal" is "temporal and spatial"."""
_DERIVED = re.compile(r"(?:[st]ion|ment|ity|ance|ence|ing|sis|al)$")
"""Endings of nouns made of verbs and adjectives, which say of what they are before them or after "of" alike."""
_ARTICLES = frozenset(("a", "an", "the"))
_LINKS = frozenset(("by", "for", "from", "in", "of", "on", "over", "to", "under", "via", "vs", "versus", "with"))


def one_order(forms: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return for each key of `forms` (key, name) that has another order of the same words the key that stands for it.

    The words before the last one change places where there are three or more and no preposition among them; "rate of
    convergence" is "convergence rate" and "control of mobile robots" is "mobile robot control" where the word before
    "of" is a noun made of a verb or adjective, or one of a few others (data/turning.toml). Of several the name that
    comes first in the alphabet stands for all.

    Examples
    --------
    >>> one_order([("a", "neural implicit representation"), ("b", "implicit neural representations"), ("c", "map")])
    {'a': 'b'}
    """
    orders: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for key, name in forms:
        signature = _signature(name)
        if signature:
            form = normal_form(name)
            orders[signature][key] = min(form, orders[signature].get(key, form))
    found: dict[str, str] = {}
    for held in orders.values():
        first = min(held, key=lambda key: (held[key], key))
        found |= {key: first for key in held if key != first}
    return found


def _signature(name: str) -> tuple[str, ...] | None:
    """Return the words that say of what, sorted, and the last word; None where their order may tell."""
    shown = shown_form(name)
    words = (_COORDINATED.sub(r"\1 \2", shown) if "-" in shown else shown).replace(" and ", " ").split()
    if len(words) < 2:
        return None
    lower = [word.lower() for word in words]
    at = lower.index("of") if "of" in lower[1:-1] else 0
    if at and _turns(words[at - 1]):
        article = lower[at + 1] in _ARTICLES
        words = [*words[: at - 1], *words[at + 1 + article :], words[at - 1]]
        lower = [word.lower() for word in words]
    elif len(words) < _LEAST and (" and " in name or not _turns(words[-1])):
        return None
    if len(words) < 2 or not _LINKS.isdisjoint(lower) or "-to-" in shown.lower():
        return None
    return (*sorted(map(_unit, words[:-1])), *key_words(words[-1]))


@cache
def _turns(word: str) -> bool:
    key = "".join(key_words(word))
    return key in _turning() or bool(_DERIVED.search(key))


@cache
def _unit(word: str) -> str:
    """Return what a word says before others."""
    return "".join(key_words(f"{word} model")[:-1])


@cache
def _turning() -> frozenset[str]:
    table = tomllib.loads((files("paperatlas.graph") / "data" / "turning.toml").read_text(encoding="utf-8"))
    return frozenset(table["turning"])
