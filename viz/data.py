"""What a page carries: columns of nodes and edges, and the texts that are unpacked at the first click."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np

from paperatlas.schema import ENTITY_LABELS, KINDS, MENTIONS, PAPER, ROLES
from paperatlas.viz.backbone import Pairs, backbone, similar_pairs
from paperatlas.viz.communities import find_communities
from paperatlas.viz.layout import lay_out
from paperatlas.viz.names import alias_counts, one_line, shown_name
from paperatlas.viz.relations import relation_rows
from paperatlas.viz.sample import MOST_PAPERS, sample
from paperatlas.viz.spacing import Floats, Ints
from paperatlas.viz.texts import page_texts

LABELS = (PAPER, *ENTITY_LABELS)
VIEWS = ("all", "entities", "papers", "communities")
_PAPER_SIZE, _LARGEST = 6.0, 60.0
_SMALL = 500
_CROWD = 2000
"""From so many papers on a page opens on the entities."""


@dataclass(frozen=True, slots=True)
class PageData:
    """`columns` are read at once, `alike` when papers are compared, `texts` at the first click; all plain JSON."""

    columns: Mapping[str, Any]
    alike: Mapping[str, Any]
    texts: Mapping[str, Any]


def page_data(graph: "nx.MultiDiGraph[str]", *, most_papers: int = MOST_PAPERS) -> PageData:
    """Return the data of a page of `graph`: papers first, then entities, each in the order of their ids.

    Examples
    --------
    >>> page_data(nx.MultiDiGraph()).columns["name"]
    []
    """
    held = sample(graph, most_papers=most_papers)
    papers, entities = held.papers, held.entities
    to = {node: place for place, node in enumerate(entities)}
    links = _links(graph, {node: place for place, node in enumerate(papers)}, to)
    joined = np.array([(paper, entity) for paper, entity, _ in links], dtype=np.int64).reshape(-1, 2)
    nodes = [graph.nodes[node] for node in (*papers, *entities)]
    counts = alias_counts(graph)
    names = [_entity_name(graph.nodes[entity], counts.get(entity, Counter())) for entity in entities]
    degree = np.bincount(joined[:, 1], minlength=len(entities))
    pairs = backbone(graph, to, degree)
    groups = find_communities(nodes, len(papers), joined, pairs, names)
    many = [int(node.get("papers") or 0) for node in nodes[len(papers) :]] if held.note else degree.tolist()
    radius = np.concatenate([np.full(len(papers), _PAPER_SIZE), _sizes(np.array(many, dtype=np.float64))])
    hints = topic_rows(joined, [str(node.get("name", "")) for node in nodes[len(papers) :]], groups.of[: len(papers)])
    xy, reach = lay_out(len(papers), len(entities), joined, hints, radius)

    columns = {
        "labels": LABELS,
        "kinds": KINDS,
        "roles": ROLES,
        "view": "entities" if len(papers) >= _CROWD else "all",
        "note": held.note,
        "label": [LABELS.index(node["label"]) for node in nodes],
        "name": [*map(_paper_name, nodes[: len(papers)]), *names],
        "kind": [KINDS.index(node["kind"]) if node.get("kind") in KINDS else -1 for node in nodes[len(papers) :]],
        "aliases": {
            str(len(papers) + at): [one_line(str(alias), 120) for alias in graph.nodes[entity]["aliases"]]
            for at, entity in enumerate(entities)
            if graph.nodes[entity].get("aliases")
        },
        "year": [_year(node) for node in nodes[: len(papers)]],
        "venue": [one_line(str(node.get("venue") or ""), 120) for node in nodes[: len(papers)]],
        "community": groups.of.tolist(),
        "communities": groups.names,
        "x": xy[:, 0].tolist(),
        "y": xy[:, 1].tolist(),
        "size": radius.tolist(),
        "reach": reach[: len(papers)].tolist(),
        "paper": [paper for paper, _, _ in links],
        "entity": [len(papers) + entity for _, entity, _ in links],
        "role": [role for _, _, role in links],
        "pairs": _columns(pairs, len(papers)),
    }
    alike = similar_pairs(graph, {node: place for place, node in enumerate(papers)})
    texts = {**page_texts(graph, papers, entities), "relations": relation_rows(graph, papers, entities)}
    return PageData(columns, _columns(alike, 0), texts)


def topic_rows(pairs: Ints, names: Sequence[str], groups: Ints) -> Ints:
    """Return rows (paper, topic): a topic is a community, and of few papers also a word in names of entities.

    Examples
    --------
    >>> topic_rows(np.array([[0, 0], [1, 1]]), ["graph network", "graphs"], np.array([-1, -1])).tolist()
    [[0, 0], [1, 0]]
    """
    words = [frozenset(_words(name)) for name in names]
    papers: defaultdict[str, set[int]] = defaultdict(set)
    for paper, entity in pairs.tolist():
        for word in words[entity]:
            papers[word].add(paper)
    total = len(np.unique(pairs[:, 0]))
    most = max(3, total // 12) if total < _SMALL else 0
    kept = sorted(word for word, found in papers.items() if 2 <= len(found) <= most)
    rows = [(paper, at) for at, word in enumerate(kept) for paper in sorted(papers[word])]
    rows += [(paper, len(kept) + group) for paper, group in enumerate(groups.tolist()) if group >= 0]
    return np.array(rows, dtype=np.int64).reshape(-1, 2)


def _links(graph: "nx.MultiDiGraph[str]", at: Mapping[Any, int], to: Mapping[Any, int]) -> list[tuple[int, int, int]]:
    return sorted(
        (at[paper], to[entity], ROLES.index(data.get("role", "mentions")))
        for paper, entity, key, data in graph.edges(keys=True, data=True)
        if key == MENTIONS and paper in at and entity in to
    )


def _columns(pairs: Pairs, first: int) -> dict[str, list[int]]:
    from_, to = (pairs.ends + first).T.tolist() if len(pairs.ends) else ([], [])
    return {"from": from_, "to": to, "weight": pairs.weight.tolist()}


def _sizes(papers: Floats) -> Floats:
    """Return a radius for each name: its area grows with its papers, and where thousands share one, more slowly."""
    grown = 2.8 * np.sqrt(np.maximum(papers - 1, 0))
    return np.asarray((3.5 + grown * min(1.0, _LARGEST / max(grown.max(initial=0), 1))).round(1))


def _year(paper: Mapping[str, Any]) -> int:
    try:
        return int(paper.get("year") or 0)
    except (TypeError, ValueError):
        return 0


def _words(name: str) -> Iterable[str]:
    return (word.removesuffix("s") for word in re.findall(r"[^\W\d_]{4,}", name[:200].casefold()))


def _paper_name(paper: Mapping[str, Any]) -> str:
    return one_line(str(paper.get("title") or paper.get("display_name") or "")) or "Untitled paper"


def _entity_name(entity: Mapping[str, Any], counts: Counter[str]) -> str:
    name = str(entity.get("name") or "")
    forms = {str(alias): max(counts[str(alias)], 1) for alias in entity.get("aliases", ())}
    return one_line(shown_name(name, forms)) or "Unnamed"
