"""Short forms and the long forms that they stand for."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from paperatlas.graph.normalise import singular_name

_LONGEST = 12


def acronym_shaped(name: str) -> bool:
    """Return whether the name is one short word with two capitals, its plural s aside.

    Examples
    --------
    >>> [acronym_shaped(name) for name in ("GCN", "ViTs", "GPT-2", "Adam", "graph", "ResNet-50")]
    [True, True, True, False, False, True]
    """
    word = singular_name(name)
    return " " not in word and len(word) <= _LONGEST and sum(character.isupper() for character in word) > 1


def stands_for(short: str, long: str) -> bool:
    """Return whether the letters of `short` stand in `long`, in order, the first at the start of a word.

    The rule of Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation definitions in biomedical
    text", section 3. A long form that holds the short one as a word is none.

    Examples
    --------
    >>> stands_for("GCNs", "graph convolutional networks"), stands_for("GCN", "generative model")
    (True, False)
    """
    letters = re.sub(r"[\W_]", "", singular_name(short)).casefold()
    text = long.casefold()
    if not letters or len(letters) >= len(text) or " " in short or letters in re.split(r"[\W_]+", text):
        return False
    at = len(text)
    for letter in reversed(letters[1:]):
        at = text.rfind(letter, 0, at)
        if at < 0:
            return False
    return bool(re.search(rf"(?<![^\W_]){re.escape(letters[0])}", text[:at]))


def only_senses(definitions: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return short to long for the short forms that have one long form in all `definitions` (short, long).

    Examples
    --------
    >>> only_senses([("gcn", "graph convolutional network"), ("mm", "mindful memoization"), ("mm", "mirror method")])
    {'gcn': 'graph convolutional network'}
    """
    senses: dict[str, set[str]] = defaultdict(set)
    for short, long in definitions:
        senses[short].add(long)
    return {short: min(longs) for short, longs in senses.items() if len(longs) == 1}
