"""The graph of extractions holds what the schema says, and the same whatever the order."""

import random
from dataclasses import replace

import pytest

from paperatlas.errors import InputError
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.graph.build import build_graph, display_name
from paperatlas.graph.weights import TOO_FREQUENT, co_occurrence_limits, co_occurring, npmi, similar_papers
from paperatlas.records import Extraction, Paper
from paperatlas.schema import EDGE_ENDPOINTS, EDGE_PROPERTIES, NODE_PROPERTIES, SYMMETRIC

PYTHON_TYPES = {"STRING": str, "INT64": int, "DOUBLE": float}


@pytest.fixture(scope="module")
def graph(invented):
    return build_graph(invented)


def edges_of(graph, kind):
    return {(source, target): held for source, target, key, held in graph.edges(keys=True, data=True) if key == kind}


def extraction(identifier, *entities, abstract=None, **fields):
    rows = [dict(zip(("label", "role", "name"), entity, strict=True), surfaces=[entity[2]]) for entity in entities]
    text = abstract or f"Here are {', '.join(row['name'] for row in rows)}."
    return annotated_extraction(Paper(id=identifier, abstract=text, **fields), rows)


def test_nodes_and_edges_have_the_properties_of_the_schema_and_no_other(graph):
    for _, attributes in graph.nodes(data=True):
        assert_typed({k: v for k, v in attributes.items() if k != "label"}, NODE_PROPERTIES[attributes["label"]])
    for source, target, key, attributes in graph.edges(keys=True, data=True):
        assert (graph.nodes[source]["label"], graph.nodes[target]["label"]) in EDGE_ENDPOINTS[key]
        assert set(attributes) == set(EDGE_PROPERTIES[key])
        assert_typed(attributes, EDGE_PROPERTIES[key])


def assert_typed(attributes, types):
    for name, value in attributes.items():
        kind = PYTHON_TYPES[types[name].removesuffix("[]")]
        assert all(type(held) is kind for held in (value if types[name].endswith("[]") else [value]))


def test_order_of_papers_changes_nothing(invented, graph):
    other = build_graph(random.Random(3).sample(invented, len(invented)))
    assert list(other.nodes(data=True)) == list(graph.nodes(data=True))
    assert list(other.edges(keys=True, data=True)) == list(graph.edges(keys=True, data=True))


def test_mentions_point_at_the_raw_text_in_its_order(invented, graph):
    papers = {one.paper.id: one.paper for one in invented}
    edge = graph.edges["inv-03", "Method:region-adjacency-graph", "MENTIONS"]
    raw = [getattr(papers["inv-03"], field) for field in edge["fields"]]
    shown = [text[slice(*span)] for text, *span in zip(raw, edge["starts_at"], edge["ends_at"], strict=True)]
    assert shown == ["Region Adjacency Graphs", "region adjacency graph", "RAG", "RAG"]
    assert edge["count"] == 4
    assert all(sentence in text for sentence, text in zip(edge["sentences"], raw, strict=True))


def test_a_role_edge_stands_beside_mentions_with_its_sentence(graph):
    edge = graph.edges["inv-16", "Method:weaveband", "EXTENDS"]
    assert edge == {
        "confidence": 1.0,
        "evidence": "CandleBand extends WeaveBand from nodes to answers: conformal prediction (CP) decides when "
        "LanternRAG should abstain.",
    }
    assert graph.edges["inv-16", "Method:weaveband", "MENTIONS"]["role"] == "extends"


def test_evidence_is_the_sentence_of_the_surest_mention():
    found = extraction("1", ("Method", "uses", "BERT"), abstract="First comes BERT. Then BERT again.")
    unsure, sure = (replace(m, confidence=c) for m, c in zip(found.mentions, (0.41, 0.8765), strict=True))
    edge = build_graph([replace(found, mentions=(unsure, sure))]).edges["1", "Method:bert", "USES"]
    assert edge == {"confidence": 0.876, "evidence": "Then BERT again."}


def test_the_strongest_role_of_a_paper_counts():
    twice = extraction("1", ("Method", "uses", "BERT"), ("Method", "proposes", "BERT model"))
    assert build_graph([twice]).edges["1", "Method:bert", "MENTIONS"]["role"] == "proposes"


def test_a_role_that_does_not_fit_the_final_label_stays_on_mentions():
    dataset = extraction("1", ("Dataset", "introduces", "Tide"))
    methods = [extraction(str(number), ("Method", "uses", "Tide")) for number in (2, 3)]
    graph = build_graph([dataset, *methods])
    assert set(graph["1"]["Method:tide"]) == {"MENTIONS"}
    assert graph.edges["1", "Method:tide", "MENTIONS"]["role"] == "introduces"


def test_entities_count_papers_and_know_their_first_year(graph):
    node = graph.nodes["Method:graph-weaving-network"]
    assert (node["papers"], node["first_year"]) == (3, 2018)
    assert "first_year" not in graph.nodes["Method:ebbnet"]


def test_authors_have_positions_from_one_and_venues_an_edge(graph):
    assert graph.edges["inv-04", "Author:elif-marrow", "WRITTEN_BY"] == {"position": 3}
    assert graph.edges["inv-15", "Author:李梦遥", "WRITTEN_BY"] == {"position": 1}
    assert graph.has_edge("inv-04", "Venue:symposium-on-seeing-machines", "PUBLISHED_IN")


