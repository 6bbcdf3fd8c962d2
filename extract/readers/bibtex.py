"""Records in BibTeX."""

import logging
import re
from collections.abc import Iterator, Mapping

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names
from bibtexparser.model import Block, DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, ParsingFailedBlock, String
from bibtexparser.model import Entry as BibtexEntry

from paperatlas.extract.readers.bibtex_volumes import Entry, with_volumes
from paperatlas.extract.readers.record import Record, folded

_ENTRY = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]+)[ \t]*[{(]", re.MULTILINE)
_NOT_RECORDS = frozenset({"comment", "preamble", "string"})
_MARK = re.compile(r'\\.|[{}"]', re.DOTALL)
_WORD = re.compile(r"[^\s#{}\",]+")


def read_bibtex(text: str) -> Iterator[Record]:
    """Yield a record for each entry, in order, placed by its line.

    Of a field that is there twice the first counts; an entry whose braces or commas are wrong is a failed record. Year
    and venue that an entry lacks come from the volume of its crossref, else from the proceedings that it stands below.

    Examples
    --------
    >>> [record.fields["authors"] for record in read_bibtex("@misc{a, author={Roe, Jane and Ann Lee}}")]
    [['Jane Roe', 'Ann Lee']]
    """
    blocks = _blocks(text)
    strings: dict[str, str] = {}
    for block in blocks:
        if isinstance(block, String):
            strings[block.key.lower()] = _value(block.value, strings)
    yield from with_volumes([entry for block in blocks if (entry := _entry(block, strings))])


def looks_like_bibtex(text: str) -> bool:
    """Tell whether an entry begins at the start of a line.

    Examples
    --------
    >>> looks_like_bibtex("% my library\\n@article{a, title={T}}"), looks_like_bibtex("Write to me@home.org")
    (True, False)
    """
    return bool(_ENTRY.search(text))


def _blocks(text: str) -> list[Block]:
    """Return the blocks with values as written; what the parser would log stands in our own account."""
    logger = logging.getLogger("bibtexparser")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        return parse_string(text, parse_stack=[]).blocks
    finally:
        logger.setLevel(level)


def _entry(block: Block, strings: Mapping[str, str]) -> Entry | None:
    line = (block.start_line or 0) + 1
    note = ""
    if isinstance(block, ParsingFailedBlock):
        kind = _ENTRY.match(block.raw or "")
        if kind and kind[1].lower() in _NOT_RECORDS:
            return None
        if isinstance(block, DuplicateFieldKeyBlock):
            note = f"{', '.join(sorted(block.duplicate_keys))} is there twice; the first counts"
        elif not isinstance(block, DuplicateBlockKeyBlock):
            return Entry("", Record(line, None, f"not BibTeX: {_reason(block)}; check its braces, commas and key"))
    entry = block.ignore_error_block if isinstance(block, ParsingFailedBlock) else block
    return _read(entry, line, note, strings) if isinstance(entry, BibtexEntry) else None


def _reason(block: ParsingFailedBlock) -> str:
    return " ".join(str(getattr(block.error, "abort_reason", block.error)).split()).rstrip(".")


def _read(entry: BibtexEntry, line: int, note: str, strings: Mapping[str, str]) -> Entry:
    fields: dict[str, object] = {"id": entry.key}
    for field in entry.fields:
        try:
            fields.setdefault(folded(field.key), _value(str(field.value), strings))
        except ValueError as error:
            failed = f"not BibTeX: {error} in {field.key}; check its commas and quotes"
            return Entry(entry.entry_type.lower(), Record(line, None, failed))
    if author := fields.pop("author", None):
        fields["authors"] = [_name(name) for name in split_multiple_persons_names(str(author)) if name != "others"]
    return Entry(entry.entry_type.lower(), Record(line, fields, note or ("" if entry.key else "no key")))


def _value(raw: str, strings: Mapping[str, str]) -> str:
    """Return a value without its braces or quotes: parts joined by `#`, names of strings replaced.

    Raises
    ------
    ValueError
        If something else follows a part: the comma before the next field is missing.
    """
    parts, at, raw = [], 0, raw.strip()
    while at < len(raw):
        if raw[at] in '{"':
            end = _end_of(raw, at)
            parts.append(raw[at + 1 : end - 1])
        else:
            word = _WORD.match(raw, at)
            end = word.end() if word else at
            parts.append(strings.get(raw[at:end].lower(), raw[at:end]))
        rest = raw[end:].lstrip()
        if rest and (not rest.startswith("#") or end == at):
            raise ValueError(f"unexpected {rest[:20]!r}")
        at = len(raw) - len(rest[1:].lstrip()) if rest else len(raw)
    return "".join(parts)


def _end_of(raw: str, at: int) -> int:
    """Return where the braces or quotes that open at `at` are closed."""
    depth = 0
    for mark in _MARK.finditer(raw, at):
        depth += (mark[0] == "{") - (mark[0] == "}")
        if depth == 0 and mark.start() > at and mark[0] == ("}" if raw[at] == "{" else '"'):
            return mark.end()
    raise ValueError("an open brace or quote")


def _name(name: str) -> str:
    parts = parse_single_name_into_parts(name, strict=False)
    return " ".join([*parts.first, *parts.von, *parts.last, *parts.jr])
