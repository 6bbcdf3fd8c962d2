"""A record as a reader finds it, and the paper that it stands for."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from paperatlas.extract.cleaning import clean_name
from paperatlas.records import Paper

_FIELDS = {
    "id": ("id", "paperid", "key", "citationkey"),
    "title": ("title", "papertitle", "documenttitle", "articletitle"),
    "abstract": ("abstract", "abstractnote", "abstracttext", "summary"),
    "authors": ("authors", "author", "authornames", "authorfullnames", "creators"),
    "venue": ("venue", "booktitle", "journal", "conference", "publicationtitle", "sourcetitle", "journaltitle"),
    "year": ("year", "publicationyear", "date", "published", "publicationdate", "versions"),
    "url": ("url", "link", "pageurl", "doi"),
    "keywords": ("keywords", "keyword", "authorkeywords", "manualtags", "tags"),
}
KNOWN_FIELDS = frozenset(name for names in _FIELDS.values() for name in names)
"""Folded names of the fields that are read."""

_NO_TEXT = frozenset({"n/a", "na", "none", "null", "nan", "-", "[no abstract available]", "no abstract available"})
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[ -]?){1,4}")
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
        url=_address(_label(found["url"]).strip()) or None,
        keywords=tuple(dict.fromkeys(filter(None, map(clean_name, _list(found["keywords"]))))),
        source=source,
    )
    return paper, notes


def authors_of(value: Any) -> list[str]:
    """Return authors as "First Last", from a list of names or from one string of them."""
    if isinstance(value, str):
        names: Iterable[Any] = _names(value)
    else:
        names = value if isinstance(value, list | tuple) else [value]
    return list(dict.fromkeys(filter(None, (_turned(clean_name(_label(name))) for name in names))))


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


def _address(value: str) -> str:
    return f"https://doi.org/{value}" if value.startswith("10.") and "/" in value else value


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


def _turned(name: str) -> str:
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}".strip() if comma else name
