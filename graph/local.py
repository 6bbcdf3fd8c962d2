"""The entities of one paper, ready to be joined with those of others: their names by key, long and short."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from paperatlas.graph.acronyms import acronym_shaped, meaning_of
from paperatlas.graph.normalise import join_key, normal_form, shown_form, singular_name
from paperatlas.records import Extraction, Mention

SURE, NAMED, DOUBTFUL = 10, 5, 1


@dataclass(frozen=True, slots=True)
class LocalEntity:
    """One entity of one paper before it is joined with others.

    `surfaces` counts its shown forms, `keys` gives their keys. `long` is the key under which it is known; `shorts` are
    the keys of its short forms, each with the normal form of its meaning (empty where that would hold the short form).
    `votes` weigh each form as a name to show: what stands in the running text counts most. `weight` is the count of
    mentions times their confidence, in thousandths. `spelt` is the long form where the paper gives it only as the
    meaning of the short one.
    """

    paper_id: str
    index: int
    label: str
    kind: str | None
    weight: int
    surfaces: Mapping[str, int]
    keys: Mapping[str, str]
    votes: Mapping[str, int]
    long: str
    shorts: Mapping[str, str]
    spelt: str | None = None


KeyOf = Callable[[str, str], str]
"""From a shown form and its label to the key that joins it."""


def local_entities(extraction: Extraction, key_of: KeyOf) -> Iterator[LocalEntity]:
    """Yield the entities of a paper, by their index.

    Mentions with one `entity` are one thing; its long form is the key, and a short form counts as one only where its
    letters stand for that long form or the paper defines it. A grouping error so never joins two long forms.
    """
    defined = {join_key(pair.short): pair.long for pair in extraction.abbreviations}
    mentions = sorted(extraction.mentions, key=lambda mention: mention.entity)
    for index, group in groupby(mentions, key=lambda mention: mention.entity):
        yield _local_entity(index, list(group), defined, key_of)


def _local_entity(index: int, mentions: list[Mention], defined: Mapping[str, str], key_of: KeyOf) -> LocalEntity:
    label, kind = Counter((mention.label, mention.kind or "") for mention in mentions).most_common(1)[0][0]
    surfaces = Counter(shown_form(mention.text) for mention in mentions)
    keys = {surface: key_of(surface, label) for surface in surfaces}
    shorts = _short_forms(keys, defined)
    long = _long_form(keys, shorts, surfaces, join_key(mentions[0].name))
    spelt = defined.get(long)
    if spelt is not None and join_key(spelt) != long:
        shorts, long = shorts | {long}, join_key(spelt)
    full = spelt or min(surface for surface, key in keys.items() if key == long)
    return LocalEntity(
        paper_id=mentions[0].paper_id,
        index=index,
        label=label,
        kind=kind or None,
        weight=sum(round(mention.confidence * 1000) for mention in mentions),
        surfaces=dict(surfaces),
        keys=keys,
        votes=_votes(mentions),
        long=long,
        shorts={key: _meaning(surface, full) for surface, key in sorted(keys.items()) if key in shorts},
        spelt=spelt,
    )


def _meaning(short: str, full: str) -> str:
    meaning = normal_form(meaning_of(short, full) or full)
    return "" if normal_form(short) in meaning.split() else meaning


def _short_forms(keys: Mapping[str, str], defined: Mapping[str, str]) -> set[str]:
    shorts = {
        keys[short]
        for short in keys
        if acronym_shaped(short) and any(keys[long] != keys[short] and meaning_of(short, long) for long in keys)
    }
    held = set(keys.values())
    shorts |= {key for key in held if key in defined and join_key(defined[key]) in held - {key}}
    return shorts if shorts < held else set()


def _long_form(keys: Mapping[str, str], shorts: set[str], surfaces: Mapping[str, int], named: str) -> str:
    counts: Counter[str] = Counter()
    for surface, key in keys.items():
        if key not in shorts:
            counts[key] += surfaces[surface]
    return min(counts, key=lambda key: (-counts[key], key != named, -len(key), key))


def _votes(mentions: list[Mention]) -> dict[str, int]:
    votes = {singular_name(shown_form(mentions[0].name)): NAMED}
    for mention in mentions:
        form = singular_name(shown_form(mention.text))
        votes[form] = max(votes.get(form, 0), DOUBTFUL if _in_doubt(mention, form) else SURE)
    return votes


def _in_doubt(mention: Mention, form: str) -> bool:
    """Return whether the capitals may come from the place and not from the name, or a bracket stands in it."""
    if "(" in form:
        return True
    if mention.field == "title":
        return form != form.lower()
    return mention.start <= mention.sentence_start and form[:1].isupper() and form[1:] == form[1:].lower()
