"""The graph in a Neo4j server: constraints first, then batches that merge; a second load changes nothing."""

import logging
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import neo4j
import networkx as nx
from neo4j.exceptions import ConstraintError, DriverError, IncompleteCommit, Neo4jError

from paperatlas.errors import QueryError
from paperatlas.graph.collector import frozen, uncollected
from paperatlas.graph.neo4j_held import Transaction, differing
from paperatlas.graph.neo4j_prune import prune
from paperatlas.graph.neo4j_rows import (
    AWAIT_INDEXES,
    EdgeGroup,
    NodeGroup,
    constraint_statements,
    edge_groups,
    node_groups,
    text_index_statements,
)
from paperatlas.graph.neo4j_session import connect, one_line, query_errors

Progress = Callable[[str, int, int | None], None]
Group = NodeGroup | EdgeGroup

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Loaded:
    """Nodes and edges that a load created, changed and removed; those that it would, for a dry run.

    `kept` are nodes that a load that prunes would have removed, had they no relationships of someone else.
    """

    created: int = 0
    changed: int = 0
    removed: int = 0
    kept: int = 0


def write_neo4j(
    graph: "nx.MultiDiGraph[str]",
    uri: str,
    *,
    user: str,
    password: str,
    database: str | None = None,
    atlas: str | None = None,
    batch_size: int = 5000,
    writers: int = 1,
    prune_gone: bool = False,
    dry_run: bool = False,
    patience: float = 60,
    progress: Progress | None = None,
) -> Loaded:
    """Load the graph into a Neo4j database, and return what was created and changed.

    A node is found by its label and id, an edge by its type and ends. What is there already and equal is left alone; a
    property of the schema that is gone from the graph goes from the database too, while properties that the schema
    doesn't have (embeddings, scores of other tools) stay. Entities also get the label Entity, concepts the label of
    their kind, and each node that is created the label PaperAtlas. Ids above 8,000 bytes, which no index takes, end in
    a digest. An empty graph only makes the constraints and full-text indexes.

    Parameters
    ----------
    atlas
        A name under which the nodes are kept apart from those of other atlases: ids begin with it ("nlp/Method:bert"),
        and the property `atlas` has it.
    batch_size
        Rows of a transaction. One for which the server's memory is too small is halved until it fits.
    writers
        Transactions at the same time, each with its own connection.
    prune_gone
        Remove the nodes and edges of earlier loads (of this `atlas`) that the graph no longer has. Only nodes that a
        load created, and edges of the schema's types between them; nodes with relationships of other types are kept.
    patience
        Seconds in which a transaction that met a deadlock or lost its connection is tried again, ever more slowly.
    progress
        Called with "nodes", "edges" or "prune", the rows done and the rows in all.

    Raises
    ------
    InputError
        For a value that doesn't fit the schema, before anything is sent.
    ConnectionFailed
        If the server can't be reached, refuses the user, is too old, only reads, or has no such database. What was
        committed stays; loading again completes it.
    QueryError
        If the server refuses a batch, with its message.
    """
    with uncollected():
        nodes, edges = node_groups(graph, atlas=atlas), edge_groups(graph, atlas=atlas)
    driver = connect(uri, user=user, password=password, database=database, patience=patience)
    with frozen(), driver, query_errors(uri):
        target = _Target(driver, database, dry_run, _is_empty(driver, database), patience)
        _run_schema(target, (*constraint_statements(), AWAIT_INDEXES))
        counts = _load(target, "nodes", nodes, batch_size, writers, progress)
        _run_schema(target, text_index_statements())  # filled while edges are loaded
        counts += _load(target, "edges", edges, batch_size, writers, progress)
        _run_schema(target, [AWAIT_INDEXES])
        removed = kept = 0
        if prune_gone and not target.fresh:
            removed, kept = prune(
                driver, database, nodes, edges, atlas=atlas, batch_size=batch_size, dry_run=dry_run, progress=progress
            )
    return Loaded(sum(created for created, _ in counts), sum(changed for _, changed in counts), removed, kept)


@dataclass(frozen=True, slots=True)
class _Target:
    driver: neo4j.Driver
    database: str | None
    dry_run: bool
    fresh: bool
    patience: float

    def session(self) -> neo4j.Session:
        return self.driver.session(database=self.database)


