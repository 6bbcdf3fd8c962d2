"""How entities are related, for the panel: pairs by type, how many papers say so, and where the surest of them do."""

from collections.abc import Mapping, Sequence
from typing import Any

import networkx as nx

from paperatlas.schema import ENTITY_RELATIONS
from paperatlas.viz.texts import units

_SENTENCES = 2


def relation_rows(graph: "nx.MultiDiGraph[str]", papers: Sequence[Any], entities: Sequence[Any]) -> dict[str, Any]:
    """Return columns of the relations between `entities`, counted after `papers`, sorted by their ends.

    `evidence` holds for each relation a flat row: paper, field (1 is the abstract), start and length of a sentence in
    UTF-16 units, for at most two papers that the page holds.

    Examples
    --------
    >>> graph = nx.MultiDiGraph([("a", "b", "PART_OF", {"papers": 3})])
    >>> relation_rows(graph, [], ["a", "b"])["papers"]
    [3]
    """
    at = {entity: len(papers) + place for place, entity in enumerate(entities)}
    known = {paper: place for place, paper in enumerate(papers)}
    rows = sorted(
        (at[source], at[target], ENTITY_RELATIONS.index(key), int(data.get("papers") or 0), _places(graph, data, known))
        for source, target, key, data in graph.edges(keys=True, data=True)
        if key in ENTITY_RELATIONS and source in at and target in at
    )
    columns = ([row[at] for row in rows] for at in range(5))
    return {"types": ENTITY_RELATIONS, **dict(zip(("from", "to", "type", "papers", "evidence"), columns, strict=True))}


def _places(graph: "nx.MultiDiGraph[str]", data: Mapping[str, Any], known: Mapping[Any, int]) -> list[int]:
    found: list[int] = []
    for sentence, paper in zip(data.get("evidence", ()), data.get("evidence_papers", ()), strict=False):
        for field, name in enumerate(("title", "abstract")) if paper in known and sentence else ():
            text = str(graph.nodes[paper].get(name) or "")
            if (start := text.find(sentence)) >= 0:
                opens, closes = units(text, start, start + len(sentence))
                found += (known[paper], field, opens, closes - opens)
                break
        if len(found) == 4 * _SENTENCES:
            break
    return found
