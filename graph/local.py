"""The names of one paper: each form of each entity with its key, and what its short forms stand for there."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from paperatlas.graph.acronyms import acronym_shaped, has_initials, is_short, meaning_of, two_forms
from paperatlas.graph.normalise import join_key, person_form, shown_form, singular_name
from paperatlas.graph.sense_words import paper_words, speaks_for
from paperatlas.graph.short_forms import is_strange, known_senses
from paperatlas.records import Extraction, Mention, Paper
from paperatlas.schema import DATASET, METHOD, ROLES

SURE, NAMED, DOUBTFUL = 10, 5, 1
_PUNCTUATION = re.compile(r"[,;:()]")
_SECOND_NAME = re.compile(r"\s*(?:\(|:\s|\s[–—-]{1,3}\s|,?\s(?:called|dubbed|named|termed|aka|a\.k\.a\.)\s)[\"“'*]*")
_DIGITS = re.compile(r"\d+")
_SEVERAL_WORDS = re.compile(r"[\s-]")
_WORD = 3
"""Letters of a single word for each of its short form, for it to be one by its letters alone: "perplexity" for PPL."""
_TELLING = 3
"""Letters of a short form that may be of another label than the one name of its paper with these initials."""
_ANOTHER = 6.0
"""How much the words of a paper must speak for what a short form is well known for, for a guess of it to be wrong."""
_OWN = ("proposes", "introduces")

KeyOf = Callable[[str, str], tuple[str, str]]
"""From a shown form and its label to the name without a last word that adds nothing, and the key that joins it."""


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """One form of one entity of one paper; there is one record of each, so that it is equal to itself alone.

    `surface` is the form as shown, `name` what it is as a name: singular, without a capital that only starts a
    sentence; `bare` is the form without a last word that adds nothing, `key` what joins it with others by spelling
    alone. `vote` weighs it as a name to show: what stands in the running text counts most. `weight` is the count of
    mentions times their confidence, in thousandths.
    """

    paper_id: str
    entity: int
    surface: str
    name: str
    bare: str
    key: str
    label: str
    kind: str | None
    role: str
    count: int
    weight: int
    vote: int

    @property
    def own(self) -> bool:
        """Whether the paper brings the thing forward as its own."""
        return self.role in _OWN

    @property
    def sort(self) -> str:
        """What the thing is: the kind of a concept, else the label."""
        return self.kind or self.label


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a short form stands for: the key of the long form and the form itself."""

    key: str
    form: str


@dataclass(frozen=True, slots=True)
class LocalPaper:
    """The uses of names in a paper, what the keys of its short forms mean there, and the names that it equates.

    `equal` are pairs of keys, ordered, of which the text gives one right after the other as a second name: in brackets,
    after a colon, after "called". `series` is its venue without the year, `texts` are its title and abstract,
    of a paper without an abstract its names.
    """

    id: str
    uses: tuple[Use, ...]
    meanings: Mapping[str, Meaning]
    equal: frozenset[tuple[str, str]]
    series: str = ""
    texts: tuple[str, ...] = ()


def local_paper(extraction: Extraction, key_of: KeyOf) -> LocalPaper:
    """Return the names of a paper, by entity and form, with the meanings that it gives to short forms.

    A short form means what the text says in so many words; else the one name of its entity, then of the paper, whose
    letters it stands for, where it is not well known for other things.
    """
    mentions = sorted(extraction.mentions, key=lambda mention: mention.entity)
    groups = (list(group) for _, group in groupby(mentions, key=lambda mention: mention.entity))
    uses = tuple(use for group in groups for use in _uses(group, key_of))
    equal = frozenset(_equated(extraction, {(use.entity, use.surface): use.key for use in uses}))
    series = venue_series(extraction.paper.venue or "")
    meanings = _meanings(extraction, uses, key_of)
    texts = _texts(extraction.paper) if extraction.paper.abstract else tuple(use.surface for use in uses)
    return LocalPaper(extraction.paper.id, uses, meanings, equal, series, texts)


