"""The span tagger: an encoder, a biaffine score for each span and type, and role scores for its first and last word.

Span scores after Yu, Bohnet and Poesio (2020, section 3); the band of widths and the shape embedding are ours.
"""

from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoModel

from paperatlas.extract.features import LINK_WIDTH, SHAPES, TYPES
from paperatlas.schema import ROLES


class SpanTagger(nn.Module):
    """Score all spans of a text by type, and all words by role.

    `encoder` is a transformer with a `config.hidden_size` that takes inputs_embeds and attention_mask.
    """

    def __init__(self, encoder: nn.Module, *, width: int = 192, types: int = len(TYPES), dropout: float = 0.1) -> None:
        super().__init__()
        hidden = encoder.config.hidden_size
        self.encoder = encoder
        self.shape = nn.Embedding(len(SHAPES) + 1, hidden, padding_idx=0)
        nn.init.zeros_(self.shape.weight)
        self.start = nn.Linear(hidden, width)
        self.end = nn.Linear(hidden, width)
        self.biaffine = nn.Parameter(torch.randn(width, types + 1, width) * (0.5 / width))
        self.start_type = nn.Linear(width, types + 1)
        self.end_type = nn.Linear(width, types + 1)
        self.role_start = nn.Sequential(nn.Linear(hidden, width), nn.GELU(), nn.Linear(width, len(ROLES)))
        self.role_end = nn.Sequential(nn.Linear(hidden, width), nn.GELU(), nn.Linear(width, len(ROLES)))
        self.link_start = nn.Sequential(nn.Linear(hidden, width), nn.GELU(), nn.Linear(width, LINK_WIDTH))
        self.link_end = nn.Sequential(nn.Linear(hidden, width), nn.GELU(), nn.Linear(width, LINK_WIDTH))
        self.dropout = nn.Dropout(dropout)
        self.activation = nn.GELU()

    def forward(
        self, pieces: Tensor, mask: Tensor, shapes: Tensor, first: Tensor, last: Tensor, ends: Tensor
    ) -> tuple[Tensor, ...]:
        """Return span logits (texts, words, widths, 1 + types), then role logits and link vectors of words.

        The role logits of a span are the sum of `role_start` of its first word and `role_end` of its last; so is its
        link vector, and two spans name one entity by the logistic of LINK_SCALE times the vectors' product, less
        LINK_BIAS.

        `pieces`, `mask` and `shapes` are (texts, pieces); `first` and `last` (texts, words) are the word's first and
        last piece; `ends` (texts, words, widths) is the last word of each span.
        """
        embedded = self.encoder.get_input_embeddings()(pieces) + self.shape(shapes)
        hidden = self.encoder(inputs_embeds=embedded, attention_mask=mask).last_hidden_state
        hidden = self.dropout(hidden)
        first_hidden, last_hidden = _take(hidden, first), _take(hidden, last)
        start = self.dropout(self.activation(self.start(first_hidden)))
        end = self.dropout(self.activation(self.end(last_hidden)))
        left = torch.einsum("bwd,dte->bwte", start, self.biaffine)
        pairs = torch.einsum("bwte,bve->bwvt", left, end)
        pairs = pairs + self.start_type(start).unsqueeze(2) + self.end_type(end).unsqueeze(1)
        band = ends.unsqueeze(-1).expand(-1, -1, -1, pairs.shape[-1])
        words = [
            head(part)
            for head, part in (
                (self.role_start, first_hidden),
                (self.role_end, last_hidden),
                (self.link_start, first_hidden),
                (self.link_end, last_hidden),
            )
        ]
        return pairs.gather(2, band), *words


def _take(values: Tensor, index: Tensor) -> Tensor:
    return values.gather(1, index.unsqueeze(-1).expand(-1, -1, values.shape[-1]))


def load_tagger(encoder: Path, *, layers: int | None = None, width: int = 192, types: int = len(TYPES)) -> SpanTagger:
    """Return a fresh tagger on a pretrained encoder, of which the first `layers` are kept."""
    base = AutoModel.from_pretrained(encoder).float()
    if layers is not None:
        base.encoder.layer = base.encoder.layer[:layers]
        base.config.num_hidden_layers = layers
    return SpanTagger(base, width=width, types=types)


def load_tokenizer(encoder: Path) -> Tokenizer:
    """Return the encoder's tokenizer, which neither cuts nor pads."""
    tokenizer = Tokenizer.from_file(str(encoder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
