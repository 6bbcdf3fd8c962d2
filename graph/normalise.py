"""Normal forms of names: what two surfaces must share to be one name, and the slug of an id."""

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from paperatlas.extract.cleaning import clean_name
from paperatlas.extract.inflect import american_word, singular_word

_PLAIN = re.compile(r"[A-Za-z0-9 -]*")
_NOT_NAMING = re.compile(r"['’`´\"“”«»!?¡¿^®™©\u00ad\u200b-\u200f\u2060\ufeff]|\\|['’]s\b")
_BREAK = re.compile(r"[\s\-·•→‐‑‒–—―−_/|,;:()\[\]{}]+")
_EDGES = "."
_LAST_WORD = re.compile(r"([^\W_]+)$")
_PREPOSITION = re.compile(r"[ -](?:by|for|from|in|of|on|over|to|under|via|with)[ -]")
_BEFORE_PREPOSITION = re.compile(rf"([^\W_]+){_PREPOSITION.pattern}")
_NEURAL_NET = re.compile(r"\bneural net\b")
_OF_NEURAL = frozenset(("convolution", "deep", "feedforward", "forward", "recurrent", "residual", "siamese", "spiking"))
"""What only a neural network is called: a convolutional network is a convolutional neural network."""
_PROGRAMS = frozenset(("bilevel", "cone", "convex", "integer", "linear", "nonlinear", "quadratic", "semidefinite"))
"""What optimizers solve: a linear program is a problem of linear programming, and papers use the two for one."""
_CHANGES = frozenset(("change", "data", "feature", "graph", "learning", "model", "network", "prediction", "system"))
"""Of what "dynamic" says something else than "dynamics": a dynamic network changes, a dynamics network foresees it."""
_NAME_IN_S = re.compile(r"(?:[A-Z][a-z]{2,}){2,}(?<=[a-z]s)")
"""Names such as CityScapes, which are one with Cityscapes."""
_DIGITS_APART = re.compile(r"(?<=\d) (?=\d)")
_POSSESSIVE = re.compile(r"['’]s\b")
_CACHE = 1 << 18


@lru_cache(maxsize=_CACHE)
def shown_form(surface: str) -> str:
    """Return the surface as a name to show: no markup, single blanks; one of nothing but markup stays as it is.

    Examples
    --------
    >>> shown_form("**Graph  Weaving**"), shown_form("$k$-means")
    ('Graph Weaving', 'k-means')
    """
    bare = " ".join(surface.split())
    return bare if _PLAIN.fullmatch(surface) else _balanced(clean_name(surface) or bare)


@lru_cache(maxsize=_CACHE)
def normal_form(name: str) -> str:
    """Return the name in lower case, American spelling and singular, one blank for each hyphen, bracket or blank.

    Symbols that tell names apart stay (C++, C#, A*, recall@10). A name of nothing but marks comes back as it is, so
    that only an empty name has an empty form.

    Examples
    --------
    >>> [normal_form(name) for name in ("Graph-Convolutional Networks", "GANs", "optimiser", "C++", "β-VAE")]
    ['graph convolutional network', 'gan', 'optimizer', 'c++', 'beta vae']
    """
    parts = _parts(name)
    heads = {len(parts) - 1, *(at - 1 for at, part in enumerate(parts) if part == "of" and at)}
    forms = [_singular_form(part) if at in heads else _word_form(part) for at, part in enumerate(parts)]
    return _NEURAL_NET.sub("neural network", " ".join(forms)) or _marks(name)


@lru_cache(maxsize=_CACHE)
def key_words(name: str) -> tuple[str, ...]:
    """Return the words by which names are compared: normal forms, every word in the singular, one form of adjectives.

    Examples
    --------
    >>> key_words("Principal Components Analysis"), key_words("robotic arms")
    (('principal', 'component', 'analysis'), ('robot', 'arm'))
    """
    words = [_singular_form(part.capitalize() if _NAME_IN_S.fullmatch(part) else part) for part in _parts(name)]
    nouns = _adjectives()
    words[:-1] = [nouns.get(word) or _adjective(word, after) for word, after in pairwise(words)]
    words[1:-1] = ["dynamic" if word == "dynamics" else word for word in words[1:-1] if word != "and"]
    words[:-2] = ["multi" if word == "multiple" else word for word in words[:-2]]
    words[1:] = ["program" if word == "programming" and kind in _PROGRAMS else word for kind, word in pairwise(words)]
    if words[-2:] == ["neural", "net"]:
        words[-1] = "network"
    if words[-2:] == ["neural", "network"] and words[-3:-2] and words[-3] in _OF_NEURAL:
        del words[-2]
    return tuple(words) or (_marks(name),)


@lru_cache(maxsize=_CACHE)
def join_key(name: str) -> str:
    """Return the words of the name without blanks, but between digits: names are one when their keys are equal.

    Examples
    --------
    >>> len({join_key(name) for name in ("fine-tuning", "finetuning", "fine tuning", "Fine-Tuning")})
    1
    >>> join_key("Llama 3 8B") == join_key("Llama 38B")
    False
    """
    return _DIGITS_APART.sub("\0", " ".join(key_words(name))).replace(" ", "").replace("\0", " ")


@lru_cache(maxsize=_CACHE)
def singular_name(name: str) -> str:
    """Return a name to show with its head word in the singular, capitals kept.

    Examples
    --------
    >>> [singular_name(name) for name in ("Graph Weaving Networks", "GANs", "k-means", "mixtures of experts")]
    ['Graph Weaving Network', 'GAN', 'k-means', 'mixture of experts']
    """
    before = _PREPOSITION.search(name) and _BEFORE_PREPOSITION.search(name)
    head = before or _LAST_WORD.search(name, name.rfind(" ") + 1)
    return name[: head.start(1)] + singular_word(head[1]) + name[head.end(1) :] if head else name


