"""Entities out of mentions: which names, in which papers, are one thing, and by which rule."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperatlas.graph.aliases import Aliases, Applied, apply_aliases
from paperatlas.graph.collector import uncollected
from paperatlas.graph.local import local_paper
from paperatlas.graph.naming import aliases_of, best_name, closest_normal_form, full_forms
from paperatlas.graph.normalise import join_key, name_slug, shown_form
from paperatlas.graph.placing import Placed, place_names
from paperatlas.graph.suffixes import key_finder
from paperatlas.records import Extraction, Mention
from paperatlas.schema import CONCEPT, DATASET, ENTITY_LABELS, KINDS, METHOD

_REAL, _SHARE = 3, 0.3
"""Papers that must use a name as what one label alone can be, and their share, for that to be a sense of its own."""
_ROLES_OF_ONE = {METHOD: ("proposes", "compares_with"), DATASET: ("introduces", "evaluates_on")}


@dataclass(frozen=True, slots=True)
class Entity:
    """One node: `name` is the form to show, `aliases` are all other forms seen, those of most papers first."""

    id: str
    label: str
    kind: str | None
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Merge:
    """Why a surface belongs to an entity; `count` is of mentions, `papers` are ids.

    The rules: name, the shown name itself. form, it differs by case, plural, hyphen, spelling or markup. suffix, by a
    last word that adds nothing. order, by the order of its words. spelling, by endings, where one acronym stands for
    both. acronym, its paper gives the long form. acronym-elsewhere, other papers do, and all the same one. context, of
    several senses the paper's other names speak for this one. well-known, so do textbooks, or most papers elsewhere
    that define it (data/README.md). expanded, it holds a short form. grouped, the paper calls one thing by both. user,
    the user's alias file says so.
    """

    surface: str
    entity_id: str
    rule: str
    count: int
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """All entities by id, the merges behind them, and which entity each form of a paper's entity goes to."""

    entities: tuple[Entity, ...]
    entity_ids: Mapping[tuple[str, int, str], str]
    merges: tuple[Merge, ...]

    def entity_of(self, mention: Mention) -> str | None:
        """Return the id of the entity that a mention names, None where the user dropped it."""
        return self.entity_ids.get((mention.paper_id, mention.entity, shown_form(mention.text)))


def resolve_mentions(extractions: Iterable[Extraction], *, aliases: Aliases | None = None) -> Resolution:
    """Return which mentions are one thing; the order of the papers changes nothing.

    Names are one where their keys are equal: case, plurals, hyphens and blanks, British spelling and markup aside. A
    short form goes with its paper's long form, else with the sense that the other papers and the paper's other names
    speak for, else, where it is well known and clear, with what it stands for elsewhere, else it stays by itself. What
    one paper alone calls one thing is believed only where its words bear it out. Distance between spellings joins
    nothing. One name is one node: its label is that of most mentions, weighed by confidence, and at a tie the first of
    Method, Dataset, Concept; but where some papers propose or compare a method of a name and others introduce or
    evaluate on a dataset of it, they are two. What `aliases` say wins over all.

    Raises
    ------
    InputError
        When `aliases` speak of a name that no paper uses.

    Examples
    --------
    >>> from paperatlas.extract.annotations import annotated_extraction
    >>> from paperatlas.records import Paper
    >>> gold = {"name": "BERT", "label": "Method", "kind": None, "role": "uses"}
    >>> one = annotated_extraction(Paper(id="1", abstract="We train BERT."), [{**gold, "surfaces": ["BERT"]}])
    >>> two = annotated_extraction(Paper(id="2", abstract="The BERT model."), [{**gold, "surfaces": ["BERT model"]}])
    >>> resolve_mentions([one, two]).entities
    (Entity(id='Method:bert', label='Method', kind=None, name='BERT', aliases=('BERT model',)),)
    """
    with uncollected():
        return _resolved(extractions, aliases or Aliases())


