"""Find the short forms that are well known and clear, by what papers define them as, and rivals of textbook senses.

    python -m training.short_forms PAPERS.jsonl.gz --without DATA/dev.jsonl benchmarks/gold/*.jsonl seeds/*.txt > OUT

PAPERS has id, title, abstract and venue a line; the first --skip in the order of the SHA-1 of their ids, with which
names are judged, are left alone. A line of OUT, graph/data/short_forms.tsv, has a short form, the papers that define
its first sense, those that define it at all, those that define the next sense, the venues where the first is less
clear, those where several papers define it and none another, and its long forms. A short form of the textbooks that is
not clear has such a line for each sense that several papers define. With --held-out the papers are parted instead: it
prints how often definitions of a tenth are what the others let expect.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.extract.abbreviations import find_definitions
from paperatlas.extract.cleaning import clean
from paperatlas.graph.acronyms import SMALL, acronym_shaped, has_initials, meaning_of
from paperatlas.graph.local import venue_series
from paperatlas.graph.long_forms import agreeing, says_the_same
from paperatlas.graph.normalise import join_key, shown_form, singular_name
from paperatlas.graph.short_forms import LEAST, SEVERAL, letters, textbook_senses
from training.unlabelled import read_unseen, unseen_parser

EDITIONS, AGAIN = 2, 2
"""Venues and years from which the definitions must come; papers that must give a long form besides the first."""


@dataclass(frozen=True, slots=True)
class Defined:
    """A paper's definition: the short form in the singular, the long form, the venue with its year."""

    short: str
    long: str
    venue: str


@dataclass(frozen=True, slots=True)
class ShortForm:
    """A short form with the long forms of one sense, most used first, their papers, and those of all senses.

    `following` are the papers of the next sense; `editions` counts the venues and years of this one, `doubtful` are
    venues where it lacks the share, `sure` those where several papers define it and none another.
    """

    short: str
    longs: tuple[str, ...]
    papers: int
    of: int
    following: int
    editions: int
    doubtful: tuple[str, ...]
    sure: tuple[str, ...]

    def is_clear(self, least: int, share: float) -> bool:
        """Return whether `least` papers define the sense, at several editions, and `share` of all that do any."""
        return self.papers >= least and self.papers >= share * self.of and self.editions >= EDITIONS


def main() -> None:
    parser = unseen_parser(__doc__)
    parser.add_argument("--held-out", action="store_true", help="print how far the definitions of a tenth are foreseen")
    arguments = parser.parse_args()
    papers = read_unseen(arguments.papers, without=arguments.without, skip=arguments.skip)
    defined = [list(definitions(paper["title"], paper["abstract"], paper["venue"])) for paper in papers]
    if arguments.held_out:
        print_foreseen(defined[::10], [paper for at, paper in enumerate(defined) if at % 10])
        return
    for first, *others in short_forms(one for paper in defined for one in paper):
        if first.is_clear(*LEAST[letters(first.short)]):
            told = [first]
        else:
            told = [form for form in (first, *others) if form.short in textbook_senses() and form.papers >= SEVERAL]
        for form in told:
            counts = (str(count) for count in (form.papers, form.of, form.following))
            venues = map(",".join, (form.doubtful, form.sure))
            sys.stdout.write("\t".join((form.short, *counts, *venues, *form.longs)) + "\n")


def definitions(title: str, abstract: str, venue: str) -> Iterator[Defined]:
    """Yield the short forms that a paper defines by words that stand for them, each once."""
    seen: set[str] = set()
    for text in (clean(title).text, clean(abstract).text):
        for found in find_definitions(text):
            short = singular_name(shown_form(text[found.short_start : found.short_end]))
            long = _long(short, shown_form(text[found.long_start : found.long_end]))
            if long and short not in seen and acronym_shaped(short) and not short[0].isdigit():
                seen.add(short)
                yield Defined(short, long, venue)


def _long(short: str, long: str) -> str | None:
    """Return the end of a long form that the short form stands for, None where it has too many words for that."""
    meaning = long if has_initials(short, long) else meaning_of(short, long)
    form = singular_name(long[long.rfind(" ", 0, long.rindex(meaning) + 1) + 1 :]) if meaning else ""
    plain = 0 < len(form.split()) <= len(join_key(short)) + 1 and form.split()[0] not in SMALL
    return form if plain and meaning_of(short, form) else None


