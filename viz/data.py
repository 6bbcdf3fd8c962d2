"""What a page carries: columns of nodes and edges, and the texts that are unpacked at the first click."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import networkx as nx
import numpy as np

from paperatlas.schema import ENTITY_LABELS, KINDS, MENTIONS, PAPER, ROLES
from paperatlas.viz.layout import lay_out
from paperatlas.viz.names import alias_counts, one_line, shown_name
from paperatlas.viz.spacing import Ints
from paperatlas.viz.texts import page_texts

LABELS = (PAPER, *ENTITY_LABELS)
_PAPER_SIZE = 6.0


@dataclass(frozen=True, slots=True)
class PageData:
    """`columns` are read at once, `texts` at the first click; both hold plain JSON values only."""

    columns: Mapping[str, Any]
    texts: Mapping[str, Any]


def page_data(graph: "nx.MultiDiGraph[str]") -> PageData:
    """Return the data of a page of `graph`: papers first, then entities, each in the order of their ids.

    Examples
    --------
    >>> page_data(nx.MultiDiGraph()).columns["name"]
    []
    """
    papers = _ids(graph, (PAPER,))
    entities = _ids(graph, ENTITY_LABELS)
    links = _links(graph, papers, entities)
    pairs = np.array([(paper, entity) for paper, entity, _ in links], dtype=np.int64).reshape(-1, 2)
    degree = np.bincount(pairs[:, 1], minlength=len(entities))
    radius = np.array([_PAPER_SIZE] * len(papers) + [_size(int(count)) for count in degree])
    nodes = [graph.nodes[node] for node in (*papers, *entities)]
    xy, reach = lay_out(len(papers), len(entities), pairs, _topics(pairs, nodes[len(papers) :]), radius)

    counts = alias_counts(graph)
    columns = {
        "labels": LABELS,
        "kinds": KINDS,
        "roles": ROLES,
        "label": [LABELS.index(node["label"]) for node in nodes],
        "name": [_paper_name(node) for node in nodes[: len(papers)]]
        + [_entity_name(graph.nodes[entity], counts.get(entity, Counter())) for entity in entities],
        "kind": [KINDS.index(node["kind"]) if node.get("kind") in KINDS else -1 for node in nodes[len(papers) :]],
        "aliases": {
            str(len(papers) + at): [one_line(str(alias), 120) for alias in graph.nodes[entity]["aliases"]]
            for at, entity in enumerate(entities)
            if graph.nodes[entity].get("aliases")
        },
        "year": [int(node.get("year") or 0) for node in nodes[: len(papers)]],
        "venue": [one_line(str(node.get("venue") or ""), 120) for node in nodes[: len(papers)]],
        "x": xy[:, 0].tolist(),
        "y": xy[:, 1].tolist(),
        "size": radius.tolist(),
        "reach": reach[: len(papers)].tolist(),
        "paper": [paper for paper, _, _ in links],
        "entity": [len(papers) + entity for _, entity, _ in links],
        "role": [role for _, _, role in links],
    }
    return PageData(columns, page_texts(graph, papers, entities))


def _ids(graph: "nx.MultiDiGraph[str]", labels: Sequence[str]) -> list[Any]:
    return sorted((node for node, data in graph.nodes(data=True) if data.get("label") in labels), key=str)


def _links(graph: "nx.MultiDiGraph[str]", papers: list[Any], entities: list[Any]) -> list[tuple[int, int, int]]:
    at = {node: place for place, node in enumerate(papers)}
    to = {node: place for place, node in enumerate(entities)}
    return sorted(
        (at[paper], to[entity], ROLES.index(data.get("role", "mentions")))
        for paper, entity, key, data in graph.edges(keys=True, data=True)
        if key == MENTIONS and paper in at and entity in to
    )


def _size(papers: int) -> float:
    return round(3.5 + 2.8 * sqrt(max(papers - 1, 0)), 1)


def _topics(pairs: Ints, entities: Sequence[Mapping[str, Any]]) -> Ints:
    """Return rows (paper, word) for words in names of entities that some papers share, but few."""
    words = [frozenset(_words(str(entity.get("name", "")))) for entity in entities]
    papers: defaultdict[str, set[int]] = defaultdict(set)
    for paper, entity in pairs.tolist():
        for word in words[entity]:
            papers[word].add(paper)
    most = max(3, len(np.unique(pairs[:, 0])) // 12)
    kept = sorted(word for word, found in papers.items() if 2 <= len(found) <= most)
    rows = [(paper, at) for at, word in enumerate(kept) for paper in sorted(papers[word])]
    return np.array(rows, dtype=np.int64).reshape(-1, 2)


def _words(name: str) -> Iterable[str]:
    return (word.removesuffix("s") for word in re.findall(r"[^\W\d_]{4,}", name[:200].casefold()))


def _paper_name(paper: Mapping[str, Any]) -> str:
    return one_line(str(paper.get("title") or paper.get("display_name") or "")) or "Untitled paper"


def _entity_name(entity: Mapping[str, Any], counts: Counter[str]) -> str:
    name = str(entity.get("name") or "")
    forms = {str(alias): max(counts[str(alias)], 1) for alias in entity.get("aliases", ())}
    return one_line(shown_name(name, forms)) or "Unnamed"
