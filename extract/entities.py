"""The entities of one paper: names that are one thing, with the label, kind and role that all of them speak for."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paperatlas.extract.decoding import Candidate, Scores
from paperatlas.extract.definitions import DefinedPair
from paperatlas.extract.features import TYPES
from paperatlas.extract.grouping import group_keys
from paperatlas.schema import CONCEPT, ENTITY_LABELS, ROLES, roles_of


@dataclass(frozen=True, slots=True)
class PaperEntity:
    """An entity of a paper: indices of its `names` among the paper's, its `type` (of features.TYPES) and role."""

    names: tuple[int, ...]
    type: str
    role: str


def group_entities(
    names: Sequence[Candidate], scores: Scores, pairs: Sequence[DefinedPair], settings: Mapping[str, Any]
) -> list[PaperEntity]:
    """Return the entities that `names` (in text order) are, in order of their first name.

    `settings` are the model's: the weights of `linking.FEATURES` and the threshold above which two names are one.
    """
    if not names:
        return []
    numbers = group_keys(names, scores, pairs, weights=settings["link_weights"], threshold=settings["link_threshold"])
    members = defaultdict(list)
    for index, name in enumerate(names):
        members[numbers[name.key]].append(index)
    return [_entity(indices, names, scores) for _, indices in sorted(members.items())]


def _entity(indices: Sequence[int], names: Sequence[Candidate], scores: Scores) -> PaperEntity:
    own = [names[index] for index in indices]
    kind = TYPES[int(np.sum([name.types for name in own], axis=0).argmax())]
    legal = roles_of(kind, None) if kind in ENTITY_LABELS else roles_of(CONCEPT, kind)
    odds = np.mean([scores.role_start[name.first] + scores.role_end[name.last] for name in own], axis=0)
    return PaperEntity(tuple(indices), kind, max(legal, key=lambda role: odds[ROLES.index(role)]))
