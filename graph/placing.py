"""Which key each name of each paper goes to, and by which rule."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from paperatlas.graph.acronyms import acronym_shaped
from paperatlas.graph.contexts import Contexts
from paperatlas.graph.grouping import grouped_keys
from paperatlas.graph.local import LocalPaper, Use, expanded, is_short, meaning_here
from paperatlas.graph.meant import sense_meant, well_known_meant
from paperatlas.graph.normalise import join_key, singular_name
from paperatlas.graph.orders import one_order
from paperatlas.graph.senses import Sense, corpus_senses, distinct_senses
from paperatlas.graph.short_forms import WellKnown, well_known

_PART = re.compile(r"[\s-]+")
_SHORTS, _SENSES = 2, 6
"""Short forms in a name, and senses of each, up to which a name is tried written out."""
_RARE = 2
"""Papers up to which a sense that is not the first of its short form is not tried in other names."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A use, the key of the entity that it goes to, and the rule that brought it there."""

    use: Use
    key: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """A way to write out a name: its key then, and the short forms in it, each with the key of its sense."""

    long: str
    parts: tuple[tuple[str, str], ...]


def place_names(papers: Sequence[LocalPaper]) -> list[Placed]:
    """Return where each use goes: by its paper's definitions, the corpus's senses, its words, its paper's grouping."""
    senses, spellings = corpus_senses(papers)
    known = {use.key for paper in papers for use in paper.uses}
    placed = [one for paper in papers for one in _in_paper(paper, senses, known)]
    placed = _moved(placed, spellings, "spelling")
    apart = {short: distinct_senses(held) for short, held in senses.items()}
    placed = _elsewhere(placed, apart, {paper.id: paper.series for paper in papers})
    placed = _written_out(placed, apart, known, {paper.id: paper for paper in papers})
    placed = _moved(placed, spellings, "spelling")
    placed = _moved(placed, one_order({(one.key, one.use.surface): 0 for one in placed if one.rule == "form"}), "order")
    plain = ((one.use, one.key) for one in placed if one.rule in ("form", "order"))
    moved = grouped_keys(plain, {paper.id: paper.equal for paper in papers})
    return [replace(one, key=moved[one.use], rule="grouped") if one.use in moved else one for one in placed]


def _in_paper(paper: LocalPaper, senses: Mapping[str, Sequence[Sense]], known: set[str]) -> Iterator[Placed]:
    main = {
        meaning.key: next(sense.key for sense in senses[short] if meaning.key in sense.keys)
        for short, meaning in paper.meanings.items()
    }
    if not main:
        yield from (Placed(use, use.key, "form") for use in paper.uses)
        return
    for use in paper.uses:
        meaning, long = meaning_here(use, paper.meanings), expanded(use, paper.meanings)
        if meaning:
            yield Placed(use, main[meaning.key], "acronym")
        elif use.key in main and main[use.key] != use.key and len(use.key) < len(main[use.key]):
            yield Placed(use, main[use.key], "acronym")
        elif long in known and long != use.key:
            yield Placed(use, long, "expanded")
        else:
            yield Placed(use, use.key, "form")


def _moved(placed: Iterable[Placed], keys: Mapping[str, str], rule: str) -> list[Placed]:
    return [
        replace(one, key=keys[one.key], rule=rule if one.rule == "form" else one.rule) if one.key in keys else one
        for one in placed
    ]


