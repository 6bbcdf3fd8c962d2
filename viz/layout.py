"""Positions for papers and entities: what shares entities, or words of their names, lies near.

Papers and the entities that several papers share are moved by forces; an entity of one paper alone sits on a ring
around that paper, so that each paper reads as one flower. The forces are those of UMAP (McInnes, Healy and Melville,
2018, section 3.2) with a = b = 1, averaged over each node's neighbours and over a fixed number of random others, so
that one round costs time in proportion to nodes and edges.
"""

import numpy as np

from paperatlas.viz.spacing import Floats, Ints, push_apart, stretch, sums

_SEED = 20
_RING_START, _RING_STEP, _LEAF_GAP = 19.0, 12.0, 12.0


def lay_out(papers: int, entities: int, links: Ints, hints: Ints, radius: Floats) -> tuple[Floats, Floats]:
    """Return (x and y of papers then entities, reach of each node's flower), rounded to one decimal.

    `links` are rows (paper, entity, both counted from 0); `hints` are rows (paper, topic) that only pull papers of one
    topic together. `radius` is the drawn size of each node, papers first. Distances are in the unit of `radius`; y
    grows downwards. The same input gives the same positions.

    Examples
    --------
    >>> none = np.empty((0, 2), dtype=np.int64)
    >>> xy, reach = lay_out(1, 1, np.array([[0, 0]]), none, np.array([6.0, 4.0]))
    >>> float(np.hypot(*(xy[0] - xy[1])).round())
    19.0
    """
    degree = np.bincount(links[:, 1], minlength=entities)
    shared = np.flatnonzero(degree != 1)
    leaves = links[degree[links[:, 1]] == 1]
    ring, reach = _rings(papers, leaves, radius)
    discs = np.concatenate([reach + 6, radius[papers:][shared] + 4])

    place = np.full(entities, -1)
    place[shared] = papers + np.arange(len(shared))
    core = links[degree[links[:, 1]] > 1]
    pulls = np.column_stack([core[:, 0], place[core[:, 1]]]).reshape(-1, 2)
    spots = push_apart(stretch(_embed(papers, len(shared), pulls, hints), discs), discs)

    xy = np.zeros((papers + entities, 2))
    xy[:papers] = spots[:papers]
    xy[papers + shared] = spots[papers:]
    xy[papers + leaves[:, 1]] = spots[leaves[:, 0]] + ring
    return xy.round(1) + 0.0, np.concatenate([reach, radius[papers:]]).round(1)


def _rings(papers: int, leaves: Ints, radius: Floats) -> tuple[Floats, Floats]:
    """Return the offset of each leaf from its paper, and each paper's reach with its outermost ring."""
    offsets = np.zeros((len(leaves), 2))
    reach = radius[:papers] + 6.0
    order = np.argsort(leaves[:, 0], kind="stable")
    owners, starts = np.unique(leaves[order, 0], return_index=True)
    for owner, rows in zip(owners, np.split(order, starts[1:]), strict=False):
        offsets[rows], reach[owner] = _flower(len(rows), 0.61 * float(owner))
    return offsets, reach


def _flower(count: int, turn: float) -> tuple[Floats, float]:
    """Return `count` places on rings around the origin, filled from within, and their reach."""
    rings, left, far = [], count, _RING_START
    while left:
        here = min(left, int(2 * np.pi * far / _LEAF_GAP))
        angles = turn + 2 * np.pi * np.arange(here) / here
        rings.append(far * np.column_stack([np.cos(angles), np.sin(angles)]))
        left, far = left - here, far + _RING_STEP
    return np.concatenate(rings), far - _RING_STEP + 7.0


def _embed(papers: int, shared: int, pulls: Ints, hints: Ints) -> Floats:
    """Return places of papers and shared entities by rounds of pulling along links and pushing random others."""
    drawn = papers + shared
    if drawn < 2:
        return np.zeros((drawn, 2))
    topics = int(hints[:, 1].max()) + 1 if len(hints) else 0
    total = drawn + topics
    ends = np.concatenate([pulls, np.column_stack([hints[:, 0], drawn + hints[:, 1]])]).astype(np.int64)
    head, tail = np.concatenate([ends[:, 0], ends[:, 1]]), np.concatenate([ends[:, 1], ends[:, 0]])
    many = np.maximum(np.bincount(head, minlength=total), 1).astype(float)
    weight = 1 / np.sqrt(many[tail])
    weight[np.r_[len(pulls) : len(ends), len(ends) + len(pulls) : len(head)]] *= 0.35
    mass = np.maximum(np.bincount(head, weight, total), 1e-9)

    random = np.random.default_rng(_SEED)
    xy = _smooth(random.normal(size=(total, 2)), head, tail, weight / mass[head])
    rounds = 300 if total < 4000 else 160
    for step in range(rounds):
        pace = 0.7 * (1 - step / rounds) + 0.02
        xy += pace * (_pull(xy, head, tail, weight / mass[head]) + _push(xy, random, min(total - 1, 12)) - 0.004 * xy)
    return np.asarray(xy[:drawn])


def _smooth(xy: Floats, head: Ints, tail: Ints, share: Floats) -> Floats:
    """Start from slow modes: average over neighbours many times, both axes kept apart and scaled."""
    for _ in range(40):
        xy = 0.5 * xy + 0.5 * sums(xy[tail] * share[:, None], head, len(xy))
        xy -= xy.mean(axis=0)
        xy[:, 1] -= xy[:, 0] * (xy[:, 0] * xy[:, 1]).sum() / max((xy[:, 0] ** 2).sum(), 1e-12)
        xy /= np.maximum(xy.std(axis=0), 1e-9)
    return xy * 4


def _pull(xy: Floats, head: Ints, tail: Ints, share: Floats) -> Floats:
    gap = xy[tail] - xy[head]
    far = (gap**2).sum(axis=1)
    return sums(gap * (2 * share / (1 + 0.3 * far))[:, None], head, len(xy))


def _push(xy: Floats, random: np.random.Generator, others: int) -> Floats:
    force = np.zeros_like(xy)
    for _ in range(others):
        gap = xy - xy[random.integers(len(xy), size=len(xy))]
        far = (gap**2).sum(axis=1)
        force += gap * (2 / ((0.05 + far) * (1 + far)))[:, None]
    return force