def _texts(paper: Paper) -> tuple[str, str]:
    return paper.title or "", paper.abstract


def venue_series(venue: str) -> str:
    """Return a venue without its year.

    Examples
    --------
    >>> venue_series("NeurIPS 2024"), venue_series("")
    ('neurips', '')
    """
    return _DIGITS.sub("", person_form(venue)).strip() if venue else ""


def _equated(extraction: Extraction, keys: Mapping[tuple[int, str], str]) -> Iterator[tuple[str, str]]:
    """Yield the keys of two names of one entity that stand side by side as names of one thing."""
    texts = dict(zip(("title", "abstract"), _texts(extraction.paper), strict=True))
    ordered = sorted(extraction.mentions, key=lambda mention: (mention.field, mention.start, mention.end))
    for one, other in pairwise(ordered):
        if one.entity == other.entity and one.field == other.field:
            gap, after = texts[one.field][one.end : other.start], texts[one.field][other.end : other.end + 1]
            if _SECOND_NAME.fullmatch(gap) and (after == ")" or not gap.strip().startswith("(")):
                first, second = keys[one.entity, shown_form(one.text)], keys[other.entity, shown_form(other.text)]
                yield min(first, second), max(first, second)


def _uses(mentions: list[Mention], key_of: KeyOf) -> Iterator[Use]:
    named = singular_name(shown_form(mentions[0].name))
    forms: dict[str, list[Mention]] = {}
    for mention in mentions:
        forms.setdefault(shown_form(mention.text), []).append(mention)
    for surface in sorted(forms):
        held = forms[surface]
        bare, key = key_of(surface, held[0].label)
        singular = singular_name(surface)
        votes = [DOUBTFUL if _in_doubt(mention, surface) else SURE for mention in held]
        yield Use(
            paper_id=held[0].paper_id,
            entity=held[0].entity,
            surface=surface,
            name=named if singular[:1].lower() + singular[1:] == named else singular,
            bare=bare,
            key=key,
            label=held[0].label,
            kind=held[0].kind,
            role=min((mention.role for mention in held), key=ROLES.index),
            count=len(held),
            weight=sum(round(mention.confidence * 1000) for mention in held),
            vote=max(*votes, NAMED if singular == named else DOUBTFUL),
        )


def _in_doubt(mention: Mention, form: str) -> bool:
    """Return whether the capitals may come from the place and not from the name, or a bracket stands in it."""
    if "(" in form:
        return True
    if mention.field == "title":
        return form != form.lower()
    return mention.start <= mention.sentence_start and form[:1].isupper() and form[1:] == form[1:].lower()


def meaning_here(use: Use, meanings: Mapping[str, Meaning]) -> Meaning | None:
    """Return what a form means as a short form, None where it is none."""
    meaning = meanings.get(join_key(use.bare))
    return meaning if meaning and meaning.key != use.key and is_short(use.bare) else None


def _meanings(extraction: Extraction, uses: Iterable[Use], key_of: KeyOf) -> dict[str, Meaning]:
    """Return what each short form means, by its key; the surest source comes first."""
    uses = sorted(uses, key=lambda use: (use.surface, use.entity))
    found: dict[str, Meaning] = {}
    both = [(use, two_forms(use.surface)) for use in uses]
    named = [(forms[0], Meaning(use.key, forms[1])) for use, forms in both if forms]
    grouped = list(_grouped(uses, key_of))
    whole = [(short, meaning) for short, meaning in grouped if has_initials(short, meaning.form)]
    defined = list(_defined(extraction, uses, key_of))
    keys = {use.key for use in uses}
    sure = [
        (short, meaning)
        for short, meaning in defined
        if meaning.key in keys or (has_initials(short, meaning.form) and not _cut(meaning.form, uses))
    ]
    guessed = (*whole, *grouped, *_alone(uses))
    own = {use.key for use in uses if use.own}
    doubted = {
        (short, meaning)
        for short, meaning in guessed
        if meaning.key not in own and (short, meaning) not in defined and _is_another(short, meaning, extraction.paper)
    }
    for short, meaning in (*named, *sure, *whole, *defined, *guessed):
        if (short, meaning) not in doubted:
            found.setdefault(join_key(short), meaning)
    return {short: meaning for short, meaning in found.items() if meaning.key not in found}


