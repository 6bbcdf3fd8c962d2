"""Names that one paper calls one thing: when that may be believed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from paperatlas.graph.acronyms import stems
from paperatlas.graph.local import Use
from paperatlas.graph.normalise import key_words

_SEVERAL = 2


def grouped_keys(placed: Iterable[tuple[Use, str]]) -> dict[Use, str]:
    """Return the keys of the uses that go with another name of their entity, given where each use is so far.

    The names of one entity that have several keys stay apart, for a paper may be misread, unless the words before the
    last differ by endings alone; or both name the paper's own thing and stand in no other paper, and one is a single
    word that the other does not hold; or several papers call the two one thing that have no word in common.
    """
    entities: dict[tuple[str, int], list[tuple[Use, str]]] = defaultdict(list)
    papers: dict[str, set[str]] = defaultdict(set)
    for use, key in placed:
        entities[use.paper_id, use.entity].append((use, key))
        papers[key].add(use.paper_id)
    several = {at: held for at, held in entities.items() if len({key for _, key in held}) > 1}
    claims: Counter[tuple[str, str]] = Counter()
    for held in several.values():
        keys = sorted({key for _, key in held})
        claims.update((one, other) for one in keys for other in keys if one < other)
    moved: dict[Use, str] = {}
    for held in several.values():
        first = _main(held)
        for use, key in held:
            if key != first[1] and _one_thing(use, key, *first, papers, claims):
                moved[use] = first[1]
    return moved


def _main(held: Sequence[tuple[Use, str]]) -> tuple[Use, str]:
    counts: Counter[str] = Counter()
    for use, key in held:
        counts[key] += use.count
    return min(held, key=lambda at: (-counts[at[1]], -len(at[1]), at[1], at[0].surface))


def _one_thing(
    use: Use, key: str, first: Use, main: str, papers: Mapping[str, set[str]], claims: Mapping[tuple[str, str], int]
) -> bool:
    one, other = key_words(use.surface), key_words(first.surface)
    if one[-1] == other[-1] and stems(" ".join(one)) == stems(" ".join(other)):
        return True
    if use.own and len(papers[key]) == len(papers[main]) == 1:
        return 1 in (len(one), len(other)) and not set(one) & set(other)
    return claims[min(key, main), max(key, main)] >= _SEVERAL and not set(one) & set(other)
