import os
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

from paperatlas.errors import AtlasError, InputError, QueryError
from paperatlas.graph.store import Store, open_store, write_store
from paperatlas.schema import EDGE_ENDPOINTS, NODE_LABELS


@pytest.fixture(scope="module")
def database(invented_graph: nx.MultiDiGraph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "graph.lbug"
    write_store(invented_graph, path)
    return path


@pytest.fixture(scope="module")
def store(database: Path) -> Iterator[Store]:
    with open_store(database) as opened:
        yield opened


def test_store_is_one_file(database: Path) -> None:
    assert [path.name for path in database.parent.iterdir()] == ["graph.lbug"]


@pytest.mark.parametrize("label", NODE_LABELS)
def test_store_gives_back_every_node(label: str, store: Store, invented_graph: nx.MultiDiGraph) -> None:
    rows = [row[0] for row in store.rows(f"MATCH (n:{label}) RETURN n ORDER BY n.id")]
    wanted = [{"id": node, **data} for node, data in sorted(invented_graph.nodes(data=True)) if data["label"] == label]
    assert rows == wanted
    assert rows


@pytest.mark.parametrize("kind", EDGE_ENDPOINTS)
def test_store_gives_back_every_edge(kind: str, store: Store, invented_graph: nx.MultiDiGraph) -> None:
    rows = list(store.rows(f"MATCH (a)-[r:{kind}]->(b) RETURN a.id, r, b.id ORDER BY a.id, b.id"))
    found = sorted(edge for edge in invented_graph.edges(keys=True) if edge[2] == kind)
    edges = [(tail, {"type": kind, **invented_graph.edges[tail, head, kind]}, head) for tail, head, _ in found]
    assert rows == edges


def test_store_of_an_empty_graph_has_tables_without_rows(tmp_path: Path) -> None:
    write_store(nx.MultiDiGraph(), tmp_path / "graph.lbug")
    with open_store(tmp_path / "graph.lbug") as store:
        assert list(store.rows("MATCH (p:Paper)-[m:MENTIONS]->(e:Method) RETURN p.title, m.role, e.name")) == []


def test_store_keeps_hostile_text_as_it_is(tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    hostile = "quote \" and ' and \\ and `, a {} , \n, $x, \u6f22\u5b57 \U0001f600; MATCH (n) DETACH DELETE n //"
    graph.add_node(hostile, label="Paper", title=hostile, keywords=[hostile, ""])
    write_store(graph, tmp_path / "graph.lbug")
    with open_store(tmp_path / "graph.lbug") as store:
        rows = store.rows("MATCH (p:Paper) WHERE p.id = $id RETURN p.title, p.keywords", {"id": hostile})
        assert list(rows) == [(hostile, [hostile, ""])]


def test_failed_write_leaves_the_former_store(tmp_path: Path) -> None:
    path = tmp_path / "graph.lbug"
    write_store(nx.MultiDiGraph(), path)
    before = path.read_bytes()
    graph = nx.MultiDiGraph()
    graph.add_node("p1", label="Paper", year=2**70)
    with pytest.raises(InputError, match="year of node 'p1'"):
        write_store(graph, path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_write_into_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can't be written") as raised:
        write_store(nx.MultiDiGraph(), tmp_path / "none" / "graph.lbug")
    assert "\n" not in str(raised.value)


def damage(content: bytes, fault: str) -> bytes:
    version = content[:4] + bytes([content[4] + 1]) + content[5:]
    return {"other version": version, "cut short": content[:9000], "foreign": b"x" * 9000, "empty": b""}[fault]


@pytest.mark.parametrize("fault", ["other version", "cut short", "foreign", "empty"])
def test_store_that_cannot_be_read_is_named_with_the_way_out(fault: str, database: Path, tmp_path: Path) -> None:
    path = tmp_path / "graph.lbug"
    path.write_bytes(damage(database.read_bytes(), fault))
    with pytest.raises(AtlasError, match="paperatlas build") as raised:
        open_store(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("path", ["none.lbug", "."])
def test_missing_store_is_named(path: str, tmp_path: Path) -> None:
    with pytest.raises(AtlasError, match="no database"):
        open_store(tmp_path / path)


@pytest.mark.skipif(os.name == "nt", reason="Windows replaces no file that is open")
def test_reader_keeps_the_store_that_it_opened(tmp_path: Path) -> None:
    path = tmp_path / "graph.lbug"
    write_store(nx.MultiDiGraph(), path)
    graph = nx.MultiDiGraph()
    graph.add_node("p1", label="Paper")
    with open_store(path) as before:
        write_store(graph, path)
        with open_store(path) as after:
            assert [list(store.rows("MATCH (n) RETURN count(*)")) for store in (before, after)] == [[(0,)], [(1,)]]


WRITES_OR_TOUCHES_FILES = (
    "CREATE (:Paper {id: 'x'})",
    "MATCH (n) DETACH DELETE n",
    "MATCH (p:Paper) SET p.title = 'x' RETURN p",
    "MERGE (p:Paper {id: 'x'}) RETURN p",
    "MATCH (p:Paper) WITH p CREATE (:Author {id: p.id}) RETURN p",
    "COPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "copy/**/(MATCH (n) RETURN n.id) to '{folder}/out.parquet'",
    "EXPORT DATABASE '{folder}/out'",
    "IMPORT DATABASE '{folder}/out'",
    "COPY Paper FROM '{folder}/secret.csv'",
    "LOAD FROM '{folder}/secret.csv' RETURN *",
    "LOAD WITH HEADERS (a STRING) FROM '{folder}/secret.csv' RETURN *",
    "MATCH (p:Paper) LOAD FROM '{folder}/secret.csv' RETURN *",
    "LOAD CSV FROM 'file://{folder}/secret.csv' AS line RETURN line",
    "CALL READ_CSV_SERIAL('{folder}/secret.csv') RETURN *",
    "CALL `READ_PARQUET`('{folder}/secret.csv') RETURN *",
    "CALL file_info() RETURN *",
    "ATTACH '{folder}/other.lbug' AS other (dbtype lbug)",
    "INSTALL json",
    "LOAD EXTENSION json",
    "LOAD EXTENSION '{folder}/evil.so'",
    "CALL threads = 1",
    "CALL project_graph('G', ['Paper'], ['SIMILAR_TO'])",
    "CREATE NODE TABLE Foe(id STRING PRIMARY KEY)",
    "DROP TABLE Paper",
    "ALTER TABLE Paper ADD foe STRING",
    "CREATE MACRO f(x) AS x + 1",
    "CREATE SEQUENCE s",
    "RETURN nextval('s')",
    "BEGIN TRANSACTION",
    "CHECKPOINT",
    "USE other",
    "COMMENT ON TABLE Paper IS 'x'",
    "EXPLAIN COPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "PROFILE COPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "MATCH (n) RETURN n.id; COPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "RETURN 1; // one\nCOPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "/* RETURN 1 **/ RETURN 2 /* */; COPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "\\u0043OPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "\uff23OPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
    "RETURN 1\0; COPY (MATCH (n) RETURN n.id) TO '{folder}/out.csv'",
)


def state(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("cypher", WRITES_OR_TOUCHES_FILES)
def test_query_that_does_more_than_read_is_refused(
    cypher: str, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "graph.lbug").write_bytes(database.read_bytes())
    before = state(tmp_path)
    with open_store(tmp_path / "graph.lbug") as store, pytest.raises(QueryError) as raised:
        list(store.rows(cypher.replace("{folder}", os.fspath(tmp_path))))
    assert "\n" not in str(raised.value)
    assert state(tmp_path) == before


def test_text_between_quotes_stays_a_value(store: Store) -> None:
    text = "x\\'; COPY (MATCH (n) RETURN n.id) TO \\'out.csv"
    assert list(store.rows(f"RETURN '{text}' AS x")) == [(text.replace("\\'", "'"),)]


@pytest.mark.parametrize(
    ("cypher", "said", "where"),
    [
        ("MATCH (p:Papr) RETURN p", "Papr does not exist", "line 1, column 10"),
        ("MATCH (p:Paper)\nRETURN p.titel", "titel", "line 2, column 10"),
        ("RETURN nowhere", "not in scope", "line 1, column 8"),
        ("MATCH (p:Paper) RETURN substring(p.id, 0, 1)", r"substr\(text", "line 1, column 24"),
        ("RETURN 1 / 0", "Divide by zero", ""),
    ],
)
def test_fault_has_the_engine_s_words_and_the_place(cypher: str, said: str, where: str, store: Store) -> None:
    with pytest.raises(QueryError, match=said) as raised:
        list(store.rows(cypher))
    assert where in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "needs a value for \\$year"),
        ({"year": 2020, "yaer": 2020}, "no parameter \\$yaer"),
        ({"year": 2**70}, "year holds 1180591620717411303424"),
        ({"year": ["\ud800"]}, "lone surrogates"),
        ({"year": {2020}}, "expected text, a number"),
    ],
)
def test_parameter_that_does_not_fit_is_named(given: dict, said: str, store: Store) -> None:
    with pytest.raises(QueryError, match=said):
        store.rows("MATCH (p:Paper) WHERE p.year > $year RETURN p.id", given)


def test_values_are_typed(store: Store) -> None:
    rows = store.rows(
        "MATCH (p:Paper {id: 'inv-01'})-[m:MENTIONS]->(e:Dataset {name: 'Cora'}) "
        "RETURN p.year, m.confidence, m.fields, count(*), sum(m.count), p.url IS NULL, NULL AS nothing, $x AS x",
        {"x": {"a": [1, 2.5]}},
    )
    assert rows.columns[3:5] == ("count(*)", "sum(m.count)")
    assert list(rows) == [(2018, 1.0, ["abstract"], 1, 1, False, None, {"a": [1, 2.5]})]


def test_path_has_nodes_and_relationships(store: Store) -> None:
    found = store.rows("MATCH x = (p:Paper {id: 'inv-01'})-[:MENTIONS]->(:Dataset {name: 'Cora'}) RETURN x")
    path = next(iter(found))[0]
    assert [node["label"] for node in path["nodes"]] == ["Paper", "Dataset"]
    assert path["relationships"][0]["type"] == "MENTIONS"


def test_papers_that_share_an_entity_are_two(store: Store) -> None:
    rows = store.rows("MATCH (a:Paper)-[:MENTIONS]->(e)<-[:MENTIONS]-(b:Paper) WHERE a.id = b.id RETURN a.id")
    assert list(rows) == []


def test_star_shows_the_names_of_the_query_alone(store: Store) -> None:
    rows = store.rows("MATCH (a:Paper)-[:MENTIONS]->(e:Dataset)<-[:MENTIONS]-(b:Paper) RETURN * LIMIT 1")
    assert sorted(rows.columns) == ["a", "b", "e"]
    assert len(next(iter(rows))) == 3


def test_closed_store_frees_its_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.lbug"
    for _ in range(2):
        write_store(nx.MultiDiGraph(), path)
        with open_store(path) as store:
            assert list(store.rows("MATCH (n) RETURN count(*)")) == [(0,)]
