"""Authors and venues: their nodes, and the edges from papers to them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from paperatlas.graph.normalise import name_slug, person_form, shown_form
from paperatlas.records import Paper
from paperatlas.schema import AUTHOR, PUBLISHED_IN, VENUE, WRITTEN_BY


def name_nodes(papers: Sequence[Paper]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the nodes of all authors and venues, each with the form of its name that most papers use."""
    yield from _nodes(AUTHOR, (name for paper in papers for name in paper.authors))
    yield from _nodes(VENUE, (paper.venue for paper in papers if paper.venue))


def author_edges(paper: Paper) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield an edge to each author; `position` counts from 1, and a name given twice keeps its first place."""
    first: dict[str, int] = {}
    for position, name in enumerate(paper.authors, start=1):
        first.setdefault(name_id(AUTHOR, name), position)
    for author, position in first.items():
        if author:
            yield paper.id, author, WRITTEN_BY, {"position": position}


def venue_edges(paper: Paper) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield the edge to the paper's venue, where it has one."""
    venue = name_id(VENUE, paper.venue or "")
    if venue:
        yield paper.id, venue, PUBLISHED_IN, {}


def name_id(label: str, name: str) -> str:
    """Return the id of a person or venue, empty for a name that is blank.

    Examples
    --------
    >>> name_id("Author", "Jane Doe"), name_id("Venue", "NeurIPS 2024"), name_id("Author", " ")
    ('Author:jane-doe', 'Venue:neurips-2024', '')
    """
    form = person_form(name)
    return f"{label}:{name_slug(form)}" if form else ""


def _nodes(label: str, names: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for name in names:
        forms[name_id(label, name)][shown_form(name)] += 1
    for node, counts in forms.items():
        if node:
            yield node, {"label": label, "name": min(counts, key=lambda form: (-counts[form], form))}
