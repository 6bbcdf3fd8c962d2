"""What a page carries: pairs beyond chance, communities, and of very many papers those that tell most."""

import networkx as nx
import numpy as np
import pytest

from paperatlas.viz.backbone import backbone
from paperatlas.viz.communities import find_communities
from paperatlas.viz.data import page_data
from paperatlas.viz.sample import sample


def pairs_of(rows, entities, papers=None):
    graph = nx.MultiDiGraph()
    graph.add_edges_from((f"e{a:03}", f"e{b:03}", "CO_OCCURS", {"papers": n, "npmi": w}) for a, b, n, w in rows)
    at = {f"e{place:03}": place for place in range(entities)}
    return backbone(graph, at, np.full(entities, 2) if papers is None else papers)


def clique(members, papers=3, npmi=0.8):
    return [(a, b, papers, npmi) for a in members for b in members if a < b]


def test_few_pairs_stand_as_they_are():
    assert pairs_of([(0, 1, 1, 0.4), (1, 2, 5, 0.9)], 3).weight.tolist() == [40, 90]


def test_of_many_pairs_those_of_shared_names_stay():
    star = [(0, other, 1, 0.1) for other in range(10, 620)]
    papers = np.array([2] * 10 + [1] * 610)
    found = pairs_of([*clique(range(10)), *star], 620, papers)
    assert len(found.ends) == 45
    assert found.ends.max() == 9


def test_disparity_filter_keeps_what_stands_out_at_an_end():
    hub = [(0, other, 2, 0.1) for other in range(1, 600)]
    found = pairs_of([(0, 600, 60, 0.7), *hub], 601)
    assert found.ends.tolist() == [[0, 600]]


def test_communities_are_found_and_named_by_their_top_entities():
    rows = [*clique(range(4)), *clique(range(4, 9)), (3, 4, 1, 0.1)]
    links = np.array([(0, at) for at in range(4)] + [(1, at) for at in range(4, 9)] + [(2, 8), (3, 0)])
    found = find_communities([{}] * 13, 4, links, pairs_of(rows, 9), [f"name {at}" for at in range(9)])
    assert found.of.tolist() == [1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    assert found.names[1] == "name 0, name 1"
    assert found.names[0].startswith("name 8")


def test_communities_of_the_graph_are_taken_as_they_are():
    entity = [{"community": "b", "community_name": "vision"}] * 3 + [{"community": "a", "community_name": "text"}] * 4
    links = np.array([(0, 0), (1, 1), (2, 3), (3, 4)])
    found = find_communities([{}] * 4 + entity, 4, links, None, [str(at) for at in range(7)])
    assert found.names == ("text", "vision")
    assert found.of.tolist() == [1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0]


@pytest.fixture(scope="module")
def crowded():
    graph = nx.MultiDiGraph()
    for at in range(60):
        graph.add_node(f"p{at:02}", label="Paper", title=f"On {at}", abstract="We use it.")
    for at in range(12):
        graph.add_node(f"Method:{at:02}", label="Method", name=f"method {at}", papers=60 if at else 1)
    edges = [(paper, entity) for paper in range(60) for entity in range(1, 12) if (paper + entity) % 3 == 0]
    for paper, entity in [*edges, (0, 0)]:
        role = "proposes" if paper == 50 else "uses"
        graph.add_edge(f"p{paper:02}", f"Method:{entity:02}", key="MENTIONS", role=role)
    return graph


def test_all_papers_are_held_up_to_the_limit(crowded):
    held = sample(crowded, most_papers=60)
    assert (len(held.papers), len(held.entities), held.note) == (60, 12, "")


def test_of_too_many_papers_those_that_tell_most_are_held_with_a_note(crowded):
    held = sample(crowded, most_papers=10)
    assert len(held.papers) == 10
    assert "p50" in held.papers
    assert "Method:00" not in held.entities
    assert held.note.startswith("60 papers are too many to draw one by one: the map holds the 11 names")


def test_names_of_a_sample_have_the_size_of_all_their_papers(crowded):
    columns = page_data(crowded, most_papers=10).columns
    assert set(columns["size"][10:]) == {25.0}
    assert columns["note"]


def test_no_name_is_so_large_that_it_hides_the_map():
    graph = nx.MultiDiGraph()
    for at, papers in enumerate((9000, 2250, 2)):
        graph.add_node(f"Method:{at}", label="Method", name=f"method {at}", papers=papers)
    for at in range(12):
        graph.add_node(f"p{at:02}", label="Paper")
        for entity in range(3):
            graph.add_edge(f"p{at:02}", f"Method:{entity}", key="MENTIONS", role="uses")
    sizes = page_data(graph, most_papers=10).columns["size"][10:]
    assert sizes == [63.5, 33.5, 4.1]


@pytest.mark.parametrize("year", ["soon", "", None, 2020.0, "2020"])
def test_odd_years_are_read_or_left_out(year):
    graph = nx.MultiDiGraph()
    graph.add_node("1", label="Paper", year=year)
    assert page_data(graph).columns["year"] == [2020 if year in (2020.0, "2020") else 0]
