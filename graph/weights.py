"""Weights between nodes: how strongly entities go together, and how near papers are by what they share."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

ALL_PAIRS_UP_TO = 2000
"""Papers up to which every pair of entities becomes an edge."""
NEAREST = 10
TOO_FREQUENT = 1000
"""Entities of more papers than this say nothing about similarity and are left out of it."""

_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two ids, the smaller first, what they have in common, and how much that weighs, to 9 digits."""

    first: str
    second: str
    shared: int
    weight: float


def co_occurrence_limits(papers: int, minimum: int | None = None, top: int | None = None) -> tuple[int, int | None]:
    """Return the least count of papers of a pair and the pairs kept of each entity (None: all), given or by size.

    Examples
    --------
    >>> co_occurrence_limits(57), co_occurrence_limits(10_000), co_occurrence_limits(10_000, minimum=3)
    ((1, None), (2, 20), (3, 20))
    """
    small = papers <= ALL_PAIRS_UP_TO
    return minimum if minimum is not None else 1 if small else 2, top if top is not None else None if small else 20


def npmi(together: int, first: int, second: int, papers: int) -> float:
    """Return the normalised pointwise mutual information of two entities, -1 to 1 (Bouma 2009, section 2).

    ``ln(p(x, y) / (p(x) p(y))) / -ln p(x, y)``, where p is a share of `papers`; 1 where both stand in every paper.
    Rounded to 9 digits.

    Examples
    --------
    >>> npmi(2, 2, 2, 4), npmi(1, 2, 2, 4), npmi(4, 4, 4, 4)
    (1.0, 0.0, 1.0)
    """
    if together == papers:
        return 1.0
    return _rounded(math.log(together * papers / (first * second)) / math.log(papers / together))


def co_occurring(
    entities_of: Mapping[str, Sequence[str]], *, minimum: int = 1, top: int | None = None
) -> Iterator[Pair]:
    """Yield the pairs of entities that stand together in papers, by id, with the count of papers and their NPMI.

    A pair of fewer than `minimum` papers is left out, and so is one that is among the `top` strongest of neither end.
    """
    index = _Index(entities_of)
    codes = [_pair_codes(held, len(index.entities)) for held in index.held]
    pairs, counts = np.unique(np.concatenate([*codes, np.empty(0, np.int64)]), return_counts=True)
    kept = counts >= minimum
    papers = len(entities_of)
    found = [
        (first, second, count, npmi(count, index.papers[first], index.papers[second], papers))
        for code, count in zip(pairs[kept].tolist(), counts[kept].tolist(), strict=True)
        for first, second in [divmod(code, len(index.entities))]
    ]
    for at in _strongest(found, top):
        first, second, count, weight = found[at]
        yield Pair(index.entities[first], index.entities[second], count, weight)


def similar_papers(entities_of: Mapping[str, Sequence[str]], *, nearest: int = NEAREST) -> Iterator[Pair]:
    """Yield the pairs of papers that are among the `nearest` of one of both, by id.

    The weight is the cosine of the papers' entities weighed by rarity, ln(papers / papers with the entity), so 0 to 1;
    entities of more than `TOO_FREQUENT` papers weigh nothing. `shared` counts all entities that both have. Found
    through an inverted index: papers that share nothing rare are never compared.
    """
    index = _Index(entities_of)
    total = len(index.names)
    rarity = np.array([math.log(total / n) if n <= TOO_FREQUENT else 0.0 for n in index.papers])
    postings = index.postings()
    norms = np.array([math.sqrt(float((rarity[held] ** 2).sum())) for held in index.held])
    best: dict[tuple[int, int], float] = {}
    for paper, held in enumerate(index.held):
        for other, score in _nearest(paper, held[rarity[held] > 0], postings, rarity, norms, nearest):
            best[min(paper, other), max(paper, other)] = score
    for (first, second), score in sorted(best.items()):
        shared = len(np.intersect1d(index.held[first], index.held[second], assume_unique=True))
        yield Pair(index.names[first], index.names[second], shared, score)


class _Index:
    """Papers and entities as numbers, in the order of their ids."""

    def __init__(self, entities_of: Mapping[str, Sequence[str]]) -> None:
        self.names = sorted(entities_of)
        self.entities = sorted({entity for held in entities_of.values() for entity in held})
        number = {entity: at for at, entity in enumerate(self.entities)}
        self.held: list[_Ints] = [
            np.array(sorted({number[entity] for entity in entities_of[name]}), np.int64) for name in self.names
        ]
        flat = np.concatenate([*self.held, np.empty(0, np.int64)])
        self.papers: list[int] = np.bincount(flat, minlength=len(self.entities)).tolist()

    def postings(self) -> list[_Ints]:
        """Return the papers of each entity."""
        papers: list[list[int]] = [[] for _ in self.entities]
        for paper, held in enumerate(self.held):
            for entity in held.tolist():
                papers[entity].append(paper)
        return [np.array(held, np.int64) for held in papers]


def _pair_codes(held: _Ints, size: int) -> _Ints:
    first, second = np.triu_indices(len(held), 1)
    codes: _Ints = held[first] * size + held[second]
    return codes


def _strongest(found: Sequence[tuple[int, int, int, float]], top: int | None) -> Sequence[int]:
    if top is None:
        return range(len(found))
    by_entity: dict[int, list[tuple[float, int, int, int]]] = defaultdict(list)
    for at, (first, second, count, weight) in enumerate(found):
        by_entity[first].append((-weight, -count, second, at))
        by_entity[second].append((-weight, -count, first, at))
    return sorted({ranked[-1] for held in by_entity.values() for ranked in sorted(held)[:top]})


def _nearest(
    paper: int,
    rare: _Ints,
    postings: Sequence[_Ints],
    rarity: npt.NDArray[np.float64],
    norms: npt.NDArray[np.float64],
    nearest: int,
) -> list[tuple[int, float]]:
    if not len(rare):
        return []
    met = [postings[entity] for entity in rare.tolist()]
    others, where = np.unique(np.concatenate(met), return_inverse=True)
    dots = np.bincount(where, weights=np.repeat(rarity[rare] ** 2, [len(papers) for papers in met]))
    scores = dots / (norms[others] * norms[paper])
    ranked = sorted(
        (-_rounded(score), other) for other, score in _strong(others, scores, nearest + 1) if other != paper
    )
    return [(other, -score) for score, other in ranked[:nearest]]


def _strong(others: _Ints, scores: npt.NDArray[np.float64], count: int) -> Iterator[tuple[int, float]]:
    if len(scores) > count:
        floor = np.partition(scores, -count)[-count] - 1e-8
        others, scores = others[scores >= floor], scores[scores >= floor]
    yield from zip(others.tolist(), scores.tolist(), strict=True)


def _rounded(value: float) -> float:
    return round(value, 9) + 0.0
