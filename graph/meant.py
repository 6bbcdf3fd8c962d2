"""The sense that a paper means by a short form that it does not define."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log

from paperatlas.graph.acronyms import meaning_of
from paperatlas.graph.contexts import Contexts
from paperatlas.graph.local import Use
from paperatlas.graph.senses import Sense
from paperatlas.graph.short_forms import WellKnown
from paperatlas.schema import DATASET

_CLEAR = log(5)
"""By how much the evidence for a sense must outweigh that for the next one."""
_SMALL = 300
"""Papers of a corpus up to which the one definition of a short form holds for all, whatever else they name."""
_UNDEFINED = 4
"""Papers that may use a short form alone for each paper that defines it, before other senses must be suspected."""
_TELLING_UNDEFINED = 12
"""The same for a short form of more letters that is of a sort that the sense has."""
_LONE = 0.5
"""Part of _UNDEFINED for a sense that one paper defines: one proves less than each of several."""
_ESTABLISHED = 3
"""Papers that must define a sense for a paper to mean it that brings its own thing forward by the short form."""
_UNSUPPORTED = 8
"""Papers that must define a sense for it to hold where no other name of a paper speaks for it."""
_TELLING = 3
"""Letters of a short form above which its label need not tell datasets and metrics from other things."""
_AMBIGUOUS = 2
"""Letters of a short form up to which it must be very clear what is well known."""
_HOUSEHOLD, _HARDLY_ELSE = 20, 0.95
"""Papers, and share of all, that must mean a sense for it to be what a paper builds on that seems to propose it."""
_RARELY_ELSE = 0.9
"""Share of all papers that must then mean it where no name of the paper speaks for it."""
_NONE = Sense("", frozenset(), (), frozenset(), frozenset(), False, frozenset())
_APART = frozenset((DATASET, "metric"))


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
    same = [sense for sense in likely if sense.spelt(use.bare)] or likely
    fitting = [sense for sense in same if _fits(use, short, sense) and not (len(same) > 1 and _of_one_paper(sense))]
    ranked = sorted(((_evidence(sense, use, short, contexts), sense) for sense in fitting), key=lambda at: -at[0][1])
    if not ranked or (use.own and not _mixed(use.bare) and len(ranked[0][1].papers) < _ESTABLISHED):
        return None
    (support, score), best = ranked[0]
    known, small = len(best.papers), contexts.size <= _SMALL
    supported = support > 0 or known >= _UNSUPPORTED
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
    often = _TELLING_UNDEFINED if telling and use.sort in best.sorts else _UNDEFINED * (1 if known > 1 else _LONE)
    return best if undefined <= often * known and (telling or known >= _ESTABLISHED) else None


def well_known_meant(
    use: Use,
    short: str,
    senses: Sequence[Sense],
    known: Sequence[WellKnown],
    contexts: Contexts,
    sorts: Mapping[str, Iterable[str]],
) -> Sense | None:
    """Return the well-known sense of a form whose paper defines none, None where these papers say otherwise.

    They do where more of them define another sense, where a small corpus defines another at all, or where the paper's
    other names speak for another; a thing that one paper calls so is no sense of the others. Where they define the
    sense themselves, its key is theirs. `sorts` are labels and kinds of the names that these papers have, by key: a
    name that none has is not meant. What is of another sort than the sense is not meant, nor the paper's own thing, but
    for a household word that a large corpus defines. Where no other name of the paper speaks for the sense, no next
    sense may rival it, elsewhere or at the paper's venue, and a form of two letters, one spelt like a word or one seen
    as another sort of thing must mean hardly anything else. Of several well-known senses the other names must clearly
    speak for one.
    """
    spelt = [sense for sense in senses if sense.spelt(use.bare)]
    found = [(one, sense) for one in known if (sense := _known_here(one, spelt, sorts))]
    chosen = _chosen(found, use, short, contexts) if len(known) > 1 else found[:1]
    if not chosen:
        return None
    ((well, meant),) = chosen
    support = contexts.support(meant, use, short)
    same = [sense for sense in spelt if well.agrees(sense.forms)]
    rivals = [sense for sense in _likely(short, spelt) if sense not in same and not _of_one_paper(sense)]
    if (rivals and contexts.size <= _SMALL) or (use.own and not (same and _is_household(well, contexts))):
        return None
    if not _fits(use, short, meant) or any(len(rival.papers) > max(1, len(meant.papers)) for rival in rivals):
        return None
    score = support + log(len(meant.papers) + well.papers)
    if any(score - _evidence(rival, use, short, contexts)[1] < _CLEAR for rival in rivals):
        return None
    return meant if support or len(known) > 1 or _clear_alone(use, short, meant, well, contexts) else None


def _chosen(
    found: Sequence[tuple[WellKnown, Sense]], use: Use, short: str, contexts: Contexts
) -> Sequence[tuple[WellKnown, Sense]]:
    """Return the one of several well-known senses that a paper means, with its sense here, none where it is not clear.

    Its other names must clearly speak for it, or its venue, where several papers elsewhere define the sense and none
    another. Where these papers name but one of the senses, and define it, a form of its sort and of more than two
    letters means it too.
    """
    venue = contexts.series(use)
    scores = [contexts.support(here, use, short) + (_CLEAR if venue in well.sure else 0.0) for well, here in found]
    best = sorted(range(len(found)), key=lambda at: -scores[at])
    if best and scores[best[0]] - (scores[best[1]] if len(best) > 1 else 0.0) >= _CLEAR:
        return [found[best[0]]]
    alone = len(found) == 1 and len(short) > _AMBIGUOUS
    return [(well, here) for well, here in found if alone and here.papers and use.sort in here.sorts]


def _known_here(known: WellKnown, senses: Sequence[Sense], sorts: Mapping[str, Iterable[str]]) -> Sense | None:
    """Return a well-known sense by the key that it has in these papers, None where none of them names it."""
    same = [sense for sense in senses if known.agrees(sense.forms)]
    keys = [same[0].key] if same else [key for key in known.keys if key in sorts]
    if not keys:
        return None
    first = same[0] if same else _NONE
    return replace(first, key=keys[0], sorts=first.sorts.union(sorts.get(keys[0], ())))


def _is_household(known: WellKnown, contexts: Contexts) -> bool:
    """Return whether a paper of a large corpus that seems to propose a thing of the name rather builds on the sense."""
    return contexts.size > _SMALL and known.papers >= _HOUSEHOLD and known.papers >= _HARDLY_ELSE * known.of


def _clear_alone(use: Use, short: str, sense: Sense, known: WellKnown, contexts: Contexts) -> bool:
    """Return whether a well-known sense holds where no other name of the paper speaks for it."""
    if not known.clear_at(contexts.series(use)):
        return False
    word = use.key.isupper()
    telling = len(short) > _TELLING and not word and known.papers == known.of
    unlike = len(short) <= _AMBIGUOUS or word or use.sort not in sense.sorts
    return not unlike or telling or (known.papers >= _RARELY_ELSE * known.of and known.papers >= _UNSUPPORTED)


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
