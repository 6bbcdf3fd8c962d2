"""Records in a table with a header: CSV with comma, semicolon, bar or tab."""

import csv
from collections.abc import Iterator
from itertools import islice

from paperatlas.extract.readers.record import KNOWN_FIELDS, Record, folded

_DELIMITERS = ",;\t|"
_ABSTRACT = frozenset({"abstract", "abstractnote", "abstracttext"})
_LONGEST_FIELD = 2**31 - 1


def read_table(text: str) -> Iterator[Record]:
    """Yield a record for each row below the header, placed by its first line.

    A row that is too short lacks its last fields; what a row has too much is noted. A quote that is never closed spoils
    its own line alone.

    Examples
    --------
    >>> [record.fields for record in read_table("Title;Abstract\\nA;We train BERT.")]
    [{'title': 'A', 'abstract': 'We train BERT.'}]
    """
    lines = [f"{line}\n" for line in text.split("\n")]
    header: list[str] = []
    for number, row in _rows(lines, header_delimiter(text) or ","):
        if row is None:
            yield Record(number, None, "a quote is opened and never closed")
        elif not header:
            header = [folded(name) for name in row]
        else:
            yield Record(number, _fields(header, row), _raggedness(len(header), len(row)))


def header_delimiter(text: str) -> str | None:
    """Return what parts the columns if the first line is a header: an abstract, or a title and a field we know.

    Examples
    --------
    >>> header_delimiter("Title;Abstract\\nA;B"), header_delimiter("We train BERT, a model.")
    (';', None)
    """
    first, _, rest = text.lstrip().partition("\n")
    for delimiter in sorted(_DELIMITERS, key=first.count, reverse=True):
        names = {folded(name) for name in first.split(delimiter)}
        is_column = len(names) == 1 and rest.startswith('"')
        has_abstract = names & _ABSTRACT and (len(names) > 1 or is_column)
        if has_abstract or ("title" in names and len(names & KNOWN_FIELDS) > 1):
            return delimiter
    return None


def _rows(lines: list[str], delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield the first line of each row that is not blank, and its values; None where a quote is left open."""
    csv.field_size_limit(_LONGEST_FIELD)
    begin = 0
    while begin < len(lines):
        base = begin
        reader = csv.reader(islice(lines, base, None), delimiter=delimiter)
        for row in reader:
            end = base + reader.line_num
            if end - begin > 1 and "".join(lines[begin:end]).count('"') % 2:
                yield begin + 1, None
                begin += 1
                break
            if any(value.strip() for value in row):
                yield begin + 1, row
            begin = end


def _fields(header: list[str], row: list[str]) -> dict[str, str]:
    """Pair names and values; of two columns with one name the first that holds something counts."""
    fields: dict[str, str] = {}
    for name, value in zip(header, row, strict=False):
        if not fields.get(name, "").strip():
            fields[name] = value
    return fields


def _raggedness(columns: int, values: int) -> str:
    if values > columns:
        return f"{values} values for {columns} columns; those on the right are left out"
    return f"{values} values for {columns} columns" if values < columns else ""
