"""Short forms and the long forms that they stand for."""

import re
from collections.abc import Sequence
from functools import lru_cache

from paperatlas.graph.normalise import singular_name

_LONGEST = 12
_MARKS = ("+", "*", "#")
SMALL = frozenset(("a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"))
_WORD = re.compile(r"[^\W_]+")
_TWO_FORMS = re.compile(
    r"(?P<long>.*\w) ?\((?P<short>[^\s()]{2,14})\)|(?P<first>\S{2,14}?)(?:: | [-–—] )(?P<rest>.*\w)"
)
_CAPITALISED = re.compile(r"[A-Z][a-z]{2,}(?:-[A-Z]?[a-z]{2,})+")
_RECORD = re.compile(r"(?<=\w{4})gram$")
_ENDING = re.compile(r"(?<=\w{4})(?:ational|ation|ally|ance|ant|al|ly|ement|ing|ive|ed|ion|ity|ic|ies|y|e|s)$")


@lru_cache(maxsize=1 << 18)
def acronym_shaped(name: str) -> bool:
    """Return whether the name is one short word with two capitals, its plural s aside.

    Examples
    --------
    >>> [acronym_shaped(name) for name in ("GCN", "ViTs", "GPT-2", "Adam", "Pre-Training", "ResNet-50")]
    [True, True, True, False, False, True]
    """
    if " " in name or len(name) > _LONGEST + 1 or _CAPITALISED.fullmatch(name):
        return False
    word = singular_name(name)
    return len(word) <= _LONGEST and sum(character.isupper() for character in word) > 1


@lru_cache(maxsize=1 << 18)
def is_short(surface: str) -> bool:
    """Return whether a form may stand for a longer one by its look: one word with a mark of its own beside capitals.

    Examples
    --------
    >>> [is_short(form) for form in ("GANs", "mAP", "k-NN", "Map", "map", "GAN loss")]
    [True, True, True, False, False, False]
    """
    return " " not in surface and (acronym_shaped(surface) or any(not c.islower() for c in surface[1:]))


@lru_cache(maxsize=1 << 18)
def two_forms(name: str) -> tuple[str, str] | None:
    """Return short and long form of a name that gives both, as "long (short)" or "short: long", else None.

    Examples
    --------
    >>> two_forms("graph convolutional networks (GCNs)"), two_forms("RANK - Robotic Ankle"), two_forms("f(x)")
    (('GCNs', 'graph convolutional networks'), ('RANK', 'Robotic Ankle'), None)
    """
    found = _TWO_FORMS.fullmatch(name) if name[-1:] == ")" or " " in name else None
    if not found:
        return None
    short, long = found["short"] or found["first"], found["long"] or found["rest"]
    return (short, long) if acronym_shaped(short) and meaning_of(short, long) else None


def meaning_of(short: str, long: str) -> str | None:
    """Return the part of `long` that `short` stands for, None if for nothing.

    First the last run of words, small words in or out, whose initials are the letters of the short form. Else from the
    last word with its first letter to the end, if the other letters stand there in order, the initial of each word
    among them: Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation definitions in biomedical
    text", section 3, made narrower. A long form that holds the short one as a word is none.

    Examples
    --------
    >>> meaning_of("GCNs", "deep graph convolutional networks"), meaning_of("GCN", "generative model")
    ('graph convolutional networks', None)
    """
    letters = _letters(short)
    words = list(_WORD.finditer(long))
    if not letters or " " in short or _holds(long, letters) or _is_marked(short, long):
        return None
    if has_initials(short, long):
        return long
    content = [word for word in words if word[0] not in SMALL]
    return _by_initials(letters, words, long) or _by_initials(letters, content, long) or _by_letters(letters, long)


@lru_cache(maxsize=1 << 16)
def has_initials(short: str, long: str) -> bool:
    """Return whether the letters of `short` begin the words of `long`, all of them in order.

    Small words count or not, and so does what follows a hyphen; a word in capitals may give all its letters. A long
    form that holds the short one as a word is none.

    Examples
    --------
    >>> [has_initials("GCN", long) for long in ("graph convolutional networks", "deep graph convolutional network")]
    [True, False]
    >>> has_initials("WGAN", "Wasserstein GAN")
    True
    """
    letters = _letters(short)
    if len(letters) < 2 or long[:1].casefold() != letters[0]:
        return False
    whole = [word for word in long.casefold().split() if word[0].isalnum()]
    words = _WORD.findall(long.casefold())
    if _holds(long, letters) or _is_marked(short, long):
        return False
    ways = (
        words,
        [word for word in words if word not in SMALL],
        whole,
        [word for word in whole if word not in SMALL],
    )
    if letters in ("".join(word[0] for word in kept) for kept in ways):
        return True
    return letters == "".join(word if word.isupper() else word[0] for word in _WORD.findall(long)).casefold()


@lru_cache(maxsize=1 << 16)
def stems(form: str) -> tuple[str, ...]:
    """Return the words of a normal form without small words and endings, so that spellings of one meaning agree.

    Examples
    --------
    >>> stems("convolutional neural network") == stems("convolution neural net")
    True
    """
    return tuple(
        "network" if word == "net" else _ENDING.sub("", _ENDING.sub("", _RECORD.sub("graph", word)))
        for word in telling_words(form)
    )


def telling_words(form: str) -> tuple[str, ...]:
    """Return the words of a normal form without small ones, or all where it has no others.

    Examples
    --------
    >>> telling_words("area under the curve"), telling_words("in on")
    (('area', 'under', 'curve'), ('in', 'on'))
    """
    words = form.split()
    return tuple(word for word in words if word not in SMALL) or tuple(words)


def _is_marked(short: str, long: str) -> bool:
    """Return whether a mark that the long form lacks makes the short one the name of something else: "EGL++"."""
    return short[-1:] in _MARKS and short[-1] not in long


def _holds(long: str, letters: str) -> bool:
    """Return whether a word of the long form is the short one."""
    return letters in _WORD.findall(long.casefold())


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
    return long[starts[-1] :] if starts and _is_longer(text[starts[-1] :], letters) else None


def _is_longer(text: str, letters: str) -> bool:
    """Return whether every word of `text` gives its first letter to `letters`, and there is more than the letters."""
    words, left = _WORD.findall(text), iter(letters)
    return len("".join(words)) > len(letters) + 2 and all(word[0] in left for word in words if word not in SMALL)


@lru_cache(maxsize=1 << 16)
def _letters(short: str) -> str:
    return re.sub(r"[\W_]", "", singular_name(short)).casefold()
