"""The user's own terms: a TOML file of names, and where they stand in a text."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperatlas.errors import InputError
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.wellformed import can_begin, can_end
from paperatlas.schema import CONCEPT, ENTITY_LABELS, KINDS

_HYPHENS = frozenset("-‐‑–")


@dataclass(frozen=True, slots=True)
class Term:
    """One entity of a lexicon with all its names."""

    label: str
    kind: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Terms, the number of the term of each name's key, and the length in words of the longest name."""

    terms: tuple[Term, ...]
    numbers: Mapping[str, int]
    longest: int


def read_lexicon(path: Path) -> Lexicon:
    """Read a TOML file with a table for each term: `[[term]]` with label, names, and kind for a Concept.

    Raises
    ------
    InputError
        If the file can't be read, or a term has an unknown label or kind, no names, or a name of another term.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"lexicon {path} can't be read: {error}") from error
    tables = content.get("term")
    if not isinstance(tables, list) or not tables:
        raise InputError(f"lexicon {path} has no [[term]] table; each term is one, with label and names")
    return build_lexicon([_term(table, number, path) for number, table in enumerate(tables, 1)], source=str(path))


def build_lexicon(terms: Sequence[Term], *, source: str = "the lexicon") -> Lexicon:
    """Return the lexicon of `terms`; a name that two terms claim is an InputError.

    Examples
    --------
    >>> sorted(build_lexicon([Term("Method", None, ("GAN", "support vector machine"))]).numbers)
    ['gan', 'support vector machine']
    """
    numbers: dict[str, int] = {}
    for number, term in enumerate(terms):
        for name in term.names:
            if numbers.setdefault(surface_key(name), number) != number:
                raise InputError(
                    f"{source}: terms {numbers[surface_key(name)] + 1} and {number + 1} both claim {name!r}"
                )
    return Lexicon(tuple(terms), numbers, max((len(key.split()) for key in numbers), default=0))


def find_terms(lexicon: Lexicon, words: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return (first word, end, term number) of the terms in `words`, over case, plural and hyphen; the longest wins.

    Examples
    --------
    >>> lexicon = build_lexicon([Term("Method", None, ("GAN", "support vector machine"))])
    >>> find_terms(lexicon, "Support - Vector Machines and GANs began".split())
    [(0, 4, 0), (5, 6, 0)]
    """
    found, first = [], 0
    while first < len(words):
        match = max(_matches(lexicon, words, first), default=None) if can_begin(words[first]) else None
        if match is None:
            first += 1
        else:
            found.append((first, *match))
            first = match[0]
    return found


def _matches(lexicon: Lexicon, words: Sequence[str], first: int) -> Iterator[tuple[int, int]]:
    parts: list[str] = []
    for end in range(first, len(words)):
        if words[end] in _HYPHENS:
            if not parts:
                return
            continue
        parts.append(words[end])
        if len(parts) > lexicon.longest:
            return
        number = lexicon.numbers.get(surface_key(" ".join(parts)))
        if number is not None and can_end(words[end]):
            yield end + 1, number


def _term(table: Any, number: int, path: Path) -> Term:
    where = f"lexicon {path}, term {number}"
    if not isinstance(table, dict) or table.get("label") not in ENTITY_LABELS:
        found = table.get("label") if isinstance(table, dict) else table
        raise InputError(f"{where}: label is {found!r}, not one of {', '.join(ENTITY_LABELS)}")
    kind = table.get("kind", "term" if table["label"] == CONCEPT else None)
    if (kind is not None) != (table["label"] == CONCEPT) or (kind is not None and kind not in KINDS):
        raise InputError(f"{where}: kind is {kind!r}; a Concept has one of {', '.join(KINDS)}, other labels none")
    names = table.get("names")
    if not isinstance(names, list) or not names or not all(isinstance(n, str) and surface_key(n) for n in names):
        raise InputError(f"{where}: names is {names!r}, not a list of names")
    return Term(table["label"], kind, tuple(names))