def without_suffix(name: str, label: str) -> str | None:
    """Return the name without a last word that adds nothing for its label, else None.

    Examples
    --------
    >>> without_suffix("ImageNet datasets", "Dataset"), without_suffix("graph neural network", "Method")
    ('ImageNet', None)
    """
    singular = singular_name(name)
    lower = singular.lower()
    for suffix in _suffixes().get(label, ()):
        bare = singular[: -len(suffix)]
        if lower.endswith(suffix) and bare.endswith((" ", "-")) and bare.strip(" -"):
            return bare.rstrip(" -")
    bare, _, last = singular.rpartition(" ")
    return bare if bare and is_implied(bare, last) else None


def is_implied(name: str, suffix: str) -> bool:
    """Return whether a last word only says of what sort the thing of a well-known name is.

    Examples
    --------
    >>> is_implied("Jacobian", "matrix"), is_implied("kernel", "matrix")
    (True, False)
    """
    return join_key(name) in _implied().get(suffix.lower(), ()) or _is_loss(name, suffix)


def _is_loss(name: str, suffix: str) -> bool:
    """Return whether a last word says of a loss that it is a function."""
    return suffix.lower() == "function" and name.lower().endswith(" loss")


def looks_like_name(name: str) -> bool:
    """Return whether the last word is a proper name by its form: a capital after a letter, a digit beside letters.

    Examples
    --------
    >>> [looks_like_name(name) for name in ("ImageNet", "CIFAR-10", "BERT", "Adam", "neural", "E")]
    [True, True, True, False, False, False]
    """
    last = name.split()[-1] if name.split() else ""
    return bool(re.search(r"[^\W\d_]\w*[A-Z]|\b[A-Za-z]-[A-Z]|[^\W\d_][\w-]*\d", last))


def name_slug(form: str) -> str:
    """Return a normal form as the second half of an id.

    Examples
    --------
    >>> name_slug("graph weaving network")
    'graph-weaving-network'
    """
    return form.replace(" ", "-")


def person_form(name: str) -> str:
    """Return the name of a person or venue in lower case without accents and marks; words keep their endings.

    Examples
    --------
    >>> person_form("José  Álvarez-Núñez"), person_form("NeurIPS 2024")
    ('jose alvarez nunez', 'neurips 2024')
    """
    shown = unicodedata.normalize("NFKC", shown_form(name))
    parts = [part.strip(_EDGES) for part in _BREAK.split(_NOT_NAMING.sub("", shown))]
    return " ".join(_without_accents(part.casefold()) for part in parts if part) or "".join(shown.casefold().split())


@cache
def _suffixes() -> dict[str, list[str]]:
    """Return, by label, the last words that add nothing to a name."""
    return {label: words for label, words in _suffix_table().items() if label != "implied"}


@cache
def _implied() -> dict[str, frozenset[str]]:
    """Return, by last word, the keys of the names to which it adds nothing."""
    return {suffix: frozenset(map(join_key, names)) for suffix, names in _suffix_table()["implied"].items()}


@cache
def _suffix_table() -> dict[str, Any]:
    return tomllib.loads((files("paperatlas.graph") / "data" / "suffixes.toml").read_text(encoding="utf-8"))


def _adjective(noun: str, after: str) -> str:
    """Return what the name of a field says before a noun: "haptics device" is "haptic device".

    Not so "dynamics" before some nouns.
    """
    return noun[:-1] if noun.endswith("ics") and (noun != "dynamics" or after not in _CHANGES) else noun


@cache
def _adjectives() -> dict[str, str]:
    """Return the adjectives that say before a noun what the noun of the same stem says there."""
    table = tomllib.loads((files("paperatlas.graph") / "data" / "adjectives.toml").read_text(encoding="utf-8"))
    return dict(table["adjectives"])


@lru_cache(maxsize=_CACHE)
def _parts(name: str) -> tuple[str, ...]:
    """Return the words of a name, capitals kept: without marks, without a leading article."""
    shown = shown_form(name)
    if _PLAIN.fullmatch(shown):
        parts = tuple(shown.replace("-", " ").split())
    else:
        shown = _NOT_NAMING.sub("", _POSSESSIVE.sub("", unicodedata.normalize("NFKC", shown.replace("™", ""))))
        parts = tuple(part for part in (part.strip(_EDGES) for part in _BREAK.split(shown)) if part)
    return parts[1:] if parts[1:] and parts[0] in ("the", "The") else parts


def _marks(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", shown_form(name)).casefold().split())


def _balanced(name: str) -> str:
    """Return the name up to a bracket that it closes but never opened, or opens and never closes."""
    depth = 0
    for at, character in enumerate(name):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return name[:at].strip() or name
    at = max(map(name.rfind, "([{")) if depth else 0
    return name[:at].strip() or name if at > 0 else name


@lru_cache(maxsize=_CACHE)
def _singular_form(word: str) -> str:
    return _word_form(singular_word(word))


@lru_cache(maxsize=_CACHE)
def _word_form(word: str) -> str:
    letter = unicodedata.name(word, "") if len(word) == 1 else ""
    if letter.startswith("GREEK"):
        return letter.split()[-1].lower()
    return american_word(_without_accents(word.casefold()))


def _without_accents(word: str) -> str:
    if word.isascii():
        return word
    kept, latin = [], False
    for character in unicodedata.normalize("NFD", word):
        mark = unicodedata.category(character) == "Mn"
        if not (mark and latin):
            kept.append(character)
            latin = unicodedata.name(character, "").startswith("LATIN")
    return unicodedata.normalize("NFC", "".join(kept))
