"""Train the tagger's recipe on a public corpus's own training part, and score its test part in the corpus's own scheme.

    python -m benchmarks.yardsticks scierc --data CORPORA --encoder DIR --out RUNS

Strict span F1: the same characters and the same type, micro-averaged. CORPORA holds scierc/ and scier/ as JSON Lines
(id, text, entities as [start, end, type]) and OVERLAP.json, whose texts are dropped from the training part. Needs what
training/requirements.txt names.
"""

import argparse
import gzip
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import spacy
import torch
from tokenizers import Tokenizer
from torch import nn

from paperatlas.extract.features import SPAN_WIDTH, window_features
from training.data import Example
from training.model import SpanTagger, load_tagger
from training.losses import collate, tagger_loss
from training.train import optimizer_groups, ramp

TESTS = {"scierc": ("test",), "scier": ("test", "test_ood")}
EPOCHS = {"scierc": 12, "scier": 5}
BATCH = {"scierc": 8, "scier": 24}
PUBLISHED = {
    ("scierc", "test"): "DyGIE++ 68.5, SpERT 70.3 (67.6 rerun)",
    ("scier", "test"): "see the corpus's paper (arXiv 2410.21155)",
    ("scier", "test_ood"): "see the corpus's paper (arXiv 2410.21155)",
}

Rows = list[dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", choices=sorted(TESTS))
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the pretrained encoder")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    corpus, folder = arguments.corpus, arguments.data / arguments.corpus
    tokenizer = Tokenizer.from_file(str(arguments.encoder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    leaked = set(json.loads((arguments.data / "OVERLAP.json").read_text(encoding="utf-8"))[f"{corpus}/train.jsonl"])
    rows = [row for row in read_rows(folder / "train.jsonl.gz") if row["id"] not in leaked]
    types = sorted({kind for row in rows for _, _, kind in row["entities"]})
    model = load_tagger(arguments.encoder, types=len(types))
    train(model, examples(rows, types, tokenizer), corpus, arguments.out / f"{corpus}-{arguments.seed}", arguments.seed)
    for part in TESTS[corpus]:
        precision, recall, f1 = score(model, read_rows(folder / f"{part}.jsonl.gz"), types, tokenizer)
        print(f"{corpus} {part}: P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}   published: {PUBLISHED[corpus, part]}")


def read_rows(path: Path) -> Rows:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def examples(rows: Rows, types: Sequence[str], tokenizer: Tokenizer) -> list[Example]:
    """Return the windows of all rows, each true span an entity and a name of its own."""
    windows = ((row["id"], window) for row in rows for window in _windows(row, types, tokenizer))
    return [Example(row_id, features, spans) for row_id, (features, spans, _) in windows]


def train(model: SpanTagger, data: list[Example], corpus: str, out: Path, seed: int) -> None:
    """Train by the shipped model's recipe, or load what an earlier run left at `out`."""
    done = out.with_suffix(".pt")
    if done.exists():
        model.load_state_dict(torch.load(done, weights_only=True))
        return
    torch.manual_seed(seed)
    shuffle = random.Random(seed)
    config = {"encoder_rate": 1.5e-4, "head_rate": 1e-3}
    steps = EPOCHS[corpus] * -(-len(data) // BATCH[corpus])
    optimizer = torch.optim.AdamW(optimizer_groups(model, config), fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: ramp(step, steps, 0.1))
    model.train()
    for epoch in range(EPOCHS[corpus]):
        shuffle.shuffle(data)
        total = 0.0
        for start in range(0, len(data), BATCH[corpus]):
            loss = tagger_loss(model, data[start : start + BATCH[corpus]], bf16=True, spans_only=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            total += loss.item()
        print(f"epoch {epoch} loss {total:.1f}", flush=True)
    done.parent.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), done)


def score(model: SpanTagger, rows: Rows, types: Sequence[str], tokenizer: Tokenizer) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the spans whose likeliest type is one of the corpus's."""
    model.eval()
    hits = predicted = wanted = 0
    for row in rows:
        gold = {(start, end, kind) for start, end, kind in row["entities"]}
        found = set(_found(model, row, types, tokenizer))
        hits, predicted, wanted = hits + len(gold & found), predicted + len(found), wanted + len(gold)
    precision, recall = hits / max(1, predicted), hits / max(1, wanted)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def _found(model: SpanTagger, row: dict[str, Any], types: Sequence[str], tokenizer: Tokenizer) -> Iterator[Any]:
    for features, spans, tokens in _windows(row, types, tokenizer):
        inputs, _, valid = collate([Example(row["id"], features, spans)])
        with torch.no_grad():
            best = model(**inputs)[0][0].argmax(dim=2) * valid[0]
        for first, width in best.nonzero().tolist():
            start, end = tokens[features.words[first]][0], tokens[features.words[first + width]][1]
            yield start, end, types[int(best[first, width]) - 1]


def _windows(row: dict[str, Any], types: Sequence[str], tokenizer: Tokenizer) -> Iterator[Any]:
    doc = _BLANK.make_doc(row["text"])
    tokens = [(token.idx, token.idx + len(token)) for token in doc]
    for features in window_features(row["text"], tokens, tokenizer):
        firsts = {tokens[word][0]: i for i, word in enumerate(features.words)}
        lasts = {tokens[word][1]: i for i, word in enumerate(features.words)}
        spans = [
            (firsts[start], lasts[end] - firsts[start], 1 + types.index(kind), 0, number, number)
            for number, (start, end, kind) in enumerate(row["entities"])
            if start in firsts and end in lasts and 0 <= lasts[end] - firsts[start] < SPAN_WIDTH
        ]
        yield features, np.array(spans, dtype=np.int64).reshape(-1, 6), tokens


_BLANK = spacy.blank("en")

if __name__ == "__main__":
    main()
