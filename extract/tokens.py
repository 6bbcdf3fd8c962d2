"""The tokenizer that the pipeline and the training of its model share."""

from typing import Any

import spacy
from spacy.language import Language
from spacy.util import compile_suffix_regex

_FULL_STOP = r"(?<=[a-z0-9-][A-Z])\."
"""A full stop after one capital inside a name, which spaCy takes for an initial's: ViT., ADE20K., GPT-J."""


def blank_english() -> Language:
    """Return spaCy's blank English pipeline, whose tokenizer also parts a full stop from a name before it.

    Examples
    --------
    >>> [token.text for token in blank_english()("J. Doe trains ViT.")]
    ['J.', 'Doe', 'trains', 'ViT', '.']
    """
    nlp = spacy.blank("en")
    tokenizer: Any = nlp.tokenizer
    tokenizer.suffix_search = compile_suffix_regex([*(nlp.Defaults.suffixes or ()), _FULL_STOP]).search
    return nlp
