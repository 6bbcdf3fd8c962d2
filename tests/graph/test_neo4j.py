import socket
from collections.abc import Iterator

import networkx as nx
import pytest
from neo4j_test_server import Server

from paperatlas.errors import ConnectionFailed, InputError, QueryError
from paperatlas.graph.neo4j import Loaded, write_neo4j
from paperatlas.graph.neo4j_session import Neo4jTarget, open_neo4j
from paperatlas.graph.store import open_store, write_store


def load(graph: nx.MultiDiGraph, server: Server, **options: object) -> Loaded:
    return write_neo4j(graph, server.uri, user=server.user, password=server.password, **options)


@pytest.fixture
def target(empty_neo4j: Server) -> Iterator[Neo4jTarget]:
    with open_neo4j(empty_neo4j.uri, user=empty_neo4j.user, password=empty_neo4j.password) as opened:
        yield opened


def small_graph() -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_node("p1", label="Paper", title="On GCNs", year=2019)
    graph.add_node("Method:gcn", label="Method", name="GCN", aliases=["GCNs"])
    graph.add_node("Concept:parsing", label="Concept", name="parsing", kind="task")
    graph.add_edge("p1", "Method:gcn", key="MENTIONS", count=2, sentences=["We use GCNs."])
    graph.add_edge("p1", "Method:gcn", key="USES", confidence=0.9, evidence="We use GCNs.")
    graph.add_edge("p1", "Concept:parsing", key="MENTIONS", count=1)
    return graph


def test_database_holds_every_node_and_edge(
    invented_graph: nx.MultiDiGraph, empty_neo4j: Server, target: Neo4jTarget
) -> None:
    load(invented_graph, empty_neo4j, batch_size=50)
    nodes = [row[0] for row in target.rows("MATCH (n) RETURN n ORDER BY n.id")]
    assert nodes == [{"id": node, **data} for node, data in sorted(invented_graph.nodes(data=True))]
    edges = list(target.rows("MATCH (a)-[r]->(b) RETURN a.id, b.id, r"))
    wanted = [
        [tail, head, {"type": key, **data}] for tail, head, key, data in invented_graph.edges(keys=True, data=True)
    ]
    assert sorted(map(list, edges), key=str) == sorted(wanted, key=str)


def test_second_load_changes_nothing(invented_graph: nx.MultiDiGraph, empty_neo4j: Server) -> None:
    size = invented_graph.number_of_nodes() + invented_graph.number_of_edges()
    assert load(invented_graph, empty_neo4j) == Loaded(created=size, changed=0)
    assert load(invented_graph, empty_neo4j) == Loaded(created=0, changed=0)


def test_load_counts_and_makes_what_differs(empty_neo4j: Server, target: Neo4jTarget) -> None:
    load(small_graph(), empty_neo4j)
    graph = small_graph()
    del graph.nodes["p1"]["year"]
    graph.nodes["Concept:parsing"]["kind"] = "metric"
    graph.edges["p1", "Method:gcn", "USES"]["confidence"] = 0.5
    graph.add_node("Method:gat", label="Method", name="GAT")
    assert load(graph, empty_neo4j) == Loaded(created=1, changed=3)
    assert list(target.rows("MATCH (p:Paper) RETURN p.year, p.title")) == [(None, "On GCNs")]
    assert list(target.rows("MATCH (c:Metric&!Task&Entity) RETURN c.id")) == [("Concept:parsing",)]
    assert list(target.rows("MATCH (:Paper)-[r:USES]->(:Method) RETURN r.confidence")) == [(0.5,)]


def test_dry_run_tells_and_changes_nothing(empty_neo4j: Server, target: Neo4jTarget) -> None:
    assert load(small_graph(), empty_neo4j, dry_run=True) == Loaded(created=6, changed=0)
    assert list(target.rows("MATCH (n) RETURN count(n)")) == [(0,)]
    load(small_graph(), empty_neo4j)
    graph = small_graph()
    graph.edges["p1", "Method:gcn", "MENTIONS"]["count"] = 3
    assert load(graph, empty_neo4j, dry_run=True) == Loaded(created=0, changed=1)


def test_entities_and_kinds_are_labels(empty_neo4j: Server, target: Neo4jTarget) -> None:
    load(small_graph(), empty_neo4j)
    rows = target.rows("MATCH (n) RETURN n.id, labels(n)")
    assert {node: set(labels) for node, labels in rows} == {
        "p1": {"Paper", "PaperAtlas"},
        "Method:gcn": {"Method", "Entity", "PaperAtlas"},
        "Concept:parsing": {"Concept", "Entity", "Task", "PaperAtlas"},
    }


def test_values_go_in_by_rule(empty_neo4j: Server, target: Neo4jTarget) -> None:
    graph = nx.MultiDiGraph()
    hostile = "'\"`\\ }) DETACH DELETE n // \0 \ud800 \U0001f600"
    graph.add_node("Method:x", label="Method", name=hostile, aliases={"b", "a"})
    load(graph, empty_neo4j)
    rows = target.rows("MATCH (m:Method) RETURN m.name, m.aliases")
    assert list(rows) == [(hostile.replace("\ud800", "\ufffd"), ["a", "b"])]


