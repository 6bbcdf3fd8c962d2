"""Names written out: what the short forms in them stand for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from paperatlas.graph.acronyms import has_initials, is_short
from paperatlas.graph.local import LocalPaper
from paperatlas.graph.normalise import join_key
from paperatlas.graph.sense_words import CLEAR, paper_words, speaks_for
from paperatlas.graph.senses import Sense
from paperatlas.graph.short_forms import WellKnown, is_strange, known_senses

_PART = re.compile(r"[\s-]+")
_SHORTS, _SENSES = 2, 6
"""Short forms in a name, and senses of each, up to which a name is tried written out."""
_RARE = 2
"""Papers up to which a sense that is not the first of its short form is not tried in other names."""


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """A way to write a name out: the key that it gives, and the short forms written out, with keys of senses."""

    key: str
    senses: tuple[tuple[str, str], ...]


def ways_to_write_out(name: str, senses: Mapping[str, Sequence[Sense]]) -> Iterator[WrittenOut]:
    """Yield ways to write a name out by the senses that papers define, else by what is well known.

    Examples
    --------
    >>> [way.key for way in ways_to_write_out("GP prior", {})]
    ['gaussianprocessprior', 'gpprior']
    """
    parts = _PART.split(name)
    if len(parts) < 2:
        return
    shorts = [part for part in parts if is_short(part) and len(_options(part, senses)) > 1]
    if 0 < len(shorts) <= _SHORTS:
        options = [_options(part, senses) if part in shorts else [("", part)] for part in parts]
        for reading in product(*options):
            meant = tuple((part, sense) for part, (sense, _) in zip(parts, reading, strict=True) if sense)
            yield WrittenOut(join_key(" ".join(word for _, word in reading)), meant)


def may_mean(paper: LocalPaper, way: WrittenOut, senses: Mapping[str, Sequence[Sense]]) -> bool:
    """Return whether a paper defines and names no short form otherwise, and what none defines is clear at its venue."""
    for part, meant in way.senses:
        own, known = paper.meanings.get(join_key(part)), _only_well_known(part, senses)
        if own and not any(own.key in sense.keys for sense in senses[join_key(part)] if sense.key == meant):
            return False
        if any(meant == sense.keys[0] and not _is_meant(part, sense, known, paper) for sense in known):
            return False
        named = {use.key for use in paper.uses if has_initials(part, use.bare)}
        if named and named.isdisjoint(_keys(part, meant, senses)):
            return False
    return True


def _is_meant(part: str, sense: WellKnown, known: Sequence[WellKnown], paper: LocalPaper) -> bool:
    """Return whether a paper may mean a well-known sense: the words of its texts must speak for a second one."""
    words = paper_words(paper.texts, paper.series)
    said = [speaks_for(part, one, words) for one in known]
    own = said[known.index(sense)]
    if sense == known[0]:
        return sense.clear_at(paper.series) if own <= 0 else own >= max(said)
    return own >= CLEAR + max(other for one, other in zip(known, said, strict=True) if one != sense)


def _keys(part: str, meant: str, senses: Mapping[str, Sequence[Sense]]) -> set[str]:
    """Return the keys of the long forms that a sense of a short form has."""
    held = [sense.keys for sense in senses.get(join_key(part), ()) if sense.key == meant]
    known = [sense.keys for sense in _only_well_known(part, senses) if sense.keys[0] == meant]
    return {meant}.union(*held, *known)


def _options(part: str, senses: Mapping[str, Sequence[Sense]]) -> list[tuple[str, str]]:
    """Return the keys of the senses that a part of a name may have, each with a form of it; last the part itself."""
    known = _only_well_known(part, senses)
    if known:
        return [*((sense.keys[0], form) for sense in known for form in sense.longs), ("", part)]
    held = senses.get(join_key(part), ())[:_SENSES]
    common = [sense for at, sense in enumerate(held) if not at or len(sense.papers) > _RARE]
    meant = [sense for sense in common if not is_strange(part, sense.forms, len(sense.papers))]
    return [*((sense.key, form) for sense in meant for form in sense.forms), ("", part)]


def _only_well_known(part: str, senses: Mapping[str, Sequence[Sense]]) -> Sequence[WellKnown]:
    """Return what a short form is well known for, nothing where several of the papers at hand define it."""
    defined = any(sense.spelt(part) and len(sense.papers) > _RARE for sense in senses.get(join_key(part), ()))
    return () if defined else known_senses(part)
