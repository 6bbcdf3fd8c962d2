"""Positions for papers and entities: what shares entities, a community or words of names lies near.

Papers and the entities that several papers share are moved by the gradient of UMAP (McInnes, Healy and Melville, 2018,
section 3.2, its curve for a least distance of 0.1), link by link against random others, in batches that numpy takes at
once; an entity of one paper alone sits on a ring around that paper, so that each paper reads as one flower.
docs/page.md tells how it compares with other layouts.
"""

import numpy as np

from paperatlas.viz.spacing import Floats, Ints, push_apart, stretch, sums

_SEED = 20
_A, _B = 1.577, 0.895
_LONGEST, _BATCHES, _OTHERS, _HINT = 4.0, 4, 5, 1.0
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
    """Return places of papers and shared entities: linked ones pulled together, random others pushed away."""
    drawn = papers + shared
    if drawn < 2:
        return np.zeros((drawn, 2))
    topics = int(hints[:, 1].max()) + 1 if len(hints) else 0
    many = np.maximum(np.bincount(pulls[:, 1], minlength=drawn), 1)
    ends = np.concatenate([pulls, np.column_stack([hints[:, 0], drawn + hints[:, 1]])]).astype(np.int64)
    chance = np.concatenate([1 / np.sqrt(many[pulls[:, 1]] / 2), np.full(len(hints), _HINT)])
    return _descend(drawn + topics, np.concatenate([ends, ends[:, ::-1]]), np.tile(np.minimum(chance, 1), 2))[:drawn]


def _descend(total: int, ends: Ints, chance: Floats) -> Floats:
    """Follow UMAP's gradient from random places; each round takes a link by its `chance`, in a few batches."""
    random = np.random.default_rng(_SEED)
    xy = random.uniform(-10, 10, (total, 2))
    rounds = 500 if total < 1000 else 200
    for step in range(rounds):
        taken = random.permutation(np.flatnonzero(random.random(len(ends)) < chance))
        for part in np.array_split(taken, _BATCHES):
            move = _pull(xy, ends[part]) + _push(xy, random, np.repeat(ends[part, 0], _OTHERS))
            far = np.maximum(np.hypot(*move.T), 1e-9)
            xy += (1 - step / rounds) * move * (np.minimum(far, _LONGEST) / far)[:, None]
    return xy


def _pull(xy: Floats, ends: Ints) -> Floats:
    gap = xy[ends[:, 0]] - xy[ends[:, 1]]
    far = np.maximum((gap * gap).sum(axis=1), 1e-12)
    force = np.clip((-2 * _A * _B * far ** (_B - 1) / (1 + _A * far**_B))[:, None] * gap, -_LONGEST, _LONGEST)
    return sums(force, ends[:, 0], len(xy)) - sums(force, ends[:, 1], len(xy))


def _push(xy: Floats, random: np.random.Generator, moved: Ints) -> Floats:
    gap = xy[moved] - xy[random.integers(len(xy), size=len(moved))]
    far = (gap * gap).sum(axis=1)
    force = np.clip((2 * _B / ((0.001 + far) * (1 + _A * far**_B)))[:, None] * gap, -_LONGEST, _LONGEST)
    return sums(force, moved, len(xy))
