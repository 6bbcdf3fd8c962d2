"""Extractions of papers: the spaCy pipeline and the way from its spans to mentions of the raw text."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

import paperatlas.extract.components  # noqa: F401  registers the components
from paperatlas.extract.components import ENTITIES, LONG_FORMS, SHORT_FORMS
from paperatlas.extract.naming import entity_name
from paperatlas.extract.relations import find_relations
from paperatlas.extract.sentences import sentence_at, sentence_spans
from paperatlas.extract.text import PaperText, paper_text
from paperatlas.extract.tokens import blank_english
from paperatlas.records import Abbreviation, Extraction, Mention, Paper, Problem

COMPONENTS = ("paper_sentences", "abbreviations", "entities", "roles")
CHUNK = 32


def load_pipeline(
    *, lexicon: Path | None = None, min_confidence: float | None = None, model: Path | None = None
) -> Language:
    """Return the spaCy pipeline that finds the entities of a text.

    Parameters
    ----------
    lexicon
        TOML file of your own terms, see `paperatlas.extract.lexicon`.
    min_confidence
        Names below it (0 to 1) are dropped; the model's own threshold by default.
    model
        Folder of another model than the shipped one.

    Raises
    ------
    ModelError
        If a model file is missing, cut short, or of another format.

    Examples
    --------
    >>> doc = load_pipeline()("We evaluate BERT on the SQuAD dataset for question answering.")
    >>> [(span.text, span.label_) for span in doc.spans["entities"]]
    [('BERT', 'Method'), ('SQuAD', 'Dataset'), ('question answering', 'Concept')]
    """
    nlp = blank_english()
    nlp.max_length = 10**9  # the limit guards parsers, of which there is none here
    config = {"entities": {"min_confidence": min_confidence or 0.0, "model": str(model) if model else None}}
    for name in COMPONENTS:
        nlp.add_pipe(name, config=config.get(name, {}))
    if lexicon:
        nlp.add_pipe("lexicon", before="roles", config={"path": str(lexicon)})
    return nlp


def extract_papers(
    papers: Iterable[Paper], *, nlp: Language | None = None, workers: int = 1, **options: Any
) -> Iterator[Extraction]:
    """Yield the extraction of each paper, in order; the result is the same for any number of `workers`.

    `nlp` is a loaded pipeline, else `options` go to `load_pipeline`; each worker process loads its own.

    Examples
    --------
    >>> paper = Paper(id="1", abstract="We evaluate BERT on the SQuAD dataset.")
    >>> [(m.text, m.label, m.start) for e in extract_papers([paper]) for m in e.mentions]
    [('BERT', 'Method', 12), ('SQuAD', 'Dataset', 24)]
    """
    if workers <= 1:
        yield from _extracted(papers, nlp or load_pipeline(**options))
        return
    source = iter(papers)
    chunks = iter(lambda: tuple(islice(source, CHUNK)), ())
    with ProcessPoolExecutor(workers, get_context("spawn"), _start_worker, (options,)) as pool:
        pending = [pool.submit(_work, chunk) for chunk in islice(chunks, 2 * workers)]
        while pending:
            yield from pending.pop(0).result()
            pending += [pool.submit(_work, chunk) for chunk in islice(chunks, 1)]


_worker_pipeline: Language | None = None


def _start_worker(options: dict[str, Any]) -> None:
    global _worker_pipeline
    _worker_pipeline = load_pipeline(**options)


def _work(papers: Sequence[Paper]) -> list[Extraction]:
    assert _worker_pipeline is not None  # set by _start_worker
    return list(_extracted(papers, _worker_pipeline))


def _extracted(papers: Iterable[Paper], nlp: Language) -> Iterator[Extraction]:
    texts = ((paper_text(paper), paper) for paper in papers)
    docs = nlp.pipe(((_doc(nlp, text), (text, paper)) for text, paper in texts), as_tuples=True, batch_size=CHUNK)
    for doc, (text, paper) in docs:
        yield _extraction(doc, text, paper)


def _doc(nlp: Language, text: PaperText) -> Doc:
    doc = nlp.make_doc(text.text)
    doc._.border = text.abstract_start
    return doc


def _extraction(doc: Doc, text: PaperText, paper: Paper) -> Extraction:
    sentences = {"title": sentence_spans(paper.title or ""), "abstract": sentence_spans(paper.abstract)}
    spans = list(doc.spans[ENTITIES])
    names = _entity_names(doc)
    mentions = []
    for span in spans:
        field, start, end = text.raw_span(span.start_char, span.end_char)
        raw = paper.abstract if field == "abstract" else paper.title or ""
        sentence = sentence_at(sentences[field], start, end)
        mentions.append(
            Mention(
                paper_id=paper.id,
                entity=span._.entity,
                name=names[span._.entity],
                text=raw[start:end],
                label=span.label_,
                kind=span._.kind,
                role=span._.role,
                field=field,
                start=start,
                end=end,
                sentence_start=sentence[0],
                sentence_end=sentence[1],
                confidence=span._.confidence,
                extractor=span._.extractor,
            )
        )
    pairs = zip(doc.spans[SHORT_FORMS], doc.spans[LONG_FORMS], strict=True)
    defined = dict.fromkeys(Abbreviation(short.text, long.text) for short, long in pairs)
    skipped = [
        Problem(paper.id, f"{label} {text!r} meets a term of the lexicon, which wins") for text, label in doc._.beaten
    ]
    relations = find_relations(paper, mentions)
    return Extraction(paper, tuple(mentions), relations, abbreviations=tuple(defined), skipped=tuple(skipped))


def _entity_names(doc: Doc) -> dict[int, str]:
    groups: dict[int, list[Any]] = {}
    for span in doc.spans[ENTITIES]:
        groups.setdefault(span._.entity, []).append(span)
    shorts = {span.text for span in doc.spans[SHORT_FORMS]}
    return {number: entity_name(spans, shorts) for number, spans in groups.items()}
