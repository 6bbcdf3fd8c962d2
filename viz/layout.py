"""Positions for papers and entities: what shares entities, or words of their names, lies near.

Papers and the entities that several papers share are moved by forces; an entity of one paper alone sits on a ring
around that paper, so that each paper reads as one flower. The forces are those of UMAP (McInnes, Healy and Melville,
2018, section 3.2) with a = b = 1, averaged over each node's neighbours and over a fixed number of random others, so
that one round costs time in proportion to nodes and edges. Then flowers that overlap are pushed apart.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SEED = 20
_RING_START, _RING_STEP, _LEAF_GAP = 19.0, 12.0, 12.0
_WIDE = 1.3
_AIR = 0.42


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
    discs = np.concatenate([reach, radius[papers:][shared] + 4])

    place = np.full(entities, -1)
    place[shared] = papers + np.arange(len(shared))
    core = links[degree[links[:, 1]] > 1]
    pulls = np.column_stack([core[:, 0], place[core[:, 1]]]).reshape(-1, 2)
    spots = _spread(_scale(_embed(papers, len(shared), pulls, hints), discs), discs)

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
        xy = 0.5 * xy + 0.5 * _sums(xy[tail] * share[:, None], head, len(xy))
        xy -= xy.mean(axis=0)
        xy[:, 1] -= xy[:, 0] * (xy[:, 0] * xy[:, 1]).sum() / max((xy[:, 0] ** 2).sum(), 1e-12)
        xy /= np.maximum(xy.std(axis=0), 1e-9)
    return xy * 4


def _sums(values: Floats, at: Ints, size: int) -> Floats:
    return np.column_stack([np.bincount(at, values[:, axis], size) for axis in (0, 1)])


def _pull(xy: Floats, head: Ints, tail: Ints, share: Floats) -> Floats:
    gap = xy[tail] - xy[head]
    far = (gap**2).sum(axis=1)
    return _sums(gap * (2 * share / (1 + 0.3 * far))[:, None], head, len(xy))


def _push(xy: Floats, random: np.random.Generator, others: int) -> Floats:
    force = np.zeros_like(xy)
    for _ in range(others):
        gap = xy - xy[random.integers(len(xy), size=len(xy))]
        far = (gap**2).sum(axis=1)
        force += gap * (2 / ((0.05 + far) * (1 + far)))[:, None]
    return force


def _scale(xy: Floats, discs: Floats) -> Floats:
    """Turn the long side level and stretch to the area that the discs need."""
    if len(xy) < 2:
        return np.zeros_like(xy)
    xy = xy - np.median(xy, axis=0)
    spread = (xy * xy).sum(axis=0)
    angle = 0.5 * np.arctan2(2 * (xy[:, 0] * xy[:, 1]).sum(), spread[0] - spread[1])
    turned = np.column_stack(
        [
            xy[:, 0] * np.cos(angle) + xy[:, 1] * np.sin(angle),
            xy[:, 1] * np.cos(angle) - xy[:, 0] * np.sin(angle),
        ]
    )
    half = np.maximum(np.quantile(np.abs(turned), 0.97, axis=0), 1e-9)
    area = np.pi * (discs**2).sum() / _AIR
    height = np.sqrt(area / (4 * _WIDE))
    inner = turned / half
    inner = np.sign(inner) * np.minimum(np.abs(inner), 1 + 0.25 * np.log1p(np.maximum(np.abs(inner) - 1, 0)))
    return np.asarray(inner * [height * _WIDE, height])


def _spread(xy: Floats, discs: Floats) -> Floats:
    """Push overlapping discs apart, a part of the overlap in each round."""
    xy = xy.copy()
    for _ in range(120 if len(xy) < 4000 else 40):
        first, second = _near_pairs(xy, 2 * float(discs.max(initial=1.0)))
        gap = xy[second] - xy[first]
        far = np.sqrt((gap**2).sum(axis=1))
        same = far < 1e-6
        gap[same], far[same] = [0.6, 0.8], 1.0
        overlap = np.where(same, 1.0, discs[first] + discs[second] - far)
        hit = overlap > 0
        if not hit.any():
            break
        first, second = first[hit], second[hit]
        push = gap[hit] / far[hit, None] * (0.5 * overlap[hit, None])
        share = discs[second] ** 2 / (discs[first] ** 2 + discs[second] ** 2)
        xy -= _sums(push * share[:, None], first, len(xy))
        xy += _sums(push * (1 - share)[:, None], second, len(xy))
    return xy


def _near_pairs(xy: Floats, size: float) -> tuple[Ints, Ints]:
    """Return index pairs of points in the same or touching cells of a grid, each pair once."""
    cell = np.floor((xy - xy.min(axis=0, initial=0.0)) / size).astype(np.int64) + 1
    wide = int(cell[:, 1].max(initial=0)) + 2
    key = cell[:, 0] * wide + cell[:, 1]
    order = np.argsort(key, kind="stable")
    sorted_key = key[order]
    here = np.arange(len(xy))
    spans = (
        (here + 1, np.searchsorted(sorted_key, sorted_key + 1, "right")),
        (
            np.searchsorted(sorted_key, sorted_key + wide - 1, "left"),
            np.searchsorted(sorted_key, sorted_key + wide + 1, "right"),
        ),
    )
    pairs = [_ranges(low, high) for low, high in spans]
    first = np.concatenate([at for at, _ in pairs])
    second = np.concatenate([to for _, to in pairs])
    return order[first], order[second]


def _ranges(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    count = np.maximum(high - low, 0)
    at = np.repeat(np.arange(len(low)), count)
    within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    return at, np.repeat(low, count) + within
