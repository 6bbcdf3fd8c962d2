"""Bundles for neo4j-admin and Cypher scripts: what they make in a server is what a load makes."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import neo4j
import networkx as nx
import pytest
from neo4j_test_server import NoServer, Server, admin_command, stopped_server

from paperatlas.errors import InputError
from paperatlas.graph.bulk import write_admin_bundle, write_cypher
from paperatlas.graph.neo4j import Loaded, write_neo4j

HOSTILE = (
    "'\"`\\",
    '"quoted"',
    "ends in a backslash \\",
    "\\u0041 \\n \\\\u0041",
    "one\ntwo\r\nthree\rfour",
    " spaces around ",
    "tab\tand ; | , and \x1f",
    "'}) DETACH DELETE n //",
    "$rows",
    "true",
    "12",
    "null",
    "Möbius 图神经网络 \U0001f600",
    "x" * 20_000,
)


def hostile_graph() -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_node("Dataset:d", label="Dataset", name="D", aliases=list(HOSTILE), papers=3)
    for number, text in enumerate(HOSTILE):
        graph.add_node(f"p{number}{text}", label="Paper", title=text, abstract=text, year=-number, keywords=[text])
        graph.add_edge(f"p{number}{text}", "Dataset:d", key="MENTIONS", sentences=[text, "b"], confidence=0.1 + 0.2)
        graph.add_edge(f"p{number}{text}", "Dataset:d", key="USES", evidence=text)
    for number, words in enumerate(([], [""], ["", "a", ""], ["null"])):
        graph.add_node(f"Method:{number}", label="Method", aliases=words)
        graph.add_node(f"q{number}", label="Paper", keywords=words, title="")
        graph.add_edge(f"q{number}", "Dataset:d", key="MENTIONS", sentences=words)
    graph.add_node("Concept:c", label="Concept", kind="task", name="c", first_year=2**53 + 1)
    return graph


def run_script(server: Server, script: str) -> None:
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        for statement in script.splitlines():
            driver.execute_query(statement.removesuffix(";"))


def load_again(graph: nx.MultiDiGraph, server: Server) -> Loaded:
    return write_neo4j(graph, server.uri, user=server.user, password=server.password)


@pytest.mark.parametrize("name", ["hostile", "invented"])
def test_a_script_makes_what_a_load_makes(
    name: str, invented_graph: nx.MultiDiGraph, tmp_path: Path, empty_neo4j: Server
) -> None:
    graph = hostile_graph() if name == "hostile" else invented_graph
    write_cypher(graph, tmp_path / "graph.cypher")
    script = (tmp_path / "graph.cypher").read_text(encoding="utf-8")
    for _ in range(2):
        run_script(empty_neo4j, script)
    assert load_again(graph, empty_neo4j) == Loaded()


@pytest.mark.skipif(not shutil.which("sh"), reason="import.sh needs a shell")
def test_a_bundle_makes_what_a_load_makes(invented_graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    graph = nx.union(hostile_graph(), invented_graph)
    write_admin_bundle(graph, tmp_path / "bundle")
    try:
        server = stopped_server(tmp_path / "home")
    except NoServer as reason:
        pytest.fail(str(reason)) if os.environ.get("CI") else pytest.skip(str(reason))
    admin = tmp_path / "bin" / "neo4j-admin"
    admin.parent.mkdir()
    admin.write_text(f'#!/bin/sh\nexec {shlex.join(admin_command(server))} "$@"\n')
    admin.chmod(0o755)
    done = subprocess.run(
        [tmp_path / "bundle" / "import.sh"],
        env=os.environ | server.environment | {"PATH": f"{admin.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    with server.running() as running:
        run_script(running, (tmp_path / "bundle" / "after.cypher").read_text(encoding="utf-8"))
        assert load_again(graph, running) == Loaded()
        with neo4j.GraphDatabase.driver(running.uri, auth=(running.user, running.password)) as driver:
            labels = driver.execute_query("MATCH (n:PaperAtlas) RETURN count(n) AS n").records[0]["n"]
            assert labels == graph.number_of_nodes()


def test_a_list_that_uses_every_delimiter_is_refused(tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    every = "".join(map(chr, (*range(1, 128), *range(0xE000, 0xE100))))
    graph.add_node("p1", label="Paper", keywords=[every])
    with pytest.raises(InputError, match="export cypher"):
        write_admin_bundle(graph, tmp_path / "bundle")
    assert not (tmp_path / "bundle" / "import.sh").exists()


def test_a_bundle_is_the_same_bytes_each_time(invented_graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        write_admin_bundle(invented_graph, tmp_path / folder)
    names = sorted(file.name for file in (tmp_path / "one").iterdir())
    assert {"import.sh", "after.cypher", "nodes-Concept-Entity-Task.csv"} <= set(names)
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
