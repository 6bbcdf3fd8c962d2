"""Loads beside other data and other loads: what is ours, several atlases, several writers, lost connections."""

import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import neo4j
import networkx as nx
import pytest
from neo4j_test_server import Server

from paperatlas.errors import ConnectionFailed, InputError
from paperatlas.graph.neo4j import Loaded, write_neo4j


@pytest.fixture
def cypher(empty_neo4j: Server):
    """Run Cypher on the emptied server, and return the rows."""
    with neo4j.GraphDatabase.driver(empty_neo4j.uri, auth=(empty_neo4j.user, empty_neo4j.password)) as driver:
        yield lambda text: [record.values() for record in driver.execute_query(text).records]


@pytest.fixture
def load(empty_neo4j: Server):
    def call(graph: nx.MultiDiGraph, *, uri: str = empty_neo4j.uri, **options: object) -> Loaded:
        return write_neo4j(graph, uri, user=empty_neo4j.user, password=empty_neo4j.password, **options)

    return call


def star(papers: int) -> nx.MultiDiGraph:
    """Papers that all mention one method."""
    graph = nx.MultiDiGraph()
    graph.add_node("Method:bert", label="Method", name="BERT", papers=papers)
    for number in range(papers):
        graph.add_node(f"p{number:05}", label="Paper", title=f"On BERT, part {number}")
        graph.add_edge(f"p{number:05}", "Method:bert", key="MENTIONS", count=1, sentences=["We use BERT."])
        graph.add_edge(f"p{number:05}", "Method:bert", key="USES", confidence=0.5)
    return graph


CONTENT = """MATCH (n) OPTIONAL MATCH (n)-[r]->(m)
    RETURN n.id AS id, labels(n), properties(n), type(r) AS type, m.id AS other, properties(r)
    ORDER BY id, type, other"""


def test_an_empty_database_gets_the_same_from_create_as_any_other_from_merge(
    invented_graph: nx.MultiDiGraph, load, cypher
) -> None:
    load(invented_graph, batch_size=70)
    created = cypher(CONTENT)
    cypher("MATCH (n) DETACH DELETE n")
    cypher("CREATE (:Foreign {id: 'x'})")
    load(invented_graph, batch_size=70)
    cypher("MATCH (n:Foreign) DELETE n")
    assert len(created) > invented_graph.number_of_edges()
    assert cypher(CONTENT) == created


def test_four_writers_at_one_node_lose_nothing(load, cypher) -> None:
    graph = star(400)
    assert load(graph, writers=4, batch_size=10) == Loaded(created=1201)
    assert cypher("MATCH (:Paper)-[r]->(:Method) RETURN type(r), count(r) ORDER BY type(r)") == [
        ["MENTIONS", 400],
        ["USES", 400],
    ]
    assert load(graph, writers=4, batch_size=10) == Loaded()


def test_deadlocks_of_four_writers_are_tried_again_and_lose_nothing(load, cypher, empty_neo4j, caplog) -> None:
    def methods(name: str) -> nx.MultiDiGraph:
        graph = nx.MultiDiGraph()
        graph.add_nodes_from((f"Method:{number}", {"label": "Method", "name": name}) for number in range(8))
        return graph

    mark = "UNWIND $ids AS id MATCH (m:Method {id: id}) SET m.mine = true"
    odd, even = ([f"Method:{number}" for number in range(start, 8, 2)] for start in (1, 0))
    load(methods("old"))
    caplog.set_level("INFO", logger="paperatlas")
    with (
        ThreadPoolExecutor(1) as pool,
        neo4j.GraphDatabase.driver(empty_neo4j.uri, auth=(empty_neo4j.user, empty_neo4j.password)) as driver,
        driver.session() as session,
        session.begin_transaction() as transaction,
    ):
        transaction.run(mark, ids=odd).consume()
        loading = pool.submit(
            load, methods("new"), writers=4, batch_size=2
        )  # each writer: an even one, then an odd one
        blocked = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*)"
        while cypher(blocked) != [[4]]:
            assert not loading.done()
            time.sleep(0.05)
        transaction.run(mark, ids=even).consume()
        transaction.commit()
        assert loading.result() == Loaded(changed=8)
    assert sum("DeadlockDetected" in message for message in caplog.messages) >= 4
    assert cypher("MATCH (m:Method) RETURN m.name, m.mine, count(*)") == [["new", True, 8]]


@pytest.mark.parametrize(
    "edit",
    [
        "MATCH (m:Method) SET m.name = 'edited'",
        "MATCH (m:Method) REMOVE m.papers",
        "MATCH (p:Paper {id: 'p00001'}) SET p.year = 1999",
        "MATCH (m:Method) REMOVE m:Entity",
        "MATCH (:Paper {id: 'p00000'})-[r:USES]->() SET r.confidence = true",
        "MATCH (:Paper {id: 'p00002'})-[r:MENTIONS]->() SET r.sentences = r.sentences + 'Edited.'",
        "MATCH (p:Paper {id: 'p00002'})-[:USES]->(m) CREATE (p)-[:USES {confidence: 0.1}]->(m)",
    ],
)
def test_what_was_edited_is_put_right(edit: str, load, cypher) -> None:
    load(star(3))
    content = cypher(CONTENT)
    cypher(edit)
    assert load(star(3), dry_run=True).changed >= 1
    assert load(star(3)).changed >= 1
    assert [row for row in cypher(CONTENT) if row in content] == cypher(CONTENT)
    assert load(star(3)) == Loaded()


