"""What the span tagger reads of a text: word pieces, word shapes, and which pieces are a word."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from paperatlas.errors import ModelError
from paperatlas.schema import DATASET, KINDS, METHOD

TYPES = (METHOD, DATASET, *KINDS)
"""Types that a span is scored for, in the order of the model's outputs (after "none")."""

SHAPES = ("lower", "capital", "upper", "mixed", "digit", "symbol")
"""Word shapes; their index plus 1 is the model's input, 0 stands for no word."""

SPAN_WIDTH = 12
"""Longest span in words."""

LINK_WIDTH, LINK_SCALE, LINK_BIAS = 64, 0.125, 2.0
"""Length of a link vector, and what turns the product of two into a log-odds that they name one entity."""

PIECE_LIMIT, OVERLAP = 510, 96
"""Word pieces of one window, without the two special ones, and of those about how many two windows share."""


@dataclass(frozen=True, slots=True)
class Features:
    """Arrays of one window of text.

    `words` are indices of the text's tokens that have a piece; `pieces` and `shapes` are (pieces,), `first` and `last`
    (words,), `ends` (words, SPAN_WIDTH), where a span past the last word is clipped to it.
    """

    words: tuple[int, ...]
    pieces: NDArray[np.int64]
    shapes: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    ends: NDArray[np.int64]


def shape_of(word: str) -> str:
    """Return the shape of a word.

    Examples
    --------
    >>> [shape_of(word) for word in ["graph", "Graph", "BERT", "ImageNet", "3D", "("]]
    ['lower', 'capital', 'upper', 'mixed', 'digit', 'symbol']
    """
    if any(letter.isdigit() for letter in word):
        return "digit"
    if not any(letter.isalpha() for letter in word):
        return "symbol"
    if word == word.lower():
        return "lower"
    if word == word.upper():
        return "upper"
    return "capital" if word[1:] == word[1:].lower() else "mixed"


def window_features(text: str, tokens: Sequence[tuple[int, int]], tokenizer: Tokenizer) -> list[Features]:
    """Return the features of `text` in windows of at most PIECE_LIMIT word pieces that share about OVERLAP pieces.

    `tokens` are half-open character spans, in order. A text without pieces gives no window.
    """
    encoding = tokenizer.encode(text, add_special_tokens=False)
    offsets = encoding.offsets
    words, first, last = _word_pieces(tokens, offsets)
    ids = np.array(encoding.ids, dtype=np.int64)
    shapes = _piece_shapes(text, tokens, words, first, last, len(offsets))
    special = _special_pieces(tokenizer)
    return [
        _features(words, first, last, ids, shapes, low, high, special) for low, high in _windows(first, last, len(ids))
    ]


def _special_pieces(tokenizer: Tokenizer) -> tuple[int, int]:
    """Return the pieces that begin and end a window: BERT's, else MPNet's."""
    for first, last in (("[CLS]", "[SEP]"), ("<s>", "</s>")):
        begin, end = tokenizer.token_to_id(first), tokenizer.token_to_id(last)
        if begin is not None and end is not None:
            return begin, end
    raise ModelError("the tokenizer has no pieces that begin and end a text")


def _word_pieces(
    tokens: Sequence[tuple[int, int]], offsets: Sequence[tuple[int, int]]
) -> tuple[list[int], list[int], list[int]]:
    words, first, last, piece = [], [], [], 0
    for index, (start, end) in enumerate(tokens):
        while piece < len(offsets) and offsets[piece][1] <= start:
            piece += 1
        stop = piece
        while stop < len(offsets) and offsets[stop][0] < end:
            stop += 1
        if stop > piece:
            words.append(index)
            first.append(piece)
            last.append(stop - 1)
    return words, first, last


def _piece_shapes(
    text: str, tokens: Sequence[tuple[int, int]], words: list[int], first: list[int], last: list[int], count: int
) -> NDArray[np.int64]:
    shapes = np.zeros(count, dtype=np.int64)
    for word, low, high in zip(words, first, last, strict=True):
        shapes[low : high + 1] = 1 + SHAPES.index(shape_of(text[slice(*tokens[word])]))
    return shapes


def _windows(first: list[int], last: list[int], count: int) -> list[tuple[int, int]]:
    """Return word ranges whose pieces fit the limit; a single word of more pieces is cut by `_features`."""
    if not first:
        return []
    if count <= PIECE_LIMIT:
        return [(0, len(first))]
    ranges, low = [], 0
    while True:
        high = low + 1
        while high < len(first) and last[high] - first[low] < PIECE_LIMIT:
            high += 1
        ranges.append((low, high))
        if high == len(first):
            return ranges
        back = high
        while back > low + 1 and first[high] - first[back - 1] <= OVERLAP:
            back -= 1
        low = max(low + 1, min(back, high))


def _features(
    words: list[int],
    first: list[int],
    last: list[int],
    ids: NDArray[np.int64],
    shapes: NDArray[np.int64],
    low: int,
    high: int,
    special: tuple[int, int],
) -> Features:
    begin = first[low]
    stop = min(last[high - 1] + 1, begin + PIECE_LIMIT)
    begins = np.minimum(np.array(first[low:high], dtype=np.int64), stop - 1) - begin + 1
    finals = np.minimum(np.array(last[low:high], dtype=np.int64), stop - 1) - begin + 1
    count = high - low
    return Features(
        words=tuple(words[low:high]),
        pieces=np.concatenate([[special[0]], ids[begin:stop], [special[1]]]),
        shapes=np.concatenate([[0], shapes[begin:stop], [0]]),
        first=begins,
        last=finals,
        ends=np.minimum(np.arange(count)[:, None] + np.arange(SPAN_WIDTH)[None, :], count - 1),
    )
