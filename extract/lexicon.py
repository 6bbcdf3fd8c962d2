"""The user's own terms: a TOML file of names, and where they stand in a text."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperatlas.errors import InputError
from paperatlas.extract.cleaning import clean_name
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.wellformed import HYPHENS, can_begin
from paperatlas.schema import CONCEPT, ENTITY_LABELS, KINDS

_PART = re.compile(r"\d+|[^\W\d]+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Term:
    """One entity of a lexicon with all its names."""

    label: str
    kind: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Terms, the number of the term of each name's key, and the most tokens that a name can have."""

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
    longest = max((len(_PART.findall(name)) for term in terms for name in term.names), default=0)
    return Lexicon(tuple(terms), numbers, longest)


def find_terms(
    lexicon: Lexicon, text: str, tokens: Sequence[tuple[int, int]], *, borders: Sequence[int] = ()
) -> list[tuple[int, int, int]]:
    """Return (first token, end, term number) of the terms in `text`, over case, plural and hyphen; the longest wins.

    `tokens` are half-open characters, `borders` characters that no term crosses. A name that is a function word but for
    its capitals or marks (IS, A*) is found only as the lexicon writes it.

    Examples
    --------
    >>> lexicon = build_lexicon([Term("Method", None, ("GAN", "support vector machine"))])
    >>> text = "Support-Vector Machines began"
    >>> find_terms(lexicon, text, [(0, 7), (7, 8), (8, 14), (15, 23), (24, 29)])
    [(0, 4, 0)]
    """
    found, first = [], 0
    while first < len(tokens):
        limit = min((border for border in borders if border > tokens[first][0]), default=len(text))
        match = max(_matches(lexicon, text, tokens, first, limit), default=None)
        if match is None:
            first += 1
        else:
            found.append((first, *match))
            first = match[0]
    return found


def _matches(
    lexicon: Lexicon, text: str, tokens: Sequence[tuple[int, int]], first: int, limit: int
) -> Iterator[tuple[int, int]]:
    count = 0
    for last in range(first, len(tokens)):
        start, end = tokens[last]
        if end > limit:
            return
        if text[start:end] in HYPHENS:
            continue
        count += 1
        if count > lexicon.longest:
            return
        surface = text[tokens[first][0] : end]
        number = lexicon.numbers.get(surface_key(surface))
        if number is not None:
            head, tail = text[slice(*tokens[first])], text[start:end]
            if any(_is_written(name, surface, head, tail) for name in lexicon.terms[number].names):
                yield last + 1, number


def _is_written(name: str, surface: str, head: str, tail: str) -> bool:
    """Return whether a surface with the first token `head` and the last `tail` is `name`, with no mark around it."""
    if _key_with_article(surface) != _key_with_article(name):
        return False
    if not can_begin(surface_key(name)):
        return surface == name
    return (_has_letter(head) or name.startswith(head)) and (_has_letter(tail) or name.endswith(tail))


def _key_with_article(surface: str) -> str:
    return surface_key(f"x {surface}")


def _has_letter(token: str) -> bool:
    return any(letter.isalnum() for letter in token)


def _term(table: Any, number: int, path: Path) -> Term:
    where = f"lexicon {path}, term {number}"
    if not isinstance(table, dict) or table.get("label") not in ENTITY_LABELS:
        found = table.get("label") if isinstance(table, dict) else table
        raise InputError(f"{where}: label is {found!r}, not one of {', '.join(ENTITY_LABELS)}")
    kind = table.get("kind", "term" if table["label"] == CONCEPT else None)
    if (kind is not None) != (table["label"] == CONCEPT) or (kind is not None and kind not in KINDS):
        raise InputError(f"{where}: kind is {kind!r}; a Concept has one of {', '.join(KINDS)}, other labels none")
    names = table.get("names")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise InputError(f"{where}: names is {names!r}, not a list of names")
    cleaned = [clean_name(name) for name in names]
    if not all(map(surface_key, cleaned)):
        raise InputError(f"{where}: names is {names!r}, of which one is empty but for markup")
    return Term(table["label"], kind, tuple(cleaned))
