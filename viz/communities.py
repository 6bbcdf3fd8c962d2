"""The communities of a page: as the graph's nodes give them, else found among the pairs that belong together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np

from paperatlas.viz.backbone import Pairs
from paperatlas.viz.names import one_line
from paperatlas.viz.spacing import Ints

_SEED = 20
_LEAST, _FEWEST, _MOST = 3, 2, 40


@dataclass(frozen=True, slots=True)
class Communities:
    """`of` is each node's community (papers, then entities; -1 is none), `names` are theirs, the largest first."""

    of: Ints
    names: tuple[str, ...]


def find_communities(
    nodes: Sequence[Mapping[str, Any]], papers: int, links: Ints, pairs: Pairs, names: Sequence[str]
) -> Communities:
    """Return the communities of `nodes`, papers first: by their property, else by Louvain's method over `pairs`.

    `links` are rows (paper, entity, both counted from 0), `pairs` count entities from 0, `names` are the entities'. A
    paper without one joins that of most of its entities, an entity that of most of its papers. Communities of fewer
    than 3 entities or 2 papers, and all beyond the 40 largest, are left out.

    Examples
    --------
    >>> entity = {"community": 7, "community_name": "graphs"}
    >>> found = find_communities([{}] + [entity] * 3, 1, np.array([[0, 0], [0, 1], [0, 2]]), None, ["a", "b", "c"])
    >>> found.of.tolist(), found.names
    ([0, 0, 0, 0], ('graphs',))
    """
    given = [node.get("community") for node in nodes]
    if any(one is not None for one in given[papers:]):
        codes = {one: at for at, one in enumerate(sorted({one for one in given if one is not None}, key=_order))}
        seen = np.array([-1 if one is None else codes[one] for one in given], dtype=np.int64)
    else:
        seen = np.concatenate([np.full(papers, -1), _louvain(len(nodes) - papers, pairs)])
    seen[:papers] = _joined(seen[:papers], links[:, 0], seen[papers:][links[:, 1]])
    seen[papers:] = _joined(seen[papers:], links[:, 1], seen[links[:, 0]])
    return _ranked(seen, nodes, papers, links, names)


def _order(value: Any) -> tuple[bool, int, str]:
    return (not isinstance(value, int), value if isinstance(value, int) else 0, str(value))


def _louvain(entities: int, pairs: Pairs) -> Ints:
    graph: nx.Graph[int] = nx.Graph()
    rows = zip(pairs.ends.tolist(), pairs.weight.tolist(), strict=True)
    graph.add_weighted_edges_from((first, second, max(weight, 1)) for (first, second), weight in rows)
    of = np.full(entities, -1, dtype=np.int64)
    for at, members in enumerate(nx.community.louvain_communities(graph, seed=_SEED)):
        of[sorted(members)] = at
    return of


def _joined(of: Ints, at: Ints, votes: Ints) -> Ints:
    """Return `of` with each -1 filled by most of the votes at its place, the smaller community where they tie."""
    rows, counts = np.unique(np.column_stack([at, votes])[votes >= 0], axis=0, return_counts=True)
    order = np.lexsort((-rows[:, 1], counts))
    most = np.full(len(of), -1, dtype=np.int64)
    most[rows[order, 0]] = rows[order, 1]
    return np.asarray(np.where(of < 0, most, of))


def _ranked(
    seen: Ints, nodes: Sequence[Mapping[str, Any]], papers: int, links: Ints, names: Sequence[str]
) -> Communities:
    sizes = np.bincount(seen[seen >= 0], minlength=1)
    cores = np.bincount(seen[papers:][seen[papers:] >= 0], minlength=len(sizes))
    ours = np.bincount(seen[:papers][seen[:papers] >= 0], minlength=len(sizes))
    fewest = min(_FEWEST, papers)
    order = [
        at for at in np.lexsort((np.arange(len(sizes)), -sizes)).tolist() if cores[at] >= _LEAST and ours[at] >= fewest
    ][:_MOST]
    place = np.full(len(sizes) + 1, -1, dtype=np.int64)
    place[order] = np.arange(len(order))
    named = {
        int(one): str(node["community_name"]) for one, node in zip(seen, nodes, strict=True) if "community_name" in node
    }
    shown = (one_line(named[at], 80) if at in named else _top(at, seen, papers, links, names) for at in order)
    return Communities(place[seen], tuple(shown))


def _top(community: int, seen: Ints, papers: int, links: Ints, names: Sequence[str]) -> str:
    """Return the names of the two members that most papers of the community mention, and few others."""
    degree = np.maximum(np.bincount(links[:, 1], minlength=len(names)), 1)
    here = np.bincount(links[seen[links[:, 0]] == community, 1], minlength=len(names))
    score = np.where(seen[papers:] == community, here * here / degree, -1)
    ranked = np.lexsort((np.arange(len(names)), -score))[:2]
    return ", ".join(one_line(names[at].split(" (")[0], 32) for at in ranked.tolist())
