"""Records in JSON: one object a line, or one array of objects."""

import json
from collections.abc import Iterator
from typing import Any

from paperatlas.extract.readers.record import Record, folded


def read_json_records(text: str) -> Iterator[Record]:
    """Yield a record for each line or each member of the array; a line that is no object is a failed record.

    The members of an array are placed by the line on which they begin.

    Examples
    --------
    >>> [record.fields for record in read_json_records('{"id": 7, "Abstract": "We train BERT."}')]
    [{'id': 7, 'abstract': 'We train BERT.'}]
    """
    start = len(text) - len(text.lstrip())
    if text.startswith("[", start):
        yield from _members(text, start + 1)
        return
    if _is_whole_object(text):
        yield _record(1 + text.count("\n", 0, start), json.loads(text))
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _parsed(number, line)


def _parsed(number: int, line: str) -> Record:
    try:
        return _record(number, json.loads(line))
    except (ValueError, RecursionError) as error:
        return Record(number, None, f"not JSON: {error}")


def _record(line: int, value: Any) -> Record:
    if not isinstance(value, dict):
        return Record(line, None, f"a JSON {type(value).__name__}, an object with title and abstract was expected")
    fields: dict[str, Any] = {}
    for name, content in value.items():
        if fields.get(folded(name)) in (None, "", []):
            fields[folded(name)] = content
    return Record(line, fields)


def _is_whole_object(text: str) -> bool:
    first_line = text.strip().partition("\n")[0]
    try:
        json.loads(first_line)
    except (ValueError, RecursionError):
        try:
            return isinstance(json.loads(text), dict)
        except (ValueError, RecursionError):
            return False
    return False


def _members(text: str, at: int) -> Iterator[Record]:
    decoder = json.JSONDecoder()
    line, counted = 1, 0
    while (at := _next_value(text, at)) < len(text) and text[at] != "]":
        line += text.count("\n", counted, at)
        counted = at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            yield Record(line, None, f"not JSON, and the array can't be read on: {error}")
            return
        yield _record(line, value)
    if at >= len(text):
        yield Record(line + text.count("\n", counted), None, "the array ends without ]; the file is cut short")


def _next_value(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n,":
        at += 1
    return at
