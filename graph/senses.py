"""The senses of short forms over all papers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.graph.local import LocalPaper, Meaning
from paperatlas.graph.long_forms import agreeing, akin, alike, form_words, plain_words
from paperatlas.graph.normalise import join_key, singular_name


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


def corpus_senses(papers: Iterable[LocalPaper]) -> tuple[dict[str, tuple[Sense, ...]], dict[str, str]]:
    """Return the senses of each short form, most defined first, and a map from other spellings of them to their keys.

    Long forms of one short form are one sense where their words have the same stems, or where one lacks words that the
    other, whose initials are the short form, has ("convolutional network" for CNN): of the latter only the short form
    is mapped.
    """
    found: dict[str, dict[str, list[tuple[Meaning, LocalPaper]]]] = defaultdict(lambda: defaultdict(list))
    for paper in papers:
        for short, meaning in paper.meanings.items():
            found[short][meaning.key].append((meaning, paper))
    ranked = {short: sorted(by_key, key=lambda key: (-len(by_key[key]), key)) for short, by_key in found.items()}
    main = {short: found[short][keys[0]][0][0].form for short, keys in ranked.items()}
    senses: dict[str, tuple[Sense, ...]] = {}
    spellings: dict[str, str] = {}
    for short, by_key in sorted(found.items()):
        forms = {key: by_key[key][0][0].form for key in ranked[short]}
        words = {key: form_words(form, main) for key, form in forms.items()}
        groups = agreeing(short, forms, main)
        senses[short] = tuple(sorted((_sense(short, held, by_key) for held in groups), key=_rank))
        for first, *others in groups:
            gerunds = {key for key in (first, *others) if forms[key].endswith("ing")}
            same = (key for key in others if alike(words[key], words[first]) and (key in gerunds) == (first in gerunds))
            spellings |= {key: first for key in same if key not in spellings}
    return senses, {key: _last(key, spellings) for key in spellings}


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


def _sense(short: str, keys: Sequence[str], by_key: Mapping[str, list[tuple[Meaning, LocalPaper]]]) -> Sense:
    defined = [pair for key in keys for pair in by_key[key]]
    uses = [use for _, paper in defined for use in paper.uses if join_key(use.bare) == short or use.key in keys]
    return Sense(
        key=keys[0],
        keys=frozenset(keys),
        forms=tuple(min(meaning.form for meaning, _ in by_key[key]) for key in keys),
        shorts=frozenset(singular_name(use.bare) for use in uses if join_key(use.bare) == short),
        papers=frozenset(paper.id for _, paper in defined),
        proposed=any(use.own for use in uses),
        sorts=frozenset(use.sort for use in uses),
    )


def _rank(sense: Sense) -> tuple[int, str]:
    return -len(sense.papers), sense.key


def _last(key: str, spellings: Mapping[str, str]) -> str:
    seen = {key}
    while key in spellings and spellings[key] not in seen:
        key = spellings[key]
        seen.add(key)
    return key
