"""Papers read from files of any known format, with an account of what was passed over."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from paperatlas.errors import InputError
from paperatlas.extract.ids import text_id
from paperatlas.extract.readers.acl_xml import looks_like_acl_xml, read_acl_xml
from paperatlas.extract.readers.bibtex import looks_like_bibtex, read_bibtex
from paperatlas.extract.readers.front_matter import looks_like_front_matter, read_front_matter
from paperatlas.extract.readers.json_records import read_json_records
from paperatlas.extract.readers.record import Record, paper_of
from paperatlas.extract.readers.sources import WAY_OUT, read_text, shown
from paperatlas.extract.readers.table import header_delimiter, read_table
from paperatlas.extract.readers.text_list import read_text_list
from paperatlas.records import Paper, Problem, Reading

_READERS: Mapping[str, Callable[[str], Iterator[Record]]] = MappingProxyType(
    {
        "text": read_text_list,
        "jsonl": read_json_records,
        "bibtex": read_bibtex,
        "csv": read_table,
        "acl-xml": read_acl_xml,
        "markdown": read_front_matter,
    }
)
FORMATS = tuple(_READERS)
"""Names of the formats that can be read; each is found by content."""

LONGEST_TEXT = 1_000_000
"""Characters of title and abstract above which a record is skipped: no abstract, more likely a book."""


def read_papers(sources: Iterable[Path | str], *, input_format: str | None = None) -> Reading:
    """Read papers from files; "-" is standard input.

    A record without an abstract is used for its title, with a note; one with neither is skipped. Ids are as the input
    gives them, else from the text; where papers of several files may share one, `paperatlas.extract.ids.assign_ids`
    settles it.

    Raises
    ------
    InputError
        If a file can't be read, has no records or no abstract in any of them, or the format is unknown.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "list.jsonl"
    >>> _ = path.write_text('{"id": "a", "abstract": "We train BERT."}', encoding="utf-8")
    >>> [paper.id for paper in read_papers([path]).papers]
    ['a']
    """
    if input_format is not None and input_format not in _READERS:
        raise InputError(f"no format {input_format!r}; known are {', '.join(FORMATS)}")
    readings = [_read_file(source, input_format) for source in sources]
    return Reading(
        papers=tuple(_with_id(paper) for reading in readings for paper in reading.papers),
        skipped=tuple(problem for reading in readings for problem in reading.skipped),
        failed=tuple(problem for reading in readings for problem in reading.failed),
        notes=tuple(problem for reading in readings for problem in reading.notes),
    )


def _with_id(paper: Paper) -> Paper:
    return paper if paper.id else replace(paper, id=text_id(paper))


def format_of(text: str) -> str:
    """Return the format that a text is written in, by what it holds.

    Examples
    --------
    >>> format_of('{"abstract": "We train BERT."}'), format_of("We train BERT.")
    ('jsonl', 'text')
    """
    start = text.lstrip()
    if _is_json(start):
        return "jsonl"
    if looks_like_acl_xml(text):
        return "acl-xml"
    if looks_like_front_matter(text):
        return "markdown"
    if header_delimiter(text):
        return "csv"
    return "bibtex" if looks_like_bibtex(text) else "text"


def _is_json(start: str) -> bool:
    if start[:1] == "{":
        return start[1:200].lstrip()[:1] in ('"', "}")
    if start[:1] == "[":
        return start[1:200].lstrip()[:1] in ("{", "]")
    return False


def _read_file(source: Path | str, input_format: str | None) -> Reading:
    text = read_text(source)
    name = input_format or format_of(text)
    if name == "text" and text.lstrip().startswith("<?xml"):
        raise InputError(f"{shown(source)} is XML but not the ACL Anthology's; {WAY_OUT}")
    papers: list[Paper] = []
    skipped: list[Problem] = []
    failed: list[Problem] = []
    notes: list[Problem] = []
    has_abstracts = False
    for record in _READERS[name](text):
        where = f"{shown(source)}:{record.line}"
        try:
            paper, remarks = _paper(record, where)
        except ValueError as error:
            failed.append(Problem(where, str(error)))
            continue
        has_abstracts = has_abstracts or bool(paper.abstract)
        if reason := _unusable(paper, record.reason):
            skipped.append(Problem(where, reason))
        else:
            papers.append(paper)
            notes += [Problem(where, remark) for remark in remarks if remark]
    reading = Reading(tuple(papers), tuple(skipped), tuple(failed), tuple(notes))
    if not has_abstracts:
        raise InputError(_without_abstracts(reading, shown(source), name))
    return reading


def _paper(record: Record, where: str) -> tuple[Paper, list[str]]:
    if record.fields is None:
        raise ValueError(record.reason)
    paper, remarks = paper_of(record.fields, where)
    return paper, [record.reason, *remarks, "" if paper.abstract else "no abstract; its title alone is used"]


def _unusable(paper: Paper, remark: str) -> str:
    length = len(paper.abstract) + len(paper.title or "")
    if not length:
        return remark or "neither title nor abstract"
    return f"{length:,} characters, more than {LONGEST_TEXT:,}; split it" if length > LONGEST_TEXT else ""


def _without_abstracts(reading: Reading, source: str, name: str) -> str:
    first = next(iter((*reading.failed, *reading.skipped)), None)
    why = f" ({first.where}: {first.reason})" if first else ""
    return (
        f"no abstract in {source}, read as {name} with {reading.read} records{why}; "
        f"give a list with abstracts, or another format ({', '.join(FORMATS)})"
    )
