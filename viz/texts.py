"""The texts of a page: abstracts, where they name what, and the facts that the panel shows."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import networkx as nx

from paperatlas.schema import MENTIONS, PUBLISHED_IN, WRITTEN_BY
from paperatlas.viz.names import inert, one_line


def page_texts(graph: "nx.MultiDiGraph[str]", papers: Sequence[Any], entities: Sequence[Any]) -> dict[str, Any]:
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
    places, sentences = _places(graph, paper, at, fields)
    return {
        "title": inert(fields[0]),
        "abstract": inert(fields[1]),
        "authors": [name for _, name in sorted(authors)],
        "venue": one_line(str(data.get("venue") or "")) or ", ".join(sorted(venues)),
        "url": web_address(str(data.get("url") or "")),
        "keywords": [one_line(str(word), 80) for word in data.get("keywords", ())],
        "places": places,
        "sentences": sentences,
    }


def _places(
    graph: "nx.MultiDiGraph[str]", paper: Any, at: Mapping[Any, int], fields: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Return the places where `paper` names an entity, in text order, and its sentences, both as flat rows.

    A place is: which of the paper's entities (in their order), the field, how far it starts from the place before, its
    length, and which sentence; a sentence is its start and length. All count units of UTF-16.
    """
    rows = []
    named = {at[entity] for _, entity, key in graph.out_edges(paper, keys=True) if key == MENTIONS and entity in at}
    order = {entity: place for place, entity in enumerate(sorted(named))}
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
            rows.append((order[at[entity]], int(field == "abstract"), *units(text, start, end, opens, closes)))
    rows.sort(key=lambda row: (row[1], row[2], -row[3], row[0]))
    sentences = list(dict.fromkeys((field, opens, closes) for _, field, _, _, opens, closes in rows))
    known = {sentence: place for place, sentence in enumerate(sentences)}
    before = (0, *(row[2] for row in rows))
    places = [
        (entity, field, start - last, end - start, known[field, opens, closes])
        for (entity, field, start, end, opens, closes), last in zip(rows, before, strict=False)
    ]
    spans = [(opens, closes - opens) for _, opens, closes in sentences]
    return [value for place in places for value in place], [value for span in spans for value in span]


def units(text: str, *places: int) -> list[int]:
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