def test_properties_and_labels_of_others_stay(load, cypher) -> None:
    load(star(1))
    cypher("MATCH (m:Method) SET m.embedding = [0.5, 1.0], m:Favourite")
    cypher("MATCH ()-[r:USES]->() SET r.checked = true")
    assert load(star(1)) == Loaded()
    graph = star(1)
    graph.nodes["Method:bert"]["name"] = "Bert"
    graph.edges["p00000", "Method:bert", "USES"].clear()
    assert load(graph) == Loaded(changed=2)
    assert cypher("MATCH (m:Favourite)<-[r:USES]-() RETURN m.name, m.embedding, properties(r)") == [
        ["Bert", [0.5, 1.0], {"checked": True}]
    ]


def test_pruning_takes_what_loads_made_and_the_graph_lost(load, cypher) -> None:
    cypher("CREATE (:Paper {id: 'mine'})-[:USES]->(:Method {id: 'my own'})")
    load(star(4))
    cypher("MATCH (p:Paper {id: 'p00003'}) CREATE (:Note)-[:ABOUT]->(p)")
    graph = star(2)
    graph.remove_edge("p00001", "Method:bert", "USES")
    told = load(graph, prune_gone=True, dry_run=True)
    assert told.removed >= 6
    assert cypher("MATCH (p:Paper) RETURN count(p)") == [[5]]
    done = load(graph, prune_gone=True)
    assert (done.removed, done.kept) == (told.removed, told.kept) == (6, 1)
    assert cypher("MATCH (p:Paper) RETURN p.id ORDER BY p.id") == [["mine"], ["p00000"], ["p00001"], ["p00003"]]
    assert cypher("MATCH (p)-[r:USES]->() RETURN p.id ORDER BY p.id") == [["mine"], ["p00000"]]
    assert cypher("MATCH (:Note)-[r:ABOUT]->(p) RETURN p.id") == [["p00003"]]


def test_atlases_of_other_names_stand_side_by_side(load, cypher) -> None:
    load(star(3))
    load(star(2), atlas="nlp")
    assert load(star(1), atlas="vision").created == 4
    assert load(star(1), atlas="nlp", prune_gone=True) == Loaded(changed=1, removed=3)
    assert cypher("MATCH (m:Method)<-[:MENTIONS]-(p) RETURN m.atlas, m.id, p.id ORDER BY m.atlas, p.id") == [
        ["nlp", "nlp/Method:bert", "nlp/p00000"],
        ["vision", "vision/Method:bert", "vision/p00000"],
        [None, "Method:bert", "p00000"],
        [None, "Method:bert", "p00001"],
        [None, "Method:bert", "p00002"],
    ]


@pytest.mark.parametrize("name", ["", "a b", "x'", "/", "a" * 65])
def test_a_name_of_an_atlas_is_a_plain_word(name: str) -> None:
    with pytest.raises(InputError, match="can't name an atlas"):
        write_neo4j(star(1), "bolt://127.0.0.1:1", user="neo4j", password="none", atlas=name)


@pytest.mark.parametrize(
    "index, words, node",
    [("paperatlas_papers", "part", "p00000"), ("paperatlas_entities", "bert", "Method:bert")],
)
def test_text_can_be_searched(load, cypher, index: str, words: str, node: str) -> None:
    graph = star(1)
    graph.nodes["p00000"]["abstract"] = "word " * 4000
    load(graph)
    cypher("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    assert cypher(f"CALL db.index.fulltext.queryNodes('{index}', '{words}') YIELD node RETURN node.id") == [[node]]


def test_a_lost_connection_does_not_end_the_load(invented_graph: nx.MultiDiGraph, load, cypher, empty_neo4j) -> None:
    with cut_proxy(empty_neo4j.uri, after=50_000) as (uri, cuts):
        load(invented_graph, uri=uri, batch_size=100)
        assert len(cuts) > 1
    assert cypher("MATCH ()-[r]->() RETURN count(r)") == [[invented_graph.number_of_edges()]]
    assert load(invented_graph) == Loaded()


@pytest.mark.skipif(not shutil.which("openssl"), reason="a certificate is made with openssl")
def test_an_address_with_tls_is_spoken_to_with_tls(load, cypher, empty_neo4j: Server, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with cut_proxy(empty_neo4j.uri, after=10**9, tls=tls) as (uri, _):
        assert load(star(1), uri=uri.replace("bolt:", "bolt+ssc:")) == Loaded(created=4)
        with pytest.raises(ConnectionFailed, match=r"TLS.*\+ssc"):
            load(star(1), uri=uri.replace("bolt:", "bolt+s:"))
    assert cypher("MATCH (n) RETURN count(n)") == [[2]]


@contextmanager
def cut_proxy(uri: str, *, after: int, tls: ssl.SSLContext | None = None) -> Iterator[tuple[str, list[int]]]:
    """Stand between the load and the server, and cut each connection when it has sent so many bytes."""
    server, cuts = (urlsplit(uri).hostname, urlsplit(uri).port), []

    def pump(source: socket.socket, sink: socket.socket, limit: float) -> None:
        passed = 0
        try:
            while passed < limit and (data := source.recv(8192)):
                passed += len(data)
                sink.sendall(data)
            if passed >= limit:
                cuts.append(passed)
        except OSError:
            pass
        for each in (source, sink):
            each.close() if passed >= limit else _shut(each)

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
                client = tls.wrap_socket(client, server_side=True) if tls else client
            except ssl.SSLError:
                continue
            except OSError:
                return
            upstream = socket.create_connection(server)
            for pair in ((client, upstream, after), (upstream, client, float("inf"))):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield f"bolt://127.0.0.1:{listener.getsockname()[1]}", cuts


def _shut(side: socket.socket) -> None:
    with suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
