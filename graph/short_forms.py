"""Short forms that are well known and clear whatever the papers at hand define, by statistics over many others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from paperatlas.graph.long_forms import says_the_same
from paperatlas.graph.normalise import join_key

SEVERAL, _MANY = 3, 0.03
"""Papers that must define the next sense of a short form, and their share, for it to rival the first; as many must
define the first at a venue for it to be sure there."""


@dataclass(frozen=True, slots=True)
class WellKnown:
    """The first sense of a short form: its long forms, the papers that define it, those that define the short form.

    `following` are the papers that define the next sense; `doubtful` are venues without their years where other senses
    are too frequent for it to be clear, `sure` those where several papers define it and none anything else; `keys` are
    what joins the long forms with names, those of most papers first.
    """

    longs: tuple[str, ...]
    papers: int
    of: int
    following: int
    doubtful: frozenset[str]
    sure: frozenset[str]
    keys: tuple[str, ...]

    def clear_at(self, venue: str) -> bool:
        """Return whether hardly a paper of a venue, given without its year, means anything else.

        Where several papers mean another thing, and not only one in many, that must be seen of the venue itself.
        """
        rivalled = self.following >= SEVERAL and self.following >= _MANY * self.of
        return venue in self.sure if rivalled else venue not in self.doubtful

    def agrees(self, forms: Iterable[str]) -> bool:
        """Return whether one of the long forms given says the same as one of these, or nearly."""
        return any(says_the_same(form, long) for form in forms for long in self.longs)


@cache
def well_known() -> Mapping[str, WellKnown]:
    """Return the well-known short forms, in the singular with their capitals.

    Examples
    --------
    >>> well_known()["CNN"].longs[0], "LDA" in well_known()
    ('convolutional neural network', False)
    """
    rows = (files("paperatlas.graph") / "data" / "short_forms.tsv").read_text(encoding="utf-8").splitlines()
    found = {}
    for row in rows:
        short, papers, of, following, doubtful, sure, *longs = row.split("\t")
        found[short] = WellKnown(
            longs=tuple(longs),
            papers=int(papers),
            of=int(of),
            following=int(following),
            doubtful=_listed(doubtful),
            sure=_listed(sure),
            keys=tuple(map(join_key, longs)),
        )
    return found


def _listed(column: str) -> frozenset[str]:
    return frozenset(filter(None, column.split(",")))
