"""Names that one paper calls one thing: when that may be believed."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from paperatlas.graph.acronyms import is_short, stems
from paperatlas.graph.local import Use
from paperatlas.graph.normalise import key_words

_SEVERAL = 2
_CAPITALS = re.compile(r"[A-Z][^\W_]*[A-Z]")


def grouped_keys(placed: Iterable[tuple[Use, str]], equal: Mapping[str, Collection[tuple[str, str]]]) -> dict[Use, str]:
    """Return the keys of the uses that go with another name of their entity, given where each use is so far.

    The names of one entity that have several keys stay apart, for a paper may be misread, unless the words before the
    last differ by endings alone; or the text gives one as the second name of the other (`equal`, by paper); or several
    papers call the two one thing. The last two hold for names that have no word in common, the second where one is a
    single word and the other holds no short form.
    """
    entities: dict[tuple[str, int], list[tuple[Use, str]]] = defaultdict(list)
    for use, key in placed:
        entities[use.paper_id, use.entity].append((use, key))
    several = {at: held for at, held in entities.items() if len({key for _, key in held}) > 1}
    claims: Counter[tuple[str, str]] = Counter()
    for held in several.values():
        keys = sorted({key for _, key in held})
        claims.update(combinations(keys, 2))
    moved: dict[Use, str] = {}
    for (paper, _), held in several.items():
        joined = {key: {key} for _, key in held}
        for (one, key), (other, far) in combinations(held, 2):
            equated = (min(one.key, other.key), max(one.key, other.key)) in equal[paper]
            if key != far and _one_thing(one, other, equated, claims[min(key, far), max(key, far)]):
                whole = joined[key] | joined[far]
                joined |= dict.fromkeys(whole, whole)
        main = {key: _main(held, whole) for key, whole in joined.items()}
        moved |= {use: main[key] for use, key in held if main[key] != key}
    return moved


def _main(held: Iterable[tuple[Use, str]], keys: Collection[str]) -> str:
    """Return the one of some keys that has most mentions."""
    counts: Counter[str] = Counter()
    for use, key in held:
        if key in keys:
            counts[key] += use.count
    return min(counts, key=lambda key: (-counts[key], -len(key), key))


def _one_thing(use: Use, first: Use, equated: bool, papers: int) -> bool:
    one, other = key_words(use.surface), key_words(first.surface)
    if one[-1] == other[-1] and stems(" ".join(one)) == stems(" ".join(other)):
        return True
    names = [surface for surface in (use.surface, first.surface) if " " not in surface]
    called = equated and len(names) == 1 and not _holds_short(use, first)
    shared = set(stems(" ".join(one))) & set(stems(" ".join(other)))
    if shared:
        return called and len(shared) == 1 and one[0] == other[0]
    return called or (papers >= _SEVERAL and not is_short(use.surface))


def _holds_short(*uses: Use) -> bool:
    return any(" " in use.surface and _CAPITALS.search(use.surface) for use in uses)
