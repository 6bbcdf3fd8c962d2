"""The senses of short forms over all papers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from paperatlas.graph.local import LocalPaper, Meaning
from paperatlas.graph.long_forms import agreeing, akin, alike, differ_before_head, form_words, plain_words, without_sort
from paperatlas.graph.normalise import join_key, singular_name
from paperatlas.graph.short_forms import synonyms


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense of a short form: the key of its long form, all its spellings, the papers that define it.

    `shorts` are the short forms with their capitals, by which mAP is told from MAP; `proposed` tells whether a paper
    brings it forward as its own; `sorts` are labels and kinds that it has there.
    """

    key: str
    keys: frozenset[str]
    forms: tuple[str, ...]
    shorts: frozenset[str]
    papers: frozenset[str]
    proposed: bool
    sorts: frozenset[str]

    def spelt(self, short: str) -> bool:
        """Return whether the short form may have these capitals: one that is no name of its papers may have any."""
        return not self.shorts or singular_name(short) in self.shorts


def corpus_senses(papers: Iterable[LocalPaper]) -> tuple[dict[str, tuple[Sense, ...]], dict[str, str]]:
    """Return the senses of each short form, most defined first, and a map from other spellings of them to their keys.

    Long forms of one short form are one sense where their words have the same stems, or where one lacks words that the
    other, whose initials are the short form, has ("convolutional network" for CNN): of the latter only the short form
    is mapped. Of spellings that one short form or several equate, the key is that of most papers, whatever they stand
    for there.
    """
    found: dict[str, dict[str, list[tuple[Meaning, LocalPaper]]]] = defaultdict(lambda: defaultdict(list))
    for paper in papers:
        for short, meaning in paper.meanings.items():
            found[short][meaning.key].append((meaning, paper))
    ranked = {short: sorted(by_key, key=lambda key: (-len(by_key[key]), key)) for short, by_key in found.items()}
    main = {short: found[short][keys[0]][0][0].form for short, keys in ranked.items()}
    papers_of: dict[str, set[str]] = defaultdict(set)
    grouped: dict[str, list[list[str]]] = {}
    equal: dict[str, set[str]] = {}
    pairs = [(key, first) for first, *others in synonyms() for key in others]
    for short, by_key in sorted(found.items()):
        forms = {key: by_key[key][0][0].form for key in ranked[short]}
        grouped[short] = agreeing(short, forms, main)
        for key, defined in by_key.items():
            papers_of[key].update(paper.id for _, paper in defined)
        pairs += _spelt_alike(short, grouped[short], forms, by_key, main)
    for key, first in pairs:
        whole = equal.get(key, {key}) | equal.get(first, {first})
        equal |= dict.fromkeys(whole, whole)
    spellings = {key: min(whole, key=lambda one: (-len(papers_of[one]), one)) for key, whole in equal.items()}
    senses = {
        short: tuple(sorted((_sense(short, held, found[short], spellings) for held in groups), key=_rank))
        for short, groups in grouped.items()
    }
    return senses, {key: first for key, first in spellings.items() if first != key}


def _spelt_alike(
    short: str,
    groups: Sequence[Sequence[str]],
    forms: Mapping[str, str],
    by_key: Mapping[str, Sequence[tuple[Meaning, LocalPaper]]],
    main: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """Yield pairs of keys of long forms of one short form that are spellings of one name."""
    for first, *others in groups:
        for key in others:
            if _one_spelling(short, forms[key], forms[first], main):
                yield key, first
    for (one, *_), (other, *_) in combinations(groups, 2):
        if differ_before_head(forms[one], forms[other]) and not all(_is_one_papers(by_key[at]) for at in (one, other)):
            yield other, one


def _is_one_papers(defined: Sequence[tuple[Meaning, LocalPaper]]) -> bool:
    """Return whether one paper alone defines a long form, as its own thing."""
    return len(defined) == 1 and any(
        use.own and use.key == meaning.key for meaning, paper in defined for use in paper.uses
    )


def _one_spelling(short: str, one: str, other: str, main: Mapping[str, str]) -> bool:
    """Return whether two forms have the same stems, a last word that adds nothing aside; a verb is no noun."""
    verbs = one.endswith("ing") == other.endswith("ing")
    bare = without_sort(one, short), without_sort(other, short)
    return verbs and any(alike(form_words(a, main), form_words(b, main)) for a, b in ((one, other), bare))


def distinct_senses(senses: Iterable[Sense]) -> tuple[Sense, ...]:
    """Return the senses, those whose words are akin to those of one before as part of it: they are no rivals."""
    kept: dict[tuple[str, ...], Sense] = {}
    for sense in senses:
        words = plain_words(sense.forms[0])
        first = next((own for own in kept if akin(own, words)), words)
        kept[first] = _both(kept[first], sense) if first in kept else sense
    return tuple(sorted(kept.values(), key=_rank))


def _both(first: Sense, other: Sense) -> Sense:
    return Sense(
        key=first.key,
        keys=first.keys | other.keys,
        forms=(*first.forms, *other.forms),
        shorts=first.shorts | other.shorts,
        papers=first.papers | other.papers,
        proposed=first.proposed or other.proposed,
        sorts=first.sorts | other.sorts,
    )


def _sense(
    short: str,
    keys: Sequence[str],
    by_key: Mapping[str, list[tuple[Meaning, LocalPaper]]],
    spellings: Mapping[str, str],
) -> Sense:
    defined = [pair for key in keys for pair in by_key[key]]
    uses = [use for _, paper in defined for use in paper.uses if join_key(use.bare) == short or use.key in keys]
    return Sense(
        key=spellings.get(keys[0], keys[0]),
        keys=frozenset(keys),
        forms=tuple(min(meaning.form for meaning, _ in by_key[key]) for key in keys),
        shorts=frozenset(singular_name(use.bare) for use in uses if join_key(use.bare) == short),
        papers=frozenset(paper.id for _, paper in defined),
        proposed=any(use.own for use in uses),
        sorts=frozenset(use.sort for use in uses),
    )


def _rank(sense: Sense) -> tuple[int, str]:
    return -len(sense.papers), sense.key
