"""Train the span tagger on annotated papers and, if given, on papers that teachers labelled.

Checkpoints are written after every epoch; the same command goes on from the last one.

    python -m training.train training/minilm.toml --data DIR --encoder DIR --out DIR
"""

import argparse
import random
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import nn

from training.data import Example, Silver, examples, held_out, read_annotated, without_title
from training.losses import silver_loss, tagger_loss
from training.model import SpanTagger, load_tagger, load_tokenizer
from training.silver import read_silver

T = TypeVar("T", Example, Silver)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of the pretrained encoder")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--start", type=Path, help="weights to start from, in place of fresh ones")
    parser.add_argument("--layers", type=int, help="layers of the encoder to keep, the first ones; all without")
    parser.add_argument("--silver", type=Path, help="folder that training.silver wrote")
    parser.add_argument("--epochs", type=int, help="in place of the config's")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    config = tomllib.loads(arguments.config.read_text(encoding="utf-8"))
    config["epochs"] = arguments.epochs or config["epochs"]
    places = {name: getattr(arguments, name) for name in ("data", "encoder", "out", "start", "layers", "silver")}
    train(config, seed=arguments.seed, **places)


def train(
    config: dict[str, Any],
    *,
    data: Path,
    encoder: Path,
    out: Path,
    start: Path | None = None,
    layers: int | None = None,
    silver: Path | None = None,
    seed: int = 0,
) -> None:
    """Train by `config` and leave `out`/last.pt (to go on from) and `out`/weights.pt (the weights to use)."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    tokenizer = load_tokenizer(encoder)
    rows, _ = held_out(list(read_annotated(data / "train.jsonl")), config["hold_out_every"])
    titled = {e.paper_id: e for e in examples(rows, tokenizer)}
    untitled = {e.paper_id: e for e in examples([(without_title(p), e) for p, e in rows], tokenizer)}
    taught = list(read_silver(silver, tokenizer)) if silver else []
    model = load_tagger(encoder, layers=layers, width=config["width"])
    if start:
        weights = torch.load(start, weights_only=True)
        model.load_state_dict({name: weights[name] for name in model.state_dict()})
    size = config["batch"]
    steps = config["epochs"] * (-(-len(titled) // size) + -(-len(taught) // size))
    optimizer = torch.optim.AdamW(optimizer_groups(model, config), fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: ramp(step, steps, config["warmup"]))
    done, last = 0, out / "last.pt"
    if last.exists():
        state = torch.load(last, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        done = state["epoch"]
    for epoch in range(done, config["epochs"]):
        shuffle = random.Random(1000 * seed + epoch)
        torch.manual_seed(1000 * seed + epoch)
        chosen = [(untitled if shuffle.random() < config["untitled"] else titled)[key] for key in sorted(titled)]
        batches: list[list[Example] | list[Silver]] = [
            *batches_of_like_length(chosen, size, shuffle),
            *batches_of_like_length(taught, size, shuffle),
        ]
        shuffle.shuffle(batches)
        started, total, pieces = time.monotonic(), 0.0, 0
        model.train()
        for number, batch in enumerate(batches):
            loss_of = silver_loss if isinstance(batch[0], Silver) else tagger_loss
            loss = loss_of(model, batch, bf16=config["bf16"])
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            total += loss.item()
            pieces += sum(len(e.features.pieces) for e in batch)
            if number % 50 == 49:
                speed = pieces / (time.monotonic() - started)
                print(f"epoch {epoch} step {number + 1} of {len(batches)}: {speed:.0f} pieces/s", flush=True)
        print(f"epoch {epoch} loss {total:.1f} {time.monotonic() - started:.0f} s", flush=True)
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
        save_whole({**state, "epoch": epoch + 1}, last)
        save_whole(state["model"], out / "weights.pt")


def batches_of_like_length(texts: Sequence[T], size: int, shuffle: random.Random) -> list[list[T]]:
    """Return batches of texts of like length, in random order."""
    mixed = shuffle.sample(texts, len(texts))
    pools = [mixed[i : i + 32 * size] for i in range(0, len(mixed), 32 * size)]
    ordered = [sorted(pool, key=lambda e: len(e.features.pieces)) for pool in pools]
    return [pool[i : i + size] for pool in ordered for i in range(0, len(pool), size)]


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


def save_whole(state: Any, path: Path) -> None:
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


if __name__ == "__main__":
    main()
