"""The pipeline's spaCy components: sentences, abbreviations, entities, and one entity of several names with its role.

What the components leave lies in `doc.spans` and in extension attributes of its spans, so that a `Doc` can go from one
process to another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import minibatch

from paperatlas.extract.abbreviations import Definition, find_definitions
from paperatlas.extract.decoding import Candidate, Scores, confidence, find_names, with_repeats
from paperatlas.extract.definitions import DefinedPair, with_definitions
from paperatlas.extract.entities import PaperEntity, group_entities
from paperatlas.extract.features import TYPES
from paperatlas.extract.lexicon import Term, build_lexicon, find_terms, read_lexicon
from paperatlas.extract.sentences import sentence_spans
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.tagger import MODEL, load_tagger
from paperatlas.schema import label_of, type_of

ENTITIES, SHORT_FORMS, LONG_FORMS = "entities", "short_forms", "long_forms"
THREADS = 2
"""Texts that are read at once; each alone, so that a text's entities do not depend on its neighbours."""

_SPAN_ATTRIBUTES = {"kind": None, "role": "mentions", "entity": 0, "confidence": 1.0, "extractor": "model"}
for _name, _default in _SPAN_ATTRIBUTES.items():
    Span.set_extension(_name, default=_default, force=True)
Doc.set_extension("border", default=0, force=True)
Doc.set_extension("tagged", default=None, force=True)
Doc.set_extension("beaten", default=(), force=True)


@dataclass(frozen=True, slots=True)
class Tagged:
    """What `entities` leaves for `roles`: names in text order, pairs that definitions join, scores and settings.

    `terms` are the user's terms by the key of the names that stand in the text.
    """

    names: list[Candidate]
    pairs: list[DefinedPair]
    scores: Scores
    settings: Mapping[str, Any]
    terms: Mapping[str, Term] = field(default_factory=dict)


@Language.component("paper_sentences", assigns=["token.is_sent_start"])
def paper_sentences(doc: Doc) -> Doc:
    """Set the sentence starts by rule."""
    starts = {start for start, _ in sentence_spans(doc.text)}
    marks: Any = np.array([1 if token.i == 0 or token.idx in starts else -1 for token in doc], dtype=np.int64)
    # A token's own setter looks through the whole text each time.
    return doc.from_array(["SENT_START"], marks.astype(np.uint64))


@Language.component("abbreviations", assigns=["doc.spans"])
def abbreviations(doc: Doc) -> Doc:
    """Put the short forms that the text defines and their long forms, in parallel, into two span groups."""
    found = find_definitions(doc.text)
    doc.spans[SHORT_FORMS] = [_span(doc, d.short_start, d.short_end) for d in found]
    doc.spans[LONG_FORMS] = [_span(doc, d.long_start, d.long_end) for d in found]
    return doc


@Language.factory(
    "entities",
    requires=["doc.spans"],
    assigns=["doc.spans", "span._.kind", "span._.confidence"],
    default_config={"model": None, "min_confidence": 0.0},
)
class Entities:
    """Finds methods, datasets and concepts: the spans of `doc.spans["entities"]`, without overlap, in text order."""

    def __init__(self, nlp: Language, name: str, model: str | None, min_confidence: float) -> None:
        self.tagger = load_tagger(Path(model) if model else MODEL)
        self.min_confidence = min_confidence

    def __call__(self, doc: Doc) -> Doc:
        """Annotate one text."""
        return self._annotated(doc, self._scores(doc))

    def pipe(self, stream: Iterable[Doc], batch_size: int = 32) -> Iterator[Doc]:
        """Annotate texts, several at once, each as if it stood alone."""
        with ThreadPoolExecutor(THREADS) as pool:
            for docs in minibatch(stream, batch_size):  # type: ignore[no-untyped-call]  # spaCy's own
                yield from map(self._annotated, docs, pool.map(self._scores, docs))

    def _scores(self, doc: Doc) -> Scores:
        return self.tagger.scores(doc.text, _token_characters(doc))

    def _annotated(self, doc: Doc, scores: Scores) -> Doc:
        settings, tokens = self.tagger.settings, _token_characters(doc)
        names = find_names(
            doc.text,
            tokens,
            scores,
            borders=_borders(doc),
            threshold=settings["threshold"],
            shared=settings["shared"],
        )
        names = [name for name in names if confidence(name, settings["calibration"]) >= self.min_confidence]
        names, pairs = with_definitions(doc.text, tokens, scores, names, _definitions(doc))
        names = with_repeats(doc.text, tokens, scores, names, borders=_borders(doc))
        doc.spans[ENTITIES] = [_entity_span(doc, name, scores, settings["calibration"]) for name in names]
        doc._.tagged = Tagged(names, pairs, scores, settings)
        return doc


