"""What earlier loads put into a Neo4j server and the graph no longer has: found and removed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import neo4j

from paperatlas.graph.neo4j_rows import ATLAS, OWNED, EdgeGroup, NodeGroup
from paperatlas.schema import EDGE_ENDPOINTS, EDGE_PROPERTIES, NODE_LABELS


def prune(
    driver: neo4j.Driver,
    database: str | None,
    nodes: Sequence[NodeGroup],
    edges: Sequence[EdgeGroup],
    *,
    atlas: str | None,
    batch_size: int,
    dry_run: bool = False,
    progress: Callable[[str, int, int | None], None] | None = None,
) -> tuple[int, int]:
    """Remove owned nodes and edges that are in no group; return how many, and how many nodes others hold in place.

    Owned are nodes with the label that loads give to those they create, and edges of the schema's types between them.
    """
    done, kept = 0, 0
    jobs = [*_edge_jobs(edges), *_node_jobs(nodes)]
    with driver.session(database=database) as session:
        for look, keys, remove, count in jobs:
            gone = [row for row in session.execute_read(_rows, look, atlas) if tuple(row) not in keys]
            for part in _parts(gone, batch_size):
                run = session.execute_read if dry_run else session.execute_write
                removed = run(_count, count if dry_run else remove, part)
                done, kept = done + removed, kept + len(part) - removed
                if progress:
                    progress("prune", done, None)
    return done, kept


_Job = tuple[str, set[tuple[str, ...]], str, str]
_OURS = f"coalesce(n.{ATLAS}, '') = coalesce($atlas, '')"


def _edge_jobs(groups: Iterable[EdgeGroup]) -> Iterator[_Job]:
    held = {(group.kind, group.tail, group.head): group for group in groups}
    for kind, pairs in EDGE_ENDPOINTS.items():
        for tail, head in pairs:
            group = held.get((kind, tail, head))
            keys: set[tuple[str, ...]] = {(source, target) for source, target, _ in group.edges} if group else set()
            pattern = f"(n:{tail}:{OWNED})-[r:{kind}]->(m:{head}:{OWNED})"
            find = f"UNWIND $rows AS row MATCH (n:{tail} {{id: row[0]}})-[r:{kind}]->(m:{head} {{id: row[1]}})"
            yield (
                f"MATCH {pattern} WHERE {_OURS} RETURN n.id, m.id",
                keys,
                f"{find} DELETE r RETURN count(*) AS removed",
                f"{find} RETURN count(*) AS removed",
            )


def _node_jobs(groups: Iterable[NodeGroup]) -> Iterator[_Job]:
    keys: dict[str, set[tuple[str, ...]]] = {label: set() for label in NODE_LABELS}
    for group in groups:
        keys[group.label].update((row["id"],) for row in group.rows)
    ours = "|".join(EDGE_PROPERTIES)
    for label in NODE_LABELS:
        find = f"UNWIND $rows AS row MATCH (n:{label} {{id: row[0]}}) "
        free = f"WHERE NOT EXISTS {{ (n)-[r]-(m) WHERE NOT (r:{ours} AND m:{OWNED}) }}"
        yield (
            f"MATCH (n:{label}:{OWNED}) WHERE {_OURS} RETURN n.id",
            keys[label],
            f"{find} {free} DETACH DELETE n RETURN count(*) AS removed",
            f"{find} {free} RETURN count(*) AS removed",
        )


def _rows(transaction: neo4j.ManagedTransaction, look: str, atlas: str | None) -> list[list[Any]]:
    return [record.values() for record in transaction.run(look, atlas=atlas)]


def _count(transaction: neo4j.ManagedTransaction, statement: str, rows: list[list[Any]]) -> int:
    removed: int = transaction.run(statement, rows=rows).single(strict=True)["removed"]
    return removed


def _parts(rows: list[list[Any]], size: int) -> Iterator[list[list[Any]]]:
    left = iter(rows)
    while part := list(islice(left, size)):
        yield part
