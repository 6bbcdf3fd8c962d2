"""The losses of the span tagger: on annotated windows, and on what teachers say of others."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from paperatlas.extract.features import LINK_BIAS, LINK_SCALE, SPAN_WIDTH, TYPES, Features
from paperatlas.schema import ROLES, label_of, roles_of
from training.data import Example, Silver
from training.model import SpanTagger

ROLE_WEIGHT, LINK_WEIGHT = 0.4, 2.0


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
        loss = loss + ROLE_WEIGHT * nn.functional.cross_entropy(legal_roles(scores, kind), role, reduction="sum")
        vectors = link_start.float()[text, first] + link_end.float()[text, first + width]
        loss = loss + LINK_WEIGHT * len(spans) * _link_loss(vectors, text, entity, name)
    return loss / max(1, len(spans))


def silver_loss(model: SpanTagger, batch: Sequence[Silver], *, bf16: bool) -> Tensor:
    """Return the mean over likely spans of the span, role and link cross-entropies to what the teachers say.

    Distillation at temperature 1 after Hinton, Vinyals and Dean (2015).
    """
    with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
        logits, role_start, role_end, link_start, link_end = model(**inputs_of([silver.features for silver in batch]))
    loss = torch.zeros(())
    for i, silver in enumerate(batch):
        types = torch.from_numpy(silver.types).float()
        loss = loss - (types * logits[i, : len(types)].float().log_softmax(-1)).sum()
        if not len(silver.spans):
            continue
        first, width, kind, name = torch.from_numpy(silver.spans).unbind(1)
        roles = legal_roles(role_start[i, first].float() + role_end[i, first + width].float(), kind)
        loss = loss - ROLE_WEIGHT * (torch.from_numpy(silver.roles).float() * roles.log_softmax(-1)).sum()
        one, other = torch.triu_indices(len(first), len(first), 1)
        differ = name[one] != name[other]
        if differ.any():
            vectors = link_start[i, first].float() + link_end[i, first + width].float()
            same = torch.from_numpy(silver.links).float()
            cross_entropy = nn.functional.binary_cross_entropy_with_logits(
                link_scores(vectors)[one, other][differ], same[one, other][differ]
            )
            loss = loss + LINK_WEIGHT * len(first) * cross_entropy
    return loss / max(1, sum(len(silver.spans) for silver in batch))


def legal_roles(scores: Tensor, kind: Tensor) -> Tensor:
    """Return role scores (spans, roles) with those that a type (spans; TYPES from 1) can't have made impossible."""
    return scores.masked_fill(~_LEGAL[kind - 1], -1e4)


def link_scores(vectors: Tensor) -> Tensor:
    """Return the log-odds (spans, spans) that two spans are one entity, from their vectors (spans, LINK_WIDTH)."""
    return LINK_SCALE * vectors @ vectors.T - LINK_BIAS


def _link_loss(vectors: Tensor, text: Tensor, entity: Tensor, name: Tensor) -> Tensor:
    """Return the mean cross-entropy over pairs of differently named spans of one text: one entity or two."""
    first, second = torch.triu_indices(len(text), len(text), 1)
    pairs = (text[first] == text[second]) & (name[first] != name[second])
    first, second = first[pairs], second[pairs]
    if not len(first):
        return vectors.sum() * 0
    same = (entity[first] == entity[second]).float()
    return nn.functional.binary_cross_entropy_with_logits(link_scores(vectors)[first, second], same)


def collate(batch: Sequence[Example]) -> tuple[dict[str, Tensor], Tensor, Tensor]:
    """Return the padded inputs, the type of each span (0 for none), and which spans are real."""
    inputs = inputs_of([example.features for example in batch])
    wanted, valid = torch.zeros_like(inputs["ends"]), torch.zeros_like(inputs["ends"], dtype=torch.bool)
    for i, example in enumerate(batch):
        count = len(example.features.words)
        valid[i, :count] = torch.arange(count)[:, None] + torch.arange(SPAN_WIDTH)[None, :] < count
        first, width, kind = example.spans.T[:3]
        wanted[i, first, width] = torch.from_numpy(kind)
    return inputs, wanted, valid


def inputs_of(batch: Sequence[Features]) -> dict[str, Tensor]:
    """Return the inputs of the tagger for windows, padded to the longest."""
    pieces, words = max(len(f.pieces) for f in batch), max(len(f.words) for f in batch)
    ends = torch.zeros((len(batch), words, SPAN_WIDTH), dtype=torch.long)
    for i, features in enumerate(batch):
        ends[i, : len(features.words)] = torch.from_numpy(features.ends)
    return {
        "pieces": _padded([f.pieces for f in batch], pieces),
        "mask": _padded([np.ones_like(f.pieces) for f in batch], pieces),
        "shapes": _padded([f.shapes for f in batch], pieces),
        "first": _padded([f.first for f in batch], words),
        "last": _padded([f.last for f in batch], words),
        "ends": ends,
    }


def _padded(rows: Sequence[np.ndarray], length: int) -> Tensor:
    out = torch.zeros((len(rows), length), dtype=torch.long)
    for i, row in enumerate(rows):
        out[i, : len(row)] = torch.from_numpy(row)
    return out


_LEGAL = torch.tensor([[role in roles_of(*label_of(kind)) for role in ROLES] for kind in TYPES])
