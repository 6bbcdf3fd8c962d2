"""Which spans of words can be a name at all."""

import re

from paperatlas.extract.word_lists import read_list, read_words

HYPHENS = frozenset("-‐‑–")

_OPEN, _CLOSE = "([{", ")]}"
_ADDRESS = re.compile(r"://|\bwww\.|\w\.(?:com|org|net|io|edu|ai|gov)(?:/|$)|@\w+\.")

_FUNCTION_WORDS = read_words("function_words.txt")
_GENERIC_NAMES = frozenset(read_list("generic_names.txt"))


def can_begin(word: str, *, after: str = "") -> bool:
    """Return whether a name can begin with this word; `after` is the character that follows it.

    Examples
    --------
    >>> [can_begin(word) for word in ["graph", "the", ")", "(", ",", "IS"]]
    [True, False, False, True, False, True]
    >>> can_begin("few", after=" "), can_begin("few", after="-")
    (False, True)
    """
    return (after in HYPHENS or not _is_function_word(word)) and (
        word[:1].isalnum() or word in _OPEN or word[:1] in "$\\#@."
    )


def can_end(word: str, *, before: str = "") -> bool:
    """Return whether a name can end with this word; `before` is the character that precedes it.

    Examples
    --------
    >>> [can_end(word) for word in ["networks", "of", "++", ",", ")"]]
    [True, False, True, False, True]
    >>> can_end("in", before=" "), can_end("in", before="-")
    (False, True)
    """
    return (before in HYPHENS or not _is_function_word(word)) and (
        word[-1:].isalnum() or word in _CLOSE or word[-1:] in "+#*$'^%!"
    )


def is_name(text: str) -> bool:
    """Return whether `text` can be a name: a letter, two characters, closed brackets, no address, no bare generic noun.

    Examples
    --------
    >>> [is_name(text) for text in ["BERT", "github.com/x", "f(x", "models", "12"]]
    [True, False, False, False, False]
    """
    folded = " ".join(text.lower().split())
    return (
        len(folded) > 1
        and any(letter.isalpha() for letter in folded)
        and folded not in _GENERIC_NAMES
        and not _ADDRESS.search(folded)
        and _balanced(folded)
    )


def _is_function_word(word: str) -> bool:
    """Return whether a word stands in the list, unless it is an acronym (IS, the inception score)."""
    return word.lower() in _FUNCTION_WORDS and not (len(word) > 1 and word.isupper())


def _balanced(text: str) -> bool:
    depth = []
    for letter in text:
        if letter in _OPEN:
            depth.append(letter)
        elif letter in _CLOSE and (not depth or _OPEN.index(depth.pop()) != _CLOSE.index(letter)):
            return False
    return not depth
