"""Train the span tagger on annotated papers.

Checkpoints are written after every epoch; the same command goes on from the last one.

    python -m training.train training/minilm.toml --data DIR --encoder DIR --out DIR
"""

import argparse
import random
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoModel

from paperatlas.extract.features import LINK_BIAS, LINK_SCALE, SPAN_WIDTH, TYPES
from paperatlas.schema import CONCEPT, ROLES, roles_of
from training.data import Example, examples, read_annotated, without_title
from training.model import SpanTagger

ROLE_WEIGHT, LINK_WEIGHT = 0.4, 2.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the pretrained encoder")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    config = tomllib.loads(arguments.config.read_text(encoding="utf-8"))
    train(config, arguments.data, arguments.encoder, arguments.out, arguments.seed)


def load_tagger(encoder: Path, *, layers: int | None = None, width: int = 192, types: int = len(TYPES)) -> SpanTagger:
    """Return a fresh tagger on a pretrained encoder, of which the first `layers` are kept."""
    base = AutoModel.from_pretrained(encoder).float()
    if layers is not None:
        base.encoder.layer = base.encoder.layer[:layers]
        base.config.num_hidden_layers = layers
    return SpanTagger(base, width=width, types=types)


def held_out(rows: Sequence[Any], every: int) -> tuple[list[Any], list[Any]]:
    """Split rows into those to train on and each `every`-th, which tunes the decoding; 0 holds none out."""
    if not every:
        return list(rows), []
    return [row for i, row in enumerate(rows) if i % every], [row for i, row in enumerate(rows) if i % every == 0]