def _elsewhere(
    placed: Sequence[Placed], senses: Mapping[str, Sequence[Sense]], series: Mapping[str, str]
) -> list[Placed]:
    """Return the uses with short forms that their papers do not define moved to the sense that they mean."""
    held: dict[str, set[str]] = defaultdict(set)
    sorts: dict[str, set[str]] = defaultdict(set)
    for one in placed:
        held[one.use.paper_id].add(one.key)
        sorts[one.key].add(one.use.sort)
    contexts = Contexts({paper: frozenset(keys) for paper, keys in held.items()}, series)
    alone = {one.use: join_key(one.use.bare) for one in placed if one.rule == "form" and acronym_shaped(one.use.bare)}
    undefined = Counter(short for short, _ in {(short, use.paper_id) for use, short in alone.items()})
    found: list[Placed] = []
    for one in placed:
        short = alone.get(one.use)
        had = senses.get(short, ()) if short else ()
        sense = sense_meant(one.use, short, had, undefined[short], contexts) if short and had else None
        rule = "context" if len(had) > 1 else "acronym-elsewhere"
        entry = well_known().get(singular_name(one.use.bare)) if short and not sense else None
        if short and entry:
            sense, rule = well_known_meant(one.use, short, had, entry, contexts, sorts), "well-known"
        found.append(Placed(one.use, sense.key, rule) if sense else one)
    return found


def _written_out(
    placed: Sequence[Placed],
    senses: Mapping[str, Sequence[Sense]],
    known: set[str],
    papers: Mapping[str, LocalPaper],
) -> list[Placed]:
    """Return the uses, those of names with short forms in them moved to the known name that they are when written out.

    The senses of the short forms that make a known name must be the only ones that do, and none that their own papers
    do not mean; of their spellings the most used one counts.
    """
    found: dict[str, dict[tuple[str, ...], _Reading]] = defaultdict(dict)
    for key, surface in sorted({(one.key, one.use.surface) for one in placed if one.rule == "form"}):
        parts = _PART.split(surface)
        if len(parts) > 1:
            for reading in _readings(parts, senses):
                if reading.long in known and reading.long != key:
                    found[key].setdefault(tuple(meant for _, meant in reading.parts), reading)
    only = {key: next(iter(readings.values())) for key, readings in found.items() if len(readings) == 1}
    moved = {key: reading for key, reading in only.items() if reading.long not in only}
    return [
        replace(one, key=moved[one.key].long, rule="expanded" if one.rule == "form" else one.rule)
        if one.key in moved and _may_mean(papers[one.use.paper_id], moved[one.key], senses)
        else one
        for one in placed
    ]


def _readings(parts: Sequence[str], senses: Mapping[str, Sequence[Sense]]) -> Iterator[_Reading]:
    """Yield ways to write a name out."""
    shorts = [part for part in parts if is_short(part) and len(_options(part, senses)) > 1]
    if 0 < len(shorts) <= _SHORTS:
        options = [_options(part, senses) if part in shorts else [("", part)] for part in parts]
        for reading in product(*options):
            meant = tuple((part, sense) for part, (sense, _) in zip(parts, reading, strict=True) if sense)
            yield _Reading(join_key(" ".join(word for _, word in reading)), meant)


def _may_mean(paper: LocalPaper, reading: _Reading, senses: Mapping[str, Sequence[Sense]]) -> bool:
    """Return whether a paper defines no short form otherwise, and what none defines is clear at its venue."""
    for part, meant in reading.parts:
        own, known = paper.meanings.get(join_key(part)), _only_well_known(part, senses)
        if own and not any(own.key in sense.keys for sense in senses[join_key(part)] if sense.key == meant):
            return False
        if known and not known.clear_at(paper.series):
            return False
    return True


def _options(part: str, senses: Mapping[str, Sequence[Sense]]) -> list[tuple[str, str]]:
    """Return the keys of the senses that a part of a name may have, each with a form of it; last the part itself."""
    known = _only_well_known(part, senses)
    if known:
        return [*((known.keys[0], form) for form in known.longs), ("", part)]
    held = senses.get(join_key(part), ())[:_SENSES]
    meant = [sense for at, sense in enumerate(held) if not at or len(sense.papers) > _RARE]
    return [*((sense.key, form) for sense in meant for form in sense.forms), ("", part)]


def _only_well_known(part: str, senses: Mapping[str, Sequence[Sense]]) -> WellKnown | None:
    """Return what a short form is well known for, None where the papers at hand define it."""
    return (
        None
        if any(sense.spelt(part) for sense in senses.get(join_key(part), ()))
        else well_known().get(singular_name(part))
    )
