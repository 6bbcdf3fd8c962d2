"""The word lists of the package: text files of data/, whose lines that begin with # are comments."""

from importlib.resources import files


def read_list(name: str) -> list[str]:
    """Return the lines of one list, without comments and empty lines.

    Examples
    --------
    >>> "the" in read_list("function_words.txt")
    True
    """
    text = (files("paperatlas.extract") / "data" / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def read_words(name: str) -> frozenset[str]:
    """Return the words of one list, which are apart by blanks and line ends.

    Examples
    --------
    >>> {"model", "models"} <= read_words("generic_names.txt")
    True
    """
    return frozenset(word for line in read_list(name) for word in line.split())
