"""Names of one text that are one entity: by key, by definition, and by the tagger's links."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

import numpy as np

from paperatlas.extract.decoding import Candidate, Floats, Scores, log_odds
from paperatlas.extract.definitions import DefinedPair, expanded
from paperatlas.extract.lexicon import Term
from paperatlas.extract.linking import link_odds


def group_keys(
    names: Sequence[Candidate],
    scores: Scores,
    pairs: Sequence[DefinedPair],
    *,
    terms: Mapping[str, Term] = MappingProxyType({}),
    weights: Mapping[str, float],
    threshold: float,
) -> dict[str, int]:
    """Return the number of the entity, from 0 in text order, of the key of each name.

    Keys that are one name with short forms written out, and keys that a definition joins, are one entity; other keys
    join by average linkage while the mean of `link_odds` between two groups exceeds that of `threshold`. Keys of one of
    the user's `terms` are one entity before all else, and nothing joins two terms.
    """
    keys = list(dict.fromkeys(name.key for name in names))
    defined = ((pair.short, pair.long) for pair in pairs)
    groups = _closed(keys, chain(_of_one_term(keys, terms), defined, _spelt_alike(keys, pairs)), terms)
    groups = _average_linkage(groups, keys, link_odds(keys, names, scores, weights), log_odds(threshold), terms)
    order = {key: index for index, key in enumerate(keys)}
    ranked = sorted(groups, key=lambda group: min(order[key] for key in group))
    return {key: number for number, group in enumerate(ranked) for key in group}


def _of_one_term(keys: Sequence[str], terms: Mapping[str, Term]) -> Iterator[tuple[str, str]]:
    first: dict[Term, str] = {}
    for key in keys:
        if key in terms:
            yield first.setdefault(terms[key], key), key


def _spelt_alike(keys: Sequence[str], pairs: Sequence[DefinedPair]) -> Iterator[tuple[str, str]]:
    first: dict[str, str] = {}
    for key in keys:
        yield first.setdefault(expanded(key, pairs), key), key


def _closed(keys: Sequence[str], links: Iterable[tuple[str, str]], terms: Mapping[str, Term]) -> list[list[str]]:
    """Return the groups that `links` make, in their order; a link that would join two terms is passed over."""
    group = {key: [key] for key in keys}
    for first, second in links:
        if first in group and second in group and group[first] is not group[second]:
            merged = group[first] + group[second]
            if len(_terms_of(merged, terms)) > 1:
                continue
            for key in merged:
                group[key] = merged
    return [list(g) for g in {id(g): g for g in group.values()}.values()]


def _terms_of(group: Iterable[str], terms: Mapping[str, Term]) -> set[Term]:
    return {terms[key] for key in group if key in terms}


def _average_linkage(
    groups: list[list[str]], keys: Sequence[str], odds: Floats, limit: float, terms: Mapping[str, Term]
) -> list[list[str]]:
    """Join the two groups of highest mean odds while it exceeds `limit` (UPGMA: Sokal and Michener, 1958).

    Odds of minus infinity keep two groups of terms apart, and every group that either joins: no mean raises them.
    """
    index = {key: i for i, key in enumerate(keys)}
    member = np.zeros((len(groups), len(keys)))
    for row, group in enumerate(groups):
        member[row, [index[key] for key in group]] = 1 / len(group)
    mean = member @ odds @ member.T
    np.fill_diagonal(mean, -np.inf)
    held = [row for row, group in enumerate(groups) if _terms_of(group, terms)]
    mean[np.ix_(held, held)] = -np.inf
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