def train(config: dict[str, Any], data: Path, encoder: Path, out: Path, seed: int) -> None:
    """Train by `config` and leave `out`/last.pt (to go on from) and `out`/average.pt (the weights to use)."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    tokenizer = Tokenizer.from_file(str(encoder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows, _ = held_out(list(read_annotated(data / "train.jsonl")), config["hold_out_every"])
    titled = {e.paper_id: e for e in examples(rows, tokenizer)}
    untitled = {e.paper_id: e for e in examples([(without_title(p), e) for p, e in rows], tokenizer)}
    model = load_tagger(encoder, layers=config.get("layers"), width=config["width"])
    steps = config["epochs"] * -(-len(titled) // config["batch"])
    optimizer = torch.optim.AdamW(optimizer_groups(model, config), fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: ramp(step, steps, config["warmup"]))
    average = {name: value.clone() for name, value in model.state_dict().items()}
    done, last = 0, out / "last.pt"
    if last.exists():
        state = torch.load(last, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        average, done = state["average"], state["epoch"]
    for epoch in range(done, config["epochs"]):
        shuffle = random.Random(1000 * seed + epoch)
        torch.manual_seed(1000 * seed + epoch)
        chosen = [(untitled if shuffle.random() < config["untitled"] else titled)[key] for key in sorted(titled)]
        started, total, pieces = time.monotonic(), 0.0, 0
        model.train()
        for number, batch in enumerate(_batches(chosen, config["batch"], shuffle)):
            loss = tagger_loss(model, batch, bf16=config["bf16"])
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            _update(average, model, config["average"])
            total += loss.item()
            pieces += sum(len(e.features.pieces) for e in batch)
            if number % 50 == 49:
                print(
                    f"epoch {epoch} step {number + 1} {pieces / (time.monotonic() - started):.0f} pieces/s", flush=True
                )
        print(f"epoch {epoch} loss {total:.1f} {time.monotonic() - started:.0f} s", flush=True)
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
        _save({**state, "average": average, "epoch": epoch + 1}, last)
        _save(average, out / "average.pt")


def tagger_loss(model: SpanTagger, batch: Sequence[Example], *, bf16: bool, spans_only: bool = False) -> Tensor:
    """Return the mean over true spans of the span, role and link cross-entropies of a batch, or of the first alone."""
    inputs, wanted, valid = collate(batch)
    with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
        logits, role_start, role_end, link_start, link_end = model(**inputs)
    spans = [(i, *map(int, span)) for i, example in enumerate(batch) for span in example.spans]
    loss = nn.functional.cross_entropy(logits.float()[valid], wanted[valid], reduction="sum")
    if spans and not spans_only:
        index = torch.tensor(spans)
        text, first, width, kind, role, entity, name = index.unbind(1)
        scores = role_start.float()[text, first] + role_end.float()[text, first + width]
        scores = scores.masked_fill(~_LEGAL[kind - 1], -1e4)
        loss = loss + ROLE_WEIGHT * nn.functional.cross_entropy(scores, role, reduction="sum")
        vectors = link_start.float()[text, first] + link_end.float()[text, first + width]
        loss = loss + LINK_WEIGHT * len(spans) * _link_loss(vectors, text, entity, name)
    return loss / max(1, len(spans))


def _link_loss(vectors: Tensor, text: Tensor, entity: Tensor, name: Tensor) -> Tensor:
    """Return the mean cross-entropy over pairs of differently named spans of one text: one entity or two."""
    first, second = torch.triu_indices(len(text), len(text), 1)
    pairs = (text[first] == text[second]) & (name[first] != name[second])
    first, second = first[pairs], second[pairs]
    if not len(first):
        return vectors.sum() * 0
    scores = LINK_SCALE * (vectors[first] * vectors[second]).sum(1) - LINK_BIAS
    same = (entity[first] == entity[second]).float()
    return nn.functional.binary_cross_entropy_with_logits(scores, same)


def collate(batch: Sequence[Example]) -> tuple[dict[str, Tensor], Tensor, Tensor]:
    """Return the padded inputs, the type of each span (0 for none), and which spans are real."""
    pieces = max(len(e.features.pieces) for e in batch)
    words = max(len(e.features.words) for e in batch)
    shape = (len(batch), words, SPAN_WIDTH)
    inputs = {
        "pieces": _padded([e.features.pieces for e in batch], pieces),
        "mask": _padded([np.ones_like(e.features.pieces) for e in batch], pieces),
        "shapes": _padded([e.features.shapes for e in batch], pieces),
        "first": _padded([e.features.first for e in batch], words),
        "last": _padded([e.features.last for e in batch], words),
    }
    ends, wanted = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long)
    valid = torch.zeros(shape, dtype=torch.bool)
    for i, example in enumerate(batch):
        count = len(example.features.words)
        ends[i, :count] = torch.from_numpy(example.features.ends)
        valid[i, :count] = torch.arange(count)[:, None] + torch.arange(SPAN_WIDTH)[None, :] < count
        first, width, kind = example.spans.T[:3]
        wanted[i, first, width] = torch.from_numpy(kind)
    return {**inputs, "ends": ends}, wanted, valid


_LEGAL = torch.tensor(
    [
        [role in roles_of(t if t[0].isupper() else CONCEPT, None if t[0].isupper() else t) for role in ROLES]
        for t in TYPES
    ]
)


def _padded(rows: Sequence[np.ndarray], length: int) -> Tensor:
    out = torch.zeros((len(rows), length), dtype=torch.long)
    for i, row in enumerate(rows):
        out[i, : len(row)] = torch.from_numpy(row)
    return out


def _batches(chosen: list[Example], size: int, shuffle: random.Random) -> Iterator[list[Example]]:
    """Yield batches of texts of like length, in random order."""
    shuffle.shuffle(chosen)
    pools = [chosen[i : i + 32 * size] for i in range(0, len(chosen), 32 * size)]
    ordered = [sorted(pool, key=lambda e: len(e.features.pieces)) for pool in pools]
    batches = [pool[i : i + size] for pool in ordered for i in range(0, len(pool), size)]
    shuffle.shuffle(batches)
    yield from batches


def optimizer_groups(model: SpanTagger, config: dict[str, Any]) -> list[dict[str, Any]]:
    inner = list(model.encoder.parameters())
    known = {id(p) for p in inner}
    heads = [p for p in model.parameters() if id(p) not in known]
    return [
        {"params": inner, "lr": config["encoder_rate"], "weight_decay": 0.01},
        {"params": heads, "lr": config["head_rate"], "weight_decay": 0.01},
    ]


def ramp(step: int, steps: int, warmup: float) -> float:
    rise = max(1, int(steps * warmup))
    return min((step + 1) / rise, max(0.02, (steps - step) / max(1, steps - rise)))


def _update(average: dict[str, Tensor], model: SpanTagger, decay: float) -> None:
    with torch.no_grad():
        for name, value in model.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].lerp_(value, 1 - decay)
            else:
                average[name].copy_(value)


def _save(state: Any, path: Path) -> None:
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


if __name__ == "__main__":
    main()
