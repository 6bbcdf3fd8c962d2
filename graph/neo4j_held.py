"""What a server holds already: rows that stand there and are equal are left out before anything is written.

Reading what is there and comparing here costs a server much less than a look for each row.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

import neo4j

from paperatlas.graph.neo4j_rows import ATLAS, EdgeGroup, NodeGroup
from paperatlas.graph.typed_rows import Row
from paperatlas.schema import EDGE_PROPERTIES, NODE_PROPERTIES

Transaction = neo4j.Transaction | neo4j.ManagedTransaction


def differing(group: NodeGroup | EdgeGroup, transaction: Transaction) -> NodeGroup | EdgeGroup:
    """Return the rows of a group that the server lacks, or holds with other properties of the schema or other labels.

    Of a single row no more is read than the row: it is given back as it is.
    """
    if group.size <= 1:
        return group
    return _nodes(group, transaction) if isinstance(group, NodeGroup) else _edges(group, transaction)


def is_same(held: list[Any], row: Row, names: Sequence[str]) -> bool:
    """Return whether the values that are held, of these names, are those of a row; None is a value that is not there.

    Examples
    --------
    >>> is_same(["BERT", None], {"name": "BERT"}, ("name", "papers"))
    True
    >>> is_same(["BERT", True], {"name": "BERT", "papers": 1}, ("name", "papers"))
    False
    """
    return held == list(map(row.get, names)) and bool not in map(type, held)  # True is 1 in Python, unlike in Cypher


def _nodes(group: NodeGroup, transaction: Transaction) -> NodeGroup:
    names = (*NODE_PROPERTIES[group.label], ATLAS)
    wrong = " OR ".join(group.wrong_labels("n")) or "false"
    look = f"""
        UNWIND $ids AS id MATCH (n:{group.label} {{id: id}}) WHERE NOT ({wrong})
        RETURN id, [{", ".join(f"n.{name}" for name in names)}] AS held
    """
    found = transaction.run(look, ids=[row["id"] for row in group.rows])
    held: dict[str, list[Any]] = dict(map(tuple, found))
    rows = [row for row in group.rows if row["id"] not in held or not is_same(held[row["id"]], row, names)]
    return replace(group, rows=rows)


def _edges(group: EdgeGroup, transaction: Transaction) -> EdgeGroup:
    names = tuple(EDGE_PROPERTIES[group.kind])
    values = ", ".join(("b.id", *(f"r.{name}" for name in names)))
    look = f"""
        UNWIND $ids AS id MATCH (a:{group.tail} {{id: id}})
        RETURN id, [(a)-[r:{group.kind}]->(b:{group.head}) | [{values}]] AS held
    """
    found = transaction.run(look, ids=[source for source, _ in groupby(group.edges, key=itemgetter(0))])
    held = {source: _once(edges) for source, edges in found}

    def stands(source: str, target: str, row: Row) -> bool:
        old = held[source].get(target) if source in held else None
        return old is not None and is_same(old, row, names)

    return replace(group, edges=[edge for edge in group.edges if not stands(*edge)])


def _once(edges: list[list[Any]]) -> dict[str, list[Any]]:
    """Return the values of the edges of one source by target, without those that stand twice: they are written anew."""
    by_target = {target: values for target, *values in edges}
    if len(by_target) < len(edges):
        times = Counter(target for target, *_ in edges)
        return {target: values for target, values in by_target.items() if times[target] == 1}
    return by_target
