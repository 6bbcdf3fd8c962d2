"""Let trained taggers label papers that nobody annotated, for a smaller one to learn from.

    python -m training.silver PAPERS.jsonl --teacher CONFIG ENCODER WEIGHTS [--teacher ...] --out DIR

PAPERS.jsonl has id, title and abstract a line. Each chunk of papers is one file of DIR; the same command goes on after
the last. Two of five papers are read without their title, as a list without titles gives them.
"""

import argparse
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor

from paperatlas.extract.features import SPAN_WIDTH, Features, window_features
from paperatlas.extract.surfaces import surface_key
from paperatlas.extract.text import paper_text
from paperatlas.extract.tokens import blank_english
from paperatlas.records import Paper
from training.data import Silver, read_annotated, without_title
from training.losses import inputs_of, legal_roles, link_scores
from training.model import SpanTagger, load_tagger, load_tokenizer

CHUNK, BATCH, UNTITLED = 500, 8, 2
LIKELY = 0.5
"""Probability of a type over which a span's roles and links are kept."""


@dataclass(frozen=True, slots=True)
class Teacher:
    """A trained tagger and the tokenizer of its encoder."""

    model: SpanTagger
    tokenizer: Tokenizer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("papers", type=Path)
    parser.add_argument("--teacher", type=Path, nargs=3, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--after", type=int, default=0, help="papers to pass over")
    parser.add_argument("--limit", type=int, help="papers to label")
    parser.add_argument(
        "--own-roles", action="store_true", help="roles by the first teacher alone, types and links by all"
    )
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    teachers = [load_teacher(*paths) for paths in arguments.teacher]
    arguments.out.mkdir(parents=True, exist_ok=True)
    papers = [paper for paper, _ in read_annotated(arguments.papers)][arguments.after :][: arguments.limit]
    for number, first in enumerate(range(0, len(papers), CHUNK)):
        chunk = papers[first : first + CHUNK]
        path = arguments.out / f"{number:03}.pt"
        if not path.exists():
            part = path.with_suffix(".part")
            torch.save(label_papers(chunk, teachers, own_roles=arguments.own_roles), part)
            part.replace(path)
            print(f"{path.name}: {len(chunk)} papers", flush=True)


def load_teacher(config: Path, encoder: Path, weights: Path) -> Teacher:
    """Return the tagger that `training.train` left in `weights`, ready to read."""
    settings = tomllib.loads(config.read_text(encoding="utf-8"))
    model = load_tagger(encoder, width=settings["width"])
    model.load_state_dict(torch.load(weights, weights_only=True))
    return Teacher(model.eval(), load_tokenizer(encoder))


def label_papers(
    papers: Sequence[Paper], teachers: Sequence[Teacher], *, own_roles: bool = False
) -> list[dict[str, object]]:
    """Return text, words, and the teachers' mean probabilities of each paper that fits one window of all teachers.

    With `own_roles`, roles are the first teacher's alone.
    """
    blank = blank_english()
    texts = []
    for number, paper in enumerate(papers):
        text = paper_text(without_title(paper) if number % 5 < UNTITLED else paper).text
        tokens = [(token.idx, token.idx + len(token)) for token in blank.make_doc(text)]
        windows = [window_features(text, tokens, teacher.tokenizer) for teacher in teachers]
        if all(len(w) == 1 and w[0].words == windows[0][0].words for w in windows):
            texts.append((text, tokens, [w[0] for w in windows]))
    texts.sort(key=lambda item: len(item[2][0].pieces))
    labelled = []
    for first in range(0, len(texts), BATCH):
        batch = texts[first : first + BATCH]
        outputs = [
            _outputs(teacher.model, [windows[i] for _, _, windows in batch]) for i, teacher in enumerate(teachers)
        ]
        labelled += [
            _labels(
                text,
                tokens,
                windows[0].words,
                [[part[row] for part in output] for output in outputs],
                own_roles=own_roles,
            )
            for row, (text, tokens, windows) in enumerate(batch)
        ]
    return labelled


def read_silver(folder: Path, tokenizer: Tokenizer) -> Iterator[Silver]:
    """Yield the windows of a folder that `main` wrote, as the tagger with `tokenizer` reads them."""
    for path in sorted(folder.glob("*.pt")):
        for row in torch.load(path, weights_only=True):
            windows = window_features(row["text"], row["tokens"], tokenizer)
            if len(windows) == 1 and list(windows[0].words) == row["words"]:
                arrays = {name: row[name].numpy() for name in ("types", "spans", "roles", "links")}
                yield Silver(windows[0], **arrays)


@torch.no_grad()
def _outputs(model: SpanTagger, batch: Sequence[Features]) -> list[Tensor]:
    with torch.autocast("cpu", torch.bfloat16):
        logits, *words = model(**inputs_of(batch))
    return [logits.float().softmax(-1), *(part.float() for part in words)]


def _labels(
    text: str,
    tokens: Sequence[tuple[int, int]],
    words: Sequence[int],
    outputs: Sequence[Sequence[Tensor]],
    *,
    own_roles: bool,
) -> dict[str, object]:
    """Return the arrays of Silver as tensors, with what finds the window again."""
    count = len(words)
    types = torch.stack([output[0][:count] for output in outputs]).mean(0)
    types[torch.arange(count)[:, None] + torch.arange(SPAN_WIDTH)[None, :] >= count] = 0
    first, width = (types[..., 1:].sum(-1) > LIKELY).nonzero(as_tuple=True)
    kind = 1 + types[first, width, 1:].argmax(-1)
    names: dict[str, int] = {}
    places = zip(first.tolist(), (first + width).tolist(), strict=True)
    keys = [surface_key(text[tokens[words[one]][0] : tokens[words[last]][1]]) for one, last in places]
    name = torch.tensor([names.setdefault(key, len(names)) for key in keys], dtype=torch.long)
    tellers = outputs[:1] if own_roles else outputs
    roles = [legal_roles(o[1][first] + o[2][first + width], kind).softmax(-1) for o in tellers]
    links = [link_scores(o[3][first] + o[4][first + width]).sigmoid() for o in outputs]
    return {
        "text": text,
        "tokens": list(tokens),
        "words": list(words),
        "types": types.half(),
        "spans": torch.stack([first, width, kind, name], 1),
        "roles": torch.stack(roles).mean(0).half(),
        "links": torch.stack(links).mean(0).half(),
    }


if __name__ == "__main__":
    main()
