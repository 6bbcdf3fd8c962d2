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
_LINKS = frozenset(("by", "for", "from", "in", "of", "on", "over", "to", "under", "via", "vs", "versus", "with"))


def one_order(forms: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return for each key of `forms` (key, name) that has another order of the same words the key that stands for it.

    The words before the last one change places where there are three or more and no preposition among them; "rate of
    convergence" is "convergence rate" for a few words that measure (data/measures.toml). Of several the name that comes
    first in the alphabet stands for all.

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
    words = _COORDINATED.sub(r"\1 \2", shown_form(name)).replace(" and ", " ").split()
    lower = [word.lower() for word in words]
    if len(words) == 3 and lower[1] == "of":
        head, inner = key_words(words[0]), key_words(words[2])
        return (*inner, *head) if "".join(head) in _measures() else None
    if len(words) == 2 and "".join(key_words(words[1])) in _measures():
        return (*key_words(words[0]), *key_words(words[1]))
    if len(words) < _LEAST or not _LINKS.isdisjoint(lower) or any("-to-" in word for word in lower):
        return None
    return (*sorted(map(_unit, words[:-1])), *key_words(words[-1]))


@cache
def _unit(word: str) -> str:
    """Return what a word says before others."""
    return "".join(key_words(f"{word} x")[:-1])


@cache
def _measures() -> frozenset[str]:
    table = tomllib.loads((files("paperatlas.graph") / "data" / "measures.toml").read_text(encoding="utf-8"))
    return frozenset(table["measures"])
