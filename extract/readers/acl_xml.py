"""Papers in the XML of the ACL Anthology: a collection of volumes, each with what its papers share and its papers.

Each paper is parsed alone, so that a broken one costs no other, and nothing before it is: no entity that the file
declares is ever known, let alone expanded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from paperatlas.extract.readers.record import Record

_PART = re.compile(r"<!--|<!\[CDATA\[|<(?P<name>collection|volume|meta|paper)(?=[\s>/])[^<>]*>")
_NEXT = re.compile(r"</(?:paper|meta|volume|collection)\s*>|<(?:paper|meta|volume)(?=[\s>/])")
_ID = re.compile(r"\sid\s*=\s*(?:\"([^\"<]*)\"|'([^'<]*)')")
_ROOT = re.compile(r"<collection[\s>]")
_ROOT_WITHIN = 20_000
_OLD = re.compile(r"[A-Z][0-9][0-9]")
_BREAKS = frozenset({"br", "p", "par"})
_SKIPPED = {"<!--": "-->", "<![CDATA[": "]]>"}
_DEEPEST = 2


@dataclass(frozen=True, slots=True)
class _Element:
    """An element below the root of a part, and the text of all that is in it."""

    name: str
    parts: list[str] = field(default_factory=list)
    children: list["_Element"] = field(default_factory=list)

    def first(self, name: str) -> str:
        """Return the text of the first child of that name that has any."""
        texts = ("".join(child.parts).strip() for child in self.children if child.name == name)
        return next(filter(None, texts), "")


def read_acl_xml(text: str) -> Iterator[Record]:
    """Yield a record for each paper, with booktitle and year of its volume; front matter is none.

    Of markup in titles and abstracts the text stays, maths in `$`.

    Examples
    --------
    >>> text = '<collection id="2020.x"><volume id="1"><paper id="2"><title>On <b>BERT</b></title></paper></volume>'
    >>> [(record.fields["id"], record.fields["title"]) for record in read_acl_xml(text)]
    [('2020.x-1.2', 'On BERT')]
    """
    ids, meta, remark = {"collection": "", "volume": ""}, _Element("meta"), ""
    line, counted = 1, 0
    for start, end, name in _parts(text):
        line, counted = line + text.count("\n", counted, start), start
        number = _id(text, start)
        if name in ids:
            ids[name], meta, remark = number, _Element("meta"), ""
            continue
        try:
            element = _parsed(text[start:end])
        except ExpatError as error:
            fault = f"not XML: {ErrorString(error.code)} at line {line + error.lineno - 1}"
            if name == "paper":
                yield Record(line, None, f"{fault}; mend its tags and its &")
            else:
                remark = f"no year and venue, for the volume's meta is {fault}"
            continue
        if name == "meta":
            meta = element
        else:
            yield Record(line, _fields(element, meta, _anthology_id(**ids, paper=number)), remark)


def looks_like_acl_xml(text: str) -> bool:
    """Tell whether a text is XML with a collection of the Anthology.

    Examples
    --------
    >>> looks_like_acl_xml('<?xml version="1.0"?><collection id="P18">'), looks_like_acl_xml("<rss>")
    (True, False)
    """
    return text.lstrip("\ufeff \n\t").startswith("<") and bool(_ROOT.search(text, 0, _ROOT_WITHIN))


def _parts(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each collection, volume, meta and paper begins, and where it (or, of the first two, its tag) ends."""
    at = 0
    last = {mark: text.rfind(end) for mark, end in _SKIPPED.items()}
    while match := _PART.search(text, at):
        start, at, name = match.start(), match.end(), match["name"]
        if name is None:
            at = text.index(_SKIPPED[match[0]], at) if last[match[0]] >= at else at
            continue
        if name in ("meta", "paper"):
            end = _NEXT.search(text, at)
            at = len(text) if end is None else end.end() if end[0].startswith(f"</{name}") else end.start()
        yield start, at, name


def _id(text: str, start: int) -> str:
    found = _ID.search(text, start, text.index(">", start))
    return (found[1] or found[2] or "") if found else ""


def _parsed(chunk: str) -> _Element:
    parser, root, opened = ParserCreate(), _Element("root"), list[str]()
    path = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        opened.append(name)
        if 1 < len(opened) <= 1 + _DEEPEST:
            path.append(_Element(name))
            path[-2].children.append(path[-1])
        data("\n" if name in _BREAKS else "$" if name == "tex-math" else "")

    def end(name: str) -> None:
        data("$" if name == "tex-math" else "")
        if 1 < len(opened) <= 1 + _DEEPEST:
            path.pop()
        opened.pop()

    def data(text: str) -> None:
        for element in path[1:]:
            element.parts.append(text)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
    parser.Parse(chunk, True)
    return root


def _fields(paper: _Element, meta: _Element, name: str) -> dict[str, object]:
    url = paper.first("url")
    if not url and not paper.first("doi"):
        url = name
    return {
        "id": name or paper.first("bibkey"),
        "title": paper.first("title"),
        "abstract": paper.first("abstract"),
        "authors": [
            {"first": author.first("first"), "last": author.first("last")}
            for author in paper.children
            if author.name == "author"
        ],
        "booktitle": meta.first("booktitle") or meta.first("journal-title"),
        "year": paper.first("year") or meta.first("year"),
        "url": url if not url or "://" in url else f"https://aclanthology.org/{url}",
        "doi": paper.first("doi"),
    }


def _anthology_id(collection: str, volume: str, paper: str) -> str:
    """Return the id of the Anthology: 2020.acl-main.1, and P18-1001 or W18-0101 of a collection before 2020.

    Examples
    --------
    >>> _anthology_id("2020.acl", "main", "1"), _anthology_id("P18", "1", "1"), _anthology_id("W18", "1", "1")
    ('2020.acl-main.1', 'P18-1001', 'W18-0101')
    """
    if not (collection and volume and paper):
        return ""
    if not (_OLD.fullmatch(collection) and volume.isdecimal() and paper.isdecimal()):
        return f"{collection}-{volume}.{paper}"
    many = collection[0] == "W" or collection == "C69" or (collection == "D19" and int(volume) >= 5)
    return f"{collection}-{volume.zfill(2)}{paper.zfill(2)}" if many else f"{collection}-{volume}{paper.zfill(3)}"
