"""The graph in a Neo4j server: constraints first, then batches that merge; a second load changes nothing."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import neo4j
import networkx as nx

from paperatlas.graph.neo4j_session import connect, query_errors
from paperatlas.graph.typed_rows import Row, edge_rows, node_rows
from paperatlas.schema import CONCEPT, ENTITY, ENTITY_LABELS, KINDS, NODE_LABELS

LONGEST_ID = 8000
"""Bytes of the longest id that is kept as it is: Neo4j indexes no value above 8,160."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Nodes and edges that a load created and changed; those that it would, for a dry run."""

    created: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class _Batch:
    statement: str
    dry_statement: str
    rows: list[Row]


def write_neo4j(
    graph: "nx.MultiDiGraph[str]",
    uri: str,
    *,
    user: str,
    password: str,
    database: str | None = None,
    batch_size: int = 5000,
    dry_run: bool = False,
    progress: Callable[[str, int, int | None], None] | None = None,
) -> Loaded:
    """Load the graph into a Neo4j database, and return what was created and changed.

    A node is found by its label and id, an edge by its type and ends. What is there already and equal is left alone; a
    property that is gone from the graph goes from the database too, but no node and no edge is removed. Entities also
    get the label Entity, concepts the label of their kind. Ids above 8,000 bytes, which no index takes, end in a
    digest. `batch_size` rows go into a transaction; one that meets a deadlock is run again. `progress` is called with
    "nodes" or "edges", the rows done and the rows in all. An empty graph only sets the constraints.

    Raises
    ------
    InputError
        For a value that doesn't fit the schema, before anything is sent.
    ConnectionFailed
        If the server can't be reached, refuses the user, or has no such database. What was committed stays; loading
        again completes it.
    QueryError
        If the server refuses a batch, with its message.
    """
    stages = {"nodes": list(_node_batches(graph, batch_size)), "edges": list(_edge_batches(graph, batch_size))}
    found = Loaded()
    driver = connect(uri, user=user, password=password, database=database)
    with driver, query_errors(uri), driver.session(database=database) as session:
        if not dry_run:
            _set_constraints(session)
        for stage, batches in stages.items():
            done, total = 0, sum(len(batch.rows) for batch in batches)
            for batch in batches:
                counted = _run(session, batch, dry_run)
                found = Loaded(found.created + counted.created, found.changed + counted.changed)
                done += len(batch.rows)
                if progress:
                    progress(stage, done, total)
    return found


def _set_constraints(session: neo4j.Session) -> None:
    for label in (*NODE_LABELS, ENTITY):
        name = f"paperatlas_{label.lower()}_id"
        _write(session, f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE")
    _write(session, "CALL db.awaitIndexes(300)")


def _run(session: neo4j.Session, batch: _Batch, dry_run: bool) -> Loaded:
    if dry_run:
        counts = session.execute_read(_single, batch.dry_statement, batch.rows)
    else:
        counts = session.execute_write(_single, batch.statement, batch.rows)
    return Loaded(*counts)


def _single(transaction: neo4j.ManagedTransaction, statement: str, rows: list[Row]) -> tuple[int, int]:
    record = transaction.run(statement, rows=rows).single(strict=True)
    return record["created"], record["changed"]


def _write(session: neo4j.Session, statement: str) -> None:
    session.execute_write(lambda transaction: transaction.run(statement).consume())


_COUNTS = "RETURN count(CASE WHEN created THEN 1 END) AS created, count(CASE WHEN changed THEN 1 END) AS changed"


def _node_batches(graph: "nx.MultiDiGraph[str]", size: int) -> Iterator[_Batch]:
    for label, rows in node_rows(graph).items():
        for kind in (*KINDS, None) if label == CONCEPT else (None,):
            chosen = [row | {"id": _key(row["id"])} for row in rows if label != CONCEPT or row.get("kind") == kind]
            statement, dry_statement = _node_statements(label, kind)
            for part in _parts(chosen, size):
                yield _Batch(statement, dry_statement, part)


def _node_statements(label: str, kind: str | None) -> tuple[str, str]:
    marks = [ENTITY] if label in ENTITY_LABELS else []
    marks += [kind.capitalize()] if kind else []
    others = [other.capitalize() for other in KINDS if other != kind] if label == CONCEPT else []
    wrong = [f"NOT old:{mark}" for mark in marks] + [f"old:{other}" for other in others]
    compare = f"""
        UNWIND $rows AS row
        OPTIONAL MATCH (old:{label} {{id: row.id}})
        WITH row, old IS NULL AS created,
             old IS NOT NULL AND ({" OR ".join(["properties(old) <> row", *wrong])}) AS changed
        WHERE created OR changed
    """
    merge = f"""
        MERGE (n:{label} {{id: row.id}})
        SET n = row{"".join(f", n:{mark}" for mark in marks)}
        {"REMOVE n:" + ":".join(others) if others else ""}
    """
    return compare + merge + _COUNTS, compare + _COUNTS


def _edge_batches(graph: "nx.MultiDiGraph[str]", size: int) -> Iterator[_Batch]:
    for (kind, tail, head), rows in edge_rows(graph).items():
        chosen = [row | {"source": _key(row["source"]), "target": _key(row["target"])} for row in rows]
        statement, dry_statement = _edge_statements(kind, tail, head)
        for part in _parts(chosen, size):
            yield _Batch(statement, dry_statement, part)


def _edge_statements(kind: str, tail: str, head: str) -> tuple[str, str]:
    differs = "old IS NULL AS created, old IS NOT NULL AND properties(old) <> row.properties AS changed"
    statement = f"""
        UNWIND $rows AS row
        MATCH (a:{tail} {{id: row.source}})
        MATCH (b:{head} {{id: row.target}})
        OPTIONAL MATCH (a)-[old:{kind}]->(b)
        WITH a, b, row, {differs}
        WHERE created OR changed
        MERGE (a)-[r:{kind}]->(b)
        SET r = row.properties
    """
    dry_statement = f"""
        UNWIND $rows AS row
        OPTIONAL MATCH (:{tail} {{id: row.source}})-[old:{kind}]->(:{head} {{id: row.target}})
        WITH {differs}
    """
    return statement + _COUNTS, dry_statement + _COUNTS


def _key(identifier: str) -> str:
    encoded = identifier.encode()
    if len(encoded) <= LONGEST_ID:
        return identifier
    digest = hashlib.sha256(encoded).hexdigest()
    return f"{encoded[: LONGEST_ID - len(digest) - 1].decode(errors='ignore')}#{digest}"


def _parts(rows: list[Row], size: int) -> Iterable[list[Any]]:
    return (rows[start : start + size] for start in range(0, len(rows), size))
