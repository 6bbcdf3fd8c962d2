"""Paper ids: as the input gives them, else from the text; one paper for one id."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha1

from paperatlas.records import Paper, Problem
from paperatlas.schema import NODE_LABELS, PAPER

_SHORT, _LONG = 12, 40
_GIVEN = re.compile(r'(.*) id=("(?:[^"\\]|\\.)*")\Z', re.DOTALL)
_TAKEN = tuple(f"{label}:" for label in NODE_LABELS if label != PAPER)
"""How ids of other nodes begin."""


def assign_ids(papers: Iterable[Paper]) -> tuple[tuple[Paper, ...], tuple[Problem, ...], tuple[Problem, ...]]:
    """Return the papers with ids that no two share, the duplicates left out, and notes on ids that were changed.

    A paper without an id gets one from its text. Papers of the same text, and of the same id or without one, are one
    paper: the one that says most of authors, venue, year and so on stays. Of papers with the same id and other texts
    the one whose text has the smallest SHA-1 keeps it. An id that could be that of another node is changed too. The
    ids are a function of the set of papers, in any order, and papers that already went through here may be among them:
    `source` keeps the id that the input gave.

    Examples
    --------
    >>> papers = [Paper(id="x", abstract="We train BERT."), Paper(id="x", abstract="We train GPT.")]
    >>> [paper.id for paper in assign_ids(papers)[0]]
    ['x-6cae9eda1602', 'x']
    """
    kept, duplicates = _without_duplicates(papers)
    ids = _ids({(input_id(paper), text_hash(paper)) for paper in kept})
    named, notes = [], []
    for paper in kept:
        given, found = input_id(paper), ids[input_id(paper), text_hash(paper)]
        source = _GIVEN.sub(r"\1", paper.source)
        if given and found != given:
            notes.append(Problem(source, f"id {given!r} {_reason(given)}; the paper is {found!r}"))
            source = f"{source} id={json.dumps(given, ensure_ascii=False)}"
        named.append(replace(paper, id=found, source=source))
    return tuple(named), duplicates, tuple(notes)


def input_id(paper: Paper) -> str:
    """Return the id that the input gave the paper, "" if none, also where `assign_ids` has changed it.

    Examples
    --------
    >>> input_id(Paper(id="a-0123456789ab", abstract="We train BERT.", source='x.bib:3 id="a"'))
    'a'
    """
    if match := _GIVEN.fullmatch(paper.source):
        return str(json.loads(match[2]))
    return "" if paper.id in (text_id(paper), f"p-{text_hash(paper)}") else paper.id


def text_id(paper: Paper) -> str:
    """Return the id that a paper has by its text alone.

    Examples
    --------
    >>> text_id(Paper(id="", abstract="We train BERT."))
    'p-6cae9eda1602'
    """
    return f"p-{text_hash(paper)[:_SHORT]}"


def text_hash(paper: Paper) -> str:
    """Return the SHA-1 of a paper's title and abstract, in hexadecimal."""
    return sha1(f"{paper.title or ''}\0{paper.abstract}".encode("utf-8", "surrogatepass")).hexdigest()


def _without_duplicates(papers: Iterable[Paper]) -> tuple[list[Paper], tuple[Problem, ...]]:
    papers = list(papers)
    best: dict[tuple[str, str], Paper] = {}
    owner: dict[str, str] = {}
    for paper in papers:
        given, text = input_id(paper), text_hash(paper)
        best[given, text] = min(best.get((given, text), paper), paper, key=_preference)
        if given:
            owner[text] = min(owner.get(text, given), given)
    kept, duplicates, seen = [], [], set()
    for paper in papers:
        given, text = input_id(paper), text_hash(paper)
        first = best[given or owner.get(text, ""), text]
        if paper is first and id(paper) not in seen:
            seen.add(id(paper))
            kept.append(paper)
        else:
            where = _GIVEN.sub(r"\1", first.source)
            duplicates.append(Problem(_GIVEN.sub(r"\1", paper.source), f"the same paper as {where or first.id}"))
    return kept, tuple(duplicates)


def _preference(paper: Paper) -> tuple[int, str, str]:
    known = (paper.authors, paper.venue, paper.year, paper.url, paper.keywords)
    return -sum(map(bool, known)), repr(known), _GIVEN.sub(r"\1", paper.source)


def _ids(papers: set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return an id for each (input id, text hash); what the input gives is never taken from its owner."""
    given = {name for name, _ in papers if name and not name.startswith(_TAKEN)}
    used, ids = set(given), {}
    for name, text in sorted(papers):
        if name in given:
            given.discard(name)
            ids[name, text] = name
            continue
        found = f"{name or 'p'}-{text[:_SHORT]}"
        while found in used:
            found = f"{name or 'p'}-{text}" if len(found) < len(name or "p") + 1 + _LONG else f"{found}-{text}"
        used.add(found)
        ids[name, text] = found
    return ids


def _reason(given: str) -> str:
    return "could be that of another node" if given.startswith(_TAKEN) else "is also that of another text"