def test_name_and_id_above_the_index_limit_are_loaded_once(empty_neo4j: Server, target: Neo4jTarget) -> None:
    graph = nx.MultiDiGraph()
    graph.add_node("p1", label="Paper")
    for ending in "ab":
        long = "\u00e9" * 9000 + ending
        graph.add_node(f"Method:{long}", label="Method", name=long)
        graph.add_edge("p1", f"Method:{long}", key="MENTIONS", count=1)
    assert load(graph, empty_neo4j) == Loaded(created=5, changed=0)
    assert load(graph, empty_neo4j) == Loaded(created=0, changed=0)
    rows = target.rows("MATCH (:Paper)-[:MENTIONS]->(m:Method) RETURN size(m.name), size(m.id) < 8000 ORDER BY m.id")
    assert list(rows) == [(9001, True), (9001, True)]


def test_bad_value_is_told_before_the_server_is_asked() -> None:
    graph = nx.MultiDiGraph()
    graph.add_node("p1", label="Paper", year=2**70)
    with pytest.raises(InputError, match="year of node 'p1'"):
        write_neo4j(graph, "bolt://127.0.0.1:1", user="neo4j", password="none")


def test_progress_counts_rows(empty_neo4j: Server) -> None:
    seen = []
    load(small_graph(), empty_neo4j, progress=lambda *call: seen.append(call))
    assert seen == [
        ("nodes", 1, 3),
        ("nodes", 2, 3),
        ("nodes", 3, 3),
        ("edges", 1, 3),
        ("edges", 2, 3),
        ("edges", 3, 3),
    ]


def test_rows_come_as_they_are_read(target: Neo4jTarget) -> None:
    result = target.rows("UNWIND range(1, 10000000000) AS x RETURN x")
    assert [row for _, row in zip(range(10), result.rows, strict=False)] == [(x,) for x in range(1, 11)]
    result.rows.close()
    assert list(target.rows("SHOW TRANSACTIONS YIELD currentQuery AS asked WHERE asked CONTAINS 'range' RETURN 1")) == [
        (1,)  # this one
    ]


def test_fault_in_a_late_row_is_told_after_the_rows_before_it(target: Neo4jTarget) -> None:
    rows = iter(target.rows("UNWIND range(1, 5000) AS x RETURN 1 / (x - 3000)"))
    assert next(rows) == (0,)
    with pytest.raises(QueryError, match="zero"):
        list(rows)


def test_query_that_takes_too_long_is_ended(target: Neo4jTarget) -> None:
    with pytest.raises(QueryError, match=r"longer than 1 s \(--timeout\)"):
        list(target.rows("UNWIND range(1, 10000000000) AS x RETURN count(x)", timeout=1))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as held:
        return held.getsockname()[1]


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("http://localhost:7474", "no address of a Neo4j server"),
        ("localhost:7687", "no address of a Neo4j server"),
        ("bolt://", "no address of a Neo4j server"),
        ("bolt://neo4j:s3cret@localhost:7687", "don't go into the address"),
        (f"bolt://127.0.0.1:{free_port()}", "is it running"),
        ("neo4j://nowhere.invalid:7687", "is it running"),
    ],
)
def test_server_that_cannot_be_reached_is_one_line_without_secrets(uri: str, said: str) -> None:
    with pytest.raises(ConnectionFailed, match=said) as raised:
        write_neo4j(small_graph(), uri, user="neo4j", password="s3cret")
    assert "s3cret" not in str(raised.value)
    assert "\n" not in str(raised.value)


def test_wrong_password_is_one_line_without_it(neo4j_server: Server) -> None:
    with pytest.raises(ConnectionFailed, match=r"refuses the user 'neo4j'.*NEO4J_PASSWORD") as raised:
        open_neo4j(neo4j_server.uri, user="neo4j", password="s3cret")
    assert "s3cret" not in str(raised.value)


def test_port_of_http_is_told_from_bolt(neo4j_server: Server) -> None:
    if not neo4j_server.http_port:
        pytest.skip("the server of NEO4J_URI has an unknown HTTP port")
    with pytest.raises(ConnectionFailed, match="answers HTTP, not Bolt"):
        open_neo4j(f"bolt://127.0.0.1:{neo4j_server.http_port}", user="neo4j", password="none")


def test_missing_database_is_named(neo4j_server: Server) -> None:
    with pytest.raises(ConnectionFailed, match="no database 'nope'"):
        load(small_graph(), neo4j_server, database="nope")


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (n) DETACH DELETE n",
        "CREATE (:Paper {id: 'x'})",
        "MATCH (n) CALL { WITH n SET n.x = 1 } RETURN n",
        "CREATE INDEX foe FOR (n:Paper) ON (n.foe)",
        "CALL db.createLabel('Foe')",
        "CALL dbms.listConfig() YIELD name RETURN name",
        "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
        "/**/ load csv from 'http://127.0.0.1/x' AS line RETURN line",
        "RETURN 1; MATCH (n) DETACH DELETE n",
        "EXPLAIN MATCH (n) DETACH DELETE n",
    ],
)
def test_query_that_does_more_than_read_is_refused(cypher: str, empty_neo4j: Server, target: Neo4jTarget) -> None:
    load(small_graph(), empty_neo4j)
    with pytest.raises(QueryError) as raised:
        target.rows(cypher)
    assert "\n" not in str(raised.value)
    assert list(target.rows("MATCH (n) RETURN count(n)")) == [(3,)]


