"""Find the words that stand beside the senses of well-known short forms, in papers that write the senses out.

    python -m training.sense_words PAPERS.jsonl.gz --without DATA/dev.jsonl benchmarks/gold/*.jsonl seeds/*.txt > OUT

PAPERS has id, title, abstract and venue a line; the first --skip in the order of the SHA-1 of their ids, with which
names are judged, are left alone. A line of OUT, graph/data/sense_words.tsv, has a short form, the first long form of a
sense, and words, each with a weight: the logarithm of how much more often papers with a long form of the sense have the
word, outside of the long form, than all papers do; its square root is taken off a count, so that chance tells little.
With --held-out the papers are parted instead: it prints how often the words of a tenth, without those of a definition
of a short form with several senses, speak most for the sense that is defined, by the words of the others.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from paperatlas.extract.cleaning import clean
from paperatlas.graph.local import venue_series
from paperatlas.graph.normalise import normal_form
from paperatlas.graph.sense_words import text_words, venue_word
from paperatlas.graph.short_forms import well_known
from training.short_forms import definitions
from training.unlabelled import read_unseen, unseen_parser

LEAST, CAREFUL = 5, 3
"""Papers that must write a sense out; papers added to them, so that few papers prove little."""
MOST, TELLING = 40, 0.5
"""Words of a sense that are kept, those that tell most over its papers; the least weight of one."""


@dataclass
class Beside:
    """The papers that write a sense out, and those of them that have each word."""

    papers: int = 0
    words: Counter[str] = field(default_factory=Counter)


def main() -> None:
    parser = unseen_parser(__doc__)
    parser.add_argument("--held-out", action="store_true", help="print how far the words of a tenth tell senses apart")
    arguments = parser.parse_args()
    papers = read_unseen(arguments.papers, without=arguments.without, skip=arguments.skip)
    if arguments.held_out:
        held = list(papers)
        print_told(held[::10], dict(weighed(paper for at, paper in enumerate(held) if at % 10)))
        return
    for (short, long), words in weighed(papers):
        sys.stdout.write("\t".join((short, long, *(f"{word} {weight:.1f}" for word, weight in words))) + "\n")


def weighed(papers: Iterable[dict[str, Any]]) -> Iterator[tuple[tuple[str, str], list[tuple[str, float]]]]:
    """Yield the senses, by short form and first long form, that enough papers write out, with their words."""
    forms = _forms()
    longest = max(map(len, forms))
    found: dict[tuple[str, str], Beside] = defaultdict(Beside)
    having: Counter[str] = Counter()
    total = 0
    for paper in papers:
        words = _words(paper)
        venue = {venue_word(venue_series(paper["venue"]))}
        having.update(set(words) | venue)
        total += 1
        for sense, places in _written_out(words, forms, longest).items():
            found[sense].papers += 1
            found[sense].words.update(venue.union(word for at, word in enumerate(words) if at not in places))
    for sense, beside in sorted(found.items()):
        if beside.papers >= LEAST:
            beside.words.pop(normal_form(sense[0]), None)
            yield sense, _telling(beside, having, total)


def _words(paper: Mapping[str, Any]) -> tuple[str, ...]:
    return (*text_words(clean(paper["title"]).text), *text_words(clean(paper["abstract"]).text))


def _forms() -> dict[tuple[str, ...], list[tuple[str, str]]]:
    """Return, by the words of a long form, the senses that have it; of one word only where it is a long one."""
    forms: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for short, senses in well_known().items():
        for sense in senses:
            for long in sense.longs:
                words = text_words(long)
                if len(words) > 1 or (words and len(words[0]) > 2 * len(short)):
                    forms[words].append((short, sense.longs[0]))
    return forms


def _written_out(
    words: Sequence[str], forms: dict[tuple[str, ...], list[tuple[str, str]]], longest: int
) -> dict[tuple[str, str], set[int]]:
    """Return the senses that a text writes out, each with the places of its words."""
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + longest) + 1):
            for sense in forms.get(tuple(words[start:end]), ()):
                found[sense].update(range(start, end))
    return found


def _telling(beside: Beside, having: Counter[str], total: int) -> list[tuple[str, float]]:
    """Return the words that tell most of a sense, with their weights; of those that tell as much, in order."""
    weights = {
        word: log((count - sqrt(count)) / (beside.papers + CAREFUL) * total / having[word])
        for word, count in beside.words.items()
        if count > 1 and word
    }
    told = [word for word, weight in weights.items() if weight > TELLING]
    told.sort(key=lambda word: (-beside.words[word] * weights[word], word))
    return [(word, weights[word]) for word in told[:MOST]]


def print_told(
    held_out: Iterable[dict[str, Any]], weights: Mapping[tuple[str, str], Sequence[tuple[str, float]]]
) -> None:
    """Print, by the least lead of the sense that the words speak most for, how many definitions are of it."""
    leads: list[tuple[float, bool]] = []
    for paper in held_out:
        for one in definitions(paper["title"], paper["abstract"], paper["venue"]):
            senses = well_known().get(one.short, ())
            meant = [sense for sense in senses if sense.agrees([one.long])]
            if len(senses) > 1 and meant:
                words = set(_words(paper)).difference(text_words(one.long)) | {venue_word(venue_series(one.venue))}
                said = {
                    sense.longs[0]: sum(
                        gain for word, gain in weights.get((one.short, sense.longs[0]), ()) if word in words
                    )
                    for sense in senses
                }
                first, second = sorted(said, key=lambda long: -said[long])[:2]
                leads.append((said[first] - said[second], first in {sense.longs[0] for sense in meant}))
    for least in (0.1, 1, 2, 3, 4, 6, 8):
        told = [right for lead, right in leads if lead >= least]
        print(f"lead of {least}: {sum(told)} right, {len(told) - sum(told)} wrong, of {len(leads)} definitions")


if __name__ == "__main__":
    main()
