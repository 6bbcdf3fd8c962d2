"""Which papers and entities a page holds: all of them, or of very many those that tell most."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

import networkx as nx

from paperatlas.schema import ENTITY_LABELS, MENTIONS, PAPER, ROLES

MOST_PAPERS = 12_000
_MOST_ENTITIES = 6_000


@dataclass(frozen=True, slots=True)
class Sample:
    """Ids of papers and entities, sorted, and what the page says of those it leaves out."""

    papers: tuple[Any, ...]
    entities: tuple[Any, ...]
    note: str = ""


def sample(graph: "nx.MultiDiGraph[str]", *, most_papers: int = MOST_PAPERS) -> Sample:
    """Return all papers and entities of `graph`; above `most_papers`, the entities that most papers mention.

    Of those come the papers with the strongest role for each in turn, up to `most_papers`, and a note.

    Examples
    --------
    >>> sample(nx.MultiDiGraph()).papers
    ()
    """
    papers = _ids(graph, (PAPER,))
    entities = _ids(graph, ENTITY_LABELS)
    if len(papers) <= most_papers:
        return Sample(tuple(papers), tuple(entities))
    by_entity = _papers_by_entity(graph, entities)
    ranked = sorted(
        (one for one in entities if len(by_entity[one]) > 1), key=lambda one: (-len(by_entity[one]), str(one))
    )
    kept = ranked[:_MOST_ENTITIES]
    turns = zip_longest(*(by_entity[entity] for entity in kept))
    told = (paper for turn in turns for paper in turn if paper is not None)
    shown = set(islice(dict.fromkeys(told), most_papers))
    note = (
        f"{len(papers):,} papers are too many to draw one by one: the map holds the {len(kept):,} names that most of "
        f"them share, sized and joined by all papers, and {len(shown):,} papers that tell of them."
    )
    return Sample(tuple(paper for paper in papers if paper in shown), tuple(sorted(kept, key=str)), note)


def _ids(graph: "nx.MultiDiGraph[str]", labels: Sequence[str]) -> list[Any]:
    return sorted((node for node, data in graph.nodes(data=True) if data.get("label") in labels), key=str)


def _papers_by_entity(graph: "nx.MultiDiGraph[str]", entities: Sequence[Any]) -> dict[Any, list[Any]]:
    """Return for each entity its papers, those with the strongest role first."""
    held: defaultdict[Any, list[tuple[int, str, Any]]] = defaultdict(list)
    for paper, entity, key, data in graph.edges(keys=True, data=True):
        if key == MENTIONS:
            held[entity].append((ROLES.index(data.get("role", ROLES[-1])), str(paper), paper))
    return {entity: [paper for *_, paper in sorted(held[entity], key=lambda row: row[:2])] for entity in entities}