def _is_another(short: str, meaning: Meaning, paper: Paper) -> bool:
    """Return whether a short form that the text does not define is well known for what its words speak for instead."""
    said = rf"{re.escape(meaning.form)}\W{{1,3}}{re.escape(short)}\b"
    if not is_strange(short, [meaning.form], 1) or any(re.search(said, text) for text in _texts(paper)):
        return False
    words = paper_words(_texts(paper), venue_series(paper.venue or ""))
    return any(speaks_for(short, sense, words) >= _ANOTHER for sense in known_senses(short))


def _cut(form: str, uses: Iterable[Use]) -> bool:
    """Return whether a long form is the end of a name from inside a word on."""
    return any(use.surface.endswith(f"-{form}") for use in uses)


def _defined(extraction: Extraction, uses: Sequence[Use], key_of: KeyOf) -> Iterator[tuple[str, Meaning]]:
    """Yield the short forms that the text defines: by a name of the paper, or by words with their initials."""
    surfaces = {use.key: use.surface for use in reversed(uses)}
    labels = {join_key(use.surface): use.label for use in reversed(uses)}
    for pair in extraction.abbreviations:
        form = shown_form(pair.long)
        if pair.short[:1].isdigit() and not form[:1].isdigit():
            continue
        _, key = key_of(form, labels.get(join_key(pair.short), METHOD))
        if key in surfaces and key != join_key(pair.short):
            yield pair.short, Meaning(key, surfaces[key])
        elif has_initials(pair.short, form) or _is_plain(form, len(join_key(pair.short))):
            yield pair.short, Meaning(key, form)


def _is_plain(form: str, letters: int) -> bool:
    """Return whether a long form is a run of words, not many more than the letters of its short form."""
    return len(form.split()) <= letters + 1 and not _PUNCTUATION.search(form)


def _grouped(uses: Iterable[Use], key_of: KeyOf) -> Iterator[tuple[str, Meaning]]:
    """Yield the short forms that one entity has beside a longer form with their letters."""
    for _, group in groupby(sorted(uses, key=lambda use: use.entity), key=lambda use: use.entity):
        held = list(group)
        for short in held:
            for long in held if acronym_shaped(short.surface) else ():
                form = meaning_of(short.surface, long.surface) if long.key != short.key else None
                if form is not None and (_SEVERAL_WORDS.search(form) or len(form) > _WORD * len(short.surface)):
                    yield short.surface, Meaning(key_of(form, long.label)[1], form)


def _alone(uses: Sequence[Use]) -> Iterator[tuple[str, Meaning]]:
    """Yield the short forms whose letters begin the words of one other name of the paper, and of no second one."""
    for short in uses:
        if acronym_shaped(short.surface):
            others = (use for use in uses if use.key != short.key)
            fits = {use.key: use for use in others if has_initials(short.surface, use.surface)}
            if len(join_key(short.surface)) < _TELLING or DATASET in (
                short.label,
                *(use.label for use in fits.values()),
            ):
                fits = {key: use for key, use in fits.items() if use.label == short.label}
            if len(fits) == 1:
                long = next(iter(fits.values()))
                yield short.surface, Meaning(long.key, long.surface)


def expanded(use: Use, meanings: Mapping[str, Meaning]) -> str | None:
    """Return the key of a name of several words with the short forms in it written out, None where there are none."""
    words = use.surface.split()
    if len(words) < 2:
        return None
    long = [meanings[join_key(word)].form if is_short(word) and join_key(word) in meanings else word for word in words]
    return join_key(" ".join(long)) if long != words else None
