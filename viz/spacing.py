"""Room for everything: places stretched to the area that their discs need, and overlapping discs pushed apart."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_WIDE = 1.3


def stretch(xy: Floats, discs: Floats) -> Floats:
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
    area = np.pi * (discs**2).sum() / (0.42 if len(xy) < 400 else 0.25)
    height = np.sqrt(area / (4 * _WIDE))
    inner = turned / half
    far = np.sqrt((inner**2).sum(axis=1))
    inner *= (np.minimum(far, 1 + 0.12 * np.log1p(np.maximum(far - 1, 0))) / np.maximum(far, 1e-9))[:, None]
    return np.asarray(inner * [height * _WIDE, height])


def push_apart(xy: Floats, discs: Floats) -> Floats:
    """Push overlapping discs apart, a part of the overlap in each round."""
    if len(xy) < 2:
        return xy
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
        xy -= sums(push * share[:, None], first, len(xy))
        xy += sums(push * (1 - share)[:, None], second, len(xy))
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


def sums(values: Floats, at: Ints, size: int) -> Floats:
    """Return the sum of the rows of `values` for each place in `at`."""
    return np.column_stack([np.bincount(at, values[:, axis], size) for axis in (0, 1)])
