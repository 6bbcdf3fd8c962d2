"""A Neo4j server: reached, asked, and its errors told in one line."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import neo4j
from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from paperatlas.errors import ConnectionFailed, QueryError
from paperatlas.graph.parameters import check_parameters
from paperatlas.graph.result import Result, plain

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_ONLY_READS = (
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
)
_READING_PROCEDURES = ("db.labels", "db.relationshipTypes", "db.propertyKeys", "db.schema.", "db.index.")
"""Procedures of the server itself that read the graph and nothing else."""


# Without a handler of the user's, the driver's warnings of each new try would go to stderr.
logging.getLogger("neo4j").addHandler(logging.NullHandler())


class Neo4jTarget:
    """A database of a Neo4j server to run queries on; `open_neo4j` makes one. It is a context manager."""

    dialect = "neo4j"

    def __init__(self, driver: neo4j.Driver, uri: str, database: str | None, write: bool) -> None:
        self._driver, self._uri, self._database, self._write = driver, uri, database, write

    def rows(self, cypher: str, parameters: Mapping[str, Any] | None = None, *, timeout: float | None = None) -> Result:
        """Run one Cypher query, and return its columns and its rows, which come from the server as they are read.

        Unless writing was asked for, the transaction is a read, and queries are refused that write, read files
        (LOAD CSV) or call procedures that are not known to only read the graph; a result that is not read to its end
        is given up with `rows.close()`. What a query that writes returns is read whole, and committed before a row is
        given. `timeout` is in seconds.

        Raises
        ------
        QueryError
            For what the server refuses, with its message and the place, for a query that would do more than read, and
            when the time is over; also while rows are read.
        ConnectionFailed
            If the server can't be reached any more.
        """
        given = check_parameters(parameters or {})
        if not self._write:
            rows = self._streamed(cypher, given, timeout)
            return Result(next(rows), rows)
        fetch = neo4j.unit_of_work(timeout=timeout)(_fetch)
        with query_errors(self._uri, timeout=timeout), self._driver.session(database=self._database) as session:
            columns, found = session.execute_write(fetch, cypher, given)
        return Result(columns, map(_plain_row, found))

    def _streamed(self, cypher: str, given: dict[str, Any], timeout: float | None) -> Iterator[tuple[Any, ...]]:
        """Give the columns, then the rows; the session is open until the last row or until this is closed."""
        with (
            query_errors(self._uri, timeout=timeout),
            self._driver.session(database=self._database, default_access_mode=neo4j.READ_ACCESS) as session,
        ):
            session.execute_read(_check_read_only, cypher, given)
            with session.begin_transaction(timeout=timeout) as transaction:
                result = transaction.run(cypher, given)
                result.peek()  # what fails on the first row fails before the columns are given
                yield tuple(result.keys())
                yield from map(_plain_row, result)

    def close(self) -> None:
        """Close the connections to the server."""
        self._driver.close()

    def __enter__(self) -> Self:
        """Return the target itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self.close()


def open_neo4j(uri: str, *, user: str, password: str, database: str | None = None, write: bool = False) -> Neo4jTarget:
    """Connect to a Neo4j server to run queries on it; the server is asked once, so that a bad address fails here.

    Raises
    ------
    ConnectionFailed
        If no server answers there, it speaks HTTP, it refuses the user, or it has no such database.
    """
    return Neo4jTarget(connect(uri, user=user, password=password, database=database), uri, database, write)


def connect(uri: str, *, user: str, password: str, database: str | None, patience: float = 30) -> neo4j.Driver:
    """Return a driver that has reached the database; raises `ConnectionFailed` as `open_neo4j` does.

    A transaction that meets a deadlock or loses its connection is tried again for `patience` seconds.
    """
    parts = urlsplit(uri)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ConnectionFailed(f"{safe(uri)} is no address of a Neo4j server; expected one like bolt://localhost:7687")
    if parts.username is not None or parts.password is not None:
        raise ConnectionFailed(
            f"{safe(uri)}: user and password don't go into the address; set NEO4J_USER, NEO4J_PASSWORD"
        )
    with server_errors(uri, user=user, database=database):
        driver = neo4j.GraphDatabase.driver(
            uri, auth=(user, password), notifications_min_severity="OFF", max_transaction_retry_time=patience
        )
        try:
            with driver.session(database=database, default_access_mode=neo4j.READ_ACCESS) as session:
                check_version(session.run("RETURN 1").consume().server.agent, uri)
        except BaseException:
            driver.close()
            raise
    return driver


