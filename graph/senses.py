"""The senses of short forms over all papers, and the one that a paper means that defines none."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from paperatlas.graph.acronyms import meaning_of, stems
from paperatlas.graph.local import LocalPaper, Meaning, Use, is_short
from paperatlas.graph.normalise import join_key, normal_form, singular_name
from paperatlas.schema import DATASET

_CLEAR = log(5)
_CAREFUL = 3
"""Papers added to those of a sense, so that few papers prove little."""
_SMALL = 300
"""Papers of a corpus up to which the one definition of a short form holds for all, whatever else they name."""
"""By how much the evidence for a sense must outweigh that for the next one."""
_UNDEFINED = 4
"""Papers that may use a short form alone for each paper that defines it, before other senses must be suspected."""
_TELLING_UNDEFINED = 12
"""The same for a short form of more letters that is of a sort that the sense has."""
_WELL_KNOWN = 3
"""Papers that must define a sense for a paper to mean it that brings its own thing forward by the short form."""
_FAMOUS = 8
"""Papers that must define a sense for it to hold where no other name of a paper speaks for it."""
_TELLING = 3
"""Letters of a short form above which its label need not tell datasets and metrics from other things."""
_FIELD_WIDE = 2
"""Letters of a short form up to which even papers of one field mean many things by it."""
_APART = frozenset((DATASET, "metric"))


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
        words = {key: _words(defined[0][0].form, main) for key, defined in by_key.items()}
        groups = _agreeing(short, words, ranked[short])
        senses[short] = tuple(sorted((_sense(short, held, by_key) for held in groups), key=_rank))
        for first, *others in groups:
            gerunds = {key for key in (first, *others) if by_key[key][0][0].form.endswith("ing")}
            same = (
                key for key in others if _alike(words[key], words[first]) and (key in gerunds) == (first in gerunds)
            )
            spellings |= {key: first for key in same if key not in spellings}
    return senses, {key: _last(key, spellings) for key in spellings}


def _words(form: str, main: Mapping[str, str]) -> tuple[str, ...]:
    """Return the stems of a long form, the short forms in it written out by their main sense."""
    return stems(
        normal_form(" ".join(main.get(join_key(word), word) if is_short(word) else word for word in form.split()))
    )


class Contexts:
    """What stands beside what: the papers of each key, and the keys of each paper, with the series of its venue."""

    def __init__(self, keys_of: Mapping[str, frozenset[str]], series: Mapping[str, str]) -> None:
        self._series = {paper: f"at {name}" for paper, name in series.items() if name}
        keys_of = {paper: keys | {self._series[paper]} if series[paper] else keys for paper, keys in keys_of.items()}
        self._keys_of = keys_of
        self._papers: dict[str, list[str]] = defaultdict(list)
        for paper, keys in keys_of.items():
            for key in keys:
                self._papers[key].append(paper)
        self.size = len(keys_of)
        self._beside: dict[str, Counter[str]] = {}

    def elsewhere(self, sense: Sense, use: Use) -> bool:
        """Return whether the use's paper stands in a series of venues where no paper defines the sense."""
        series = self._series.get(use.paper_id)
        return series is not None and series not in map(self._series.get, sense.papers)

    def support(self, sense: Sense, use: Use, short: str) -> float:
        """Return how much the other names of the use's paper speak for a sense, 0 where none does.

        The sum, over names that both it and papers of the sense have, of the logarithm of how much more often papers of
        the sense have them than all papers do. The series of the venue counts as one more name where several papers
        have the sense and the short form has more than two letters.
        """
        papers = set(self._papers[sense.key]) | sense.papers
        if sense.key not in self._beside:
            self._beside[sense.key] = Counter(key for paper in papers for key in self._keys_of[paper])
        beside, total = self._beside[sense.key], self.size
        series = self._series.get(use.paper_id) if len(sense.papers) > 1 and len(short) > _FIELD_WIDE else None
        gains = [
            log(beside[key] / (len(papers) + _CAREFUL) * total / len(self._papers[key]))
            for key in self._keys_of[use.paper_id]
            if beside[key] and key not in (short, sense.key, use.key) and (key == series or not key.startswith("at "))
        ]
        return sum(gain for gain in sorted(gains) if gain > 0)