def short_forms(defined: Iterable[Defined]) -> list[list[ShortForm]]:
    """Return the senses of each short form, those of most papers first; what says the same, or nearly, is one.

    Examples
    --------
    >>> longs = ["random tree", "random tree", "randomized trees", "robust test"]
    >>> first, second = short_forms(Defined("RT", long, "A 2020") for long in longs)[0]
    >>> first
    ShortForm(short='RT', longs=('random tree',), papers=3, of=4, following=1, editions=1, doubtful=('a',), sure=())
    >>> second.longs
    ('robust test',)
    """
    found: dict[str, list[Defined]] = defaultdict(list)
    for one in defined:
        found[one.short].append(one)
    main = {join_key(short): _by_use(held)[0][1] for short, held in sorted(found.items())}
    return [_senses(short, held, main) for short, held in sorted(found.items())]


def _senses(short: str, held: Sequence[Defined], main: Mapping[str, str]) -> list[ShortForm]:
    forms = dict(_by_use(held))
    papers = Counter(join_key(one.long) for one in held)
    groups = left = agreeing(join_key(short), forms, main)
    senses = []
    while left:
        first = max(left, key=lambda group: sum(papers[key] for key in group))
        same = [group for group in left if says_the_same(forms[group[0]], forms[first[0]])]
        senses.append(_sense(short, held, forms, [key for group in same for key in group], groups))
        left = [group for group in left if group not in same]
    return senses


def _sense(
    short: str,
    held: Sequence[Defined],
    forms: Mapping[str, str],
    same: Collection[str],
    groups: Iterable[Sequence[str]],
) -> ShortForm:
    papers = Counter(join_key(one.long) for one in held)
    venues = Counter(venue_series(one.venue) for one in held)
    first_at = Counter(venue_series(one.venue) for one in held if join_key(one.long) in same)
    _, share = LEAST[letters(short)]
    shown = sorted(same, key=lambda key: (-papers[key], key))
    return ShortForm(
        short=short,
        longs=tuple(forms[key] for at, key in enumerate(shown) if not at or papers[key] >= AGAIN),
        papers=sum(papers[key] for key in same),
        of=len(held),
        following=max((sum(papers[key] for key in group) for group in groups if group[0] not in same), default=0),
        editions=len({one.venue for one in held if join_key(one.long) in same}),
        doubtful=tuple(sorted(venue for venue, count in venues.items() if first_at[venue] < share * count)),
        sure=tuple(sorted(venue for venue, count in venues.items() if first_at[venue] == count >= SEVERAL)),
    )


def _by_use(held: Iterable[Defined]) -> list[tuple[str, str]]:
    """Return the keys of long forms, those of most papers first, each with its most used form."""
    spelt: dict[str, Counter[str]] = defaultdict(Counter)
    for one in held:
        spelt[join_key(one.long)][one.long] += 1
    ranked = sorted(spelt, key=lambda key: (-spelt[key].total(), key))
    return [(key, min(spelt[key], key=lambda form: (-spelt[key][form], form))) for key in ranked]


def print_foreseen(held_out: Iterable[Iterable[Defined]], others: Iterable[Iterable[Defined]]) -> None:
    """Print, by letters and by least papers and share, how many definitions are of the sense that others foresee."""
    known = {forms[0].short: forms[0] for forms in short_forms(one for paper in others for one in paper)}
    told = [(known[one.short], one) for paper in held_out for one in paper if one.short in known]
    right = [(form, _is_foreseen(form, one)) for form, one in told]
    for length in LEAST:
        for papers in (2, 3, 5, 10, 20):
            for share in (0.7, 0.8, 0.85, 0.9, 0.95):
                held = [
                    (form, is_right)
                    for form, is_right in right
                    if letters(form.short) == length and form.is_clear(papers, share)
                ]
                shorts = len({form.short for form, _ in held})
                rate = sum(is_right for _, is_right in held) / max(1, len(held))
                print(f"{length} letters, {papers:2} papers, share {share}: {rate:.3f} of {len(held)} ({shorts} forms)")


def _is_foreseen(form: ShortForm, one: Defined) -> bool:
    """Return whether a definition says the same as one of the long forms."""
    return any(says_the_same(one.long, long) for long in form.longs)


if __name__ == "__main__":
    main()
