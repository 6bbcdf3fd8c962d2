"""The verbs that speak to a Neo4j server."""

import json
from pathlib import Path

import pytest
from neo4j_test_server import Server

from paperatlas.atlas import write_atlas
from paperatlas.cli.app import run
from paperatlas.records import Extraction

SECRET = "open sesame 42"


@pytest.fixture(scope="module")
def atlas(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_atlas(invented, tmp_path_factory.mktemp("neo4j") / "atlas").path


@pytest.fixture
def as_user(monkeypatch: pytest.MonkeyPatch):
    def become(user: str, password: str) -> None:
        monkeypatch.setenv("NEO4J_USER", user)
        monkeypatch.setenv("NEO4J_PASSWORD", password)

    return become


def counts(out: str) -> tuple[int, int]:
    found = json.loads(out)
    return found["created"], found["changed"]


def test_a_dry_run_says_what_loading_then_does_and_a_second_load_changes_nothing(
    atlas: Path, empty_neo4j: Server, as_user, capsys: pytest.CaptureFixture[str]
) -> None:
    as_user(empty_neo4j.user, empty_neo4j.password)
    load = ["load", "--atlas", str(atlas), "--neo4j", empty_neo4j.uri, "--json"]
    outputs = []
    for arguments in ([*load, "--dry-run"], load, load):
        assert run(arguments) == 0
        outputs.append(counts(capsys.readouterr().out))
    assert outputs[0] == outputs[1] > (100, 0)
    assert outputs[2] == (0, 0)

    assert run(["query", "MATCH (n:Entity) RETURN count(n) AS n", "--neo4j", empty_neo4j.uri, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["n"] > 50


def test_the_book_gives_the_same_table_on_both_engines(
    atlas: Path, empty_neo4j: Server, as_user, capsys: pytest.CaptureFixture[str]
) -> None:
    as_user(empty_neo4j.user, empty_neo4j.password)
    run(["load", "--atlas", str(atlas), "--neo4j", empty_neo4j.uri])
    capsys.readouterr()
    tables = []
    for target in (["--atlas", str(atlas)], ["--neo4j", empty_neo4j.uri]):
        assert run(["query", "methods", "-p", "limit=5", *target]) == 0
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1]
    assert len(tables[0].splitlines()) == 7


def test_writing_works_only_when_asked_for(empty_neo4j: Server, as_user, capsys: pytest.CaptureFixture[str]) -> None:
    as_user(empty_neo4j.user, empty_neo4j.password)
    write = ["query", "CREATE (n:Paper {id: 'x'}) RETURN n.id AS id", "--neo4j", empty_neo4j.uri]
    assert run(write) == 1
    assert "--write" in capsys.readouterr().err
    assert run([*write, "--write", "--format", "csv"]) == 0
    assert capsys.readouterr().out == "id\nx\n"


def test_a_wrong_password_is_one_line_without_the_secret(
    atlas: Path, neo4j_server: Server, as_user, capsys: pytest.CaptureFixture[str]
) -> None:
    as_user("neo4j", SECRET)
    assert run(["load", "--atlas", str(atlas), "--neo4j", neo4j_server.uri]) == 1
    err = capsys.readouterr().err
    assert err.startswith("paperatlas: ")
    assert "NEO4J_PASSWORD" in err
    assert err.count("\n") == 1
    assert SECRET not in err


@pytest.mark.parametrize("uri", ["bolt://127.0.0.1:9", "localhost:7687", f"bolt://neo4j:{SECRET}@127.0.0.1:9"])
def test_a_server_that_cannot_be_reached_is_one_line(
    atlas: Path, as_user, capsys: pytest.CaptureFixture[str], uri: str
) -> None:
    as_user("neo4j", SECRET)
    assert run(["load", "--atlas", str(atlas), "--neo4j", uri]) == 1
    err = capsys.readouterr().err
    assert err.startswith("paperatlas: ")
    assert err.count("\n") == 1
    assert SECRET not in err


def test_without_a_password_and_a_terminal_usage_tells_how(
    atlas: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NEO4J_PASSWORD", raising=False)
    assert run(["load", "--atlas", str(atlas), "--neo4j", "bolt://127.0.0.1:9"]) == 2
    assert "set NEO4J_PASSWORD" in capsys.readouterr().err