def sense_meant(use: Use, short: str, senses: Sequence[Sense], undefined: int, contexts: Contexts) -> Sense | None:
    """Return the sense that a form means whose paper defines none, None where that is not clear.

    Of several senses the one holds that the paper's other names clearly support. The only one holds too where the
    papers that use the form without defining it (`undefined`) are not too many for it, and the form, in a large corpus,
    is telling enough: it has small letters beside capitals or four letters that spell no word, or some name of the
    paper speaks for the sense and several papers define it; where very many do, or one at the same venue, no other name
    need speak for it, but a form of up to three letters must then be of a sort that the sense has. A paper's own thing
    is no other's; that of one paper is not meant where many use the form alone, unless it mixes small letters and
    capitals (ResNet).
    """
    likely = _likely(short, senses)
    same = [sense for sense in likely if _letters(use.bare) in sense.shorts] or likely
    fitting = [sense for sense in same if _fits(use, short, sense) and not (len(same) > 1 and _of_one_paper(sense))]
    ranked = sorted(((_evidence(sense, use, short, contexts), sense) for sense in fitting), key=lambda at: -at[0][1])
    if not ranked or (use.own and not _mixed(use.bare) and len(ranked[0][1].papers) < _WELL_KNOWN):
        return None
    (support, score), best = ranked[0]
    known, small = len(best.papers), contexts.size <= _SMALL
    supported = support > 0 or known >= _FAMOUS
    if not support and len(short) <= _TELLING and use.sort not in best.sorts:
        return None
    if len(same) > 1:
        return best if score - _next(ranked) >= _CLEAR and (small or (known > 1 and supported)) else None
    if _of_one_paper(best) or support >= _CLEAR:
        word = use.key.isupper() and not _mixed(use.bare)
        rare = not _of_one_paper(best) or undefined <= _TELLING_UNDEFINED or _mixed(use.bare)
        return best if support >= _CLEAR and rare and (known > 1 or small or not word) else None
    if _mixed(use.bare) or small:
        return best if _mixed(use.bare) or undefined <= _UNDEFINED * known else None
    telling = len(short) > _TELLING and not use.key.isupper()
    if not ((telling and use.sort in best.sorts) or supported) and contexts.elsewhere(best, use):
        return None
    often = _TELLING_UNDEFINED if telling and use.sort in best.sorts else _UNDEFINED * (1 if known > 1 else 0.5)
    return best if undefined <= often * known and (telling or known >= _WELL_KNOWN) else None


def _likely(short: str, senses: Sequence[Sense]) -> list[Sense]:
    """Return the senses that are no misread ones: their words stand for the short form, each with its first letter.

    Others of few words count too where no sense of more papers stands for it: "mixture of linear experts" is no rival
    of "mixture of experts" for MoE.
    """
    spelt = [sense for sense in senses if any(meaning_of(short, form) for form in sense.forms)]
    most = max((len(sense.papers) for sense in spelt), default=0)
    return [
        sense
        for sense in senses
        if sense in spelt or (len(sense.papers) >= most and any(_few(short, form) for form in sense.forms))
    ]


def _few(short: str, form: str) -> bool:
    return len(form.split()) <= len(short) + 1


def _of_one_paper(sense: Sense) -> bool:
    """Return whether one paper alone has the sense, as its own thing."""
    return sense.proposed and len(sense.papers) == 1


def _letters(short: str) -> str:
    return singular_name(short)


def _mixed(short: str) -> bool:
    """Return whether a short form mixes small letters and capitals, so that hardly two things share it."""
    return any(character.islower() for character in short[:-1]) and not short.islower()


def _next(ranked: Sequence[tuple[tuple[float, float], Sense]]) -> float:
    return ranked[1][0][1] if len(ranked) > 1 else 0.0


def _evidence(sense: Sense, use: Use, short: str, contexts: Contexts) -> tuple[float, float]:
    support = contexts.support(sense, use, short)
    return support, support + log(len(sense.papers))


def _fits(use: Use, short: str, sense: Sense) -> bool:
    return len(short) > _TELLING or use.sort in sense.sorts or not ({use.sort} | sense.sorts) & _APART


def _agreeing(short: str, words: Mapping[str, tuple[str, ...]], ranked: Sequence[str]) -> list[list[str]]:
    """Return groups of keys that agree, each in the order of `ranked`, given the words of each key's form."""
    exact = {words[key] for key in ranked if "".join(word[0] for word in words[key]) == short}
    groups: list[list[str]] = []
    for key in ranked:
        for group in groups:
            first = words[group[0]]
            one_exact = (first in exact) != (words[key] in exact)
            if _alike(words[key], first) or (one_exact and _within(words[key], first)):
                group.append(key)
                break
        else:
            groups.append([key])
    return groups


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    return "".join(one) == "".join(other)


def _within(one: Sequence[str], other: Sequence[str]) -> bool:
    return set(one) < set(other) or set(other) < set(one)


def _sense(short: str, keys: Sequence[str], by_key: Mapping[str, list[tuple[Meaning, LocalPaper]]]) -> Sense:
    defined = [pair for key in keys for pair in by_key[key]]
    uses = [use for _, paper in defined for use in paper.uses if join_key(use.bare) == short or use.key in keys]
    return Sense(
        key=keys[0],
        keys=frozenset(keys),
        forms=tuple(min(meaning.form for meaning, _ in by_key[key]) for key in keys),
        shorts=frozenset(_letters(use.bare) for use in uses if join_key(use.bare) == short),
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
