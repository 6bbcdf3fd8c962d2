"""Which spans of words can be a name at all."""

import re
from importlib.resources import files

_OPEN, _CLOSE = "([{", ")]}"
_ADDRESS = re.compile(r"://|\bwww\.|\w\.(?:com|org|net|io|edu|ai|gov)(?:/|$)|@\w+\.")


def _words(name: str) -> frozenset[str]:
    text = (files("paperatlas.extract") / "data" / name).read_text(encoding="utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


_FUNCTION_WORDS = _words("function_words.txt")
_GENERIC_NAMES = _words("generic_names.txt")


def can_begin(word: str) -> bool:
    """Return whether a name can begin with this word.

    Examples
    --------
    >>> [can_begin(word) for word in ["graph", "the", ")", "(", ","]]
    [True, False, False, True, False]
    """
    return word.lower() not in _FUNCTION_WORDS and (word[:1].isalnum() or word in _OPEN or word[:1] in "$\\\\#@.")


def can_end(word: str) -> bool:
    """Return whether a name can end with this word.

    Examples
    --------
    >>> [can_end(word) for word in ["networks", "of", "++", ",", ")"]]
    [True, False, True, False, True]
    """
    return word.lower() not in _FUNCTION_WORDS and (word[-1:].isalnum() or word in _CLOSE or word[-1:] in "+#*$'^%!")


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


def _balanced(text: str) -> bool:
    depth = []
    for letter in text:
        if letter in _OPEN:
            depth.append(letter)
        elif letter in _CLOSE and (not depth or _OPEN.index(depth.pop()) != _CLOSE.index(letter)):
            return False
    return not depth
