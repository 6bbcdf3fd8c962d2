"""A candidate that was not chosen: spaCy's CNN entity recogniser with word vectors of the field.

    python -m training.cnn --data DIR --papers PAPERS.jsonl --out DIR

Vectors are word2vec (Mikolov and others, 2013) of PAPERS, which has title and abstract a line. Names of one spelling,
or of one definition, are one entity; its label is the one that most of them have. Roles are not learnt.
"""

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import spacy
from gensim.models import Word2Vec
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import filter_spans, minibatch
from spacy.vectors import Vectors

from paperatlas.extract.abbreviations import find_definitions
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.evaluate import score_entities
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.text import PaperText, paper_text
from paperatlas.extract.tokens import blank_english
from paperatlas.records import Paper
from paperatlas.schema import label_of, type_of
from training.data import held_out, read_annotated, token_range, without_title

VECTORS = {
    "vector_size": 200,
    "window": 5,
    "min_count": 5,
    "sg": 1,
    "negative": 5,
    "epochs": 3,
    "workers": 2,
    "seed": 0,
}
HOLD_OUT_EVERY, WIDTH, DEPTH = 12, 192, 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl")
    parser.add_argument("--papers", type=Path, required=True, help="papers to make word vectors from")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pipeline")
    parser.add_argument("--epochs", type=int, default=10)
    arguments = parser.parse_args()
    spacy.util.fix_random_seed(0)
    rows, held = held_out(list(read_annotated(arguments.data / "train.jsonl")), HOLD_OUT_EVERY)
    nlp = blank_english()
    nlp.vocab.vectors = word_vectors(nlp, (paper for paper, _ in read_annotated(arguments.papers)))
    nlp.add_pipe("ner", config={"model": _network()})
    titled, untitled = _examples(nlp, rows), _examples(nlp, [(without_title(p), e) for p, e in rows])
    optimizer = nlp.initialize(lambda: titled)
    shuffle = random.Random(0)
    for epoch in range(arguments.epochs):
        chosen = [shuffle.choice(pair) for pair in zip(titled, untitled, strict=True)]
        shuffle.shuffle(chosen)
        started, losses = time.monotonic(), dict[str, float]()
        for batch in minibatch(chosen, 16):
            nlp.update(batch, sgd=optimizer, drop=0.2, losses=losses)
        score = score_entities({p.id: e for p, e in held}, {p.id: entities(nlp, p) for p, _ in held})
        figures = f"labelled {score.labelled.f1:.3f} found {score.found.f1:.3f} aliases {score.aliases:.3f}"
        print(f"epoch {epoch} loss {losses['ner']:.0f} {time.monotonic() - started:.0f} s: {figures}", flush=True)
        nlp.to_disk(arguments.out)


def word_vectors(nlp: Language, papers: Iterable[Paper]) -> Vectors:
    """Return vectors (words, 200) of the words that stand five times in the papers, trained on their sentences."""
    texts = [[token.lower_ for token in nlp.make_doc(paper_text(paper).text)] for paper in papers]
    words = Word2Vec(texts, **VECTORS).wv
    return Vectors(data=words.vectors, keys=[nlp.vocab.strings.add(word) for word in words.index_to_key])


def entities(nlp: Language, paper: Paper) -> list[dict[str, Any]]:
    """Return the entities of a paper as the score takes them."""
    text = paper_text(paper)
    doc = nlp(text.text)
    owner = {
        surface_key(text.text[d.short_start : d.short_end]): surface_key(text.text[d.long_start : d.long_end])
        for d in find_definitions(text.text)
    }
    found: dict[str, list[Span]] = defaultdict(list)
    for span in doc.ents:
        key = surface_key(span.text)
        found[owner.get(key, key)].append(span)
    return [_entity(paper, text, spans) for spans in found.values()]


def _entity(paper: Paper, text: PaperText, spans: Sequence[Span]) -> dict[str, Any]:
    places = [text.raw_span(span.start_char, span.end_char) for span in spans]
    fields = {"title": paper.title or "", "abstract": paper.abstract}
    surfaces = list(dict.fromkeys(fields[field][start:end] for field, start, end in places))
    found = Counter(span.label_ for span in spans).most_common(1)[0][0]
    label, kind = label_of(found)
    return {"name": surfaces[0], "label": label, "kind": kind, "role": "mentions", "surfaces": surfaces}


def _examples(nlp: Language, rows: Iterable[tuple[Paper, list[dict[str, Any]]]]) -> list[Example]:
    return [Example(nlp.make_doc(doc.text), doc) for doc in _annotated(nlp, rows)]


def _annotated(nlp: Language, rows: Iterable[tuple[Paper, list[dict[str, Any]]]]) -> Iterator[Doc]:
    for paper, marked in rows:
        text = paper_text(paper)
        doc = nlp.make_doc(text.text)
        raw = [text.raw_span(token.idx, token.idx + len(token)) for token in doc]
        spans = []
        mentions = annotated_extraction(paper, marked).mentions
        for first, last, mention in filter(None, (token_range(mention, raw) for mention in mentions)):
            spans.append(Span(doc, first, last + 1, label=type_of(mention.label, mention.kind)))
        doc.ents = filter_spans(spans)
        yield doc


def _network() -> dict[str, Any]:
    embed = {
        "@architectures": "spacy.MultiHashEmbed.v2",
        "width": WIDTH,
        "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE"],
        "rows": [10000, 2500, 5000, 5000],
        "include_static_vectors": True,
    }
    encode = {
        "@architectures": "spacy.MaxoutWindowEncoder.v2",
        "width": WIDTH,
        "depth": DEPTH,
        "window_size": 1,
        "maxout_pieces": 3,
    }
    return {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "ner",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": {"@architectures": "spacy.Tok2Vec.v2", "embed": embed, "encode": encode},
    }


if __name__ == "__main__":
    main()
