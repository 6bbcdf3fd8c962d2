"""The atlas behind Bolt with no server installed: ArcadeDB inside this process answers Neo4j's drivers and Cypher."""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import neo4j
import networkx as nx

from paperatlas.errors import ConnectionFailed, MissingExtra
from paperatlas.graph.neo4j_rows import EdgeGroup, NodeGroup, edge_groups, node_groups
from paperatlas.schema import NODE_LABELS

_DATABASE, _ROWS, _SHORTEST = "atlas", 2000, 8


@dataclass(frozen=True, slots=True)
class BoltServer:
    """Where an atlas answers Bolt: an address of this machine alone."""

    uri: str
    user: str
    database: str


@contextmanager
def bolt_server(
    graph: "nx.MultiDiGraph[str]", *, password: str, port: int = 7687, memory: str = "1g"
) -> Iterator[BoltServer]:
    """Answer Bolt on the loopback address until the end of the block, with the graph loaded into a folder that goes.

    One such server runs in a process, and none after it: the Java machine of ArcadeDB starts once. `memory` is the
    most that it takes for its heap.

    Raises
    ------
    MissingExtra
        If arcadedb-embedded is not installed.
    ConnectionFailed
        If the port is taken, the password has fewer than eight letters, or the engine doesn't start.
    """
    engine = _engine()
    if len(password) < _SHORTEST:
        raise ConnectionFailed(f"the password has fewer than {_SHORTEST} letters, which the engine refuses")
    _check_free(port)
    address = BoltServer(f"bolt://127.0.0.1:{port}", "root", _DATABASE)
    with tempfile.TemporaryDirectory(prefix="paperatlas-bolt-") as folder, _working_in(folder):
        quiet = Path(folder) / "logging.properties"
        quiet.write_text(".level=SEVERE\n", encoding="utf-8")
        config = {
            "host": "127.0.0.1",
            "http_port": _free_port(),
            "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
            "bolt_port": port,
        }
        java = {"heap_size": memory, "jvm_args": [f"-Djava.util.logging.config.file={quiet}"]}
        try:
            with engine.ArcadeDBServer(folder, password, config, java) as server:
                _load(graph, server.create_database(_DATABASE), address, password)
                yield address
        except engine.ArcadeDBError as error:
            raise ConnectionFailed(f"the engine of paperatlas serve fails: {' '.join(str(error).split())}") from None


def _load(graph: "nx.MultiDiGraph[str]", database: Any, address: BoltServer, password: str) -> None:
    groups: list[NodeGroup | EdgeGroup] = [*node_groups(graph), *edge_groups(graph)]
    for label in NODE_LABELS:
        for statement in (
            f"CREATE VERTEX TYPE {label}",
            f"CREATE PROPERTY {label}.id STRING",
            f"CREATE INDEX ON {label} (id) UNIQUE",
        ):
            database.command("sql", statement)
    with (
        neo4j.GraphDatabase.driver(address.uri, auth=(address.user, password)) as driver,
        driver.session(database=_DATABASE) as session,
    ):
        for group in groups:
            for part in group.parts(_ROWS):
                _, _, create = part.statements()
                with session.begin_transaction() as transaction:
                    transaction.run(create, rows=part.rows).consume()
                    transaction.commit()


def _engine() -> Any:
    try:
        return import_module("arcadedb_embedded")
    except ImportError:
        raise MissingExtra("arcadedb-embedded", "serve") from None


def _check_free(port: int) -> None:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as error:
        raise ConnectionFailed(
            f"port {port} can't be used: {os.strerror(error.errno or 0)}; --port names another"
        ) from None


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port: int = held.getsockname()[1]
    return port


@contextmanager
def _working_in(folder: str) -> Iterator[None]:
    """Work in a folder: the engine writes its log where the process stands."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
