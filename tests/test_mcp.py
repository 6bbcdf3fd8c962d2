"""The Model Context Protocol: the official client asks `paperatlas mcp` over standard streams."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

from paperatlas import list_queries
from paperatlas.atlas import write_atlas
from paperatlas.records import Extraction
from paperatlas.schema import NODE_LABELS

START = "from paperatlas.cli import main; main()"


@pytest.fixture(scope="module")
def atlas(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_atlas(invented, tmp_path_factory.mktemp("mcp") / "atlas").path


@pytest.fixture(scope="module")
def answers(atlas: Path) -> Callable[..., Any]:
    """Ask one server many things at once, and keep what it said."""
    asked = [
        ("list_queries", {}),
        ("describe_graph", {}),
        ("run_query", {"name": "methods", "parameters": {"limit": 3}}),
        ("run_query", {"name": "methods", "limit": 1}),
        (
            "run_cypher",
            {"cypher": "MATCH (p:Paper) WHERE p.id = $id RETURN p.id AS id", "parameters": {"id": "inv-01"}},
        ),
        ("run_cypher", {"cypher": "MATCH (n) DETACH DELETE n"}),
        ("run_cypher", {"cypher": "LOAD FROM '/etc/passwd' RETURN *"}),
        ("run_cypher", {"cypher": "methods"}),
        ("run_query", {"name": "methodz"}),
        ("run_query", {"name": "MATCH (n) RETURN n"}),
    ]

    async def talk() -> list[tuple[bool, str]]:
        server = StdioServerParameters(command=sys.executable, args=["-c", START, "mcp", "--atlas", str(atlas)])
        async with stdio_client(server) as streams, ClientSession(*streams) as session:
            await session.initialize()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            assert {name for name, _ in asked} == set(tools)
            assert all(tool.description and tool.annotations.read_only_hint for tool in tools.values())
            said = [await session.call_tool(name, arguments) for name, arguments in asked]
            return [(bool(one.is_error), one.content[0].text) for one in said]

    said = asyncio.run(talk())
    return lambda number: said[number]


def test_the_book_is_listed(answers: Callable[..., Any]) -> None:
    failed, text = answers(0)
    assert not failed
    assert [query["name"] for query in json.loads(text)] == [query.name for query in list_queries()]


def test_the_schema_is_told(answers: Callable[..., Any]) -> None:
    assert set(json.loads(answers(1)[1])["nodes"]) == set(NODE_LABELS)


def test_a_query_of_the_book_runs(answers: Callable[..., Any]) -> None:
    found = json.loads(answers(2)[1])
    assert (len(found["rows"]), found["columns"][0], found["more"]) == (3, "id", False)


def test_a_cut_answer_says_so(answers: Callable[..., Any]) -> None:
    found = json.loads(answers(3)[1])
    assert (len(found["rows"]), found["more"]) == (1, True)


def test_own_cypher_takes_parameters(answers: Callable[..., Any]) -> None:
    assert json.loads(answers(4)[1])["rows"] == [["inv-01"]]


@pytest.mark.parametrize("number, said", [(5, "read"), (6, ""), (7, "run_query"), (8, "methods"), (9, "run_cypher")])
def test_what_is_refused_is_told_in_one_line(answers: Callable[..., Any], number: int, said: str) -> None:
    failed, text = answers(number)
    assert failed
    assert said in text
    assert "\n" not in text
    assert "Traceback" not in text
    assert "root:" not in text


def test_a_missing_atlas_is_told_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, "mcp", "--atlas", str(tmp_path / "nowhere")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("paperatlas: ")
    assert done.stderr.count("\n") == 1


def test_a_missing_package_names_the_extra(atlas: Path) -> None:
    code = f"import sys; sys.modules['mcp'] = None; sys.argv[1:] = ['mcp', '--atlas', {str(atlas)!r}]; {START}"
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (
        1,
        "paperatlas: mcp is not installed; pip install 'paperatlas[mcp]'\n",
    )
