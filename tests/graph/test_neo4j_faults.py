"""Loads into servers that fail: killed in the middle, out of memory, only reading. Each is a server of its own."""

import os
import threading

import neo4j
import networkx as nx
import pytest
from neo4j_test_server import Installation, NoServer, Running, stopped_server

from paperatlas.errors import ConnectionFailed, PaperAtlasError, QueryError
from paperatlas.graph.neo4j import Loaded, write_neo4j


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    try:
        return stopped_server(tmp_path_factory.mktemp("neo4j"))
    except NoServer as reason:
        pytest.fail(str(reason)) if os.environ.get("CI") else pytest.skip(str(reason))


def load(graph: nx.MultiDiGraph, server: Running, **options: object) -> Loaded:
    return write_neo4j(graph, server.uri, user=server.user, password=server.password, **options)


def wide_graph(papers: int = 800) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_node("Method:bert", label="Method", name="BERT")
    for number in range(papers):
        graph.add_node(f"p{number:05}", label="Paper", abstract=f"{number} " * 200)
        graph.add_edge(f"p{number:05}", "Method:bert", key="MENTIONS", sentences=["We use BERT. " * 20])
    return graph


def test_a_server_killed_in_the_middle_has_nothing_half_and_the_next_load_ends_right(
    installation: Installation,
) -> None:
    graph, failed = wide_graph(), []
    size = graph.number_of_nodes() + graph.number_of_edges()
    with installation.running() as server:
        reached = threading.Event()

        def begin() -> None:
            try:
                load(
                    graph,
                    server,
                    batch_size=50,
                    patience=1,
                    progress=lambda stage, *_: stage == "edges" and reached.set(),
                )
            except PaperAtlasError as error:
                failed.append(error)

        thread = threading.Thread(target=begin)
        thread.start()
        assert reached.wait(120)
        server.kill()
        thread.join(120)
    assert [type(error) for error in failed] == [ConnectionFailed]
    assert "\n" not in str(failed[0])
    with installation.running() as server, driver_of(server) as driver:
        found = driver.execute_query("MATCH ()-[r:MENTIONS]->() RETURN count(r) AS n").records[0]["n"]
        assert 50 <= found < 800
        assert found % 50 == 0
        assert load(graph, server) == Loaded(created=800 - found)
        assert load(graph, server) == Loaded()
        assert size == sum(
            driver.execute_query(f"{match} RETURN count(x) AS n").records[0]["n"]
            for match in ("MATCH (x)", "MATCH ()-[x]->()")
        )


def test_small_memory_for_transactions_halves_the_batch_or_names_itself(installation: Installation) -> None:
    with installation.running({"dbms.memory.transaction.total.max": "10m"}) as server:
        graph = wide_graph()
        for number in range(800):
            graph.nodes[f"p{number:05}"]["title"] = f"{number} " * 400
        assert load(graph, server, batch_size=5000) == Loaded(changed=800)
        graph.nodes["p00000"]["abstract"] = "x" * 12_000_000
        with pytest.raises(QueryError, match=r"memory.*one row") as raised:
            load(graph, server)
        assert "\n" not in str(raised.value)


def test_a_database_that_only_reads_is_named(installation: Installation) -> None:
    with installation.running({"server.databases.read_only": "neo4j"}) as server:
        graph = wide_graph()
        graph.add_node("p-new", label="Paper")
        with pytest.raises(ConnectionFailed, match=r"only reads.*server\.databases\.read_only"):
            load(graph, server)
        assert load(graph, server, dry_run=True).created == 1


def driver_of(server: Running) -> neo4j.Driver:
    return neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password))
