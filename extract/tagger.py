"""Span scores of a text from the shipped model, run by onnxruntime."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime  # type: ignore[import-untyped]  # ships no types
from tokenizers import Tokenizer

from paperatlas.errors import ModelError
from paperatlas.extract.decoding import Scores
from paperatlas.extract.features import LINK_WIDTH, SPAN_WIDTH, TYPES, Features, window_features
from paperatlas.schema import ROLES

MODEL = Path(__file__).parent / "model"
MODEL_FORMAT = 1
_WAY_OUT = "install paperatlas again, or make the model with training/README.md"


@dataclass(frozen=True, slots=True)
class Tagger:
    """A loaded model; `settings` are the decoding's thresholds, `name` is what report.json calls it."""

    session: Any
    tokenizer: Tokenizer
    name: str
    settings: dict[str, Any]

    def scores(self, text: str, tokens: Sequence[tuple[int, int]]) -> Scores:
        """Return the scores of `text`, whose `tokens` are half-open character spans in order.

        A text longer than the model's window is read in windows that overlap; a span's scores come from the window in
        which it lies further from a cut. The result depends on nothing but the text.
        """
        windows = window_features(text, tokens, self.tokenizer)
        return _joined([(features, self._run(features)) for features in windows])

    def _run(self, features: Features) -> list[Any]:
        inputs = {
            "pieces": features.pieces,
            "shapes": features.shapes,
            "first": features.first,
            "last": features.last,
            "ends": features.ends,
        }
        outputs: list[Any] = self.session.run(None, {name: value[None] for name, value in inputs.items()})
        return [output[0] for output in outputs]


@lru_cache(maxsize=2)
def load_tagger(folder: Path = MODEL) -> Tagger:
    """Return the tagger of a model folder: config.json, tagger.onnx and tokenizer.json.

    Raises
    ------
    ModelError
        If a file is missing, cut short, or of another format.
    """
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        if config["format"] != MODEL_FORMAT:
            raise ModelError(f"{folder} holds a model of format {config['format']}, not {MODEL_FORMAT}; {_WAY_OUT}")
        for name, size in config["files"].items():
            found = (folder / name).stat().st_size
            if found != size:
                raise ModelError(f"model file {folder / name} has {found} bytes, not {size}; {_WAY_OUT}")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(folder / "tagger.onnx"), options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except FileNotFoundError as error:
        raise ModelError(f"model file {error.filename} is missing; {_WAY_OUT}") from error
    except ModelError:
        raise
    except Exception as error:  # both libraries raise their own bare exceptions on a broken file
        raise ModelError(f"the model in {folder} can't be read ({str(error)[:120]!r}); {_WAY_OUT}") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return Tagger(session, tokenizer, config["name"], config["settings"])


def _joined(windows: Sequence[tuple[Features, list[Any]]]) -> Scores:
    """Put the windows' scores together: between two windows the middle of what they share is the border."""
    if not windows:
        return _empty()
    places = [features.words for features, _ in windows]
    borders = [0]
    for left, right in pairwise(places):
        shared = [word for word in right if word <= left[-1]]
        borders.append(shared[len(shared) // 2] if shared else right[0])
    words: list[int] = []
    parts: list[list[Any]] = []
    for number, (features, outputs) in enumerate(windows):
        stop = borders[number + 1] if number + 1 < len(windows) else features.words[-1] + 1
        keep = [i for i, word in enumerate(features.words) if borders[number] <= word < stop]
        words += [features.words[i] for i in keep]
        parts.append([output[keep] for output in outputs])
    logits, *rest = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Scores(tuple(words), _probabilities(logits), *rest)


def _probabilities(logits: Any) -> Any:
    """Return probabilities of the types of each span; a span past the last word has none."""
    exponent = np.exp(logits - logits.max(axis=2, keepdims=True))
    spans = (exponent / exponent.sum(axis=2, keepdims=True))[:, :, 1:]
    count = len(spans)
    spans[np.arange(count)[:, None] + np.arange(spans.shape[1])[None, :] >= count] = 0
    return spans


def _empty() -> Scores:
    def nothing(*shape: int) -> Any:
        return np.zeros((0, *shape), dtype=np.float32)

    roles, links = len(ROLES), LINK_WIDTH
    return Scores((), nothing(SPAN_WIDTH, len(TYPES)), nothing(roles), nothing(roles), nothing(links), nothing(links))
