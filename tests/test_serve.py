"""`paperatlas serve` as a process of its own, asked through the official driver."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import neo4j
import pytest

from paperatlas.atlas import GRAPH, STORE, write_atlas
from paperatlas.cli.app import run
from paperatlas.graph.files import read_graph
from paperatlas.graph.neo4j import Loaded, write_neo4j
from paperatlas.graph.result import Result, plain
from paperatlas.graph.store import open_store
from paperatlas.queries.library import Query, list_queries, run_query
from paperatlas.queries.pages import example_parameters
from paperatlas.records import Extraction

PASSWORD = "kept in the environment"


@pytest.fixture(scope="module")
def atlas(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("arcadedb_embedded")
    return write_atlas(invented, tmp_path_factory.mktemp("serve") / "atlas").path


@pytest.fixture(scope="module")
def served(atlas: Path) -> Iterator[dict[str, str]]:
    """A process that serves the atlas; it ends by Ctrl-C with exit code 0 and leaves no file where it stands."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    command = [sys.executable, "-c", "from paperatlas.cli import main; main()", "serve", "--atlas", str(atlas)]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--json"],
        cwd=atlas.parent,
        env={**os.environ, "NEO4J_PASSWORD": PASSWORD},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        printed = "".join(iter(process.stdout.readline, "}\n")) + "}"
        assert PASSWORD not in printed
        yield json.loads(printed)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert [path.name for path in atlas.parent.iterdir()] == [atlas.name]
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def session(served: dict[str, str]) -> Iterator[neo4j.Session]:
    who = (served["user"], PASSWORD)
    with neo4j.GraphDatabase.driver(served["uri"], auth=who) as driver, driver.session() as session:
        yield session


class Driver:
    """The official driver as what queries run on, without anything of ours between it and the server."""

    dialect = "neo4j"

    def __init__(self, session: neo4j.Session) -> None:
        self._session = session

    def rows(self, cypher: str, parameters: Mapping[str, Any], *, timeout: float | None = None) -> Result:
        found = self._session.run(neo4j.Query(cypher, timeout=timeout), parameters)
        return Result(tuple(found.keys()), (tuple(record.values()) for record in found))


def rounded(rows: Iterable[Iterable[Any]]) -> list[list[Any]]:
    return [[float(f"{value:.9g}") if isinstance(value, float) else plain(value) for value in row] for row in rows]


@pytest.mark.parametrize("query", list_queries(), ids=lambda query: query.name)
def test_queries_of_the_book_for_neo4j_give_the_rows_of_the_store(
    query: Query, atlas: Path, session: neo4j.Session
) -> None:
    given = example_parameters(query)
    with open_store(atlas / STORE) as store:
        wanted = rounded(run_query(query.name, store, parameters=given))
    found = run_query(query.name, Driver(session), parameters=given)
    assert found.columns == tuple(column.name for column in query.columns)
    assert rounded(found) == wanted
    assert wanted


def test_everything_is_there(atlas: Path, served: dict[str, str]) -> None:
    graph = read_graph(atlas / GRAPH)
    found = write_neo4j(graph, served["uri"], user=served["user"], password=PASSWORD, dry_run=True)
    assert found == Loaded()
    graph.add_node("Method:new", label="Method", name="new")
    found = write_neo4j(graph, served["uri"], user=served["user"], password=PASSWORD, dry_run=True)
    assert found == Loaded(created=1)


def test_a_wrong_password_is_refused(served: dict[str, str]) -> None:
    with (
        neo4j.GraphDatabase.driver(served["uri"], auth=(served["user"], "wrong")) as driver,
        pytest.raises(neo4j.exceptions.AuthError),
    ):
        driver.verify_connectivity()


def test_it_listens_at_one_address_of_this_machine(served: dict[str, str]) -> None:
    port = int(served["uri"].rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=5):
        pass
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", port), timeout=5):
        pass


def test_no_password_or_a_short_one_is_told(
    atlas: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NEO4J_PASSWORD", raising=False)
    assert run(["serve", "--atlas", str(atlas)]) == 2
    assert "set NEO4J_PASSWORD" in capsys.readouterr().err
    monkeypatch.setenv("NEO4J_PASSWORD", "short")
    assert run(["serve", "--atlas", str(atlas)]) == 1
    assert capsys.readouterr().err == ("paperatlas: the password has fewer than 8 letters, which the engine refuses\n")


def test_a_port_that_is_taken_is_told(
    atlas: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", PASSWORD)
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        assert run(["serve", "--atlas", str(atlas), "--port", str(port)]) == 1
    assert (
        capsys.readouterr().err
        == f"paperatlas: port {port} can't be used: Address already in use; --port names another\n"
    )
