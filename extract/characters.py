"""Edits that bring a text's characters to one form: ligatures, widths, hyphens, blanks, control characters."""

import re
import unicodedata
from collections.abc import Iterator

from paperatlas.extract.edits import Edit
from paperatlas.extract.word_lists import read_words

_BLANKS = "\t\n\r\x0b\x0c\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_UNSEEN = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_COMPATIBLE = (
    "ℂℍℕℙℚℝℤℬℰℱℋℐℒℳℛ\u2160-\u217f\ufb00-\ufb06\U0001d400-\U0001d7ff"
    "\uff05\uff06\uff08\uff09\uff0b\uff0e-\uff19\uff20-\uff3f\uff41-\uff5d"
)
_ODD = re.compile(
    rf"(?P<broken>(?<=[^\W_])-(?:[{_UNSEEN}]*[ \t\r]*\n\s*|[ ]+)(?=[^\W\d_]))"
    rf"|(?P<blank>[ {_BLANKS}{_UNSEEN}]{{2,}}|[{_BLANKS}{_UNSEEN}]|\A | \Z)"
    r"|(?P<hyphen>[\u2010\u2011\u2212\ufe63\uff0d])"
    r"|(?P<accent>[^\W\d_][\u0300-\u036f]+)"
    rf"|(?P<compatible>[{_COMPATIBLE}])"
    r"|(?P<surrogate>[\ud800-\udfff])"
)
_BLANK = re.compile(rf"[ {_BLANKS}]")
_ANY_ODD = re.compile(r"[^\x20-\x7e]|  |^ | $|- ")
_WORD_BEFORE = re.compile(r"[^\W_]{1,40}\Z")
_WORD_AFTER = re.compile(r"[^\W_]{1,40}")
_SUSPENDED = frozenset({"and", "or", "to", "nor", "as", "but", "und", "oder", "et", "ou", "y"})


def character_edits(text: str) -> Iterator[Edit]:
    """Yield the edits, in order.

    Blanks become one space (one line feed where a blank line stood) and go at both ends; what can't be seen goes; a
    word broken at a line end is joined, with its hyphen where the hyphen is its own.

    Examples
    --------
    >>> list(character_edits("e\ufb03cient"))
    [(1, 2, 'ffi')]
    """
    if not _ANY_ODD.search(text):
        return
    for match in _ODD.finditer(text):
        old, new = match[0], _replacement(match, text)
        if new != old:
            yield match.start(), match.end(), new


def _replacement(match: re.Match[str], text: str) -> str:
    old = match[0]
    match match.lastgroup:
        case "blank":
            if match.start() == 0 or match.end() == len(text) or not _BLANK.search(old):
                return ""
            return "\n" if old.replace("\r\n", "\n").count("\n") > 1 or "\u2029" in old else " "
        case "hyphen":
            return "-"
        case "accent":
            return unicodedata.normalize("NFC", old)
        case "compatible":
            return unicodedata.normalize("NFKC", old)
        case "surrogate":
            return "\ufffd"
    return _joint(text, match.start(), match.end(), old)


def _joint(text: str, start: int, end: int, old: str) -> str:
    before = _WORD_BEFORE.search(text, max(0, start - 40), start)
    after = _WORD_AFTER.match(text, end)
    left, right = (before[0] if before else "", after[0] if after else "")
    if right in _SUSPENDED:
        return "- "
    if "\n" not in old and not (len(left) > 1 and len(right) > 1 and left.isalpha() and right.islower()):
        return "- "
    keeps = (
        len(left) == 1
        or not left[1:].islower()
        or not right.islower()
        or not _COMPOUNDING.isdisjoint((left.lower(), f"{left}-{right}".lower()))
    )
    return "-" if keeps else ""


_COMPOUNDING = read_words("compounding.txt")
