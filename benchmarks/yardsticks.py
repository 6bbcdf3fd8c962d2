"""Train the tagger's recipe on a public corpus's own training part, and score its test part in the corpus's own scheme.

    python -m benchmarks.yardsticks scierc training/minilm.toml --data CORPORA --encoder DIR --out RUNS

Strict span F1, as the corpora's papers have it: the same characters and the same type, nested spans too, micro-averaged
over all types (six of SciERC, with Generic). CORPORA holds scierc/ and scier/ as JSON Lines (id, text, entities as
[start, end, type]) and OVERLAP.json, whose texts are dropped from the training part. The dev part is not used. A
checkpoint follows each epoch, and the same command goes on from it; --limit 20 --epochs 1 tries it out in a minute.
Needs what training/requirements.txt names.
"""

import argparse
import gzip
import json
import random
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn

from paperatlas.extract.features import SPAN_WIDTH, window_features
from paperatlas.extract.tokens import blank_english
from training.data import Example
from training.losses import collate, tagger_loss
from training.model import SpanTagger, load_tagger, load_tokenizer
from training.train import batches_of_like_length, optimizer_groups, ramp, save_whole

TESTS = {"scierc": ("test",), "scier": ("test", "test_ood")}
EPOCHS = {"scierc": 12, "scier": 5}
BATCH = {"scierc": 8, "scier": 24}
PUBLISHED = {
    ("scierc", "test"): "DyGIE++ 67.5 (its released model 68.6), SpERT 70.3 (mean of 5 runs on train and dev)",
    ("scier", "test"): "86.9, the best supervised model of arXiv 2410.21155",
    ("scier", "test_ood"): "a figure in arXiv 2410.21155 that is not at hand here",
}

Rows = list[dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", choices=sorted(TESTS))
    parser.add_argument("config", type=Path, help="of the recipe, such as training/minilm.toml: rates and width")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the pretrained encoder")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, help=f"else {EPOCHS}")
    parser.add_argument("--limit", type=int, help="texts of each part at most: a try, no figure")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    corpus, limit = arguments.corpus, arguments.limit
    config = tomllib.loads(arguments.config.read_text(encoding="utf-8"))
    config |= {"epochs": arguments.epochs or EPOCHS[corpus], "batch": BATCH[corpus]}
    tokenizer = load_tokenizer(arguments.encoder)
    rows = training_rows(arguments.data, corpus)[:limit]
    types = sorted({kind for row in rows for _, _, kind in row["entities"]})
    torch.manual_seed(arguments.seed)
    model = load_tagger(arguments.encoder, width=config["width"], types=len(types))
    run = f"{corpus}-{config['name']}-{arguments.seed}-{config['epochs']}epochs{f'-{limit}texts' if limit else ''}"
    train(model, examples(rows, types, tokenizer), config, arguments.out / f"{run}.pt", arguments.seed)
    for part in TESTS[corpus]:
        gold = read_rows(arguments.data / corpus / f"{part}.jsonl.gz")[:limit]
        measured = score(model, gold, types, tokenizer)
        published = "a try" if limit else f"published: {PUBLISHED[corpus, part]}"
        figures = "  ".join(f"{name} {100 * value:.1f}" for name, value in zip(("P", "R", "F1"), measured, strict=True))
        print(f"{run} {part}: {figures}   {published}", flush=True)


def training_rows(data: Path, corpus: str) -> Rows:
    """Return the training part without texts that stand in other corpora too."""
    leaked = set(json.loads((data / "OVERLAP.json").read_text(encoding="utf-8"))[f"{corpus}/train.jsonl"])
    return [row for row in read_rows(data / corpus / "train.jsonl.gz") if row["id"] not in leaked]


def read_rows(path: Path) -> Rows:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def examples(rows: Rows, types: Sequence[str], tokenizer: Tokenizer) -> list[Example]:
    """Return the windows of all rows, each true span an entity and a name of its own."""
    windows = ((row["id"], window) for row in rows for window in _windows(row, types, tokenizer))
    return [Example(row_id, features, spans) for row_id, (features, spans, _) in windows]


def train(model: SpanTagger, data: list[Example], config: dict[str, Any], last: Path, seed: int) -> None:
    """Train by the shipped model's recipe, spans alone, from what an earlier run left at `last`."""
    last.parent.mkdir(parents=True, exist_ok=True)
    steps = config["epochs"] * -(-len(data) // config["batch"])
    optimizer = torch.optim.AdamW(optimizer_groups(model, config), fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: ramp(step, steps, config["warmup"]))
    parts = {"model": model, "optimizer": optimizer, "schedule": schedule}
    done = 0
    if last.exists():
        state = torch.load(last, weights_only=True)
        done = state["epoch"]
        for name, part in parts.items():
            part.load_state_dict(state[name])
    for epoch in range(done, config["epochs"]):
        torch.manual_seed(1000 * seed + epoch)
        shuffle = random.Random(1000 * seed + epoch)
        batches = batches_of_like_length(data, config["batch"], shuffle)
        shuffle.shuffle(batches)
        started, total = time.monotonic(), 0.0
        model.train()
        for batch in batches:
            loss = tagger_loss(model, batch, bf16=config["bf16"], spans_only=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            total += loss.item()
        speed = sum(len(example.features.pieces) for example in data) / (time.monotonic() - started)
        print(f"epoch {epoch} loss {total:.1f} {time.monotonic() - started:.0f} s, {speed:.0f} pieces/s", flush=True)
        save_whole({**{name: part.state_dict() for name, part in parts.items()}, "epoch": epoch + 1}, last)


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


_BLANK = blank_english()

if __name__ == "__main__":
    main()
