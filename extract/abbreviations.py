"""Abbreviations that a text defines, with the places of both forms.

After Schwartz and Hearst (2003, "A simple algorithm for identifying abbreviation definitions in biomedical text"), with
the reversed order "SHORT (long form)", plural short forms, and short forms joined by "or", "aka" or a quotation mark.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BRACKET = re.compile(r"[(\[]([^()\[\]]{2,120})[)\]]")
_WORD = re.compile(r"[^\s()\[\],;:]+")
_SHORT = re.compile(r"[^\W_][\w.+/&^-]{0,14}$")
_LEAD = re.compile(
    r"^(?:i\.e\.,?|e\.g\.,?|or|aka|a\.k\.a\.|also|called|abbreviated as|short for|named|dubbed)\s+", re.I
)
_CUT = re.compile(r"[,;]|\s[-–—]\s|\bor\b")
_BREAK = re.compile(
    r"[.;:!?](?=\s)|[()\[\]]|\n|\b(?:we|our|us|they|their|its|this|these|those|is|are|was|were|has|have|which|that)\s"
)
"""What no long form reaches over."""
_PART = re.compile(r"[^\W_]+")
_JOIN = re.compile(r"[^\w]+")
_QUOTES = "\"'`“”‘’ "


@dataclass(frozen=True, slots=True)
class Definition:
    """The half-open characters of a short form and of the long form that defines it."""

    short_start: int
    short_end: int
    long_start: int
    long_end: int


def find_definitions(text: str) -> list[Definition]:
    """Return the abbreviations that `text` defines, in text order, each place once.

    Examples
    --------
    >>> text = "We use graph convolutional networks (GCNs)."
    >>> [(text[d.short_start : d.short_end], text[d.long_start : d.long_end]) for d in find_definitions(text)]
    [('GCNs', 'graph convolutional networks')]
    """
    return [definition for bracket in _BRACKET.finditer(text) for definition in _defined(text, bracket)]


def _defined(text: str, bracket: re.Match[str]) -> Iterator[Definition]:
    inner_start, inner_end = _trimmed(text, *bracket.span(1))
    short = text[inner_start:inner_end]
    before_start = _clause_start(text, bracket.start())
    if is_short_form(short):
        start = _long_form_start(short, text, before_start, bracket.start())
        if start is not None:
            yield Definition(inner_start, inner_end, start, len(text[: bracket.start()].rstrip()))
            return
    match = _last_word(text, before_start, bracket.start())
    if match and is_short_form(match[0].strip(_QUOTES)):
        start = _long_form_start(match[0], text, inner_start, inner_end)
        if start is not None and start == inner_start:
            yield Definition(match.start(), match.end(), inner_start, inner_end)


def is_short_form(text: str) -> bool:
    """Return whether `text` can be a short form: one short word with two capitals, or a capital and a digit or symbol.

    Examples
    --------
    >>> [is_short_form(text) for text in ["GCNs", "ID^3", "k-NN", "ours", "3D", "1995"]]
    [True, True, True, False, False, False]
    """
    capitals = sum(letter.isupper() for letter in text)
    marks = sum(letter.isdigit() or letter in "+&^" for letter in text)
    return bool(_SHORT.fullmatch(text)) and len(_letters(text)) > 1 and (capitals >= 2 or (capitals == 1 and marks > 0))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Narrow a bracket's inside to the form itself: without "i.e.", quotation marks, or what follows a comma."""
    inner = text[start:end]
    lead = _LEAD.match(inner)
    begin = start + (lead.end() if lead else 0)
    cut = _CUT.search(text, begin, end)
    stop = cut.start() if cut and is_short_form(text[begin : cut.start()].strip(_QUOTES)) else end
    while begin < stop and text[begin] in _QUOTES:
        begin += 1
    while stop > begin and text[stop - 1] in _QUOTES:
        stop -= 1
    return begin, stop


def _clause_start(text: str, end: int) -> int:
    start = max(0, end - 160)
    for found in _BREAK.finditer(text, start, end):
        start = found.end()
    return start


def _last_word(text: str, start: int, end: int) -> re.Match[str] | None:
    return max(_WORD.finditer(text, start, end), key=re.Match.start, default=None)


def _long_form_start(short: str, text: str, start: int, end: int) -> int | None:
    """Return where the long form of `short` begins in text[start:end], which it must end; else None.

    Of all beginnings the one wins whose words begin with most letters of the short form, then the shortest.
    """
    span = text[start:end].rstrip()
    letters = _letters(short)
    words = list(_WORD.finditer(span))[-(min(len(letters) + 5, 2 * len(letters)) + 1) :]
    best: tuple[int, int] | None = None
    for begin in (match.start() + at for match in words for at in _beginnings(match[0])):
        initials = _initials(letters, span[begin:])
        if initials is not None and len(span) - begin > len(short):
            best = max(best or (0, 0), (initials, begin))
    if best is None or short.lower() in _JOIN.split(span[best[1] :].lower()):
        return None
    return start + best[1]


def _beginnings(word: str) -> list[int]:
    """Return where parts of a word begin, of those with one letter the first: "non-negative" is not cut in two."""
    starts: dict[str, int] = {}
    for part in _PART.finditer(word):
        starts.setdefault(part[0][0].lower(), part.start())
    return list(starts.values())


def _letters(short: str) -> str:
    """Return the letters that a long form must hold in order; a digit behind a letter repeats it (ID^3 is IDDD)."""
    plain = re.sub(r"(?<=[A-Z])s$", "", short)
    repeated = re.sub(r"([^\W\d_])\^?([2-5])(?!\d)", lambda m: m[1] * int(m[2]), plain)
    return "".join(letter for letter in repeated.lower() if letter.isalpha())


def _initials(letters: str, long_form: str) -> int | None:
    """Return the most letters that can begin a word where all stand in order in `long_form`, the first first."""
    if not letters or long_form[:1].lower() != letters[0]:
        return None
    lowered = long_form.lower()
    starts = {match.start() for match in _PART.finditer(long_form)}
    reached = {0: 1}
    for letter in letters[1:]:
        best, here = -1, dict[int, int]()
        for at in range(len(lowered)):
            if lowered[at] == letter and best >= 0:
                here[at] = best + (at in starts)
            best = max(best, reached.get(at, -1))
        reached = here
        if not reached:
            return None
    return max(reached.values())
