"""Entities out of mentions: which names, in which papers, are one thing, and by which rule."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.graph.acronyms import acronym_shaped, only_meanings
from paperatlas.graph.local import LocalEntity, local_entities
from paperatlas.graph.naming import aliases_of, best_name, closest_normal_form, full_forms
from paperatlas.graph.normalise import join_key, name_slug
from paperatlas.graph.suffixes import keys_without_suffix
from paperatlas.records import Extraction
from paperatlas.schema import CONCEPT, ENTITY_LABELS, KINDS


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
    """Why a surface belongs to an entity: `rule` is one of name, form, suffix, acronym, acronym-elsewhere, grouped.

    name: the shown name itself. form: it differs by case, plural, hyphen, spelling or markup. suffix: a last word that
    adds nothing. acronym: its paper gives the long form. acronym-elsewhere: other papers do, and all the same one.
    grouped: the paper names one thing both ways. `count` is of mentions, `papers` are ids.
    """

    surface: str
    entity_id: str
    rule: str
    count: int
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """All entities by id, the entity id of each (paper id, entity index), and the merges behind them."""

    entities: tuple[Entity, ...]
    entity_ids: Mapping[tuple[str, int], str]
    merges: tuple[Merge, ...]


def resolve_mentions(extractions: Sequence[Extraction]) -> Resolution:
    """Return which mentions are one thing; the order of the papers changes nothing.

    Names are one where their keys are equal: case, plural of the head word, hyphens and blanks, British spelling and
    markup aside. A short form goes with its paper's long form, else with the only one that any paper gives, else it
    stays by itself. Distance between spellings joins nothing. One name is one node: its label is that of most
    mentions, weighed by confidence, and at a tie the first of Method, Dataset, Concept.

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
    ordered = sorted(extractions, key=lambda extraction: extraction.paper.id)
    key_of = keys_without_suffix(ordered)
    clusters = _clusters([local for extraction in ordered for local in local_entities(extraction, key_of)])
    resolved = [(_entity(key, held, clusters), key, held) for key, held in clusters.items()]
    resolved.sort(key=lambda item: item[0].id)
    return Resolution(
        entities=tuple(entity for entity, _, _ in resolved),
        entity_ids={(local.paper_id, local.index): entity.id for entity, _, held in resolved for local in held},
        merges=tuple(merge for entity, key, held in resolved for merge in _merges(entity, key, held)),
    )


def _clusters(found: Sequence[LocalEntity]) -> dict[str, list[LocalEntity]]:
    longs = {local.long for local in found}
    everywhere = only_meanings(pair for local in found for pair in local.shorts.items() if pair[1])
    by_paper: dict[str, dict[str, str]] = defaultdict(dict)
    for local in found:
        for short in local.shorts:
            by_paper[local.paper_id].setdefault(short, local.long)
    clusters: dict[str, list[LocalEntity]] = defaultdict(list)
    for local in found:
        key = local.long
        if not local.shorts and _may_be_short(local):
            elsewhere = join_key(everywhere.get(key, key))
            key = by_paper[local.paper_id].get(key) or (elsewhere if elsewhere in longs else key)
        clusters[key].append(local)
    return clusters


def _may_be_short(local: LocalEntity) -> bool:
    return any(acronym_shaped(surface) for surface, key in local.keys.items() if key == local.long)


def _entity(key: str, held: Sequence[LocalEntity], foreign: Collection[str]) -> Entity:
    forms = full_forms(key, held)
    label = _heaviest(((local.label, local.weight) for local in held), ENTITY_LABELS)
    kind = _heaviest(((local.kind, local.weight) for local in held if local.kind), KINDS, "term")
    name = best_name(forms)
    return Entity(
        id=f"{label}:{name_slug(closest_normal_form(forms))}",
        label=label,
        kind=kind if label == CONCEPT else None,
        name=name,
        aliases=aliases_of(name, key, held, foreign),
    )


def _heaviest(votes: Iterable[tuple[str, int]], order: Sequence[str], default: str = "") -> str:
    total: Counter[str] = Counter()
    for choice, weight in votes:
        total[choice] += weight
    return min(total, key=lambda choice: (-total[choice], order.index(choice)), default=default)


def _merges(entity: Entity, key: str, held: Sequence[LocalEntity]) -> Iterator[Merge]:
    counts: Counter[tuple[str, str]] = Counter()
    papers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for local in held:
        for surface, count in local.surfaces.items():
            at = (surface, _rule(surface, entity.name, key, local))
            counts[at] += count
            papers[at].add(local.paper_id)
    if len(counts) > 1:
        for surface, rule in sorted(counts):
            at = (surface, rule)
            yield Merge(surface, entity.id, rule, counts[at], tuple(sorted(papers[at])))


def _rule(surface: str, name: str, key: str, local: LocalEntity) -> str:
    if surface == name:
        return "name"
    if join_key(surface) == key:
        return "form"
    if local.keys[surface] == key:
        return "suffix"
    if local.keys[surface] in local.shorts:
        return "acronym"
    return "acronym-elsewhere" if local.long != key else "grouped"
