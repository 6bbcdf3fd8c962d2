"""Which part of a graph is shown, and what a name leads to."""

import pytest

from paperatlas.errors import QueryError
from paperatlas.schema import ENTITY_LABELS
from paperatlas.viz.focus import among, around, find_node, most_mentioned


@pytest.mark.parametrize(
    ("name", "node"),
    [
        ("Method:bert", "Method:bert"),
        ("bert", "Method:bert"),
        ("GCNs", "Method:graph-convolutional-network"),
        (" graph convolutional network ", "Method:graph-convolutional-network"),
        ("Graph Weaving Networks for Citation Analysis", "inv-01"),
        ("inv-01", "inv-01"),
    ],
)
def test_names_aliases_titles_and_ids_are_found(atlas_graph, name, node):
    assert find_node(atlas_graph, name) == node


@pytest.mark.parametrize(("name", "hint"), [("Sqaud", "SQuAD"), ("weav", "Weave"), ("qqqq", "no name is near")])
def test_unknown_name_gives_near_ones(atlas_graph, name, hint):
    with pytest.raises(QueryError, match=hint):
        find_node(atlas_graph, name)


def test_around_an_entity_are_its_papers_and_their_entities(atlas_graph):
    part = around(atlas_graph, "Dataset:squad")
    papers = {paper for paper, _, key in atlas_graph.in_edges("Dataset:squad", keys=True) if key == "MENTIONS"}
    assert {node for node, label in part.nodes(data="label") if label == "Paper"} == papers
    assert "Dataset:lunarqa" in part


def test_around_a_paper_are_papers_that_share_with_it(atlas_graph):
    part = around(atlas_graph, "inv-01")
    papers = [node for node, label in part.nodes(data="label") if label == "Paper"]
    assert 1 < len(papers) < 20
    assert all(set(atlas_graph["inv-01"]) & set(atlas_graph[paper]) for paper in papers)


def test_most_mentioned_keeps_all_papers_and_the_named_one(atlas_graph):
    part = most_mentioned(atlas_graph, 2, always="Method:c++")
    kept = sorted(node for node, label in part.nodes(data="label") if label in ENTITY_LABELS)
    assert kept == ["Concept:node-classification", "Method:c++"]
    assert sum(label == "Paper" for _, label in part.nodes(data="label")) == 20


def test_entities_alone_bring_the_papers_that_mention_two_of_them(atlas_graph):
    part = among(atlas_graph, ["Dataset:squad", "Method:adam", "Author:ada-lindqvist", "nothing"])
    papers = {node for node, label in part.nodes(data="label") if label == "Paper"}
    both = [
        {paper for paper, _, key in atlas_graph.in_edges(entity, keys=True) if key == "MENTIONS"}
        for entity in ("Dataset:squad", "Method:adam")
    ]
    assert papers == (both[0] & both[1] or both[0] | both[1])
    assert set(part) - papers == {"Dataset:squad", "Method:adam"}


def test_papers_alone_bring_the_entities_that_two_of_them_mention(atlas_graph):
    part = among(atlas_graph, ["inv-01", "inv-02"])
    assert {"inv-01", "inv-02"} < set(part)
    assert all("inv-01" in atlas_graph.pred[node] for node in part if "inv" not in node)


def test_result_without_a_node_is_refused(atlas_graph):
    with pytest.raises(QueryError, match="holds no id"):
        among(atlas_graph, ["7", "BERT"])
