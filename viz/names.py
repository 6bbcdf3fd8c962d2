"""The form in which a page names a node: text without control characters, and an acronym beside its long form."""

import re
from collections import Counter
from collections.abc import Mapping

import networkx as nx

from paperatlas.schema import PAPER

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
_HALVES = re.compile(r"[\ud800-\udfff]")
_TURNS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_ACRONYM = re.compile(r"(?=.{2,12}$)(?=(?:.*[A-Z]){2})[A-Za-z0-9][\w./+-]*$")


def inert(text: str) -> str:
    """Return `text` without controls, direction overrides and halves of characters; its length stays the same.

    Examples
    --------
    >>> inert("a" + chr(0) + "b")
    'a b'
    """
    return _HALVES.sub("\ufffd", _TURNS.sub("\u200b", _CONTROLS.sub(" ", text)))


def one_line(text: str, limit: int = 300) -> str:
    """Return inert `text` in one line of at most `limit` characters."""
    line = " ".join(inert(text[: 4 * limit]).replace("\u200b", "").split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def shown_name(name: str, aliases: Mapping[str, int]) -> str:
    """Return `name` with its most used acronym; `aliases` map each other form to the times it is used.

    Examples
    --------
    >>> shown_name("generative adversarial network", {"GAN": 3, "GANs": 5})
    'generative adversarial network (GAN)'
    >>> shown_name("BERT", {"Bert": 1})
    'BERT'
    """
    counts: Counter[str] = Counter()
    for alias, count in aliases.items():
        short = alias[:-1] if re.search(r"[A-Z]s$", alias) else alias
        if _shortens(short, name):
            counts[short] += count
    if not counts:
        return name
    return f"{name} ({min(counts, key=lambda short: (-counts[short], short))})"


def alias_counts(graph: "nx.MultiDiGraph[str]") -> dict[str, Counter[str]]:
    """Return for each entity how often each form stands in the papers, from the places of its mentions."""
    found: dict[str, Counter[str]] = {}
    for paper, entity, data in graph.edges(data=True):
        if "starts_at" in data and graph.nodes[paper].get("label") == PAPER:
            fields = graph.nodes[paper]
            spans = zip(data["fields"], data["starts_at"], data["ends_at"], strict=False)
            forms = (str(fields.get(field, ""))[start:end] for field, start, end in spans)
            found.setdefault(entity, Counter()).update(form for form in forms if len(form) <= 14)
    return found


def _shortens(short: str, name: str) -> bool:
    """Tell whether `short` looks like an acronym of `name`: its letters in order, the first one first."""
    if not _ACRONYM.match(short) or " " not in name.strip() or short.casefold() in name.casefold().split():
        return False
    letters = [char for char in short.casefold() if char.isalnum()]
    left = iter(name.casefold())
    return name[:1].casefold() == letters[0] and all(letter in left for letter in letters)
