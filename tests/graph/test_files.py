"""Graphs come back equal from every format, and hostile values never break a file."""

import json
from datetime import date

import networkx as nx
import numpy as np
import pytest

from paperatlas.errors import InputError
from paperatlas.graph.build import build_graph
from paperatlas.graph.files import FORMATS, read_graph, write_graph


def contents(graph):
    return dict(graph.nodes(data=True)), {tuple(edge[:3]): edge[3] for edge in graph.edges(keys=True, data=True)}


def round_trip(graph, folder, file_format):
    path = folder / f"graph.{file_format}"
    write_graph(graph, path)
    return read_graph(path)


@pytest.fixture(scope="module")
def graph(invented):
    return build_graph(invented)


@pytest.fixture
def one():
    graph = nx.MultiDiGraph()
    graph.add_node("Method:bert", label="Method", name="BERT", aliases=["BERT model"], papers=1)
    graph.add_node("p", label="Paper", year=2020)
    graph.add_edge("p", "Method:bert", "USES", confidence=0.5, evidence="We use BERT.")
    return graph


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_graph_comes_back_equal(graph, tmp_path, file_format):
    assert contents(round_trip(graph, tmp_path, file_format)) == contents(graph)


@pytest.mark.parametrize("file_format", FORMATS)
def test_the_same_graph_gives_the_same_bytes(graph, tmp_path, file_format):
    turned = nx.MultiDiGraph()
    turned.add_nodes_from(reversed(list(graph.nodes(data=True))))
    for source, target, key, attributes in reversed(list(graph.edges(keys=True, data=True))):
        turned.add_edge(source, target, key, **attributes)
    for name, written in (("one", graph), ("other", turned)):
        write_graph(written, tmp_path / name / f"g.{file_format}")
    files = [sorted((tmp_path / name).iterdir()) for name in ("one", "other")]
    assert [path.read_bytes() for path in files[0]] == [path.read_bytes() for path in files[1]]


@pytest.mark.parametrize("file_format", FORMATS)
def test_an_empty_graph_comes_back(tmp_path, file_format):
    assert contents(round_trip(nx.MultiDiGraph(), tmp_path, file_format)) == ({}, {})


@pytest.mark.parametrize("file_format", FORMATS)
def test_ids_1_and_text_1_stay_two(tmp_path, file_format):
    graph = nx.MultiDiGraph()
    graph.add_edge(1, "1", "SIMILAR_TO", score=1.0, shared=1)
    graph.add_node("int:1")
    graph.add_node(np.int64(7))
    assert set(round_trip(graph, tmp_path, file_format)) == {1, "1", "int:1", 7}


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (None, None),
        (float("nan"), None),
        (np.float32("inf"), None),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (date(2024, 5, 1), "2024-05-01"),
        ({"b", "a"}, ["a", "b"]),
        (("a", None), ["a"]),
        (np.array([1, 2]), [1, 2]),
        ({"k": {1}}, '{"k": [1]}'),
        ("\ud800", "\ufffd"),
        (2**70, 2**70),
    ],
)
def test_values_of_other_types_become_plain(one, tmp_path, value, read):
    one.nodes["p"]["extra"] = value
    assert round_trip(one, tmp_path, "json").nodes["p"].get("extra") == read
    assert one.nodes["p"]["extra"] is value


@pytest.mark.parametrize("file_format", ["graphml", "gexf"])
def test_characters_that_xml_forbids_become_blanks(one, tmp_path, file_format):
    one.nodes["p"]["title"] = "a\x0cb\x01\ufffe<&>"
    one.nodes["Method:bert"]["aliases"] = ["a\x0cb"]
    back = round_trip(one, tmp_path, file_format)
    assert back.nodes["p"]["title"] == "a b  <&>"
    assert back.nodes["Method:bert"]["aliases"] == ["a\x0cb"]


@pytest.mark.parametrize("file_format", ["json", "csv", "parquet"])
def test_any_other_text_comes_back_whole(one, tmp_path, file_format):
    one.nodes["p"]["abstract"] = '=1+1;"q",\r\n\x00\u2028' + "long " * 40_000
    assert contents(round_trip(one, tmp_path, file_format)) == contents(one)


