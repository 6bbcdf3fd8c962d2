"""The entities of one paper: names that are one thing, with the label, kind and role that all of them speak for."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from paperatlas.extract.decoding import Candidate, Scores
from paperatlas.extract.definitions import DefinedPair
from paperatlas.extract.features import TYPES
from paperatlas.extract.grouping import group_keys
from paperatlas.extract.lexicon import Term
from paperatlas.schema import ROLES, label_of, roles_of, type_of


@dataclass(frozen=True, slots=True)
class PaperEntity:
    """An entity of a paper: indices of its `names` among the paper's, its `type` (of features.TYPES) and role."""

    names: tuple[int, ...]
    type: str
    role: str


def group_entities(
    names: Sequence[Candidate],
    scores: Scores,
    pairs: Sequence[DefinedPair],
    settings: Mapping[str, Any],
    *,
    terms: Mapping[str, Term] = MappingProxyType({}),
) -> list[PaperEntity]:
    """Return the entities that `names` (in text order) are, in order of their first name.

    `settings` are the model's: the weights of `linking.FEATURES` and the threshold above which two names are one.
    An entity that holds a key of `terms` is that term, with its label and kind.
    """
    if not names:
        return []
    weights, threshold = settings["link_weights"], settings["link_threshold"]
    numbers = group_keys(names, scores, pairs, terms=terms, weights=weights, threshold=threshold)
    members = defaultdict(list)
    for index, name in enumerate(names):
        members[numbers[name.key]].append(index)
    return [_entity(indices, names, scores, terms) for _, indices in sorted(members.items())]


def _entity(
    indices: Sequence[int], names: Sequence[Candidate], scores: Scores, terms: Mapping[str, Term]
) -> PaperEntity:
    own = [names[index] for index in indices]
    term = next((terms[name.key] for name in own if name.key in terms), None)
    summed = TYPES[int(np.sum([name.types for name in own], axis=0).argmax())]
    kind = type_of(term.label, term.kind) if term else summed
    legal = roles_of(*label_of(kind))
    odds = np.mean([scores.role_start[name.first] + scores.role_end[name.last] for name in own], axis=0)
    return PaperEntity(tuple(indices), kind, max(legal, key=lambda role: odds[ROLES.index(role)]))