def test_write_goes_through_where_it_was_asked_for(empty_neo4j: Server, target: Neo4jTarget) -> None:
    load(small_graph(), empty_neo4j)
    with open_neo4j(empty_neo4j.uri, user=empty_neo4j.user, password=empty_neo4j.password, write=True) as writer:
        assert writer.rows("MATCH (m:Method) DETACH DELETE m RETURN count(*) AS gone").columns == ("gone",)
    assert list(target.rows("MATCH (n) RETURN count(n)")) == [(2,)]


def test_procedure_that_reads_is_allowed(empty_neo4j: Server, target: Neo4jTarget) -> None:
    load(small_graph(), empty_neo4j)
    assert ("USES",) in list(target.rows("CALL db.relationshipTypes() YIELD relationshipType AS kind RETURN kind"))


@pytest.mark.parametrize(
    ("cypher", "parameters", "said"),
    [
        ("MATCH (n:Paper) RETRUN n", {}, "line 1"),
        ("RETURN $x", {}, "x"),
        ("RETURN $x", {"x": 2**70}, "64 bits"),
        ("RETURN 1 / 0", {}, "zero"),
    ],
)
def test_fault_has_the_server_s_words(cypher: str, parameters: dict, said: str, target: Neo4jTarget) -> None:
    with pytest.raises(QueryError, match=said) as raised:
        target.rows(cypher, parameters)
    assert "\n" not in str(raised.value)


PATTERNS = (
    "(a)-[:MENTIONS]->(x)<-[:MENTIONS]-(b:Paper)",
    "(a)<-[:EVALUATES_ON]-(x)-[:MENTIONS]->(b)",
    "(a)--(x)--(b:Method)",
    "(a)-[:USES|EXTENDS]->(x)<-[:EXTENDS|PROPOSES]-(b)",
    "(a)<-[:PUBLISHED_IN*1..2]-(b)",
    "(a)<-[:WRITTEN_BY*2..2]-(b)",
    "(a)-[:WRITTEN_BY*2..4]-(b:Author)",
    "(a)-[:WRITTEN_BY*1..2]-(x)-[:WRITTEN_BY]-(b)",
    "(a)-[:WRITTEN_BY*1..2]-(x)-[:WRITTEN_BY|PUBLISHED_IN*1..2]-(b)",
    "(a)-[:WRITTEN_BY]->(x:Author), (b:Paper)-[:WRITTEN_BY]->(x)",
    "(a)-[:SIMILAR_TO]-(x)-[:SIMILAR_TO]-(b), (a)-[:EVALUATES_ON]->(:Dataset)<-[:EVALUATES_ON]-(b)",
)
SHAPES = (
    "MATCH {pattern} RETURN a.id AS first, b.id AS second, count(*) AS n ORDER BY first, second",
    "MATCH (a) WHERE EXISTS {{ MATCH {pattern} }} RETURN a.id AS first ORDER BY first",
    "MATCH (a) OPTIONAL MATCH {pattern} RETURN a.id AS first, count(b.id) AS n ORDER BY first",
)


@pytest.fixture(scope="module")
def engines(
    invented_graph: nx.MultiDiGraph, neo4j_server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple]:
    path = tmp_path_factory.mktemp("engines") / "graph.lbug"
    write_store(invented_graph, path)
    with (
        open_store(path) as store,
        open_neo4j(neo4j_server.uri, user=neo4j_server.user, password=neo4j_server.password) as target,
    ):
        yield store, target


@pytest.mark.parametrize("shape", SHAPES)
def test_patterns_match_the_same_trails_in_both_engines(
    shape: str, engines: tuple, invented_graph: nx.MultiDiGraph, empty_neo4j: Server
) -> None:
    load(invented_graph, empty_neo4j)
    store, target = engines
    for pattern in PATTERNS:
        cypher = shape.format(pattern=pattern)
        assert list(store.rows(cypher)) == list(target.rows(cypher)), cypher


@pytest.mark.parametrize(
    "returned",
    ["p", "m", "path", "nodes(path) AS stops", "[p.year, 2.5, NULL] AS list", "avg(m.count) AS mean", "p.url AS url"],
)
def test_values_are_alike_in_both_engines(
    returned: str, engines: tuple, invented_graph: nx.MultiDiGraph, empty_neo4j: Server
) -> None:
    load(invented_graph.subgraph(["inv-01", "Dataset:cora"]), empty_neo4j)
    store, target = engines
    cypher = (
        f"MATCH path = (p:Paper {{id: 'inv-01'}})-[m:MENTIONS]->(d:Dataset {{id: 'Dataset:cora'}}) RETURN {returned}"
    )
    embedded, server = store.rows(cypher), target.rows(cypher)
    assert embedded.columns == server.columns
    assert list(embedded) == list(server)
