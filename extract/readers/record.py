"""A record as a reader finds it, and the paper that it stands for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paperatlas.extract.cleaning import clean_name
from paperatlas.records import Paper

_FIELDS = {
    "id": ("id", "paperid", "key", "citationkey"),
    "title": ("title", "papertitle", "documenttitle", "articletitle"),
    "abstract": ("abstract", "abstractnote", "abstracttext", "summary"),
    "authors": ("authors", "author", "authornames", "authorfullnames", "creators"),
    "venue": (
        *("venue", "booktitle", "journal", "conference"),
        *("publicationtitle", "sourcetitle", "journaltitle", "containertitle"),
    ),
    "year": ("year", "publicationyear", "date", "published", "publicationdate", "issued", "versions"),
    "url": ("url", "link", "pageurl", "site", "doi", "openreview", "pdf"),
    "keywords": ("keywords", "keyword", "authorkeywords", "manualtags", "tags"),
}
KNOWN_FIELDS = frozenset(name for names in _FIELDS.values() for name in names)
"""Folded names of the fields that are read."""

_NO_TEXT = frozenset({"n/a", "na", "none", "null", "nan", "-", "[no abstract available]", "no abstract available"})
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[ -]?){1,4}")
_FORUM = re.compile(r"[\w-]{8,14}")
_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}")
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """What one place of a file holds: `fields` by folded name, None where they could not be read.

    `line` counts from 1. `reason` says why nothing was read, or else what is odd about the record.
    """

    line: int
    fields: Mapping[str, Any] | None
    reason: str = ""


def folded(name: str) -> str:
    """Return the name of a field without case and signs.

    Examples
    --------
    >>> folded("Abstract Note")
    'abstractnote'
    """
    return re.sub(r"[\W_]+", "", name).lower()


def paper_of(fields: Mapping[str, Any], source: str) -> tuple[Paper, list[str]]:
    """Return the paper that the fields (by folded name) stand for, and what can't be read in them.

    Raises
    ------
    ValueError
        If the title or the abstract is no text.

    Examples
    --------
    >>> paper_of({"title": "A", "authors": "Roe, Jane; Ann Lee", "date": "May 2020"}, "x.csv:2")[0].authors
    ('Jane Roe', 'Ann Lee')
    """
    found = {field: _first(fields, names) for field, names in _FIELDS.items()}
    year, notes = _year(found["year"])
    abstract = _text(found["abstract"], "abstract")
    paper = Paper(
        id=_text(found["id"], "id"),
        title=_text(found["title"], "title") or None,
        abstract="" if abstract.strip().lower().rstrip(".") in _NO_TEXT else abstract,
        authors=tuple(authors_of(found["authors"])),
        venue=clean_name(_label(found["venue"])) or None,
        year=year,
        url=next(_addresses(fields), None),
        keywords=tuple(dict.fromkeys(filter(None, map(clean_name, _list(found["keywords"]))))),
        source=source,
    )
    return paper, notes


def completed(fields: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields with the authors, venue, year and address of others where they have none.

    Examples
    --------
    >>> completed({"title": "A", "year": 2020}, {"title": "B", "booktitle": "V", "date": "1999"})
    {'title': 'A', 'year': 2020, 'booktitle': 'V'}
    """
    lacking = [_FIELDS[field] for field in ("authors", "venue", "year", "url") if not _first(fields, _FIELDS[field])]
    return {**fields, **{name: other[name] for names in lacking for name in names if other.get(name)}}


def authors_of(value: Any) -> list[str]:
    """Return authors as "First Last", from a list of names or from one string of them."""
    if isinstance(value, str):
        names: Iterable[Any] = _names(value)
    else:
        names = value if isinstance(value, list | tuple) else [value]
    return list(dict.fromkeys(filter(None, map(_author, names))))


def _first(fields: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((fields[name] for name in names if fields.get(name) not in (None, "", [])), None)


def _text(value: Any, field: str) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = "\n".join(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{field} is a {type(value).__name__}, text was expected")
    text = _SURROGATES.sub("\ufffd", str(value))
    return text if text.strip() else ""


def _label(value: Any) -> str:
    if isinstance(value, dict):
        parts = [value.get(key) for key in ("given", "firstName", "first", "family", "lastName", "last")]
        value = value.get("name") or " ".join(str(part) for part in parts if part)
    return "" if value is None or isinstance(value, bool | list) else _SURROGATES.sub("\ufffd", str(value))


def _addresses(fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the addresses of a paper, the best first; a file's path on a server nobody names is none."""
    for name in _FIELDS["url"]:
        value = _label(fields.get(name)).strip()
        if value.startswith("10.") and "/" in value:
            yield f"https://doi.org/{value}"
        elif name == "openreview" and _FORUM.fullmatch(value):
            yield f"https://openreview.net/forum?id={value}"
        elif value and (name not in ("openreview", "pdf") or value.startswith("http")):
            yield value
    if "categories" in fields and _ARXIV.fullmatch(_label(fields.get("id"))):
        yield f"https://arxiv.org/abs/{fields['id']}"


def _year(value: Any) -> tuple[int | None, list[str]]:
    if value is None or not str(value).strip():
        return None, []
    match = _YEAR.search(str(value))
    return (int(match[1]), []) if match else (None, [f"no year can be read in {str(value)[:40]!r}"])


def _list(value: Any) -> list[str]:
    if isinstance(value, str):
        return re.split(r"[;\n|]" if re.search(r"[;\n|]", value) else ",", value)
    return [_label(part) for part in value] if isinstance(value, list | tuple) else []


def _names(text: str) -> list[str]:
    for separator in (r"[;\n|]", r"\s+and\s+"):
        if re.search(separator, text):
            return [part for name in re.split(separator, text) for part in _listed(name.strip(" ,"))]
    return _listed(text)


def _listed(text: str) -> list[str]:
    """Split at commas, unless they stand inside a name ("Roe, Jane" or "Roe, J., Lee, A.")."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) % 2 == 0 and all(_INITIALS.fullmatch(part) for part in parts[1::2]):
        return [f"{last}, {first}" for last, first in zip(parts[::2], parts[1::2], strict=True)]
    if len(parts) == 2 and " " not in parts[0]:
        return [text]
    return parts


def _author(value: Any) -> str:
    """Return one name; "Roe, Jane" is turned, unless first and last are told apart."""
    name = clean_name(_label(value))
    last, comma, first = name.partition(",")
    is_apart = isinstance(value, dict) and not value.get("name")
    return f"{first.strip()} {last.strip()}".strip() if comma and not is_apart else name
