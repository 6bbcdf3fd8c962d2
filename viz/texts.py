"""The texts of a page: abstracts, where they name what, and the facts that the panel shows."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import networkx as nx

from paperatlas.schema import MENTIONS, PUBLISHED_IN, WRITTEN_BY
from paperatlas.viz.names import inert, one_line


def page_texts(graph: "nx.MultiDiGraph[str]", papers: list[Any], entities: list[Any]) -> dict[str, Any]:
    """Return what the page unpacks at the first click: ids, each paper's text with its places, entities' facts.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("1", label="Paper", abstract="We train BERT.")
    >>> page_texts(graph, ["1"], [])["papers"][0]["abstract"]
    'We train BERT.'
    """
    at = {entity: len(papers) + place for place, entity in enumerate(entities)}
    return {
        "id": [str(node) for node in (*papers, *entities)],
        "papers": [_paper_text(graph, paper, at) for paper in papers],
        "years": [int(graph.nodes[entity].get("first_year") or 0) for entity in entities],
        "counts": [int(graph.nodes[entity].get("papers") or 0) for entity in entities],
    }


def _paper_text(graph: "nx.MultiDiGraph[str]", paper: Any, at: Mapping[Any, int]) -> dict[str, Any]:
    data = graph.nodes[paper]
    fields = [str(data.get("title") or ""), str(data.get("abstract") or "")]
    authors, venues = [], []
    for _, other, key, edge in graph.out_edges(paper, keys=True, data=True):
        name = one_line(str(graph.nodes[other].get("name", other)))
        if key == WRITTEN_BY:
            authors.append((int(edge.get("position", 0)), name))
        elif key == PUBLISHED_IN:
            venues.append(name)
    return {
        "title": inert(fields[0]),
        "abstract": inert(fields[1]),
        "authors": [name for _, name in sorted(authors)],
        "venue": one_line(str(data.get("venue") or "")) or ", ".join(sorted(venues)),
        "url": web_address(str(data.get("url") or "")),
        "keywords": [one_line(str(word), 80) for word in data.get("keywords", ())],
        "places": _places(graph, paper, at, fields),
    }


def _places(graph: "nx.MultiDiGraph[str]", paper: Any, at: Mapping[Any, int], fields: Sequence[str]) -> list[list[int]]:
    """Return rows (entity, field, start, end, sentence start, sentence end) in units of UTF-16, in text order."""
    rows = []
    for _, entity, key, data in graph.out_edges(paper, keys=True, data=True):
        if key != MENTIONS or entity not in at:
            continue
        columns = (data.get(name, ()) for name in ("fields", "starts_at", "ends_at", "sentences"))
        for field, start, end, sentence in zip(*columns, strict=False):
            text = fields[field == "abstract"]
            opens = text.find(sentence, max(0, end - len(sentence)))
            closes = opens + len(sentence)
            if not 0 <= opens <= start:
                opens, closes = start, end
            rows.append([at[entity], int(field == "abstract"), *_units(text, start, end, opens, closes)])
    return sorted(rows, key=lambda row: (row[1], row[2], -row[3], row[0]))


def _units(text: str, *places: int) -> list[int]:
    """Return the places as a browser counts them: a character above U+FFFF is two."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return [int(place) for place in places]
    return [len(text[:place].encode("utf-16-le", "surrogatepass")) // 2 for place in places]


def web_address(url: str) -> str:
    """Return `url` if it is an http or https address that is safe to link, else an empty string.

    Examples
    --------
    >>> web_address("javascript:alert(1)"), web_address("https://example.org/a")
    ('', 'https://example.org/a')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    fine = parts.scheme in ("http", "https") and parts.netloc and url.isprintable() and " " not in url
    return url if fine and len(url) <= 2000 else ""