def check_version(agent: str, uri: str) -> None:
    """Raise `ConnectionFailed` for a Neo4j older than 5, by what the server says of itself.

    Examples
    --------
    >>> check_version("Neo4j/5.26.30", "bolt://localhost")
    >>> check_version("Neo4j/4.4.9", "bolt://localhost")
    Traceback (most recent call last):
    paperatlas.errors.ConnectionFailed: Neo4j at bolt://localhost has version 4.4.9; expected 5 or later
    """
    found = re.match(r"Neo4j/((\d+)\.\S+)", agent)
    if found and int(found[2]) < 5:
        raise ConnectionFailed(f"Neo4j at {safe(uri)} has version {found[1]}; expected 5 or later")


@contextmanager
def server_errors(uri: str, *, user: str = "", database: str | None = None) -> Iterator[None]:
    """Turn errors of reaching the server into `ConnectionFailed`, one line without secrets."""
    try:
        yield
    except AuthError:
        raise ConnectionFailed(
            f"Neo4j at {safe(uri)} refuses the user {user!r}: check NEO4J_USER and NEO4J_PASSWORD"
        ) from None
    except (ServiceUnavailable, SessionExpired) as error:
        raise ConnectionFailed(_unreachable(uri, str(error))) from None
    except ClientError as error:
        if error.code == "Neo.ClientError.Database.DatabaseNotFound":
            raise ConnectionFailed(f"Neo4j at {safe(uri)} has no database {database!r}") from None
        if error.code in _ONLY_READS:
            raise ConnectionFailed(
                f"the database at {safe(uri)} only reads: take it out of server.databases.read_only"
            ) from None
        raise
    except (ConfigurationError, OSError) as error:
        raise ConnectionFailed(f"{safe(uri)} can't be used: {one_line(str(error))}") from None


@contextmanager
def query_errors(uri: str, *, timeout: float | None = None) -> Iterator[None]:
    """Turn what the server or the driver says against a query into `QueryError`; lost servers as `server_errors`."""
    try:
        with server_errors(uri):
            yield
    except (Neo4jError, DriverError) as error:
        if timeout and "TransactionTimedOut" in (getattr(error, "code", None) or ""):
            raise QueryError(f"the query took longer than {timeout:g} s (--timeout)") from None
        message = getattr(error, "message", None) or str(error)
        raise QueryError(f"Neo4j refuses this query: {one_line(message)}") from None


def safe(uri: str) -> str:
    """Return the address without the user and password that someone may have put into it.

    Examples
    --------
    >>> safe("bolt://neo4j:secret@localhost:7687")
    'bolt://localhost:7687'
    """
    scheme, separator, rest = uri.partition("://")
    return scheme + separator + rest.rpartition("@")[2]


def one_line(message: str) -> str:
    """Return a message as one line of about 300 characters; a place that it tells is kept."""
    line = " ".join(message.split())
    if len(line) <= 300:
        return line.rstrip(".")
    place = re.search(r"\(line \d+, column \d+", line[300:])
    return f"{line[:300]} ..." + (f" {place[0]})" if place else "")


def _unreachable(uri: str, message: str) -> str:
    if "looks like HTTP" in message:
        return f"{safe(uri)} answers HTTP, not Bolt: name the Bolt port, 7687 unless it was changed"
    if "+s" in uri.partition("://")[0]:
        return (
            f"no Neo4j answers at {safe(uri)} with TLS: is it running, with a certificate that is trusted (else +ssc)?"
        )
    return f"no Neo4j answers at {safe(uri)}: is it running, and is this its Bolt address?"


def _fetch(
    transaction: neo4j.ManagedTransaction, cypher: str, parameters: dict[str, Any]
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    result = transaction.run(cypher, parameters)
    columns = tuple(result.keys())
    return columns, [tuple(record.values()) for record in result]


def _plain_row(record: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(plain, record))


def _check_read_only(transaction: neo4j.ManagedTransaction, cypher: str, parameters: dict[str, Any]) -> None:
    summary = transaction.run(f"EXPLAIN {cypher}", parameters).consume()
    operators = list(_operators(summary.plan or {}))
    if any(name.startswith("LoadCSV") for name, _ in operators):
        raise QueryError("LOAD CSV is refused: queries read no files")
    for name, details in operators:
        if name.startswith("ProcedureCall") and not details.startswith(_READING_PROCEDURES):
            raise QueryError(
                f"the procedure {details.partition('(')[0]} is refused unless writing is asked for (--write)"
            )
    if summary.query_type != "r":
        raise QueryError(
            "this query would change the database or its settings: refused unless writing is asked for (--write)"
        )


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan.get("operatorType", ""), str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)
