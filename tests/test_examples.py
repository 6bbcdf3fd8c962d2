"""The examples run on a loaded atlas as they stand."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import neo4j
import networkx as nx
import pytest
from neo4j_test_server import Server

from paperatlas.graph.neo4j import Loaded, write_neo4j

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def loaded(invented_graph: nx.MultiDiGraph, empty_neo4j: Server) -> Server:
    write_neo4j(invented_graph, empty_neo4j.uri, user=empty_neo4j.user, password=empty_neo4j.password)
    yield empty_neo4j
    with neo4j.GraphDatabase.driver(empty_neo4j.uri, auth=(empty_neo4j.user, empty_neo4j.password)) as driver:
        driver.execute_query("DROP INDEX paper_vectors IF EXISTS")


def run(script: str, *arguments: str, server: Server) -> str:
    env = {"NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password}
    command = [sys.executable, EXAMPLES / script, *arguments]
    done = subprocess.run(command, env=os.environ | env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_hybrid_retriever_finds_papers_with_what_is_around_them(
    loaded: Server, invented_graph: nx.MultiDiGraph
) -> None:
    found = [json.loads(line) for line in run("graphrag.py", "graph weaving citation", server=loaded).splitlines()]
    assert len(found) == 3
    assert found[0]["id"] == "inv-01"
    assert {name["name"] for name in found[0]["names"]} <= {data.get("name") for _, data in invented_graph.nodes.data()}
    assert any(name["sentence"] for name in found[0]["names"])


def test_vectors_are_the_same_each_time_and_for_unknown_words_too() -> None:
    make = example("graphrag").TextVectors
    texts = ["graphs and trees", "trees of words", "words and images", "images of graphs"]
    assert make(texts).embed_query("graphs of words") == make(texts).embed_query("graphs of words")
    assert any(make(texts).embed_query("zzz"))


def test_vectors_of_a_retriever_stay_through_the_next_load(loaded: Server, invented_graph: nx.MultiDiGraph) -> None:
    run("graphrag.py", "graph", server=loaded)
    assert write_neo4j(invented_graph, loaded.uri, user=loaded.user, password=loaded.password) == Loaded()
    with neo4j.GraphDatabase.driver(loaded.uri, auth=(loaded.user, loaded.password)) as driver:
        look = "MATCH (p:Paper) WHERE p.embedding IS NULL RETURN count(p) AS missing"
        assert driver.execute_query(look).records[0]["missing"] == 0


def test_the_viewer_draws_a_query_result(loaded: Server, tmp_path: Path) -> None:
    shown = int(run("viewer.py", str(tmp_path / "result.html"), server=loaded).split()[0])
    assert shown > 10
    assert "Graph Weaving" in (tmp_path / "result.html").read_text(encoding="utf-8")
