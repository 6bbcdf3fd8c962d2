"""Notes of OpenReview as flat fields: what the API keeps in `content`, bare (version 1) or as `{"value": ...}` (2)."""

from collections.abc import Mapping
from typing import Any


def is_note(value: Mapping[str, Any]) -> bool:
    """Tell whether an object keeps a title or an abstract in its `content`.

    Examples
    --------
    >>> is_note({"id": "x", "content": {"title": {"value": "T"}}}), is_note({"content": "We train BERT."})
    (True, False)
    """
    content = value.get("content")
    return isinstance(content, dict) and bool(content.keys() & {"title", "abstract"})


def is_reply(note: Mapping[str, Any]) -> bool:
    """Tell a review or a comment from the paper whose forum it stands in."""
    return bool(note.get("forum") and note.get("id")) and note["forum"] != note["id"]


def note_fields(note: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a note's content, with its id and the forum as `openreview`.

    Examples
    --------
    >>> note_fields({"id": "abc", "forum": "abc", "content": {"title": {"value": "T"}, "keywords": ["a"]}})
    {'title': 'T', 'keywords': ['a'], 'id': 'abc', 'openreview': 'abc'}
    """
    fields = {
        name: content["value"] if isinstance(content, dict) and "value" in content else content
        for name, content in note["content"].items()
    }
    return {**fields, "id": note.get("id"), "openreview": note.get("forum") or note.get("id")}
