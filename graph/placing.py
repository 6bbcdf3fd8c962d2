"""Which key each name of each paper goes to, and by which rule."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperatlas.graph.acronyms import acronym_shaped, has_initials
from paperatlas.graph.contexts import Contexts
from paperatlas.graph.grouping import grouped_keys
from paperatlas.graph.known_meant import well_known_meant
from paperatlas.graph.local import LocalPaper, Use, expanded, meaning_here
from paperatlas.graph.long_forms import without_sort
from paperatlas.graph.meant import sense_meant
from paperatlas.graph.normalise import join_key
from paperatlas.graph.orders import one_order
from paperatlas.graph.senses import Sense, corpus_senses, distinct_senses
from paperatlas.graph.short_forms import known_senses
from paperatlas.graph.writing_out import WrittenOut, may_mean, ways_to_write_out

_SMALL = re.compile(r"[A-Za-z]?[a-z-]{2,}")
"""A word with no capital but the first."""
_NEARLY_ALL, _MANY = 0.8, 4
"""Share of the papers with a short form that must mean one thing, and how many more than write it in small letters."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A use, the key of the entity that it goes to, and the rule that brought it there."""

    use: Use
    key: str
    rule: str


def place_names(papers: Sequence[LocalPaper]) -> list[Placed]:
    """Return where each use goes: by its paper's definitions, the corpus's senses, its words, its paper's grouping."""
    senses, spellings = corpus_senses(papers)
    known = {use.key for paper in papers for use in paper.uses}
    placed = [one for paper in papers for one in _in_paper(paper, senses, known)]
    placed = _moved(placed, spellings, "spelling")
    apart = {short: distinct_senses(held) for short, held in senses.items()}
    placed = _elsewhere(placed, apart, papers)
    placed = _in_small_letters(placed)
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
    plain = ((short, without_sort(meaning.form, short, in_paper=True)) for short, meaning in paper.meanings.items())
    bare = {join_key(form): main[paper.meanings[short].key] for short, form in plain if has_initials(short, form)}
    for use in paper.uses:
        meaning, long = meaning_here(use, paper.meanings), expanded(use, paper.meanings)
        if meaning:
            yield Placed(use, main[meaning.key], "acronym")
        elif use.key not in main and use.key in bare:
            yield Placed(use, bare[use.key], "acronym")
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
    placed: Sequence[Placed], senses: Mapping[str, Sequence[Sense]], papers: Iterable[LocalPaper]
) -> list[Placed]:
    """Return the uses with short forms that their papers do not define moved to the sense that they mean."""
    held: dict[str, set[str]] = defaultdict(set)
    sorts: dict[str, set[str]] = defaultdict(set)
    for one in placed:
        held[one.use.paper_id].add(one.key)
        sorts[one.key].add(one.use.sort)
    contexts = Contexts({paper: frozenset(keys) for paper, keys in held.items()}, papers)
    alone = {one.use: join_key(one.use.bare) for one in placed if one.rule == "form" and _is_alone(one.use.bare)}
    undefined = Counter(short for short, _ in {(short, use.paper_id) for use, short in alone.items()})
    found: list[Placed] = []
    for one in placed:
        short = alone.get(one.use)
        had = senses.get(short, ()) if short else ()
        sense = sense_meant(one.use, short, had, undefined[short], contexts) if short and had else None
        rule = "context" if len(had) > 1 else "acronym-elsewhere"
        entry = known_senses(one.use.bare) if short and not sense else None
        if short and entry:
            sense, rule = well_known_meant(one.use, short, had, entry, contexts, sorts), "well-known"
        found.append(Placed(one.use, sense.key, rule) if sense else one)
    return found


def _in_small_letters(placed: Sequence[Placed]) -> list[Placed]:
    """Return the uses, those of a short form in small letters ("lidar") moved to where it goes with its capitals.

    That must be one place in nearly all papers, many more than write it so, and of the same sort.
    """
    shorts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    small: dict[str, set[str]] = defaultdict(set)
    sorts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in placed:
        if acronym_shaped(one.use.bare):
            shorts[join_key(one.use.bare)][one.key].add(one.use.paper_id)
            sorts[one.key][one.use.sort] += 1
        elif one.rule == "form" and _SMALL.fullmatch(one.use.bare):
            small[one.key].add(one.use.paper_id)
    to: dict[str, str] = {}
    for key, papers in small.items():
        held = shorts.get(key, {})
        total = sum(map(len, held.values()))
        first = max(held, key=lambda at: (len(held[at]), at), default=key)
        if first != key and len(held[first]) >= _NEARLY_ALL * total >= _MANY * len(papers):
            to[key] = first
    return [
        Placed(one.use, to[one.key], "acronym-elsewhere")
        if one.rule == "form"
        and one.key in to
        and _SMALL.fullmatch(one.use.bare)
        and one.use.sort == sorts[to[one.key]].most_common(1)[0][0]
        else one
        for one in placed
    ]


def _is_alone(name: str) -> bool:
    """Return whether a name is a short form and no more; "MS COCO" is MS-COCO, which is well known."""
    if acronym_shaped(name):
        return True
    return " " in name and (len(known_senses(name)) > 0 or all(map(acronym_shaped, name.split())))


def _written_out(
    placed: Sequence[Placed],
    senses: Mapping[str, Sequence[Sense]],
    known: set[str],
    papers: Mapping[str, LocalPaper],
) -> list[Placed]:
    """Return the uses, those of names with short forms in them moved to the known name that they are when written out.

    The senses of the short forms that make a known name must be the only ones that do, and a use whose own paper
    defines one of them otherwise stays; of their spellings the most used one counts.
    """
    found: dict[str, dict[tuple[str, ...], WrittenOut]] = defaultdict(dict)
    for key, surface in sorted({(one.key, one.use.surface) for one in placed if one.rule == "form"}):
        for way in ways_to_write_out(surface, senses):
            if way.key in known and way.key != key:
                found[key].setdefault(tuple(meant for _, meant in way.senses), way)
    only = {
        key: next(iter(ways.values())) for key, ways in found.items() if len({way.key for way in ways.values()}) == 1
    }
    moved = {key: way for key, way in only.items() if way.key not in only}
    return [
        replace(one, key=moved[one.key].key, rule="expanded" if one.rule == "form" else one.rule)
        if one.key in moved and may_mean(papers[one.use.paper_id], moved[one.key], senses)
        else one
        for one in placed
    ]
