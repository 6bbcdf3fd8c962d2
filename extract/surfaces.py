"""The form under which two surfaces of one paper are the same name."""

import re
import unicodedata

from paperatlas.extract.inflect import singular_word

_MARKUP = re.compile(r"\\[a-zA-Z]+|[\\{}$*_`\"“”]")
_JOINS = re.compile(r"[-‐‑‒–—/\s]+")
_ARTICLE = re.compile(r"(?i)^(?:the|a|an|our|novel|new|proposed)\s+")


def surface_key(surface: str) -> str:
    """Return `surface` without case, markup, hyphens, a leading article and a plural ending.

    Examples
    --------
    >>> surface_key("Graph-Convolutional Networks"), surface_key("deep GPs"), surface_key("bias")
    ('graph convolutional network', 'deep gp', 'bias')
    """
    text = _MARKUP.sub("", unicodedata.normalize("NFKC", surface))
    text = _ARTICLE.sub("", _JOINS.sub(" ", text).replace("’", "'").strip(" .,;:()'"))
    head, _, last = text.rpartition(" ")
    return f"{head} {singular_word(singular_word(last).lower())}".lower().lstrip()
