"""What confidences are worth: how often mentions of a confidence are right."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from annotated import Annotated

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.evaluate import fold
from paperatlas.records import Extraction, Mention

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Mentions with a confidence from `low` up to, but not with, `low` + 0.1: mean confidence and share right."""

    low: float
    mentions: int
    confidence: float
    right: float


def reliability(outcomes: Iterable[tuple[float, bool]]) -> list[Bin]:
    """Return the bins that hold any of the (confidence, right) pairs; 1.0 belongs to the last bin.

    Examples
    --------
    >>> reliability([(0.5, True), (0.6, True), (0.64, False)])
    [Bin(low=0.5, mentions=1, confidence=0.5, right=1.0), Bin(low=0.6, mentions=2, confidence=0.62, right=0.5)]
    """
    bins: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in outcomes:
        # confidences have three places: whole thousandths fall into the bin that a reader expects
        bins.setdefault(min(round(confidence * 1000) * BINS // 1000, BINS - 1), []).append((confidence, right))
    return [
        Bin(number / BINS, len(held), sum(c for c, _ in held) / len(held), sum(r for _, r in held) / len(held))
        for number, held in sorted(bins.items())
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the mean distance of confidence and share right, each bin weighted by its mentions; 0 without any."""
    total = sum(held.mentions for held in bins)
    return sum(held.mentions * abs(held.confidence - held.right) for held in bins) / total if total else 0.0


def mention_outcomes(papers: Annotated, extractions: Iterable[Extraction]) -> Iterator[tuple[float, bool]]:
    """Yield confidence and whether a mention is right: a gold entity is named at that place by that name.

    The confidence says that the place names an entity of any label, so the label is not judged; names are compared as
    the score does. A mention of an optional entity is left out.
    """
    for (paper, entities), found in zip(papers, extractions, strict=True):
        gold = annotated_extraction(paper, entities).mentions
        for mention in found.mentions:
            named = next((true for true in gold if _same_place(true, mention)), None)
            if not (named and entities[named.entity].get("optional")):
                yield mention.confidence, named is not None


def _same_place(true: Mention, found: Mention) -> bool:
    meets = true.field == found.field and true.start < found.end and found.start < true.end
    return meets and fold(true.text) == fold(found.text)
