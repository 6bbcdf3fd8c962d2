"""Year and venue that entries of BibTeX have from the volume they stand in: by crossref, or by their place below it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperatlas.extract.readers.record import Record

_VOLUMES = frozenset({"proceedings", "mvproceedings"})
_PARTS = frozenset({"inproceedings", "conference"})
_VENUE = ("booktitle", "journal", "journaltitle")
_YEAR = ("year", "date")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry's type in lower case, and what is read in it."""

    kind: str
    record: Record


def with_volumes(entries: Sequence[Entry]) -> Iterator[Record]:
    """Yield the records of the entries, in order, with the year and the venue of their volumes.

    A volume of proceedings is no paper itself. A crossref goes before the place: without one, a paper of proceedings
    that names no venue stands in those above it, or in the only ones of the file, unless their years differ.

    Examples
    --------
    >>> volume = Entry("proceedings", Record(1, {"id": "v", "booktitle": "Meeting", "year": "2020"}))
    >>> paper = Entry("inproceedings", Record(2, {"id": "p", "title": "T"}))
    >>> [record.fields for record in with_volumes([volume, paper])][1]["year"]
    '2020'
    """
    by_key: dict[str, Mapping[str, object]] = {}
    for entry in entries:
        if entry.record.fields:
            by_key.setdefault(str(entry.record.fields["id"]).lower(), entry.record.fields)
    volumes = [entry.record.fields for entry in entries if entry.kind in _VOLUMES and entry.record.fields]
    above = volumes[0] if len(volumes) == 1 else None
    for entry in entries:
        fields = entry.record.fields
        if fields is None:
            yield entry.record
        elif entry.kind in _VOLUMES:
            above = fields
            yield Record(entry.record.line, {}, "a volume of proceedings, not a paper")
        elif crossref := str(fields.get("crossref", "")).strip().lower():
            volume = by_key.get(crossref, {})
            yield entry.record if volume is fields else _inherited(entry.record, fields, volume)
        else:
            stands_above = above and entry.kind in _PARTS and _stands_in(fields, above)
            yield _inherited(entry.record, fields, above) if above and stands_above else entry.record


def _stands_in(fields: Mapping[str, object], volume: Mapping[str, object]) -> bool:
    own, its = _first(fields, _YEAR), _first(volume, _YEAR)
    return not _first(fields, _VENUE) and (not own or not its or own[:4] == its[:4])


def _inherited(record: Record, fields: Mapping[str, object], volume: Mapping[str, object]) -> Record:
    """Return the record with the volume's venue and year where it has none; a volume's title is what it is called."""
    given = {"booktitle": (_VENUE, (*_VENUE, "title")), "year": (_YEAR, _YEAR)}
    found = {name: _first(volume, its) for name, (own, its) in given.items() if not _first(fields, own)}
    return replace(record, fields={**fields, **{name: value for name, value in found.items() if value}})


def _first(fields: Mapping[str, object], names: Sequence[str]) -> str:
    return next((value for name in names if (value := str(fields.get(name, "")).strip())), "")
