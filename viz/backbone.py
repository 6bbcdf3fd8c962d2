"""The pairs of entities worth a line: those found together more often than their neighbours explain."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np

from paperatlas.schema import CO_OCCURS, SIMILAR_TO
from paperatlas.viz.spacing import Floats, Ints

_FEW, _MOST = 500, 6000
_LEVEL = 0.2


@dataclass(frozen=True, slots=True)
class Pairs:
    """Rows of two places each, and for each row its weight (0 to 100) and the papers or names behind it."""

    ends: Ints
    weight: Ints
    shared: Ints


def backbone(graph: "nx.MultiDiGraph[str]", at: Mapping[Any, int], papers: Ints) -> Pairs:
    """Return the CO_OCCURS pairs of the entities in `at` (id to place) that a picture shows, weighed by NPMI.

    `papers` counts the papers of each place. The first of these that leaves no more than 500 pairs is taken: all pairs
    (where the next leaves less than 20), those of entities in two papers or more, those in two papers or more. Of more,
    those of the last stay that the disparity filter (Serrano, Boguñá and Vespignani, 2009) finds beyond chance at one
    of their ends, at most the 6,000 surest.

    Examples
    --------
    >>> graph = nx.MultiDiGraph([("a", "b", "CO_OCCURS", {"papers": 2, "npmi": 0.5})])
    >>> backbone(graph, {"a": 0, "b": 1}, np.array([2, 2])).weight.tolist()
    [50]
    """
    found = _pairs(graph, CO_OCCURS, at, "npmi", "papers")
    shared = _at(found, np.flatnonzero((papers[found.ends] > 1).all(axis=1)))
    if len(shared.ends) < 20 and len(found.ends) <= _FEW:
        return found
    if len(shared.ends) <= _FEW:
        return shared
    several = _at(found, np.flatnonzero(found.shared > 1))
    if len(several.ends) <= _FEW:
        return several
    level = _disparity(found.ends, found.shared.astype(float))[found.shared > 1]
    surest = np.lexsort((several.ends[:, 1], several.ends[:, 0], -several.weight, level))
    kept = surest[level[surest] < _LEVEL][:_MOST]
    return _at(several, np.sort(kept))


def similar_pairs(graph: "nx.MultiDiGraph[str]", at: Mapping[Any, int]) -> Pairs:
    """Return the SIMILAR_TO pairs of the papers in `at` (id to place), weighed by their score."""
    return _pairs(graph, SIMILAR_TO, at, "score", "shared")


def _pairs(graph: "nx.MultiDiGraph[str]", key: str, at: Mapping[Any, int], weight: str, shared: str) -> Pairs:
    rows = sorted(
        (at[source], at[target], round(100 * float(data.get(weight) or 0)), int(data.get(shared) or 1))
        for source, target, kind, data in graph.edges(keys=True, data=True)
        if kind == key and source in at and target in at
    )
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return Pairs(table[:, :2], np.clip(table[:, 2], 0, 100), table[:, 3])


def _at(pairs: Pairs, rows: Ints) -> Pairs:
    return Pairs(pairs.ends[rows], pairs.weight[rows], pairs.shared[rows])


def _disparity(ends: Ints, weight: Floats) -> Floats:
    """Return for each pair the chance of so great a share of an end's weight, at the end where it is least."""
    strength = np.bincount(ends.ravel(), np.repeat(weight, 2))
    degree = np.bincount(ends.ravel())
    share = weight[:, None] / strength[ends]
    chance = np.where(degree[ends] > 1, (1 - np.minimum(share, 1)) ** (degree[ends] - 1), 1.0)
    return np.asarray(chance.min(axis=1))
