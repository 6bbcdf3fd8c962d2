"""How likely two names of one paper are one entity: the tagger's link, how they are spelt, and their types."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

import numpy as np

from paperatlas.extract.decoding import Candidate, Floats, Scores
from paperatlas.extract.features import LINK_BIAS, LINK_SCALE

FEATURES = ("link", "shared_words", "first_word", "last_word", "initials", "letters", "type", "words", "more_words")
"""Features of a pair of names; the model's config.json has a weight for each, and for "bias"."""

UNLIKELY = -9.0
"""Log-odds of names that share no word and no initials, and that the tagger does not link."""

_ENDINGS = (
    *("ization", "isation", "ations", "ation", "izing", "ized", "ings", "ing", "ment", "ers", "er", "ed", "ity"),
    *("ive", "al", "ly", "es", "s"),
)


@dataclass(frozen=True, slots=True)
class Described:
    """What the features of a pair read of each of its keys: `pairs` are its pairs of letters, `types` sum to 1."""

    key: str
    words: tuple[str, ...]
    stems: frozenset[str]
    pairs: frozenset[str]
    types: Floats
    link: Floats


def link_odds(keys: Sequence[str], names: Sequence[Candidate], scores: Scores, weights: Mapping[str, float]) -> Floats:
    """Return the log-odds (keys, keys) that two keys are one entity, by logistic regression on `pair_features`."""
    odds = np.full((len(keys), len(keys)), UNLIKELY, dtype=np.float32)
    described = describe_keys(keys, names, scores)
    for i, one in enumerate(described):
        for j, other in enumerate(described[:i]):
            features = pair_features(one, other)
            if features is not None:
                odds[i, j] = odds[j, i] = weights["bias"] + sum(weights[name] * features[name] for name in FEATURES)
    return odds


def describe_keys(keys: Sequence[str], names: Sequence[Candidate], scores: Scores) -> list[Described]:
    """Return what the features read of each key, from all names with that key."""
    held = defaultdict(list)
    for name in names:
        held[name.key].append(name)
    return [_described(key, held[key], scores) for key in keys]


def pair_features(one: Described, other: Described) -> dict[str, float] | None:
    """Return the features of a pair, None for a pair that is UNLIKELY."""
    short, long = sorted((one, other), key=lambda d: (len(d.words), d.key))
    link = LINK_SCALE * float(one.link @ other.link) - LINK_BIAS
    shared = len(one.stems & other.stems)
    initials = _initials(short.words, long.words)
    if link < -LINK_BIAS and not shared and not initials:
        return None
    return {
        "link": link,
        "shared_words": shared / len(one.stems | other.stems),
        "first_word": float(_stem(short.words[0]) == _stem(long.words[0])),
        "last_word": float(_stem(short.words[-1]) == _stem(long.words[-1])),
        "initials": float(initials),
        "letters": 2 * len(one.pairs & other.pairs) / (len(one.pairs) + len(other.pairs)),
        "type": float(one.types @ other.types),
        "words": float(len(short.words)),
        "more_words": float(len(long.words) - len(short.words)),
    }


def _described(key: str, names: Sequence[Candidate], scores: Scores) -> Described:
    words = tuple(key.split()) or (key,)
    types = np.mean([name.types for name in names], axis=0)
    link = np.mean([scores.link_start[name.first] + scores.link_end[name.last] for name in names], axis=0)
    pairs = frozenset(map("".join, pairwise(f" {key} ")))
    return Described(key, words, frozenset(map(_stem, words)), pairs, types / types.sum(), link)


def _initials(short: Sequence[str], long: Sequence[str]) -> bool:
    """Return whether two names differ by one word, the initials of several: "deep ml", "deep machine learning"."""
    before = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(short, long, strict=False)))
    after = len(short) - before - 1
    if after < 0 or len(long) < len(short) or short[before + 1 :] != long[len(long) - after :]:
        return False
    several = long[before : len(long) - after]
    return len(several) > 1 and short[before] == "".join(word[0] for word in several)


@lru_cache(1 << 16)
def _stem(word: str) -> str:
    """Return a word without its ending, so that "optimizing" and "optimization" share a stem."""
    for ending in _ENDINGS:
        if len(word) > len(ending) + 3 and word.endswith(ending):
            return word[: -len(ending)]
    return word
