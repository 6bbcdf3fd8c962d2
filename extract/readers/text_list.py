"""Abstracts in plain text, one a paragraph, below an optional title line."""

import re
from collections.abc import Iterator

from paperatlas.extract.readers.record import Record

_SENTENCE_END = re.compile(r"[.!?][\"”')\]]*(?:\s|\Z)|[。！？;；]")
_LONGEST_TITLE = 120


def read_text_list(text: str) -> Iterator[Record]:
    """Yield a record for each paragraph; a first paragraph of one short line that is no sentence names the list.

    Examples
    --------
    >>> [(record.line, record.fields) for record in read_text_list("My list\\n\\nWe train BERT.")]
    [(3, {'abstract': 'We train BERT.'})]
    """
    for index, (line, paragraph) in enumerate(_paragraphs(text)):
        if index or not is_title_line(paragraph):
            yield Record(line, {"abstract": paragraph})


def is_title_line(paragraph: str) -> bool:
    """Tell a list's title from an abstract.

    Examples
    --------
    >>> is_title_line("NeurIPS 2024 论文列表"), is_title_line("We train BERT.")
    (True, False)
    """
    return "\n" not in paragraph and len(paragraph) <= _LONGEST_TITLE and not _SENTENCE_END.search(paragraph)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    lines: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            lines.append(line)
        elif lines:
            yield number - len(lines), "\n".join(lines).strip()
            lines = []
