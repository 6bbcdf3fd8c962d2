"""What the abbreviations that a text defines say of its names: both forms are names, and of one entity."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperatlas.extract.abbreviations import Definition
from paperatlas.extract.decoding import Candidate, Scores
from paperatlas.extract.surfaces import surface_key


@dataclass(frozen=True, slots=True)
class DefinedPair:
    """Keys of a short form, of the name that it stands for, and of the long form that the text defines it by.

    The name may say more than the long form: "sampling-based model predictive control (MPC)".
    """

    short: str
    long: str
    defined: str


def with_definitions(
    text: str,
    tokens: Sequence[tuple[int, int]],
    scores: Scores,
    chosen: Sequence[Candidate],
    definitions: Sequence[Definition],
) -> tuple[list[Candidate], list[DefinedPair]]:
    """Return the names with both forms of each definition of which one form is a name, and the pairs of their keys.

    A name that ends where the long form ends and holds it is the long form; a shorter one gives way to it, and so does
    one that holds both forms.
    """
    firsts = {tokens[word][0]: i for i, word in enumerate(scores.words)}
    lasts = {tokens[word][1]: i for i, word in enumerate(scores.words)}
    names, pairs = list(chosen), []
    for definition in definitions:
        long_at = definition.long_start, definition.long_end
        short_at = definition.short_start, definition.short_end
        both = next((c for c in names if _holds(c, *long_at) and _holds(c, *short_at)), None)
        short = next((c for c in names if _holds(c, *short_at) and c is not both), None)
        long = next((c for c in names if c.end == definition.long_end), None)
        known = long or short or both
        if known is None:
            continue
        if long is None or long.start > definition.long_start:
            long = _placed(known, text, firsts, lasts, *long_at) or long
        if short is None:
            short = _placed(known, text, firsts, lasts, *short_at)
        new = [form for form in (short, long) if form is not None]
        names = [c for c in names if not any(_overlap(c, form) for form in new)] + new
        if short and long and short.key != long.key:
            defined = surface_key(text[definition.long_start : definition.long_end])
            pairs.append(DefinedPair(short.key, long.key, defined))
    return sorted(names, key=lambda c: c.first), pairs


def expanded(key: str, pairs: Sequence[DefinedPair]) -> str:
    """Return a key without blanks and with its short forms written out: "deep gp" is "deep gaussian process".

    Examples
    --------
    >>> expanded("deep gp", [DefinedPair("gp", "sparse gaussian process", "gaussian process")])
    'deepgaussianprocess'
    """
    long_forms = {pair.short: pair.defined for pair in pairs}
    return "".join(long_forms.get(surface_key(word), word) for word in key.split()).replace(" ", "")


def _placed(
    known: Candidate, text: str, firsts: dict[int, int], lasts: dict[int, int], start: int, end: int
) -> Candidate | None:
    """Return a name at other characters with the types of `known`, or None where no words begin and end there."""
    if start not in firsts or end not in lasts:
        return None
    key = surface_key(text[start:end])
    return replace(known, first=firsts[start], last=lasts[end], start=start, end=end, key=key)


def _holds(candidate: Candidate, start: int, end: int) -> bool:
    return candidate.start <= start and end <= candidate.end


def _overlap(one: Candidate, other: Candidate) -> bool:
    return one.start < other.end and other.start < one.end
