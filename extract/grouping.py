"""Names of one text that are one entity: by key, by definition, and by the tagger's links."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from paperatlas.extract.abbreviations import Definition
from paperatlas.extract.decoding import Candidate, Scores
from paperatlas.extract.features import LINK_BIAS, LINK_SCALE

Link = tuple[str, str]


def group_keys(
    chosen: Sequence[Candidate], scores: Scores, definitions: Iterable[Definition], *, threshold: float
) -> dict[str, int]:
    """Return the number of the entity, from 0 in text order, of the key of each chosen span.

    Keys that a definition joins are one entity; other keys join by average linkage while the mean log-odds of the links
    between two groups exceeds that of `threshold`. Two long forms that are each defined stay apart.
    """
    keys = list(dict.fromkeys(candidate.key for candidate in chosen))
    joined = defined_links(chosen, definitions)
    groups = _closed(keys, joined)
    groups = _average_linkage(groups, keys, _link_odds(keys, chosen, scores), math.log(threshold / (1 - threshold)))
    order = {key: index for index, key in enumerate(keys)}
    ranked = sorted(groups, key=lambda group: min(order[key] for key in group))
    return {key: number for number, group in enumerate(ranked) for key in group}


def defined_links(chosen: Sequence[Candidate], definitions: Iterable[Definition]) -> list[Link]:
    """Return pairs (short, long) of keys: the span that ends where the long form ends, and the defined short form."""
    links = []
    for definition in definitions:
        shorts = [c.key for c in chosen if c.start <= definition.short_start and definition.short_end <= c.end]
        longs = [c.key for c in chosen if c.end == definition.long_end]
        links += [(short, long) for short in shorts[:1] for long in longs[:1] if short != long]
    return links


def _closed(keys: Sequence[str], links: Iterable[Link]) -> list[list[str]]:
    group = {key: [key] for key in keys}
    for first, second in links:
        if group[first] is not group[second]:
            merged = group[first] + group[second]
            for key in merged:
                group[key] = merged
    return [list(g) for g in {id(g): g for g in group.values()}.values()]


def _link_odds(keys: Sequence[str], chosen: Sequence[Candidate], scores: Scores) -> np.ndarray:
    vectors = defaultdict(list)
    for candidate in chosen:
        vectors[candidate.key].append(scores.link_start[candidate.first] + scores.link_end[candidate.last])
    means = np.stack([np.mean(vectors[key], axis=0) for key in keys]) if keys else np.zeros((0, 1))
    return LINK_SCALE * means @ means.T - LINK_BIAS


def _average_linkage(groups: list[list[str]], keys: Sequence[str], odds: np.ndarray, limit: float) -> list[list[str]]:
    """Join the two groups of highest mean odds while it exceeds `limit` (UPGMA: Sokal and Michener, 1958)."""
    index = {key: i for i, key in enumerate(keys)}
    member = np.zeros((len(groups), len(keys)))
    for row, group in enumerate(groups):
        member[row, [index[key] for key in group]] = 1 / len(group)
    mean = member @ odds @ member.T
    np.fill_diagonal(mean, -np.inf)
    groups = [list(group) for group in groups]
    while mean.size and mean.max() > limit:
        i, j = sorted(divmod(int(mean.argmax()), len(mean)))
        share = len(groups[i]) / (len(groups[i]) + len(groups[j]))
        mean[i] = mean[:, i] = share * mean[i] + (1 - share) * mean[j]
        mean[i, i] = -np.inf
        mean[j] = mean[:, j] = -np.inf
        groups[i] += groups[j]
        groups[j] = []
    return [group for group in groups if group]