@pytest.mark.parametrize("file_format", FORMATS)
def test_text_and_lists_under_one_name_keep_their_types(one, tmp_path, file_format):
    one.add_edge("Method:bert", "Method:bert", "SUBCLASS_OF", papers=1, evidence=["one", "two"])
    one.edges["p", "Method:bert", "USES"]["evidence"] = "[1]"
    assert contents(round_trip(one, tmp_path, file_format)) == contents(one)


def test_json_has_one_flat_object_a_line(one, tmp_path):
    write_graph(one, tmp_path / "graph.json")
    text = (tmp_path / "graph.json").read_text(encoding="utf-8")
    found = json.loads(text)
    assert found["nodes"][1] == {"id": "p", "label": "Paper", "year": 2020}
    assert found["edges"] == [
        {"source": "p", "target": "Method:bert", "key": "USES", "confidence": 0.5, "evidence": "We use BERT."}
    ]
    assert len(text.splitlines()) == 5


def test_gexf_shows_names_and_types_in_gephi(one, tmp_path):
    write_graph(one, tmp_path / "graph.gexf")
    text = (tmp_path / "graph.gexf").read_text(encoding="utf-8")
    assert 'label="BERT"' in text
    assert 'title="papers" type="long"' in text
    assert "lastmodifieddate" not in text


@pytest.mark.parametrize("file_format", ["csv", "parquet"])
def test_tables_go_into_a_folder_or_beside_a_name(one, tmp_path, file_format):
    write_graph(one, tmp_path / "tables", file_format=file_format)
    write_graph(one, tmp_path / f"my.{file_format}")
    assert {path.name for path in (tmp_path / "tables").iterdir()} == {f"nodes.{file_format}", f"edges.{file_format}"}
    assert (tmp_path / f"my.edges.{file_format}").exists()
    assert contents(read_graph(tmp_path / "tables", file_format=file_format)) == contents(one)


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_failed_write_leaves_what_stood_there(one, tmp_path, file_format):
    path = tmp_path / f"g.{file_format}"
    write_graph(one, path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    one.nodes["p"]["id"] = "other"
    with pytest.raises(InputError, match="'id'"):
        write_graph(one, path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_number_that_a_table_cannot_hold_is_named(one, tmp_path):
    one.nodes["p"]["extra"] = 2**70
    with pytest.raises(InputError, match="the json format holds any number"):
        write_graph(one, tmp_path / "g.parquet")
    assert list(tmp_path.iterdir()) == []


def test_ids_that_can_not_be_told_apart_are_refused(tmp_path):
    graph = nx.MultiDiGraph()
    graph.add_nodes_from([(1, 2), "(1, 2)"])
    with pytest.raises(InputError, match="two nodes"):
        write_graph(graph, tmp_path / "g.json")


@pytest.mark.parametrize(
    ("name", "file_format", "message"),
    [("g.xlsx", None, "none of json, graphml"), ("g.json", "graphm", "did you mean graphml"), ("g", None, "suffix")],
)
def test_an_unknown_format_lists_the_known(one, tmp_path, name, file_format, message):
    with pytest.raises(InputError, match=message):
        write_graph(one, tmp_path / name, file_format=file_format)


def test_a_path_that_can_not_be_written_is_one_line(one, tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="can't write"):
        write_graph(one, tmp_path / "file" / "g.json")


@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize("text", ["", "{", '{"nodes": [{}], "edges": []}', "<graphml>", "\x00\x01"])
def test_a_file_of_another_form_is_named(tmp_path, file_format, text):
    for path in (
        tmp_path / f"g.{file_format}",
        tmp_path / f"g.nodes.{file_format}",
        tmp_path / f"g.edges.{file_format}",
    ):
        path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"no graph in the {file_format} format") as error:
        read_graph(tmp_path / f"g.{file_format}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_missing_file_is_named(tmp_path, file_format):
    with pytest.raises(InputError, match="can't read"):
        read_graph(tmp_path / f"g.{file_format}")