class _TooLarge(Exception):
    """The server has not enough memory for a transaction."""


def _is_empty(driver: neo4j.Driver, database: str | None) -> bool:
    records = driver.execute_query("MATCH (n) RETURN count(n) AS nodes", database_=database, routing_="r").records
    return bool(records[0]["nodes"] == 0)


def _run_schema(target: _Target, statements: Iterable[str]) -> None:
    if target.dry_run:
        return
    with target.session() as session:
        for statement in statements:
            session.execute_write(lambda transaction, text: transaction.run(text).consume(), statement)


def _load(
    target: _Target, stage: str, groups: Sequence[Group], size: int, writers: int, progress: Progress | None
) -> list[tuple[int, int]]:
    """Load the parts of the groups, as many at once as there are writers, and return the counts of each."""
    done, total = 0, sum(group.size for group in groups)
    counts = []
    for rows, counted in _at_once(target, (part for group in groups for part in group.parts(size)), writers):
        counts.append(counted)
        done += rows
        if progress:
            progress(stage, done, total)
    return counts


def _at_once(target: _Target, parts: Iterable[Group], writers: int) -> Iterator[tuple[int, tuple[int, int]]]:
    with ThreadPoolExecutor(writers) as pool:
        running: dict[Future[tuple[int, int]], int] = {}
        for part in parts:
            running[pool.submit(_write, target, part)] = part.size
            while len(running) > writers:
                yield from _finished(running)
        while running:
            yield from _finished(running)


def _finished(running: dict[Future[tuple[int, int]], int]) -> Iterator[tuple[int, tuple[int, int]]]:
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        yield running.pop(future), future.result()


def _write(target: _Target, part: Group) -> tuple[int, int]:
    """Write one part, in halves where the server's memory is too small for it; return how many it made and changed."""
    created = changed = 0
    waiting = deque([part])
    while waiting:
        part = waiting.popleft()
        try:
            counted = _transact(target, part)
        except _TooLarge as error:
            if part.size == 1:
                raise QueryError(f"the server's memory for transactions is too small for one row: {error}") from None
            waiting.extendleft(reversed(list(part.parts((part.size + 1) // 2))))
            continue
        created, changed = created + counted[0], changed + counted[1]
    return created, changed


def _transact(target: _Target, part: Group) -> tuple[int, int]:
    compare, merge, create = part.statements()
    if target.dry_run:
        with target.session() as session:
            return session.execute_read(_differing, compare, part)
    # A transaction that is tried again may have been committed before its connection was lost: then only MERGE is safe.
    first_tries = iter([create] if target.fresh else [])

    def job(transaction: neo4j.Transaction) -> tuple[int, int]:
        for statement in first_tries:
            return _single(transaction, statement, part.rows)
        return _differing(transaction, merge, part)

    return _patiently(target, job)


def _patiently(target: _Target, job: Callable[[neo4j.Transaction], tuple[int, int]]) -> tuple[int, int]:
    """Run and commit a job, and again with growing pauses after a deadlock or a lost connection.

    The driver's managed transactions would also try again what the server has no memory for, and give up where the
    connection is lost during a commit.
    """
    deadline, pause = time.monotonic() + target.patience, 0.1
    while True:
        try:
            with target.session() as session, session.begin_transaction() as transaction:
                counted = job(transaction)
                transaction.commit()
                return counted
        except (Neo4jError, DriverError) as error:
            if "OutOfMemory" in (getattr(error, "code", None) or ""):
                raise _TooLarge(one_line(str(getattr(error, "message", error)))) from None
            again = error.is_retryable() or isinstance(error, IncompleteCommit)
            again = again or (target.fresh and isinstance(error, ConstraintError))
            if not again or time.monotonic() + pause > deadline:
                raise
            _LOG.info("a transaction is tried again: %s", getattr(error, "code", None) or type(error).__name__)
        time.sleep(pause * random.uniform(0.5, 1.5))
        pause = min(2 * pause, 5.0)


def _differing(transaction: Transaction, statement: str, part: Group) -> tuple[int, int]:
    left = differing(part, transaction)
    return _single(transaction, statement, left.rows) if left.size else (0, 0)


def _single(transaction: Transaction, statement: str, rows: list[Any]) -> tuple[int, int]:
    record = transaction.run(statement, rows=rows).single(strict=True)
    return record["created"], record["changed"]
