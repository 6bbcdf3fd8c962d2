"""Short forms and the long forms that they stand for."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from paperatlas.extract.inflect import singular_word
from paperatlas.graph.normalise import singular_name

_LONGEST = 12
_SMALL = frozenset(("a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"))
_WORD = re.compile(r"[^\W_]+")


def acronym_shaped(name: str) -> bool:
    """Return whether the name is one short word with two capitals, its plural s aside.

    Examples
    --------
    >>> [acronym_shaped(name) for name in ("GCN", "ViTs", "GPT-2", "Adam", "graph", "ResNet-50")]
    [True, True, True, False, False, True]
    """
    word = singular_name(name)
    return " " not in word and len(word) <= _LONGEST and sum(character.isupper() for character in word) > 1


def meaning_of(short: str, long: str) -> str | None:
    """Return the part of `long` that `short` stands for, None if for nothing.

    First the last run of words, small words in or out, whose initials are the letters of the short form. Else from the
    last word with its first letter to the end, if the other letters stand there in order: the rule of Schwartz and
    Hearst (2003), "A simple algorithm for identifying abbreviation definitions in biomedical text", section 3. A long
    form that holds the short one as a word is none.

    Examples
    --------
    >>> meaning_of("GCNs", "deep graph convolutional networks"), meaning_of("GCN", "generative model")
    ('graph convolutional networks', None)
    """
    letters = _letters(short)
    words = list(_WORD.finditer(long))
    if not letters or " " in short or letters in [word[0].casefold() for word in words]:
        return None
    content = [word for word in words if word[0] not in _SMALL]
    return _by_initials(letters, words, long) or _by_initials(letters, content, long) or _by_letters(letters, long)


def only_meanings(definitions: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return the normal form that each short key stands for, where all `definitions` (short, normal form) agree.

    Forms agree that differ by blanks, small words, an adjective's -al, an inner plural, or net for network, and so does
    a form that has fewer or more words than one whose initials are the short form ("convolutional network" for CNN).
    The one of most definitions is returned.

    Examples
    --------
    >>> only_meanings([("gcn", "graph convolutional network"), ("mm", "mindful memoization"), ("mm", "mirror method")])
    {'gcn': 'graph convolutional network'}
    """
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for short, long in definitions:
        forms[short][long] += 1
    found = {short: _agreeing(short, counts) for short, counts in forms.items()}
    return {short: min(held, key=lambda form: (-forms[short][form], form)) for short, held in found.items() if held}


def _agreeing(short: str, forms: Iterable[str]) -> list[str]:
    stems = {form: _stems(form) for form in forms}
    exact = [words for words in stems.values() if "".join(word[0] for word in words) == short]
    kept = {
        form: "".join(words)
        for form, words in stems.items()
        if words in exact or not any(set(words) < set(other) or set(words) > set(other) for other in exact)
    }
    return list(kept) if len(set(kept.values())) == 1 else []


def _by_initials(letters: str, words: Sequence[re.Match[str]], long: str) -> str | None:
    at = "".join(word[0][0].lower() for word in words).rfind(letters)
    return long[words[at].start() : words[at + len(letters) - 1].end()] if at >= 0 else None


def _by_letters(letters: str, long: str) -> str | None:
    text = long.lower()
    if len(letters) >= len(text) or len(text) != len(long):
        return None
    at = len(text)
    for letter in reversed(letters[1:]):
        at = text.rfind(letter, 0, at)
        if at < 0:
            return None
    starts = [word.start() for word in _WORD.finditer(text) if word[0][0] == letters[0] and word.start() < at]
    return long[starts[-1] :] if starts else None


@lru_cache(maxsize=1 << 16)
def _letters(short: str) -> str:
    return re.sub(r"[\W_]", "", singular_name(short)).casefold()


def _stems(form: str) -> list[str]:
    words = [singular_word(word) for word in form.split() if word not in _SMALL] or form.split()
    return ["network" if word == "net" else re.sub(r"(?<=\w{6})al$", "", word) for word in words]
