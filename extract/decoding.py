"""Names of one text from the tagger's span scores: which spans, and which of them are one entity."""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from paperatlas.extract.features import TYPES
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.wellformed import HYPHENS, can_begin, can_end, is_name

Floats = NDArray[np.float32]
LOWEST = 0.02
"""Probability under which a span is no candidate."""
AMONG_OTHER_SCRIPTS = 0.25
"""Threshold for names in Latin letters in a text of another script."""
_LATIN = range(0x250)
"""Letters of Basic Latin to Latin Extended-B."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What the tagger says of a text of `words` (indices of its tokens).

    `spans` (words, widths, types) are probabilities; `role_start`, `role_end` (words, roles) and `link_start`,
    `link_end` (words, LINK_WIDTH) add up over a span's first and last word.
    """

    words: tuple[int, ...]
    spans: Floats
    role_start: Floats
    role_end: Floats
    link_start: Floats
    link_end: Floats


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that may be a name: first and last word, characters, its key, and a probability for each type."""

    first: int
    last: int
    start: int
    end: int
    key: str
    types: Floats

    @property
    def probability(self) -> float:
        """Probability that the span names an entity of any type."""
        return float(self.types.sum())

    @property
    def best_type(self) -> str:
        """The likeliest of TYPES."""
        return TYPES[int(self.types.argmax())]


def find_names(
    text: str,
    tokens: Sequence[tuple[int, int]],
    scores: Scores,
    *,
    borders: Sequence[int] = (),
    threshold: float,
    shared: float,
) -> list[Candidate]:
    """Return the likeliest names of a text without overlap, in text order.

    `tokens` are half-open characters, `borders` characters that no name crosses; see `choose_spans` for the rest. Of a
    text that is mostly in another script only names in Latin letters are taken, by a lower threshold: the tagger knows
    English, and such a name stands out there.
    """
    found = candidates(text, tokens, scores, borders=borders)
    if _is_latin(text):
        return choose_spans(found, threshold=threshold, shared=shared)
    foreign = [candidate for candidate in found if _is_latin(text[candidate.start : candidate.end])]
    return choose_spans(foreign, threshold=min(threshold, AMONG_OTHER_SCRIPTS), shared=shared)


def candidates(
    text: str, tokens: Sequence[tuple[int, int]], scores: Scores, *, borders: Sequence[int]
) -> list[Candidate]:
    """Return the spans that can be names and are likely enough, in text order; none crosses one of `borders`."""
    found = []
    total = scores.spans.sum(axis=2)
    for first, width in np.argwhere(total >= LOWEST):
        last = first + width
        if last >= len(scores.words):
            continue
        start, head_end = tokens[scores.words[first]]
        tail_start, end = tokens[scores.words[last]]
        surface = text[start:end]
        fits = (
            can_begin(text[start:head_end], after=text[head_end : min(head_end + 1, end)])
            and can_end(text[tail_start:end], before=text[max(tail_start - 1, start) : tail_start])
            and is_name(surface)
        )
        if fits and not _crosses(start, end, borders):
            found.append(Candidate(int(first), int(last), start, end, surface_key(surface), scores.spans[first, width]))
    return found


def choose_spans(found: Sequence[Candidate], *, threshold: float, shared: float) -> list[Candidate]:
    """Return the candidates without overlap that together are worth most, in text order.

    A candidate is worth its log-odds less that of `threshold`; a share `shared` of the log-odds is that of the
    likeliest candidate with the same key, so that a name found once is found elsewhere. Weighted interval scheduling.
    """
    best_odds: dict[str, float] = defaultdict(lambda: -math.inf)
    for candidate in found:
        best_odds[candidate.key] = max(best_odds[candidate.key], log_odds(candidate.probability))
    limit = log_odds(threshold)
    ordered = sorted(found, key=lambda c: (c.last, c.first))
    ends = [c.last for c in ordered]
    totals, choice, previous = [0.0], [], []
    for index, candidate in enumerate(ordered):
        odds = (1 - shared) * log_odds(candidate.probability) + shared * best_odds[candidate.key]
        before = bisect_left(ends, candidate.first, 0, index)
        worth = totals[before] + odds - limit
        choice.append(worth > totals[-1])
        previous.append(before)
        totals.append(max(totals[-1], worth))
    chosen, index = [], len(ordered)
    while index:
        if choice[index - 1]:
            chosen.append(ordered[index - 1])
            index = previous[index - 1]
        else:
            index -= 1
    return chosen[::-1]


def _is_latin(text: str) -> bool:
    """Return whether half of the letters or more are Latin."""
    letters = [ord(letter) in _LATIN for letter in text if letter.isalpha()]
    return 2 * sum(letters) >= len(letters)


def confidence(name: Candidate, calibration: Mapping[str, float]) -> float:
    """Return how sure it is that a name is one, in 0 to 1 with 3 places: the calibrated probability.

    Logistic calibration (Platt, 1999) with the `slope` and `intercept` that held-out papers gave.
    """
    odds = calibration["slope"] * log_odds(name.probability) + calibration["intercept"]
    return round(1 / (1 + math.exp(-odds)), 3)


def log_odds(probability: float) -> float:
    """Return the log-odds of a probability, held away from 0 and 1."""
    held = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(held / (1 - held))


def with_repeats(
    text: str,
    tokens: Sequence[tuple[int, int]],
    scores: Scores,
    chosen: Sequence[Candidate],
    *,
    borders: Sequence[int] = (),
) -> list[Candidate]:
    """Return the names and the other places where they stand: a name found once is found everywhere."""
    repeats = (c for c in _repeats(text, tokens, scores, chosen) if not _crosses(c.start, c.end, borders))
    return sorted([*chosen, *repeats], key=lambda c: c.first)


def _crosses(start: int, end: int, borders: Sequence[int]) -> bool:
    return any(start < border < end for border in borders)


def _repeats(
    text: str, tokens: Sequence[tuple[int, int]], scores: Scores, chosen: Sequence[Candidate]
) -> Iterator[Candidate]:
    """Yield the other places of chosen names that no chosen span touches, the longest names first."""
    firsts = {tokens[word][0]: i for i, word in enumerate(scores.words)}
    lasts = {tokens[word][1]: i for i, word in enumerate(scores.words)}
    taken = bytearray(len(text) + 2)
    for candidate in chosen:
        taken[candidate.start : candidate.end] = b"\1" * (candidate.end - candidate.start)
    even = _even(text)
    surfaces = {text[c.start : c.end]: c for c in sorted(chosen, key=lambda c: c.probability)}
    for surface in sorted(surfaces, key=lambda s: (-len(s), s)):
        for start, end in _places(surface, text, even):
            if start in firsts and end in lasts and not any(taken[start:end]):
                taken[start:end] = b"\1" * (end - start)
                yield replace(surfaces[surface], first=firsts[start], last=lasts[end], start=start, end=end)


def _places(surface: str, text: str, even: str) -> Iterator[tuple[int, int]]:
    """Yield where a name stands, over hyphen and plural, and over case where it is no acronym or short word."""
    wanted, exact = _even(surface), len(surface) <= 4 or surface.isupper()
    start = even.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if not exact or text[start:end] == surface:
            yield start, end
            if text[end : end + 1] == "s":
                yield start, end + 1
        start = even.find(wanted, start + 1)


def _even(text: str) -> str:
    """Return `text` of the same length in lower case with blanks for hyphens."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)
    return lower.translate(_BLANKS)


_BLANKS = str.maketrans(dict.fromkeys([*HYPHENS, "\n"], " "))
