"""The text of a paper that the pipeline reads, and the way back to the raw title and abstract."""

from dataclasses import dataclass

from paperatlas.extract.cleaning import Cleaned, clean
from paperatlas.records import Paper


@dataclass(frozen=True, slots=True)
class PaperText:
    """The cleaned title, a line break, and the cleaned abstract; no line for the title where there is none."""

    text: str
    title: Cleaned | None
    abstract: Cleaned

    @property
    def abstract_start(self) -> int:
        """Character of `text` where the abstract begins."""
        return len(self.text) - len(self.abstract.text)

    def raw_span(self, start: int, end: int) -> tuple[str, int, int]:
        """Return the field and the half-open raw characters of text[start:end], which must not cross the fields."""
        if self.title is not None and start < self.abstract_start:
            limit = len(self.title.text)
            return ("title", *self.title.raw_span(min(start, limit), min(end, limit)))
        return ("abstract", *self.abstract.raw_span(start - self.abstract_start, end - self.abstract_start))


def paper_text(paper: Paper) -> PaperText:
    """Return the text of a paper for the pipeline.

    Examples
    --------
    >>> paper_text(Paper(id="1", title="On *BERT*", abstract="It works.")).text
    'On BERT\\nIt works.'
    """
    title = clean(paper.title) if paper.title else None
    abstract = clean(paper.abstract)
    text = f"{title.text}\n{abstract.text}" if title else abstract.text
    return PaperText(text, title, abstract)
