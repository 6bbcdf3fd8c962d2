"""The part of a graph that a page shows: around one name, or the most mentioned entities."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from math import log

import networkx as nx

from paperatlas.errors import QueryError
from paperatlas.schema import ENTITY_LABELS, MENTIONS, PAPER

_NEAR_PAPERS = 40


def find_node(graph: "nx.MultiDiGraph[str]", name: str) -> str:
    """Return the id of the paper or entity of this name, alias, title or id; the most mentioned where several fit.

    Raises
    ------
    QueryError
        If nothing has that name; the message lists near ones.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("Method:bert", label="Method", name="BERT", aliases=["Bert"], papers=2)
    >>> find_node(graph, "bert")
    'Method:bert'
    """
    wanted = name.strip().casefold()
    fits: dict[str, tuple[int, int, str]] = {}
    names: dict[str, str] = {}
    for node, data in graph.nodes(data=True):
        for rank, form in enumerate(_forms(node, data)):
            names.setdefault(form.casefold(), form)
            if form.casefold() == wanted:
                fits[node] = min(fits.get(node, (9, 0, "")), (min(rank, 2), -int(data.get("papers", 0)), str(node)))
    if fits:
        return min(fits, key=lambda node: fits[node])
    near = get_close_matches(wanted, names, n=3, cutoff=0.6) or [form for form in sorted(names) if wanted in form][:3]
    hint = f"near: {', '.join(names[form] for form in near)}" if near else "no name is near; search the whole page"
    raise QueryError(f"no paper or entity is called {name[:80]!r}; {hint}")


def around(graph: "nx.MultiDiGraph[str]", node: str) -> "nx.MultiDiGraph[str]":
    """Return the part of `graph` near `node`: its papers and all they mention; of a paper, the papers most like it."""
    if graph.nodes[node].get("label") == PAPER:
        papers = [node, *_alike(graph, node)]
    else:
        papers = sorted(_papers_of(graph, node), key=str)
    kept = {node, *papers}
    for paper in papers:
        kept.update(other for _, other in graph.out_edges(paper) if graph.nodes[other].get("label") != PAPER)
    return graph.subgraph(kept)


def most_mentioned(graph: "nx.MultiDiGraph[str]", top: int, *, always: str | None = None) -> "nx.MultiDiGraph[str]":
    """Return `graph` with all its papers and the `top` entities that most papers mention."""
    entities = [node for node, data in graph.nodes(data=True) if data.get("label") in ENTITY_LABELS]
    ranked = sorted(entities, key=lambda node: (node != always, -len(_papers_of(graph, node)), str(node)))
    dropped = set(ranked[max(top, 0) :])
    return graph.subgraph([node for node in graph if node not in dropped])


def among(graph: "nx.MultiDiGraph[str]", ids: Iterable[str]) -> "nx.MultiDiGraph[str]":
    """Return the part of `graph` with the nodes of these ids, and what two of them or more share.

    Entities alone bring the papers that mention two of them, papers alone the entities that two of them mention; where
    nothing is shared, all that one of them has.

    Raises
    ------
    QueryError
        If no node has one of these ids.
    """
    chosen = {node for node in ids if graph.has_node(node)}
    drawn = {node for node in chosen if graph.nodes[node].get("label") in (PAPER, *ENTITY_LABELS)}
    if not drawn:
        raise QueryError("the result holds no id of a paper or entity; return p.id or e.id to draw it")
    if len({graph.nodes[node]["label"] == PAPER for node in drawn}) == 1:
        many = Counter(other for source, target in _mentioned(graph, drawn) for other in {source, target} - drawn)
        drawn |= {node for node, count in many.items() if count > 1} or set(many)
    return graph.subgraph(drawn)


def part_of(
    graph: "nx.MultiDiGraph[str]",
    *,
    focus: str | None = None,
    top: int | None = None,
    only: Iterable[str] | None = None,
) -> tuple["nx.MultiDiGraph[str]", str | None]:
    """Return the part of `graph` that is asked for, and the node that `focus` means."""
    node = None if focus is None else find_node(graph, focus)
    part = graph if only is None else among(graph, only)
    if node is not None:
        part = around(graph, node)
    return (part if top is None else most_mentioned(part, top, always=node)), node


def _mentioned(graph: "nx.MultiDiGraph[str]", nodes: set[str]) -> set[tuple[str, str]]:
    found = (*graph.in_edges(nodes, keys=True), *graph.out_edges(nodes, keys=True))
    return {(source, target) for source, target, key in found if key == MENTIONS}


def _forms(node: object, data: dict[str, object]) -> Iterator[str]:
    yield str(node)
    yield from (str(data[key]) for key in ("name", "title", "display_name") if data.get(key))
    aliases = data.get("aliases")
    yield from map(str, aliases if isinstance(aliases, list | tuple) else ())


def _papers_of(graph: "nx.MultiDiGraph[str]", entity: str) -> set[str]:
    return {paper for paper, _, key in graph.in_edges(entity, keys=True) if key == MENTIONS}


def _alike(graph: "nx.MultiDiGraph[str]", paper: str) -> list[str]:
    """Return the papers that share most entities with `paper`, rare ones counting more."""
    total = sum(1 for _, data in graph.nodes(data=True) if data.get("label") == PAPER)
    score: defaultdict[str, float] = defaultdict(float)
    for entity in {other for _, other, key in graph.out_edges(paper, keys=True) if key == MENTIONS}:
        others = _papers_of(graph, entity) - {paper}
        for other in others:
            score[other] += log(1 + total / (1 + len(others)))
    return sorted(score, key=lambda other: (-round(score[other], 9), str(other)))[:_NEAR_PAPERS]
