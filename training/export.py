"""Write a trained tagger as an int8 ONNX model with its tokenizer and settings.

python -m training.export training/minilm.toml --encoder DIR --weights RUN/weights.pt --out extract/model
"""

import argparse
import json
import shutil
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from paperatlas.extract.features import SPAN_WIDTH
from paperatlas.extract.tagger import MODEL_FORMAT
from training.model import SpanTagger, load_tagger

INPUTS = ("pieces", "shapes", "first", "last", "ends")
OUTPUTS = ("spans", "role_start", "role_end", "link_start", "link_end")


class _Unpadded(nn.Module):
    """The tagger on one text: no mask to give."""

    def __init__(self, model: SpanTagger) -> None:
        super().__init__()
        self.model = model

    def forward(self, pieces: Tensor, shapes: Tensor, first: Tensor, last: Tensor, ends: Tensor) -> Any:
        return self.model(pieces, torch.ones_like(pieces), shapes, first, last, ends)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("config", type=Path)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--layers", type=int, help="layers that training kept")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    config = tomllib.loads(arguments.config.read_text(encoding="utf-8"))
    model = load_tagger(arguments.encoder, layers=arguments.layers, width=config["width"])
    model.load_state_dict(torch.load(arguments.weights, weights_only=True))
    arguments.out.mkdir(parents=True, exist_ok=True)
    export(model.eval(), arguments.out / "tagger.onnx", float_layers=config["float_layers"])
    shutil.copyfile(arguments.encoder / "tokenizer.json", arguments.out / "tokenizer.json")
    write_config(arguments.out, config)


def export(model: SpanTagger, path: Path, *, float_layers: int) -> None:
    """Write `model` as ONNX with weights of 7 bits in int8; activations take their scale from the one text that is run.

    With 8 bits, products overflow on x86 processors without VNNI, and the figures differ there.
    """
    model.encoder.set_attn_implementation("eager")  # plain products are quantised and run faster than the fused form
    words, pieces = 20, 24
    sample = (
        torch.randint(1000, 2000, (1, pieces)),
        torch.ones((1, pieces), dtype=torch.long),
        torch.arange(words)[None],
        torch.arange(words)[None],
        torch.arange(words)[None, :, None].repeat(1, 1, SPAN_WIDTH),
    )
    axes = {name: {1: "pieces" if name in ("pieces", "shapes") else "words"} for name in (*INPUTS, *OUTPUTS)}
    with TemporaryDirectory() as folder:
        plain = Path(folder) / "tagger.onnx"
        torch.onnx.export(
            _Unpadded(model),
            sample,
            plain,
            input_names=list(INPUTS),
            output_names=list(OUTPUTS),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        kept = _kept_in_float(plain, float_layers)
        quantize_dynamic(
            plain,
            path,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            op_types_to_quantize=["MatMul", "Gather"],
            nodes_to_exclude=kept,
        )


def _kept_in_float(path: Path, layers: int) -> list[str]:
    """Return the products that int8 hurts most: the feed-forward outputs of the first layers, with their outliers."""
    names = (node.name for node in onnx.load(path).graph.node if node.op_type == "MatMul")
    outputs = [name for name in names if "/output/dense/" in name and "/attention/" not in name]
    return [name for name in outputs if any(f"/layer.{layer}/" in name for layer in range(layers))]


def write_config(folder: Path, config: dict[str, Any]) -> None:
    """Write config.json: the model's name, its decoding settings, and the size of each file."""
    files = {name: (folder / name).stat().st_size for name in ("tagger.onnx", "tokenizer.json")}
    content = {"format": MODEL_FORMAT, "name": config["name"], "settings": config["decoding"], "files": files}
    (folder / "config.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
