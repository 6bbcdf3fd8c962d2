"""What the words of a paper say for the senses of well-known short forms: by the words beside their long forms."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from math import log

from paperatlas.graph.normalise import join_key, normal_form
from paperatlas.graph.short_forms import WellKnown, listed_form

CLEAR = log(5)
"""By how much the evidence for a sense must outweigh that for the next one."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_DEPENDENT = 0.5
"""What each word counts for: those of one text say much the same (see the README of the table)."""


def text_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, of three letters and more, each in its normal form, as often as they stand there.

    Examples
    --------
    >>> text_words("Robots plan tours; a robot in 2D.")
    ('robot', 'plan', 'tour', 'robot')
    """
    return tuple(map(normal_form, _WORD.findall(text)))


@lru_cache(maxsize=1 << 14)
def paper_words(texts: tuple[str, ...], series: str) -> frozenset[str]:
    """Return the words of a paper's texts, with its venue, given without the year, as one more."""
    return frozenset(word for text in texts for word in text_words(text)) | {venue_word(series)}


def venue_word(series: str) -> str:
    """Return a venue without its year as a word beside others, an empty one for none."""
    return f"@{series}" if series else ""


def said_for(short: str, long: str, words: Collection[str]) -> float | None:
    """Return how much the words of a paper speak for a sense of a short form, given by its first long form.

    The natural logarithm of how much likelier papers of the sense are to have them, None where no papers show that.

    Examples
    --------
    >>> tours = {"tour", "city", "routing", "combinatorial", "heuristic"}
    >>> [round(said_for("TSP", "Traveling Salesman Problem", words)) for words in (tours, {"image"})]
    [7, 0]
    """
    beside = _words_beside().get((short, join_key(long)))
    if beside is None:
        return None
    return _DEPENDENT * sum(sorted(beside[word] for word in beside.keys() & set(words)))


def speaks_for(short: str, sense: WellKnown, words: Collection[str]) -> float:
    """Return how much the words of a paper speak for a well-known sense, 0 too where no papers show that."""
    return said_for(listed_form(short), sense.longs[0], words) or 0.0


@cache
def _words_beside() -> Mapping[tuple[str, str], Mapping[str, float]]:
    """Return, by short form and key of the first long form of a sense, words with their weights."""
    table: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for line in (files("paperatlas.graph") / "data" / "sense_words.tsv").read_text(encoding="utf-8").splitlines():
        short, long, *pairs = line.split("\t")
        for word, weight in (pair.rsplit(" ", 1) for pair in pairs):
            table[short, join_key(long)][word] = float(weight)
    return table