def test_an_author_given_twice_keeps_the_first_place():
    graph = build_graph([Extraction(Paper(id="1", abstract="x", authors=("Ada Lind", "Bo Hu", "ADA LIND", " ")))])
    assert edges_of(graph, "WRITTEN_BY") == {
        ("1", "Author:ada-lind"): {"position": 1},
        ("1", "Author:bo-hu"): {"position": 2},
    }


def test_what_is_not_known_is_left_out(graph):
    assert not {"title", "venue", "keywords"} & set(graph.nodes["inv-20"])
    assert "year" not in graph.nodes["inv-17"]


def test_a_paper_without_mentions_stays():
    graph = build_graph([Extraction(Paper(id="1", abstract="Nothing named."))])
    assert dict(graph.nodes(data=True)) == {
        "1": {"label": "Paper", "abstract": "Nothing named.", "display_name": "Nothing named."}
    }


def test_no_papers_give_an_empty_graph():
    assert build_graph([]).number_of_nodes() == 0


@pytest.mark.parametrize(
    ("paper", "own", "shown"),
    [
        (Paper(id="1", title=r"On \textbf{BERT}", abstract="x"), ["GPT"], "On BERT"),
        (Paper(id="1", abstract="We study."), ["LeafCut", "MossLeaf"], "LeafCut, MossLeaf"),
        (Paper(id="1", abstract="word " * 40), [], "word word word word word word word word word word word word…"),
        (Paper(id="1", abstract="x" * 90), [], "x" * 60 + "…"),
        (Paper(id="1", abstract="https://example.org/x We weave."), ["www.loom.org"], "We weave."),
        (Paper(id="1"), [], "1"),
    ],
)
def test_a_paper_without_title_shows_what_it_proposes_or_its_first_words(paper, own, shown):
    assert display_name(paper, own) == shown


def test_a_paper_shows_what_it_proposes_and_names_most_first():
    text = "We propose Ash and Birch. Birch grows. We propose Alder."
    names = (("Method", "proposes", name) for name in ("Alder", "Ash", "Birch"))
    graph = build_graph([extraction("1", *names, ("Method", "uses", "Cedar"), abstract=text)])
    assert graph.nodes["1"]["display_name"] == "Birch, Ash, Alder"


@pytest.mark.parametrize(("second", "what"), [("1", "two papers"), ("Method:bert", "another node")])
def test_ids_that_meet_are_refused(second, what):
    with pytest.raises(InputError, match=what):
        build_graph([extraction("1", ("Method", "uses", "BERT")), Extraction(Paper(id=second, abstract="x"))])


def test_symmetric_edges_stand_once_from_the_smaller_id(graph):
    for kind in sorted(SYMMETRIC & {"CO_OCCURS", "SIMILAR_TO"}):
        assert edges_of(graph, kind)
        assert all(source < target for source, target in edges_of(graph, kind))


def test_co_occurrence_counts_papers_and_weighs_by_npmi(graph):
    edge = graph.edges["Dataset:mossleaf", "Method:u-net", "CO_OCCURS"]
    assert edge == {"papers": 2, "npmi": 1.0}
    assert graph.edges["Dataset:lunarqa", "Method:bm25", "CO_OCCURS"] == {"papers": 2, "npmi": npmi(2, 5, 2, 20)}


def test_co_occurrence_limits_hold():
    entities = {"1": ["a", "b"], "2": ["a", "b"], "3": ["a", "c"], "4": ["c", "d"], "5": ["c", "d"], "6": ["b", "d"]}
    assert {pair.shared for pair in co_occurring(entities, minimum=2)} == {2}
    strongest = {(pair.first, pair.second) for pair in co_occurring(entities, top=1)}
    assert strongest == {("a", "b"), ("c", "d")}


def test_co_occurrence_settings_follow_the_count_of_papers():
    assert [co_occurrence_limits(count) for count in (2000, 2001)] == [(1, None), (2, 20)]


def test_build_takes_co_occurrence_settings(invented):
    graph = build_graph(invented, co_occur_min=3)
    assert min(held["papers"] for held in edges_of(graph, "CO_OCCURS").values()) == 3


def test_similar_papers_share_rare_entities():
    entities = {"1": ["rare", "common"], "2": ["rare", "common"], "3": ["common", "x"], "4": ["y"], "5": []}
    pairs = {(pair.first, pair.second): (pair.shared, pair.weight) for pair in similar_papers(entities)}
    assert pairs["1", "2"] == (2, 1.0)
    assert pairs["1", "3"][0] == 1 and 0 < pairs["1", "3"][1] < 0.5
    assert not any("4" in pair or "5" in pair for pair in pairs)


def test_only_the_nearest_papers_become_edges():
    entities = {f"{number:02d}": [f"group{number % 2}", f"own{number // 2}"] for number in range(60)}
    degree = dict.fromkeys(entities, 0)
    for pair in similar_papers(entities, nearest=2):
        degree[pair.first] += 1
    assert 60 <= sum(degree.values()) <= 120


def test_entities_of_very_many_papers_do_not_make_papers_similar():
    entities = {f"{number:05d}": ["everywhere"] for number in range(TOO_FREQUENT + 1)} | {"other": ["else"]}
    assert list(similar_papers(entities)) == []
