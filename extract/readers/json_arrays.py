"""Members of a JSON array, each with the line on which it begins; a broken one costs none that has its own line."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_DECODER = json.JSONDecoder()


class Member(NamedTuple):
    """A value, the line (from 1) and the character on which it begins; or why there is none."""

    line: int
    at: int
    value: Any
    fault: str = ""


def array_members(text: str, at: int, line: int) -> Iterator[Member]:
    """Yield the members of the array whose bracket stands at `at`, on the given line.

    Examples
    --------
    >>> [(line, value) for line, _, value, _ in array_members("[1,\\n {}]", 0, 1)]
    [(1, 1), (2, {})]
    """
    counted = at
    at += 1
    while (at := _after(text, at, ", \t\n")) < len(text) and text[at] != "]":
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            following = _next_like(text, at)
            rest = "" if following else ", and the array can't be read on"
            yield Member(line, at, None, f"not JSON{rest}: {error}")
            if not following:
                return
            at = following
            continue
        yield Member(line, at, value)
        at = end
    if at >= len(text):
        line += text.count("\n", counted)
        yield Member(line, at, None, "the array ends without ]; the file is cut short")


def value_begin(text: str, at: int, wanted: str) -> int:
    """Return where the value of that name begins in the sound object at `at`.

    Examples
    --------
    >>> value_begin('{"a": 1, "b": []}', 0, "b")
    14
    """
    at, found = at + 1, -1
    while text[at := _after(text, at, ", \t\n")] != "}":
        name, at = _DECODER.raw_decode(text, at)
        begin = _after(text, at, ": \t\n")
        found = begin if name == wanted else found
        at = _DECODER.raw_decode(text, begin)[1]
    return found


def _next_like(text: str, at: int) -> int:
    """Return where the next line begins an object as far in as the line of `at` does, 0 if none does."""
    margin = text[text.rfind("\n", 0, at) + 1 : at]
    if margin.strip():
        return 0
    found = re.compile(rf"^{margin}(?=\{{)", re.MULTILINE).search(text, at + 1)
    return found.end() if found else 0


def _after(text: str, at: int, between: str) -> int:
    while at < len(text) and text[at] in between:
        at += 1
    return at
