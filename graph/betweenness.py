"""Betweenness of the nodes of a network: of how many shortest chains each is part."""

import random

import networkx as nx
import numpy as np
import numpy.typing as npt

EXACT_UP_TO = 2000
"""Nodes up to which every node is a source."""
SOURCES = 200
SEED = 7

_Ints = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]


def betweenness(network: "nx.Graph[int]", *, exact_up_to: int = EXACT_UP_TO, sources: int = SOURCES) -> list[float]:
    """Return the betweenness of each node of a network of the numbers from 0, rounded to 9 digits.

    The share of the shortest chains between two others that lead through a node (Brandes 2001), weights aside. Above
    `exact_up_to` nodes with links it is estimated from chains that begin at `sources` of them, drawn at random with a
    fixed seed (Brandes and Pich 2007).

    Examples
    --------
    >>> betweenness(nx.path_graph(3))
    [0.0, 1.0, 0.0]
    """
    size = network.number_of_nodes()
    starts, ends = _links(network)
    linked = [node for node in range(size) if starts[node + 1] > starts[node]]
    chosen = linked if len(linked) <= exact_up_to else sorted(random.Random(SEED).sample(linked, sources))
    total = np.zeros(size)
    for source in chosen:
        total += _dependencies(source, starts, ends)
    scale = len(linked) / len(chosen) / max((size - 1) * (size - 2), 1) if chosen else 0.0
    return [round(value, 9) + 0.0 for value in (total * scale).tolist()]


def _links(network: "nx.Graph[int]") -> tuple[_Ints, _Ints]:
    """Return the neighbours of all nodes in one array, and where those of each begin."""
    neighbours = [sorted(network[node]) for node in range(network.number_of_nodes())]
    starts = np.cumsum([0, *map(len, neighbours)])
    return starts, np.array([other for held in neighbours for other in held], np.int64)


def _dependencies(source: int, starts: _Ints, ends: _Ints) -> _Floats:
    """Return how much of the shortest chains from `source` each node carries, level by level."""
    size = len(starts) - 1
    paths, depth = np.zeros(size), np.full(size, -1)
    paths[source], depth[source] = 1.0, 0
    levels: list[tuple[_Ints, _Ints]] = []
    frontier = np.array([source], np.int64)
    while len(frontier):
        tails, heads = _steps(frontier, starts, ends)
        fresh = depth[heads] < 0
        depth[heads[fresh]] = len(levels) + 1
        onward = depth[heads] == len(levels) + 1
        tails, heads = tails[onward], heads[onward]
        np.add.at(paths, heads, paths[tails])
        levels.append((tails, heads))
        frontier = np.unique(heads)
    carried = np.zeros(size)
    for tails, heads in reversed(levels):
        np.add.at(carried, tails, paths[tails] / paths[heads] * (1.0 + carried[heads]))
    carried[source] = 0.0
    return carried


def _steps(frontier: _Ints, starts: _Ints, ends: _Ints) -> tuple[_Ints, _Ints]:
    counts = starts[frontier + 1] - starts[frontier]
    first = np.repeat(starts[frontier] - np.cumsum(counts) + counts, counts)
    return np.repeat(frontier, counts), ends[first + np.arange(counts.sum())]
