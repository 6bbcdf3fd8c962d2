"""What LaTeX means: the symbols of macros, what becomes of a macro's arguments, and what counts as maths."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from paperatlas.extract.word_lists import read_list

_ACCENTS: Mapping[str, str] = {
    **dict(zip("\"'`^~=.", "\u0308\u0301\u0300\u0302\u0303\u0304\u0307", strict=True)),
    **dict(zip("cvHudbkr", "\u0327\u030c\u030b\u0306\u0323\u0331\u0328\u030a", strict=True)),
}
_MATHS_SIGN = re.compile(r"[\\^_={}<>]")
_WORD = re.compile(r"[A-Za-z]{2,}")


@cache
def symbols() -> Mapping[str, str]:
    """Return the character that each symbol macro stands for.

    Examples
    --------
    >>> symbols()["alpha"]
    'α'
    """
    return dict(line.split(" ") for line in read_list("latex_symbols.txt"))


@cache
def macros() -> Mapping[str, frozenset[str]]:
    """Return the macros that are known, by what becomes of them.

    styled: the name goes, its argument stays. spacing: it leaves a space. dropped: its argument goes too. definition:
    two arguments go. second: the second argument stays. fraction: both stay.
    """
    kinds: dict[str, set[str]] = {}
    for line in read_list("latex_macros.txt"):
        kind, *names = line.split(" ")
        kinds.setdefault(kind, set()).update(names)
    return {kind: frozenset(names) for kind, names in kinds.items()}


@cache
def known_macros() -> frozenset[str]:
    """Return all names of macros that are known."""
    return frozenset(symbols()).union(*macros().values(), ["sqrt"])


def is_accent(name: str) -> bool:
    """Tell whether a macro puts an accent on the letter that follows."""
    return name in _ACCENTS


def accented(mark: str, letter: str) -> str:
    """Return the letter under the accent of a macro.

    Examples
    --------
    >>> accented('"', "o"), accented("c", "s")
    ('ö', 'ş')
    """
    return unicodedata.normalize("NFC", letter + _ACCENTS[mark])


def is_maths(inside: str, after: str) -> bool:
    """Tell maths from text between two prices, by what stands between the `$` and the character after.

    Examples
    --------
    >>> is_maths("k", "-"), is_maths("5 and ", "6")
    (True, False)
    """
    if not inside.strip() or "\n\n" in inside or (after.isdigit() and (inside[-1].isspace() or inside[0].isdigit())):
        return False
    if inside[-1].isspace() or inside[0].isspace():
        return "\\" in inside
    if _MATHS_SIGN.search(inside):
        return True
    return not after.isdigit() and (" " not in inside or not _WORD.search(inside))