@Language.factory("lexicon", requires=["doc.spans"], assigns=["doc.spans"], default_config={"path": None})
class LexiconTerms:
    """Adds the user's terms; one wins over every name of the model that it touches, which goes to `doc._.beaten`.

    What the text defines as another form of a term is a name too.
    """

    def __init__(self, nlp: Language, name: str, path: str | None) -> None:
        self.lexicon = read_lexicon(Path(path)) if path else build_lexicon([])

    def __call__(self, doc: Doc) -> Doc:
        """Annotate one text."""
        tagged = doc._.tagged
        found = list(self._found(doc, tagged.scores))
        terms = [candidate for candidate, _ in found]
        names, pairs = _with_terms(doc, tagged, terms)
        doc._.beaten = list(_beaten(doc, tagged.names, terms))
        doc.spans[ENTITIES] = [_entity_span(doc, name, tagged.scores, tagged.settings["calibration"]) for name in names]
        own = {term.first for term in terms}
        for name, span in zip(names, doc.spans[ENTITIES], strict=True):
            if name.first in own:
                span._.extractor, span._.confidence = "lexicon", 1.0
        by_key = {candidate.key: term for candidate, term in found}
        doc._.tagged = replace(tagged, names=names, pairs=pairs, terms=by_key)
        return doc

    def _found(self, doc: Doc, scores: Scores) -> Iterator[tuple[Candidate, Term]]:
        tokens, places = _token_characters(doc), {word: i for i, word in enumerate(scores.words)}
        text = doc.text  # put together from the tokens each time
        for first, after, number in find_terms(self.lexicon, text, tokens, borders=_borders(doc)):
            if first in places and after - 1 in places:
                start, end = tokens[first][0], tokens[after - 1][1]
                term, key = self.lexicon.terms[number], surface_key(text[start:end])
                types = np.array([float(kind == type_of(term.label, term.kind)) for kind in TYPES], dtype=np.float32)
                yield Candidate(places[first], places[after - 1], start, end, key, types), term


@Language.component("roles", requires=["doc.spans"], assigns=["span._.entity", "span._.role", "span._.kind"])
def roles(doc: Doc) -> Doc:
    """Say which spans are one entity of the paper; give its label, kind and role, decided from all of them, to each."""
    tagged, doc._.tagged = doc._.tagged, None
    entities = group_entities(tagged.names, tagged.scores, tagged.pairs, tagged.settings, terms=tagged.terms)
    spans = list(doc.spans[ENTITIES])
    for number, entity in enumerate(entities):
        for index in entity.names:
            spans[index] = _settled(spans[index], number, entity)
    doc.spans[ENTITIES] = spans
    return doc


def _with_terms(doc: Doc, tagged: Tagged, terms: Sequence[Candidate]) -> tuple[list[Candidate], list[DefinedPair]]:
    """Return the terms and what touches none: the model's names, other forms that the text defines, their repeats."""
    tokens, scores = _token_characters(doc), tagged.scores
    names = [*_split(tagged.names, terms)[0], *terms]
    names, pairs = with_definitions(doc.text, tokens, scores, names, _definitions(doc))
    names = with_repeats(doc.text, tokens, scores, _split(names, terms)[0], borders=_borders(doc))
    return sorted([*_split(names, terms)[0], *terms], key=lambda name: name.first), pairs


def _split(names: Iterable[Candidate], terms: Iterable[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """Return the names that touch no term, and those that touch one."""
    taken = {word for term in terms for word in range(term.first, term.last + 1)}
    free: list[Candidate] = []
    beaten: list[Candidate] = []
    for name in names:
        (free if taken.isdisjoint(range(name.first, name.last + 1)) else beaten).append(name)
    return free, beaten


def _beaten(doc: Doc, names: Sequence[Candidate], terms: Sequence[Candidate]) -> Iterator[tuple[str, str]]:
    """Yield text and label of each name that touches a term and is not the same."""
    text, agreed = doc.text, {(term.start, term.end, term.best_type) for term in terms}
    for name in _split(names, terms)[1]:
        if (name.start, name.end, name.best_type) not in agreed:
            yield text[name.start : name.end], label_of(name.best_type)[0]


def _entity_span(doc: Doc, name: Candidate, scores: Scores, calibration: Mapping[str, float]) -> Span:
    label, kind = label_of(name.best_type)
    span = Span(doc, scores.words[name.first], scores.words[name.last] + 1, label=label)
    span._.kind = kind
    span._.confidence = confidence(name, calibration)
    return span


def _settled(span: Span, number: int, entity: PaperEntity) -> Span:
    label, kind = label_of(entity.type)
    settled = Span(span.doc, span.start, span.end, label=label)
    settled._.kind = kind
    settled._.confidence = span._.confidence
    settled._.entity = number
    settled._.role = entity.role
    settled._.extractor = span._.extractor
    return settled


def _span(doc: Doc, start: int, end: int) -> Span:
    span = doc.char_span(start, end, alignment_mode="expand")
    assert span is not None  # a definition holds letters, and a letter lies in a token
    return span


def _definitions(doc: Doc) -> list[Definition]:
    pairs = zip(doc.spans[SHORT_FORMS], doc.spans[LONG_FORMS], strict=True)
    return [Definition(short.start_char, short.end_char, long.start_char, long.end_char) for short, long in pairs]


def _borders(doc: Doc) -> list[int]:
    return [doc._.border] if doc._.border else []


def _token_characters(doc: Doc) -> list[tuple[int, int]]:
    return [(token.idx, token.idx + len(token)) for token in doc]
