"""Annotated papers as arrays for the span tagger: features, a type for each span, a role for each true span."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from tokenizers import Tokenizer

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.features import SPAN_WIDTH, TYPES, Features, window_features
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.text import paper_text
from paperatlas.extract.tokens import blank_english
from paperatlas.records import Mention, Paper
from paperatlas.schema import ROLES, type_of


@dataclass(frozen=True, slots=True)
class Example:
    """One window: `spans` has a row (first word, width - 1, type + 1, role, entity, name) for each true span.

    Two spans of one entity have the same `entity`, two spans of one name (over case, hyphen, plural) the same `name`.
    """

    paper_id: str
    features: Features
    spans: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Silver:
    """What teachers say of one window.

    `types` (words, widths, 1 + types) are probabilities, 0 where a span has no last word. `spans` has a row (first
    word, width - 1, type + 1, name) for each likely span, whose probabilities `roles` (spans, roles) and `links`
    (spans, spans) are.
    """

    features: Features
    types: NDArray[np.float16]
    spans: NDArray[np.int64]
    roles: NDArray[np.float16]
    links: NDArray[np.float16]


def read_annotated(path: Path) -> Iterator[tuple[Paper, list[dict[str, Any]]]]:
    """Yield papers and their annotated entities, if any, from a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            paper = Paper(id=row["id"], title=row.get("title") or None, abstract=row["abstract"], source=path.name)
            yield paper, row.get("entities", [])


def without_title(paper: Paper) -> Paper:
    """Return the paper as a list without titles gives it."""
    return replace(paper, title=None)


def held_out(rows: Sequence[Any], every: int) -> tuple[list[Any], list[Any]]:
    """Split rows into those to train on and each `every`-th, which tunes the decoding; 0 holds none out."""
    if not every:
        return list(rows), []
    return [row for i, row in enumerate(rows) if i % every], [row for i, row in enumerate(rows) if i % every == 0]


def examples(rows: Iterable[tuple[Paper, list[dict[str, Any]]]], tokenizer: Tokenizer) -> list[Example]:
    """Return the windows of all papers with their true spans."""
    blank = blank_english()
    return [example for paper, entities in rows for example in _examples(paper, entities, tokenizer, blank)]


def _examples(paper: Paper, entities: list[dict[str, Any]], tokenizer: Tokenizer, blank: Language) -> Iterator[Example]:
    text = paper_text(paper)
    tokens = [(token.idx, token.idx + len(token)) for token in blank.make_doc(text.text)]
    raw = [text.raw_span(*token) for token in tokens]
    wanted = [token_range(mention, raw) for mention in annotated_extraction(paper, entities).mentions]
    for features in window_features(text.text, tokens, tokenizer):
        place = {token: word for word, token in enumerate(features.words)}
        spans, names = [], dict[str, int]()
        for found in filter(None, wanted):
            first, last, mention = found
            if first in place and last in place and place[last] - place[first] < SPAN_WIDTH:
                width = place[last] - place[first]
                name = names.setdefault(surface_key(mention.text), len(names))
                kind = 1 + TYPES.index(type_of(mention.label, mention.kind))
                spans.append((place[first], width, kind, ROLES.index(mention.role), mention.entity, name))
        yield Example(paper.id, features, np.array(spans, dtype=np.int64).reshape(-1, 6))


def token_range(mention: Mention, raw: list[tuple[str, int, int]]) -> tuple[int, int, Mention] | None:
    """Return the first and last token of a mention, None where its ends cut a token (a name inside a web address)."""
    inside = [
        index
        for index, (field, start, end) in enumerate(raw)
        if field == mention.field and start < mention.end and mention.start < end
    ]
    if not inside or raw[inside[0]][1] < mention.start or raw[inside[-1]][2] > mention.end:
        return None
    return inside[0], inside[-1], mention
