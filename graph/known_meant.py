"""The well-known sense that a paper means by a short form that neither it nor its corpus makes clear."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log

from paperatlas.graph.contexts import Contexts
from paperatlas.graph.local import Use
from paperatlas.graph.meant import SMALL, SURE, TELLING, UNSUPPORTED, evidence, fits, likely_senses, of_one_paper
from paperatlas.graph.sense_words import CLEAR
from paperatlas.graph.senses import Sense
from paperatlas.graph.short_forms import WellKnown
from paperatlas.schema import DATASET

_AMBIGUOUS = 2
"""Letters of a short form up to which it must be very clear what is well known."""
_HOUSEHOLD, _HARDLY_ELSE = 20, 0.95
"""Papers, and share of all, that must mean a sense for it to be what a paper builds on that seems to propose it."""
_RARELY_ELSE = 0.9
"""Share of all papers that must then mean it where no name of the paper speaks for it."""
_NONE = Sense("", frozenset(), (), frozenset(), frozenset(), False, frozenset())


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
    for what a paper of a large corpus can only build on. Where no other name of the paper speaks for the sense, no next
    sense may rival it, elsewhere or at the paper's venue, and a form of two letters, one spelt like a word or one seen
    as another sort of thing must mean hardly anything else. Of several well-known senses one must be clear.
    """
    spelt = [sense for sense in senses if sense.spelt(use.bare)]
    named = ((one, _known_here(one, spelt, sorts)) for one in known)
    found = [
        (one, here)
        for one, here in named
        if here and (fits(use, short, here) or (use.sort != DATASET and contexts.said(one, use) >= SURE))
    ]
    chosen = _chosen(known, found, use, short, contexts) if len(known) > 1 else next(iter(found), None)
    if not chosen:
        return None
    well, meant = chosen
    support, said = contexts.support(meant, use, short), contexts.said(well, use)
    support = max(support, said if said >= CLEAR else 0.0)
    others = [sense for sense in likely_senses(short, spelt) if not well.agrees(sense.forms)]
    rivals = [sense for sense in others if not of_one_paper(sense)]
    if rivals and _is_rivalled(rivals, well, meant, support, use, short, contexts):
        return None
    alone = len(known) == 1 and not rivals and (support > 0 or use.sort in meant.sorts)
    if use.own and (
        contexts.size <= SMALL or not (_is_household(well, meant) or (alone and _is_alone(use, short, well)))
    ):
        return None
    return meant if support or len(known) > 1 or _is_clear_alone(use, short, meant, well, contexts) else None


def _chosen(
    known: Sequence[WellKnown], found: Sequence[tuple[WellKnown, Sense]], use: Use, short: str, contexts: Contexts
) -> tuple[WellKnown, Sense] | None:
    """Return the one of several well-known senses that a paper means, with its sense here, None where it is not clear.

    Its other names or its words must speak for it, or its venue, where several papers elsewhere define the sense and
    none another: with how many papers define each, unless the venue tells that, clearly more than for any other, and
    very clearly where two letters are of a sort that the sense does not have.
    """
    if not found:
        return None
    senses = dict(found)
    spoken = [_speaks(well, senses.get(well), use, short, contexts) for well in known]
    is_told = any(_at_venue(well, use, contexts) for well in known)
    scores = [said + (0.0 if is_told else log(well.papers)) for said, well in zip(spoken, known, strict=True)]
    first, second = sorted(range(len(known)), key=lambda at: -scores[at])[:2]
    here = senses.get(known[first])
    if not here:
        return None
    lead = scores[first] - scores[second]
    alike = use.sort in here.sorts or len(short) > _AMBIGUOUS
    return (known[first], here) if spoken[first] > 0 and lead >= (CLEAR if alike else SURE) else None


def _speaks(well: WellKnown, here: Sense | None, use: Use, short: str, contexts: Contexts) -> float:
    """Return how much the other names, the words and the venue of a paper speak for a sense."""
    names = contexts.support(here, use, short) if here else 0.0
    return max(names, contexts.said(well, use)) + _at_venue(well, use, contexts)


def _is_rivalled(
    rivals: Sequence[Sense],
    well: WellKnown,
    meant: Sense,
    support: float,
    use: Use,
    short: str,
    contexts: Contexts,
) -> bool:
    """Return whether other senses that these papers define may be meant rather than the well-known one."""
    at_venue = _at_venue(well, use, contexts)
    if contexts.size <= SMALL or not (support or at_venue or well.is_clear(short)):
        return True
    score = support + at_venue + log(len(meant.papers) + well.papers)
    return any(
        len(rival.papers) > max(1, len(meant.papers)) or score - evidence(rival, use, short, contexts)[1] < CLEAR
        for rival in rivals
    )


def _at_venue(known: WellKnown, use: Use, contexts: Contexts) -> float:
    """Return how much the venue of the use's paper speaks for a sense."""
    return CLEAR if contexts.series(use) in known.sure else 0.0


def _known_here(known: WellKnown, senses: Sequence[Sense], sorts: Mapping[str, Iterable[str]]) -> Sense | None:
    """Return a well-known sense by the key that it has in these papers, None where none of them names it."""
    same = [sense for sense in senses if known.agrees(sense.forms)]
    keys = [same[0].key] if same else [key for key in known.keys if key in sorts]
    if not keys:
        return None
    first = same[0] if same else _NONE
    return replace(first, key=keys[0], sorts=first.sorts.union(sorts.get(keys[0], ())))


def _is_household(known: WellKnown, sense: Sense) -> bool:
    """Return whether a paper that seems to propose a thing of the name rather builds on the sense."""
    return len(sense.papers) > 0 and known.papers >= _HOUSEHOLD and known.papers >= _HARDLY_ELSE * known.of


def _is_alone(use: Use, short: str, known: WellKnown) -> bool:
    """Return whether what a paper seems to propose has a name of four letters for which no one knows anything else."""
    return len(short) > TELLING and known.papers == known.of and use.role == "proposes"


def _is_clear_alone(use: Use, short: str, sense: Sense, known: WellKnown, contexts: Contexts) -> bool:
    """Return whether a well-known sense holds where no other name of the paper speaks for it."""
    if not known.clear_at(contexts.series(use)):
        return False
    word = use.key.isupper()
    telling = len(short) > TELLING and not word and known.papers == known.of
    unlike = len(short) <= _AMBIGUOUS or word or use.sort not in sense.sorts
    return not unlike or telling or (known.share >= _RARELY_ELSE and known.papers >= UNSUPPORTED)
