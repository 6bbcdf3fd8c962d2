"""Edits of a Cypher text at places that its tree names."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands from `start` to `end` (half-open) gives way to `text`; an insertion where both are equal."""

    start: int
    end: int
    text: str


def insertion(at: int, text: str) -> Edit:
    """Return the edit that puts `text` before the character at `at`."""
    return Edit(at, at, text)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` after edits that don't overlap; of several at one place the first comes last.

    Examples
    --------
    >>> edited("RETURN type(r)", [Edit(7, 11, "label"), insertion(14, " AS kind")])
    'RETURN label(r) AS kind'
    """
    for edit in sorted(edits, key=lambda found: -found.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
