"""Extractions from annotated rows: every place in the raw text where an annotated surface stands."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from paperatlas.extract.sentences import sentence_at, sentence_spans
from paperatlas.records import Extraction, Mention, Paper


def annotated_extraction(paper: Paper, entities: Sequence[Mapping[str, Any]]) -> Extraction:
    """Return the extraction that an annotated row stands for.

    `entities` have the keys name, label, kind, role and surfaces (the form of the gold files). A surface is marked
    wherever it stands between word borders; of overlapping places the longest wins.

    Examples
    --------
    >>> paper = Paper(id="1", abstract="We train BERT.")
    >>> gold = [{"name": "BERT", "label": "Method", "kind": None, "role": "uses", "surfaces": ["BERT"]}]
    >>> [(m.text, m.start, m.end) for m in annotated_extraction(paper, gold).mentions]
    [('BERT', 9, 13)]
    """
    mentions = [
        Mention(
            paper_id=paper.id,
            entity=entity,
            name=entities[entity]["name"],
            text=text[start:end],
            label=entities[entity]["label"],
            kind=entities[entity].get("kind"),
            role=entities[entity]["role"],
            field=field,
            start=start,
            end=end,
            sentence_start=sentence[0],
            sentence_end=sentence[1],
            extractor="annotation",
        )
        for field, text in (("title", paper.title or ""), ("abstract", paper.abstract))
        for sentences in [sentence_spans(text)]
        for start, end, entity in surface_spans(text, [entity["surfaces"] for entity in entities])
        for sentence in [sentence_at(sentences, start, end)]
    ]
    return Extraction(paper=paper, mentions=tuple(mentions))


def surface_spans(text: str, surfaces: Sequence[Iterable[str]]) -> list[tuple[int, int, int]]:
    """Return (start, end, entity index) of each surface in `text`, longest first, without overlap, in text order."""
    found = sorted(_occurrences(text, surfaces), key=lambda span: (span[0] - span[1], span[0], span[2]))
    taken = bytearray(len(text))
    kept = []
    for start, end, entity in found:
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            kept.append((start, end, entity))
    return sorted(kept)


def _occurrences(text: str, surfaces: Sequence[Iterable[str]]) -> Iterator[tuple[int, int, int]]:
    for entity, forms in enumerate(surfaces):
        for form in forms:
            left = r"(?<![^\W_])" if form[:1].isalnum() else ""
            right = r"(?![^\W_])" if form[-1:].isalnum() else ""
            for match in re.finditer(left + re.escape(form) + right, text):
                yield match.start(), match.end(), entity
