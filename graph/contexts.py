"""What stands beside what: the evidence that a paper's other names give for a sense of a short form."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import log

from paperatlas.graph.local import LocalPaper, Use
from paperatlas.graph.sense_words import paper_words, speaks_for
from paperatlas.graph.senses import Sense
from paperatlas.graph.short_forms import WellKnown

_CAREFUL = 3
"""Papers added to those of a sense, so that few papers prove little."""
_FIELD_WIDE = 2
"""Letters of a short form up to which even papers of one field mean many things by it."""


class Contexts:
    """What stands beside what: the papers of each key, and the keys, the venue and the words of each paper."""

    def __init__(self, keys_of: Mapping[str, frozenset[str]], papers: Iterable[LocalPaper]) -> None:
        self._paper = {paper.id: paper for paper in papers}
        self._series = {paper.id: f"at {paper.series}" for paper in self._paper.values() if paper.series}
        keys_of = {
            paper: keys | {self._series[paper]} if paper in self._series else keys for paper, keys in keys_of.items()
        }
        self._keys_of = keys_of
        self._papers: dict[str, list[str]] = defaultdict(list)
        for paper, keys in keys_of.items():
            for key in keys:
                self._papers[key].append(paper)
        self.size = len(keys_of)
        self._beside: dict[tuple[str, frozenset[str]], tuple[Counter[str], int]] = {}

    def series(self, use: Use) -> str:
        """Return the venue of the use's paper without its year, an empty one where it has none."""
        return self._series.get(use.paper_id, "").removeprefix("at ")

    def elsewhere(self, sense: Sense, use: Use) -> bool:
        """Return whether the use's paper stands in a series of venues where no paper defines the sense."""
        series = self._series.get(use.paper_id)
        return series is not None and series not in map(self._series.get, sense.papers)

    def support(self, sense: Sense, use: Use, short: str) -> float:
        """Return how much the other names of the use's paper speak for a sense, 0 where none does.

        The sum, over names that both it and papers of the sense have, of the logarithm of how much more often papers of
        the sense have them than all papers do. The series of the venue counts as one more name where several papers
        have the sense and the short form has more than two letters.
        """
        at = (sense.key, sense.papers)
        if at not in self._beside:
            papers = sense.papers.union(self._papers[sense.key])
            self._beside[at] = Counter(key for paper in papers for key in self._keys_of[paper]), len(papers)
        beside, having = self._beside[at]
        series = self._series.get(use.paper_id) if len(sense.papers) > 1 and len(short) > _FIELD_WIDE else None
        gains = [
            log(beside[key] / (having + _CAREFUL) * self.size / len(self._papers[key]))
            for key in self._keys_of[use.paper_id]
            if beside[key] and key not in (short, sense.key, use.key) and (key == series or not key.startswith("at "))
        ]
        return sum(gain for gain in sorted(gains) if gain > 0)

    def said(self, known: WellKnown, use: Use) -> float:
        """Return how much the words of the use's paper speak for a well-known sense, 0 where none does."""
        paper = self._paper[use.paper_id]
        return speaks_for(use.bare, known, paper_words(paper.texts, paper.series))
