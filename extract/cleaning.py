"""Clean text for the model, with a map back to the raw text: LaTeX, HTML, Markdown and odd characters go."""

import re
from dataclasses import dataclass

from paperatlas.extract.characters import character_edits
from paperatlas.extract.edits import Traced, apply_edits
from paperatlas.extract.latex import latex_edits
from paperatlas.extract.markup import entity_edits, markdown_edits, tag_edits

_MARKED = re.compile(r"[^A-Za-z0-9 .,;:()/!?'\"%+=|@#>-]|  |- |^[ #>]| \Z")
"""What plain text never holds: most abstracts need no pass but this."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A cleaned text that knows where each of its characters stands in the raw one."""

    raw: str
    traced: Traced

    @property
    def text(self) -> str:
        """The clean text: one line for each paragraph, blanks single, none at the ends."""
        return self.traced.text

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open raw characters that the clean characters `start` to `end` stand for.

        Marks inside a name belong to it, marks around it do not; maths that a name fills keep their `$`.

        Raises
        ------
        IndexError
            If not 0 <= start <= end <= len(text).

        Examples
        --------
        >>> cleaned = clean("We use **BERT** and $k$-means.")
        >>> [cleaned.raw[slice(*cleaned.raw_span(*span))] for span in ((7, 11), (16, 23))]
        ['BERT', '$k$-means']
        """
        if not 0 <= start <= end <= len(self.text):
            raise IndexError(f"characters {start} to {end} of a clean text of {len(self.text)}")
        return self.traced.raw_span(start, end)


def clean(raw: str) -> Cleaned:
    """Return the text that the model reads, with its map back; any text is accepted, and cost grows with length.

    Examples
    --------
    >>> clean(r"$\\\\mathcal{O}(n^2)$ with \\\\textbf{BERT}~\\\\cite{x} &amp; more").text
    'O(n^2) with BERT & more'
    """
    if not _MARKED.search(raw):
        return Cleaned(raw, Traced(raw, len(raw)))
    traced = apply_edits(Traced(raw, len(raw)), entity_edits(raw))
    traced = apply_edits(traced, *tag_edits(traced.text))
    traced = apply_edits(traced, *latex_edits(traced.text))
    traced = apply_edits(traced, *markdown_edits(traced.text))
    return Cleaned(raw, apply_edits(traced, list(character_edits(traced.text))))


def clean_name(surface: str) -> str:
    """Return a raw surface as a name to show: no LaTeX, no Markdown, single blanks.

    Examples
    --------
    >>> clean_name("$\\\\text{ID}^3$"), clean_name("**CoBo**")
    ('ID^3', 'CoBo')
    """
    return " ".join(clean(surface).text.split())
