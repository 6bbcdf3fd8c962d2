"""Measures say what they are documented to say, and the same whatever the order."""

import random

import networkx as nx
import pytest

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.graph.betweenness import betweenness
from paperatlas.graph.build import build_graph
from paperatlas.graph.measures import entity_network, measure_settings, turning_year
from paperatlas.records import Extraction, Paper


def paper(identifier: str, *names: str, **fields: object) -> Extraction:
    rows = [{"name": name, "label": "Method", "kind": None, "role": "uses", "surfaces": [name]} for name in names]
    return annotated_extraction(Paper(id=identifier, abstract=f"{', '.join(names)}.", **fields), rows)


@pytest.fixture(scope="module")
def nodes() -> dict[str, dict]:
    """Two groups of methods that one paper joins."""
    groups = [
        *(
            paper(f"a{n}", "BERT", "GPT", "T5", year=2018 + n, venue="ACL", authors=("Ada Lindqvist",))
            for n in range(3)
        ),
        *(paper(f"b{n}", "SIFT", "SURF", "ORB", year=2020 + n, venue="CVPR") for n in range(3)),
        paper("c", "BERT", "SIFT"),
        paper("d", "Lone"),
    ]
    return dict(build_graph(groups).nodes(data=True))


def test_years_and_papers_are_those_of_the_papers(nodes) -> None:
    for node in ("Method:bert", "Author:ada-lindqvist", "Venue:acl"):
        assert (nodes[node]["first_year"], nodes[node]["last_year"]) == (2018, 2020)
    assert [nodes[node]["papers"] for node in ("Method:bert", "Author:ada-lindqvist", "Venue:acl")] == [4, 3, 3]
    assert nodes["Method:lone"]["papers"] == 1
    assert not {"first_year", "last_year", "trend"} & set(nodes["Method:lone"])


def test_degree_and_core_are_those_of_the_network_of_entities(nodes) -> None:
    assert [nodes[f"Method:{name}"]["degree"] for name in ("bert", "gpt", "lone")] == [3, 2, 0]
    assert [nodes[f"Method:{name}"]["core"] for name in ("bert", "gpt", "lone")] == [2, 2, 0]
    assert nodes["a0"]["degree"] == 3


def test_a_community_is_what_goes_together_and_is_named_by_it(nodes) -> None:
    groups = {
        names: {nodes[f"Method:{name}"]["community"] for name in names.split()}
        for names in ("bert gpt t5", "sift surf orb")
    }
    assert sorted(map(len, groups.values())) == [1, 1]
    assert nodes["Method:t5"]["community_name"] == nodes["a1"]["community_name"]
    assert set(nodes["Method:t5"]["community_name"].split(", ")) == {"BERT", "GPT", "T5"}
    assert "community" not in nodes["Method:lone"]


def test_what_joins_two_groups_lies_between_them(nodes) -> None:
    between = {name: nodes[f"Method:{name}"]["betweenness"] for name in ("bert", "sift", "gpt")}
    assert between["bert"] == between["sift"] > between["gpt"] == 0


def test_what_grows_has_a_trend_above_zero(nodes) -> None:
    assert nodes["Method:orb"]["trend"] > 0 > nodes["Method:gpt"]["trend"]


def test_papers_of_one_year_have_no_trend() -> None:
    nodes = build_graph([paper("1", "BERT", year=2020), paper("2", "BERT", year=2020)]).nodes(data=True)
    assert not any("trend" in data for _, data in nodes)


@pytest.mark.parametrize(
    "years, turn", [([], None), ([2020], None), ([1990, 2020], 2020), ([2018, 2018, 2019, 2020], 2019)]
)
def test_the_later_half_begins_where_it_parts_best(years, turn) -> None:
    assert turning_year(years) == turn


def test_betweenness_equals_that_of_networkx() -> None:
    network = nx.gnm_random_graph(60, 90, seed=1)
    expected = nx.betweenness_centrality(network)
    assert betweenness(network) == pytest.approx([expected[node] for node in range(60)], abs=1e-9)


def test_betweenness_of_many_nodes_is_near() -> None:
    network = nx.barabasi_albert_graph(400, 2, seed=1)
    near, exact = betweenness(network, exact_up_to=100, sources=100), betweenness(network)
    assert near != exact
    assert sorted(range(400), key=near.__getitem__)[-1] == sorted(range(400), key=exact.__getitem__)[-1]
    assert sum(near) == pytest.approx(sum(exact), rel=0.1)


def test_settings_say_what_is_approximate(nodes, invented_graph) -> None:
    assert measure_settings(invented_graph)["betweenness"]["approximate"] is False
    assert measure_settings(invented_graph)["communities"] == {"method": "louvain", "seed": 7}


def test_no_links_give_no_communities() -> None:
    graph = build_graph([paper("1", "BERT")])
    assert entity_network(graph).number_of_edges() == 0
    assert graph.nodes["Method:bert"]["betweenness"] == 0.0


def test_order_changes_no_measure(invented) -> None:
    one, other = (build_graph(random.Random(seed).sample(invented, len(invented))) for seed in (1, 2))
    assert dict(one.nodes(data=True)) == dict(other.nodes(data=True))
