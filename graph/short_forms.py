"""Short forms that are well known whatever the papers at hand define: by statistics over others, and by textbooks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from paperatlas.graph.long_forms import differ_by_ending, says_the_same
from paperatlas.graph.normalise import join_key, singular_name

SEVERAL, _MANY = 3, 0.03
"""Papers that must define the next sense of a short form, and their share, for it to rival the first; as many must
define the first at a venue for it to be sure there."""
LEAST = {2: (10, 0.85), 3: (5, 0.8), 4: (2, 0.8)}
"""By letters of a short form, four or more as four: papers that must define its first sense, and their share."""
_TAUGHT = 4
"""Papers that what textbooks say counts for: too few to outweigh another sense of the papers at hand."""


@dataclass(frozen=True, slots=True)
class WellKnown:
    """A sense of a short form: its long forms, the papers that define it, those that define the short form.

    `following` are the papers that define the next sense; `doubtful` are venues without their years where other senses
    are too frequent for it to be clear, `sure` those where several papers define it and none anything else. `taught`
    tells whether textbooks have the sense: they count as some papers more.
    """

    longs: tuple[str, ...]
    papers: int = _TAUGHT
    of: int = _TAUGHT
    following: int = 0
    doubtful: frozenset[str] = frozenset()
    sure: frozenset[str] = frozenset()
    taught: bool = False

    @property
    def share(self) -> float:
        """The part of the papers that mean the sense; where textbooks have it, of those of this and the next sense.

        A thing of one paper does not blur what textbooks say: it is seldom named without its definition.
        """
        return self.papers / (self.papers + self.following if self.taught else self.of)

    @property
    def keys(self) -> tuple[str, ...]:
        """What joins the long forms with names, those of most papers first."""
        return tuple(map(join_key, self.longs))

    def is_clear(self, short: str) -> bool:
        """Return whether enough papers define the sense of the short form, and enough of those that define any."""
        least, share = LEAST[letters(short)]
        return self.papers >= max(least, share * self.of)

    def clear_at(self, venue: str) -> bool:
        """Return whether hardly a paper of a venue, given without its year, means anything else.

        Where several papers mean another thing, and not only one in many, that must be seen of the venue itself.
        """
        rivalled = self.following >= SEVERAL and self.following >= _MANY * self.of
        return venue in self.sure if rivalled else venue not in self.doubtful

    def agrees(self, forms: Iterable[str]) -> bool:
        """Return whether one of the long forms given says the same as one of these, or nearly."""
        keys = self.keys
        return any(join_key(form) in keys or any(says_the_same(form, long) for long in self.longs) for form in forms)


@cache
def well_known() -> Mapping[str, Sequence[WellKnown]]:
    """Return the senses of the well-known short forms, in the singular with their capitals: one where that is clear.

    What papers define clearly comes first: what else textbooks say counts only where they lack it. Else the senses are
    those of the textbooks, and those that several papers define.

    Examples
    --------
    >>> [sense.longs[0] for short in ("CNN", "LDA") for sense in well_known()[short][:2]]
    ['convolutional neural network', 'Latent Dirichlet Allocation', 'linear discriminant analysis']
    """
    defined: dict[str, list[WellKnown]] = defaultdict(list)
    for short, papers, of, following, doubtful, sure, *longs in _rows("short_forms.tsv"):
        counts = (int(papers), int(of), int(following))
        defined[short].append(WellKnown(tuple(longs), *counts, _listed(doubtful), _listed(sure)))
    taught = textbook_senses()
    return {
        short: _senses(short, defined.get(short, ()), taught.get(short, ()))
        for short in sorted(defined.keys() | taught.keys())
    }


@cache
def textbook_senses() -> Mapping[str, Sequence[WellKnown]]:
    """Return the senses that textbooks have of short forms, the better known one first.

    Examples
    --------
    >>> [sense.longs[0] for sense in textbook_senses()["MI"]][:3]
    ['mutual information', 'motor imagery', 'myocardial infarction']
    """
    taught: dict[str, list[WellKnown]] = defaultdict(list)
    for short, *longs in _rows("textbook_forms.tsv"):
        taught[short].append(WellKnown(tuple(longs), taught=True))
    return taught


@cache
def synonyms() -> tuple[tuple[str, ...], ...]:
    """Return the keys of the long forms that textbooks have for one sense of a short form, where they are several.

    One that differs by the ending of its last word is left out, for it says what another sort of thing is called: an
    estimator is no estimation.

    Examples
    --------
    >>> [keys for keys in synonyms() if "networkarchitecturesearch" in keys]
    [('neuralarchitecturesearch', 'networkarchitecturesearch', 'neuralarchitecturalsearch')]
    """
    held = (sense.longs for senses in textbook_senses().values() for sense in senses if len(sense.longs) > 1)
    same = ((first, *(long for long in others if not differ_by_ending(first, long))) for first, *others in held)
    return tuple(keys for keys in (tuple(dict.fromkeys(map(join_key, longs))) for longs in same) if len(keys) > 1)


def known_senses(short: str) -> Sequence[WellKnown]:
    """Return the senses of a short form as `well_known` has them, none of one that it lacks; a plural is no other form.

    Examples
    --------
    >>> [sense.longs[0] for sense in known_senses("CNNs")], known_senses("XQZT")
    (['convolutional neural network'], ())
    """
    return well_known().get(listed_form(short), ())


def listed_form(short: str) -> str:
    """Return a short form as the tables list it: in the singular, with a hyphen for a blank.

    Examples
    --------
    >>> listed_form("MS COCO"), listed_form("CNNs")
    ('MS-COCO', 'CNN')
    """
    return singular_name(short).replace(" ", "-")


def is_strange(short: str, forms: Iterable[str], papers: int) -> bool:
    """Return whether what a few papers define a well-known short form as is none of its senses.

    Examples
    --------
    >>> is_strange("CNNs", ["common neighbor network"], 1), is_strange("CNNs", ["convolution network"], 1)
    (True, False)
    """
    known = known_senses(short)
    return papers < SEVERAL and len(known) > 0 and not any(sense.agrees(forms) for sense in known)


def is_doubted(short: str, forms: Iterable[str], venue: str) -> bool:
    """Return whether papers at a venue, given without its year, mean too often another thing than the one of the forms.

    Examples
    --------
    >>> [is_doubted("MPC", ["model predictive control"], venue) for venue in ("icml", "icra")]
    [True, False]
    """
    return any(venue in sense.doubtful and sense.agrees(forms) for sense in known_senses(short))


def letters(short: str) -> int:
    """Return the letters of a short form as LEAST counts them."""
    return min(max(LEAST), len(join_key(short)))


def _senses(short: str, defined: Sequence[WellKnown], taught: Sequence[WellKnown]) -> Sequence[WellKnown]:
    """Return the senses of one short form, given those that papers define and those of the textbooks."""
    if not taught:
        return defined
    found = [next((one for one in defined if one.agrees(sense.longs)), None) for sense in taught]
    again = [one is not None and one in found[:at] for at, one in enumerate(found)]
    both = [_both(one, sense) for one, sense in zip(found, taught, strict=True)]
    clear = next((one for one in defined if one.is_clear(short)), None)
    if clear and clear in found:
        return [both[found.index(clear)]]
    both = [one for one, is_again in zip(both, again, strict=True) if not is_again]
    return [*both, *(one for one in defined if not any(one.agrees(sense.longs) for sense in taught))]


def _both(defined: WellKnown | None, taught: WellKnown) -> WellKnown:
    if not defined:
        return taught
    more = [long for key, long in zip(taught.keys, taught.longs, strict=True) if key not in defined.keys]
    papers, of = defined.papers + _TAUGHT, defined.of + _TAUGHT
    return replace(defined, longs=(*defined.longs, *more), papers=papers, of=of, taught=True)


def _rows(table: str) -> Iterator[list[str]]:
    lines = (files("paperatlas.graph") / "data" / table).read_text(encoding="utf-8").splitlines()
    return (line.split("\t") for line in lines)


def _listed(column: str) -> frozenset[str]:
    return frozenset(filter(None, column.split(",")))
