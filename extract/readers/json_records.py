"""Records in JSON: one object a line, an array of objects, or an object that holds such an array."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from paperatlas.extract.readers.bibtex import read_bibtex
from paperatlas.extract.readers.json_arrays import array_members, value_begin
from paperatlas.extract.readers.openreview import is_note, is_reply, note_fields
from paperatlas.extract.readers.record import Record, completed, folded

_OWN = frozenset({"id", "title", "abstract", "authors", "author"})
_LINE = re.compile(r"^\{", re.MULTILINE)
_SHARED = ("venue", "year")
_DEEPEST = 3
_LIST = re.compile(r'"[^"\n]{1,60}"\s{0,9}:\s{0,9}(?=\[\s{0,99}\{)')
_OWN_NAME = re.compile(rf'"(?:{"|".join(sorted(_OWN))})"\s{{0,9}}:', re.IGNORECASE)
_LISTS_TRIED = 20


def read_json_records(text: str) -> Iterator[Record]:
    """Yield a record for each line or each member of the array; what is no object is a failed record.

    An object without title and authors that holds a list of papers, as APIs answer, stands for these; its venue and
    year are theirs. The members of an array are placed by the line on which they begin.

    Examples
    --------
    >>> [record.fields for record in read_json_records('{"id": 7, "Abstract": "We train BERT."}')]
    [{'id': 7, 'abstract': 'We train BERT.'}]
    """
    start = len(text) - len(text.lstrip())
    line = 1 + text.count("\n", 0, start)
    if text.startswith("[", start):
        yield from _members(text, start, line, 0)
    elif _is_lines(text, start):
        for number, content in enumerate(text.split("\n"), start=1):
            if content.strip():
                yield from _parsed(content, number)
    else:
        yield from _parsed(text, line)


def _is_lines(text: str, start: int) -> bool:
    """Tell an object a line from one over several lines."""
    first, _, rest = text[start:].partition("\n")
    return _is_json(first) or (bool(_LINE.search(rest)) and not _is_json(text))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _parsed(text: str, line: int) -> Iterator[Record]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        yield from _whole_part(text, line, error)
        return
    yield from _records(text, len(text) - len(text.lstrip()), line, value, 0)


def _whole_part(text: str, line: int, error: Exception) -> Iterator[Record]:
    """Yield the records of the list in a broken object, else the fault."""
    for match in islice(_LIST.finditer(text), _LISTS_TRIED):
        above = line + text.count("\n", 0, match.end())
        if _OWN_NAME.search(text, 0, match.start()):
            break
        if _is_paper(next(array_members(text, match.end(), above)).value):
            yield from _members(text, match.end(), above, 1)
            return
    yield Record(line, None, f"not JSON: {error}")


def _records(text: str, at: int, line: int, value: Any, depth: int) -> Iterator[Record]:
    """Yield the record that a value is, or those of the list in it; the value begins at `at`."""
    name = _list_in(value) if depth < _DEEPEST else None
    if name is None:
        yield _record(line, value)
        return
    begin = value_begin(text, at, name)
    shared = {key: value[key] for key in _SHARED if isinstance(value.get(key), str | int)}
    for record in _members(text, begin, line + text.count("\n", at, begin), depth + 1):
        yield replace(record, fields=completed(record.fields, shared)) if record.fields else record


def _members(text: str, at: int, line: int, depth: int) -> Iterator[Record]:
    for member in array_members(text, at, line):
        if member.fault:
            yield Record(member.line, None, member.fault)
        else:
            yield from _records(text, member.at, member.line, member.value, depth)


def _record(line: int, value: Any) -> Record:
    if not isinstance(value, dict):
        return Record(line, None, f"a JSON {type(value).__name__}, an object with title and abstract was expected")
    if is_note(value):
        if is_reply(value):
            return Record(line, {}, "a reply to a paper, not a paper")
        value = note_fields(value)
    fields: dict[str, Any] = {}
    for name, content in value.items():
        if fields.get(folded(name)) in (None, "", []):
            fields[folded(name)] = content
    return Record(line, completed(fields, _cited(fields.get("bibtex"))))


def _cited(bibtex: Any) -> Mapping[str, Any]:
    """Return the fields of a record's own entry in BibTeX."""
    record = next(read_bibtex(bibtex), None) if isinstance(bibtex, str) and bibtex.strip() else None
    return (record and record.fields) or {}


def _list_in(value: Any) -> str | None:
    """Return the name of the one list of papers that an object holds, unless it is a paper itself."""
    if not isinstance(value, dict) or is_note(value) or _OWN & {folded(name) for name in value}:
        return None
    names = [name for name, content in value.items() if isinstance(content, list) and any(map(_is_paper, content))]
    return names[0] if len(names) == 1 else None


def _is_paper(value: Any) -> bool:
    return isinstance(value, dict) and (is_note(value) or not {"title", "abstract"}.isdisjoint(map(folded, value)))
