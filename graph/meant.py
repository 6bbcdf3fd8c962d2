"""The sense that a paper means by a short form that it does not define."""

import re
from collections.abc import Iterable, Sequence
from math import log

from paperatlas.graph.acronyms import meaning_of, telling_words
from paperatlas.graph.contexts import Contexts
from paperatlas.graph.local import Use
from paperatlas.graph.normalise import normal_form
from paperatlas.graph.sense_words import CLEAR
from paperatlas.graph.senses import Sense
from paperatlas.graph.short_forms import is_doubted, is_strange, known_senses
from paperatlas.schema import DATASET

SMALL = 300
"""Papers of a corpus up to which the one definition of a short form holds for all, whatever else they name."""
_UNDEFINED = 4
"""Papers that may use a short form alone for each paper that defines it, before other senses must be suspected."""
_TELLING_UNDEFINED = 12
"""The same for a short form of more letters that is of a sort that the sense has."""
_LONE = 0.5
"""Part of _UNDEFINED for a sense that one paper defines: one proves less than each of several."""
_ESTABLISHED = 3
"""Papers that must define a sense for a paper to mean it that brings its own thing forward by the short form."""
SURE = 2 * CLEAR
"""How much other names must speak for one of several senses if only one paper defines it."""
UNSUPPORTED = 8
"""Papers that must define a sense for it to hold where no other name of a paper speaks for it."""
TELLING = 3
"""Letters of a short form above which its label need not tell datasets and metrics from other things."""
_SPOKEN = re.compile(r"[b-df-hj-np-tv-z][aeiou]+[b-df-hj-np-tv-z]")
"""What a short form has that can be spoken as a word, so that other things are called so too."""
_APART = frozenset((DATASET, "metric"))


def sense_meant(use: Use, short: str, senses: Sequence[Sense], undefined: int, contexts: Contexts) -> Sense | None:
    """Return the sense that a form means whose paper defines none, None where that is not clear.

    Of several senses the one holds that the paper's other names clearly support. The only one holds too where the
    papers that use the form without defining it (`undefined`) are not too many for it, and the form, in a large corpus,
    is telling enough: it has small letters beside capitals or four letters that spell no word, or some name of the
    paper speaks for the sense and several papers define it; where very many do, or one at the same venue, no other name
    need speak for it, but a form of up to three letters must then be of a sort that the sense has. A paper's own thing
    is no other's; that of one paper is not meant where many use the form alone, unless it mixes small letters and
    capitals (ResNet), and in a large corpus what a paper or two call by a form that is well known for other things.
    """
    likely = likely_senses(short, senses)
    same = [sense for sense in likely if sense.spelt(use.bare)] or likely
    fitting = [sense for sense in same if fits(use, short, sense) and not (len(same) > 1 and of_one_paper(sense))]
    ranked = sorted(((evidence(sense, use, short, contexts), sense) for sense in fitting), key=lambda at: -at[0][1])
    if not ranked:
        return None
    (support, score), best = ranked[0]
    is_word = bool(_SPOKEN.search(short))
    is_new = len(best.papers) < _ESTABLISHED and support < 2 * SURE
    if use.own and not _mixed(use.bare) and (is_new or (is_word and support < CLEAR)):
        return None
    known, small = len(best.papers), contexts.size <= SMALL
    if not small and is_strange(use.bare, best.forms, known):
        said = max((contexts.said(one, use) for one in known_senses(use.bare)), default=0.0)
        if support < SURE or said >= CLEAR:
            return None
    if not (support >= CLEAR or small) and known < _ESTABLISHED and len(known_senses(use.bare)) > 1:
        return None
    strange_here = contexts.elsewhere(best, use) and is_doubted(use.bare, best.forms, contexts.series(use))
    if not support and len(short) <= TELLING and strange_here:
        return None
    supported = support > 0 or known >= UNSUPPORTED
    if not support and len(short) <= TELLING and use.sort not in best.sorts:
        return None
    if len(same) > 1:
        enough = small or (supported if known > 1 else support >= SURE and len(short) >= TELLING)
        return best if score - _next(ranked) >= CLEAR and enough else None
    if of_one_paper(best) or support >= CLEAR:
        word = use.key.isupper() and not _mixed(use.bare)
        rare = not of_one_paper(best) or undefined <= _TELLING_UNDEFINED or _mixed(use.bare)
        return best if support >= CLEAR and rare and (known > 1 or small or not word) else None
    if _mixed(use.bare) or small:
        whole = _mixed(use.bare) and (undefined <= _TELLING_UNDEFINED * known or _begin_words(use.bare, best.forms))
        return best if whole or (small and undefined <= _UNDEFINED * known) else None
    telling = len(short) > TELLING and not use.key.isupper()
    if known == 1 and not support and is_word and contexts.elsewhere(best, use):
        return None
    if not ((telling and use.sort in best.sorts) or supported) and contexts.elsewhere(best, use):
        return None
    often = _TELLING_UNDEFINED if telling and use.sort in best.sorts else _UNDEFINED * (1 if known > 1 else _LONE)
    return best if undefined <= often * known and (telling or known >= _ESTABLISHED) else None


def likely_senses(short: str, senses: Sequence[Sense]) -> list[Sense]:
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
    return len(telling_words(normal_form(form))) <= len(short) + 1


def of_one_paper(sense: Sense) -> bool:
    """Return whether one paper alone has the sense, as its own thing."""
    return sense.proposed and len(sense.papers) == 1


def _mixed(short: str) -> bool:
    """Return whether a short form mixes small letters and capitals, so that hardly two things share it."""
    return any(character.islower() for character in short[:-1]) and not short.islower()


def _begin_words(short: str, forms: Iterable[str]) -> bool:
    """Return whether the capitals of a short form begin words of one of its long forms: that is no chance."""
    capitals = "".join(character for character in short if character.isupper()).casefold()
    for form in forms:
        initials = (word[0] for word in re.findall(r"[^\W_]+", form.casefold()))
        if all(capital in initials for capital in capitals):
            return True
    return False


def _next(ranked: Sequence[tuple[tuple[float, float], Sense]]) -> float:
    return ranked[1][0][1] if len(ranked) > 1 else 0.0


def evidence(sense: Sense, use: Use, short: str, contexts: Contexts) -> tuple[float, float]:
    """Return how much the other names of the paper speak for a sense, and that with how many papers define it."""
    support = contexts.support(sense, use, short)
    return support, support + log(len(sense.papers))


def fits(use: Use, short: str, sense: Sense) -> bool:
    """Return whether the use may be of the sort of a sense: datasets and metrics are of their own."""
    telling = len(short) > TELLING or _mixed(use.bare)
    return telling or use.sort in sense.sorts or not ({use.sort} | sense.sorts) & _APART