def _resolved(extractions: Iterable[Extraction], aliases: Aliases) -> Resolution:
    ordered = sorted(extractions, key=lambda extraction: extraction.paper.id)
    key_of = key_finder(ordered)
    papers = [local_paper(extraction, key_of) for extraction in ordered]
    spelt: dict[str, set[str]] = defaultdict(set)
    for meaning in (meaning for paper in papers for meaning in paper.meanings.values()):
        spelt[meaning.key].add(meaning.form)
    said = apply_aliases(aliases, place_names(papers))
    clusters: dict[str, list[Placed]] = defaultdict(list)
    for one in said.placed:
        clusters[one.key].append(one)
    resolved = _with_ids(
        (key, _entity(key, held, spelt.get(key, set()), said), held)
        for key, whole in sorted(clusters.items())
        for held in (_real_senses(whole) if key not in said.labels else [whole])
    )
    return Resolution(
        entities=tuple(entity for entity, _ in resolved),
        entity_ids={
            (one.use.paper_id, one.use.entity, one.use.surface): entity.id for entity, held in resolved for one in held
        },
        merges=tuple(merge for entity, held in resolved for merge in _merges(entity, held)),
    )


def _real_senses(held: list[Placed]) -> list[list[Placed]]:
    """Return the uses in one list, or in two where a method and a dataset of the name are both real."""
    if len(held) < 2 * _REAL:
        return [held]
    sure = {label: {one.use.paper_id for one in held if _is_one(one, label)} for label in _ROLES_OF_ONE}
    least = min(map(len, sure.values()))
    if least < _REAL or least < _SHARE * len({one.use.paper_id for one in held}):
        return [held]
    data = [one for one in held if one.use.label == DATASET]
    return [[one for one in held if one.use.label != DATASET], data]


def _is_one(one: Placed, label: str) -> bool:
    return one.use.label == label and one.use.role in _ROLES_OF_ONE[label]


def _entity(key: str, held: Sequence[Placed], spelt: Iterable[str], said: Applied) -> Entity:
    forms = full_forms(key, held, sorted(spelt))
    label = _heaviest(((one.use.label, one.use.weight) for one in held), ENTITY_LABELS)
    kind: str | None = _heaviest(((one.use.kind, one.use.weight) for one in held if one.use.kind), KINDS, "term")
    label, kind = said.labels.get(key, (label, kind))
    name = said.names.get(key) or best_name(forms)
    slug = key if key != key.lower() else name_slug(closest_normal_form(forms))
    return Entity(
        id=f"{label}:{slug}",
        label=label,
        kind=(kind or "term") if label == CONCEPT else None,
        name=name,
        aliases=aliases_of(name, held),
    )


def _with_ids(found: Iterable[tuple[str, Entity, list[Placed]]]) -> list[tuple[Entity, list[Placed]]]:
    """Return the entities by id; where two would have one id, all but the first take their keys for it."""
    taken: dict[str, tuple[Entity, list[Placed]]] = {}
    for key, entity, held in sorted(found, key=lambda item: item[0]):
        if entity.id in taken:
            entity = replace(entity, id=f"{entity.label}:{name_slug(key)}")
        while entity.id in taken:
            entity = replace(entity, id=f"{entity.id}+")
        taken[entity.id] = (entity, held)
    return [taken[identifier] for identifier in sorted(taken)]


def _heaviest(votes: Iterable[tuple[str, int]], order: Sequence[str], default: str = "") -> str:
    total: dict[str, int] = {}
    for choice, weight in votes:
        total[choice] = total.get(choice, 0) + weight
    if len(total) == 1:
        return next(iter(total))
    return min(total, key=lambda choice: (-total[choice], order.index(choice)), default=default)


def _merges(entity: Entity, held: Sequence[Placed]) -> Iterator[Merge]:
    if len(held) == 1 or len({(one.use.surface, one.rule) for one in held}) == 1:
        return
    counts: Counter[tuple[str, str]] = Counter()
    papers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in held:
        at = (one.use.surface, _rule(one, entity.name))
        counts[at] += one.use.count
        papers[at].add(one.use.paper_id)
    if len(counts) > 1:
        for surface, rule in sorted(counts):
            at = (surface, rule)
            yield Merge(surface, entity.id, rule, counts[at], tuple(sorted(papers[at])))


def _rule(one: Placed, name: str) -> str:
    if one.rule == "form" and one.use.surface == name:
        return "name"
    if one.rule == "form" and join_key(one.use.surface) != one.key.lower():
        return "suffix"
    return one.rule
