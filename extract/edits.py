"""Text with a way back: edits of a text that keep, for each character, the slice of the raw text it stands for."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Edit = tuple[int, int, str]
"""Half-open characters to replace, and what replaces them. Never an insertion: start < end."""


class Group(NamedTuple):
    """A pair of marks, such as `{` and `}`; `whole` marks belong to a name that fills them, as the `$` of maths do."""

    start: int
    inner_start: int
    inner_end: int
    end: int
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Traced:
    """An edited text. `starts` and `ends` give each character's raw slice; both are None where nothing was edited.

    `groups` are in raw characters.
    """

    text: str
    raw_length: int
    starts: "array[int] | None" = None
    ends: "array[int] | None" = None
    groups: tuple[Group, ...] = ()
    _by_start: list[Group] = field(default_factory=list, repr=False, compare=False)
    _by_end: list[Group] = field(default_factory=list, repr=False, compare=False)

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw slice of the characters `start` to `end`, grown until every pair of marks in it is closed."""
        if self.starts is None or self.ends is None:
            return start, end
        if start == end:
            point = self.starts[start] if start < len(self.starts) else self.raw_length
            return point, point
        span = self.starts[start], self.ends[end - 1]
        if not self.groups:
            return span
        while (grown := self._fill(start, end, *self._close(*span))) != span:
            span = grown
        return span

    def _close(self, left: int, right: int) -> tuple[int, int]:
        """Grow to both marks of each pair that has one mark in the slice."""
        if not self._by_start:
            self._by_start.extend(sorted(self.groups))
            self._by_end.extend(sorted(self.groups, key=lambda group: group.inner_end))
        low = bisect_right(self._by_start, left, key=lambda group: group.inner_start)
        high = bisect_left(self._by_start, right, key=lambda group: group.start)
        opened = self._by_start[low:high]
        low = bisect_right(self._by_end, left, key=lambda group: group.end)
        high = bisect_left(self._by_end, right, key=lambda group: group.inner_end)
        closed = self._by_end[low:high]
        return (
            min([left, *(group.start for group in closed)]),
            max([right, *(group.end for group in opened)]),
        )

    def _fill(self, start: int, end: int, left: int, right: int) -> tuple[int, int]:
        """Grow to the marks of maths when the slice holds all that the maths shows."""
        assert self.starts is not None
        at = bisect_right(self._by_start, left, key=lambda group: group.inner_start)
        for group in reversed(self._by_start[max(0, at - _NESTING) : at]):
            if group.whole and group.inner_start <= left and right <= group.inner_end:
                first = bisect_left(self.starts, group.inner_start)
                last = bisect_left(self.starts, group.inner_end)
                if not self.text[first:start].strip() and not self.text[end:last].strip():
                    return group.start, group.end
        return left, right


_NESTING = 16
"""How many pairs before a name are looked at for the maths around it."""


def apply_edits(traced: Traced, edits: Sequence[Edit], groups: Iterable[Group] = ()) -> Traced:
    """Return `traced` with its text edited; `edits` are in order and do not overlap.

    Examples
    --------
    >>> done = apply_edits(Traced("a&amp;b", 7), [(1, 6, "&")])
    >>> done.text, done.raw_span(1, 2)
    ('a&b', (1, 6))
    """
    if not edits:
        return traced
    text = traced.text
    old_starts = array("l", range(len(text))) if traced.starts is None else traced.starts
    old_ends = array("l", range(1, len(text) + 1)) if traced.ends is None else traced.ends
    pieces: list[str] = []
    starts, ends, at = array("l"), array("l"), 0
    for start, end, new in edits:
        pieces += text[at:start], new
        starts += old_starts[at:start]
        ends += old_ends[at:start]
        starts.extend([old_starts[start]] * len(new))
        ends.extend([old_ends[end - 1]] * len(new))
        at = end
    pieces.append(text[at:])
    starts += old_starts[at:]
    ends += old_ends[at:]
    raw_groups = [
        Group(
            old_starts[group.start],
            old_ends[group.inner_start - 1],
            old_starts[group.inner_end],
            old_ends[group.end - 1],
            group.whole,
        )
        for group in groups
    ]
    return Traced("".join(pieces), traced.raw_length, starts, ends, (*traced.groups, *raw_groups))
