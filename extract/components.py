"""The pipeline's spaCy components: sentences, abbreviations, entities, and one entity of several names with its role.

What the components leave lies in `doc.spans` and in extension attributes of its spans, so that a `Doc` can go from one
process to another.
"""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
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
from paperatlas.extract.lexicon import build_lexicon, find_terms, read_lexicon
from paperatlas.extract.sentences import sentence_spans
from paperatlas.extract.tagger import MODEL, load_tagger
from paperatlas.schema import CONCEPT, ENTITY_LABELS

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
    """What `entities` leaves for `roles`: names in text order, pairs that definitions join, scores and settings."""

    names: list[Candidate]
    pairs: list[DefinedPair]
    scores: Scores
    settings: Mapping[str, Any]


@Language.component("paper_sentences", assigns=["token.is_sent_start"])
def paper_sentences(doc: Doc) -> Doc:
    """Set the sentence starts by rule."""
    starts = {start for start, _ in sentence_spans(doc.text)}
    for token in doc:
        token.is_sent_start = token.i == 0 or token.idx in starts
    return doc


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
            borders=[doc._.border] if doc._.border else [],
            threshold=settings["threshold"],
            shared=settings["shared"],
        )
        names = [name for name in names if confidence(name, settings["calibration"]) >= self.min_confidence]
        names, pairs = with_definitions(doc.text, tokens, scores, names, _definitions(doc))
        names = with_repeats(doc.text, tokens, scores, names)
        doc.spans[ENTITIES] = [_entity_span(doc, name, scores, settings["calibration"]) for name in names]
        doc._.tagged = Tagged(names, pairs, scores, settings)
        return doc


@Language.factory("lexicon", requires=["doc.spans"], assigns=["doc.spans"], default_config={"path": None})
class LexiconTerms:
    """Adds the user's terms; one wins over every name of the model that it touches, which goes to `doc._.beaten`."""

    def __init__(self, nlp: Language, name: str, path: str | None) -> None:
        self.lexicon = read_lexicon(Path(path)) if path else build_lexicon([])

    def __call__(self, doc: Doc) -> Doc:
        """Annotate one text."""
        names, scores, calibration = doc._.tagged.names, doc._.tagged.scores, doc._.tagged.settings["calibration"]
        places = {word: i for i, word in enumerate(scores.words)}
        terms = [
            self._name(doc, places[first], places[end - 1], number)
            for first, end, number in find_terms(self.lexicon, [token.text for token in doc])
            if first in places and end - 1 in places
        ]
        beaten = [name for name in names if any(t.first <= name.last and name.first <= t.last for t in terms)]
        agreed = {(term.start, term.end, term.best_type) for term in terms}
        doc._.beaten = [
            (doc.text[name.start : name.end], _label(name.best_type)[0])
            for name in beaten
            if (name.start, name.end, name.best_type) not in agreed
        ]
        names = sorted([*(name for name in names if name not in beaten), *terms], key=lambda name: name.first)
        doc.spans[ENTITIES] = [_entity_span(doc, name, scores, calibration) for name in names]
        for name, span in zip(names, doc.spans[ENTITIES], strict=True):
            if name in terms:
                span._.extractor, span._.confidence = "lexicon", 1.0
        doc._.tagged = replace(doc._.tagged, names=names)
        return doc

    def _name(self, doc: Doc, first: int, last: int, number: int) -> Candidate:
        scores = doc._.tagged.scores
        term = self.lexicon.terms[number]
        types = np.array([float(kind == (term.kind or term.label)) for kind in TYPES], dtype=np.float32)
        start, end = doc[scores.words[first]].idx, doc[scores.words[last]].idx + len(doc[scores.words[last]])
        return Candidate(first, last, start, end, f"term {number}", types)


@Language.component("roles", requires=["doc.spans"], assigns=["span._.entity", "span._.role", "span._.kind"])
def roles(doc: Doc) -> Doc:
    """Say which spans are one entity of the paper; give its label, kind and role, decided from all of them, to each."""
    tagged, doc._.tagged = doc._.tagged, None
    entities = group_entities(tagged.names, tagged.scores, tagged.pairs, tagged.settings)
    spans = list(doc.spans[ENTITIES])
    for number, entity in enumerate(entities):
        for index in entity.names:
            spans[index] = _settled(spans[index], number, entity)
    doc.spans[ENTITIES] = spans
    return doc


def _entity_span(doc: Doc, name: Candidate, scores: Scores, calibration: Mapping[str, float]) -> Span:
    span = Span(doc, scores.words[name.first], scores.words[name.last] + 1, label=_label(name.best_type)[0])
    span._.kind = _label(name.best_type)[1]
    span._.confidence = confidence(name, calibration)
    return span


def _settled(span: Span, number: int, entity: PaperEntity) -> Span:
    settled = Span(span.doc, span.start, span.end, label=_label(entity.type)[0])
    settled._.kind = _label(entity.type)[1]
    settled._.confidence = span._.confidence
    settled._.entity = number
    settled._.role = entity.role
    settled._.extractor = span._.extractor
    return settled


def _label(kind: str) -> tuple[str, str | None]:
    """Return label and kind of one of the tagger's types."""
    return (kind, None) if kind in ENTITY_LABELS else (CONCEPT, kind)


def _span(doc: Doc, start: int, end: int) -> Span:
    span = doc.char_span(start, end, alignment_mode="expand")
    assert span is not None  # a definition holds letters, and a letter lies in a token
    return span


def _definitions(doc: Doc) -> list[Definition]:
    pairs = zip(doc.spans[SHORT_FORMS], doc.spans[LONG_FORMS], strict=True)
    return [Definition(short.start_char, short.end_char, long.start_char, long.end_char) for short, long in pairs]


def _token_characters(doc: Doc) -> list[tuple[int, int]]:
    return [(token.idx, token.idx + len(token)) for token in doc]
