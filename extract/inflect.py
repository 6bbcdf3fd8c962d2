"""One spelling for a word: the singular of a plural noun, the American form of a British one."""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

_OUR = re.compile(r"(behavi|col|fav|flav|harb|hon|hum|lab|neighb|rig|rum|tum|vap)our")
_ES = re.compile(r"(ss|sh|x|zz|ia[sz]|[^a]ch|[eo]ach)es$")
_YSE = re.compile(r"(anal|paral|catal)ys(?=ing|er|ed)")
_LL = re.compile(r"((?:canc|chann|fu|lab|lev|mod|pan|trav|tunn)el|(?:sign|spir|tot)al)l(?=ed$|ing$|ers?$)")
_ISE = re.compile(
    r"^((?!comprom|treat)[a-z]{3,}(?:al|ar|at|ell|en|er|et|ic|id|il|im|in|it|ol|om|on|or|ur))is(?=ed?$|ing$|ers?$|ab[li])"
)
"""What comes before an ending -ise that American writers spell with a z, but for "compromise" and "treatise"."""
_INNER_CAPITAL = re.compile(r"[a-z0-9].*[A-Z]|[A-Z].*[A-Z].*[a-z]")
_PLURAL_OF_NAME = re.compile(
    r"(?i)(adapter|agent|bert|block|coder|flow|former|gan|head|kernel|layer|learner|mixer|model|net|network|tree)s$"
)
_PLURAL_OF_ACRONYM = re.compile(r"(?=.*[A-Z])[^\W_]+(?<=[A-Z0-9])s$")


@cache
def _words() -> dict[str, Any]:
    """Return the exceptions to the rules of this module, from its data file."""
    text = files("paperatlas.extract").joinpath("data/words.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return {**table, "unchanged": tuple(table["unchanged"].split()), "ise": "|".join(table["ise"].split())}


@lru_cache(maxsize=1 << 18)
def singular_word(word: str) -> str:
    """Return the singular of one word, with its capitals; a word that is no plural comes back as it is.

    An acronym loses the s that follows its capitals (GANs), never a capital S (DARTS); a name with inner capitals
    loses it only after a word such as net (ResNets, not FaceForensics).

    Examples
    --------
    >>> [singular_word(word) for word in ("networks", "Policies", "losses", "GANs", "analysis", "DARTS", "means")]
    ['network', 'Policy', 'loss', 'GAN', 'analysis', 'DARTS', 'means']
    """
    if _PLURAL_OF_ACRONYM.match(word):
        return word[:-1]
    if _INNER_CAPITAL.search(word) and not _PLURAL_OF_NAME.search(word):
        return word
    lower = word.lower()
    if len(lower) < 4 or lower.endswith(_words()["unchanged"]) or (word.isupper() and len(word) < 8):
        return word
    if lower in _words()["plurals"]:
        singular: str = _words()["plurals"][lower]
        return word[0] + singular[1:] if lower[0] == singular[0] else singular
    return _strip_plural(word, lower)


def american_word(word: str) -> str:
    """Return the American spelling of a lower-case word, where a rule gives it safely.

    Examples
    --------
    >>> [american_word(word) for word in ("optimiser", "behaviour", "regularisation", "unmodelled", "noise", "four")]
    ['optimizer', 'behavior', 'regularization', 'unmodeled', 'noise', 'four']
    """
    known = _words()["american"].get(word)
    if known:
        return str(known)
    word = _LL.sub(r"\1", _ISE.sub(r"\1iz", _ise().sub(r"\1iz", _YSE.sub(r"\1yz", word))))
    return _OUR.sub(r"\1or", word.replace("isation", "ization"))


def _strip_plural(word: str, lower: str) -> str:
    if not lower.endswith("s") or lower.endswith(("ss", "us", "is", "'s")) or word[-2:].isupper():
        return word
    if lower.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if _ES.search(lower) else word[:-1]


@cache
def _ise() -> re.Pattern[str]:
    return re.compile(rf"\b((?:re|un|de|pre|over|non)?(?:{_words()['ise']}))is(?=e|ing|ab[li])")
