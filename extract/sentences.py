"""Sentence spans of running text, by rule."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

_ABBREVIATIONS = frozenset(
    (
        *("al", "approx", "cf", "dr", "e.g", "eg", "eq", "eqs", "etc", "fig", "figs", "i.e", "ie", "no", "nos"),
        *("prof", "resp", "sec", "st", "tab", "viz", "vol", "vs", "w.r.t"),
    )
)
_END = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s+[\"'“‘(\[$\\]*[^\Wa-z_])|\n+|[。！？]")
_LAST_WORD = re.compile(r"[\w.]+$")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return half-open character spans of the sentences of `text`, in order, without the blanks around them.

    A full stop ends a sentence only before a capital or a digit, and never after a known abbreviation.

    Examples
    --------
    >>> [text[a:b] for text in ["See e.g. BERT. It works."] for a, b in sentence_spans(text)]
    ['See e.g. BERT.', 'It works.']
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        word = _LAST_WORD.search(text, max(start, match.start() - 12), match.start())
        if match[0].startswith(".") and word and word[0].lower() in _ABBREVIATIONS:
            continue
        _add_span(spans, text, start, match.end())
        start = match.end()
    _add_span(spans, text, start, len(text))
    return spans


def sentence_at(spans: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """Return the span from the sentence that holds `start` to the one that holds `end`, else (start, end).

    `spans` are those of `sentence_spans`: in order, without overlap.
    """
    first = bisect_right(spans, start, key=lambda span: span[1])
    after = bisect_left(spans, end, key=lambda span: span[0])
    return (min(spans[first][0], start), max(spans[after - 1][1], end)) if first < after else (start, end)


def _add_span(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    body = text[start:end]
    left = start + len(body) - len(body.lstrip())
    right = start + len(body.rstrip())
    if left < right:
        spans.append((left, right))
