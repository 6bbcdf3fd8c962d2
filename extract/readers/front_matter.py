"""Papers in the front matter of Markdown: YAML between lines of three hyphens, as PMLR and site generators keep it."""

import re
from collections.abc import Iterator
from itertools import pairwise

import yaml

from paperatlas.extract.readers.record import Record, folded

_FENCE = re.compile(r"^---[ \t]*$", re.MULTILINE)
_FIELD = re.compile(r"\s*(?:#.*\n\s*)*[A-Za-z_][\w-]*[ \t]*:(?:\s|\Z)")


def read_front_matter(text: str) -> Iterator[Record]:
    """Yield a record for each front matter, in one file or several in a row; the text below each is left out.

    Examples
    --------
    >>> [record.fields for record in read_front_matter("---\\ntitle: A\\nyear: 2020\\n---\\nBody.")]
    [{'title': 'A', 'year': '2020'}]
    """
    fences = [(match.start(), match.end()) for match in _FENCE.finditer(text)]
    line, counted, is_front = 0, 0, False
    for (_, start), (end, _) in pairwise([*fences, (len(text), len(text))]):
        line, counted = line + text.count("\n", counted, start), start
        is_front = not is_front and bool(_FIELD.match(text, start, end))
        if is_front:
            yield _record(text[start:end], line)


def looks_like_front_matter(text: str) -> bool:
    """Tell whether a text begins with YAML between lines of hyphens.

    Examples
    --------
    >>> looks_like_front_matter("---\\ntitle: A\\n---\\n"), looks_like_front_matter("---\\nWe train BERT.")
    (True, False)
    """
    first = _FENCE.match(text.lstrip())
    return bool(first and _FIELD.match(text.lstrip(), first.end()))


def _record(chunk: str, above: int) -> Record:
    try:
        if "*" in chunk and any(isinstance(token, yaml.AliasToken) for token in yaml.scan(chunk)):
            return Record(above + 1, None, "YAML with aliases (*name), which can grow without end; write it out")
        value = yaml.load(chunk, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f" at line {above + mark.line + 1}" if mark else ""
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "nested too deep"
        return Record(above + 1, None, f"not YAML: {reason}{place}; quote what holds a colon")
    if not isinstance(value, dict):
        return Record(above + 1, None, f"front matter is a {type(value).__name__}, fields such as title were expected")
    fields: dict[str, object] = {}
    for name, content in value.items():
        fields.setdefault(folded(str(name)), content)
    return Record(above + 1, fields)
