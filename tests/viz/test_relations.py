"""The relations that a page carries, and what its panel makes of them."""

import networkx as nx
from selenium.webdriver.common.by import By

from paperatlas.viz.relations import relation_rows


def related(*papers, **edge):
    graph = nx.MultiDiGraph()
    for paper in papers:
        graph.add_node(paper["id"], label="Paper", **{key: value for key, value in paper.items() if key != "id"})
    graph.add_edge("Method:a", "Method:b", key="PART_OF", **edge)
    graph.add_edge("Method:a", "Method:b", key="CO_OCCURS", papers=4)
    return relation_rows(graph, [paper["id"] for paper in papers], ["Method:a", "Method:b"])


def test_a_relation_has_its_ends_papers_and_the_places_of_two_sentences():
    papers = (
        {"id": "1", "title": "A in B", "abstract": "A \U0001f600 b. A is part of B."},
        {"id": "2", "abstract": "B has A."},
    )
    said = {"evidence": ["A is part of B.", "B has A.", "A in B"], "evidence_papers": ["1", "2", "1"]}
    rows = related(*papers, papers=3, **said)
    assert (rows["from"], rows["to"], rows["papers"]) == ([2], [3], [3])
    assert rows["types"][rows["type"][0]] == "PART_OF"
    assert rows["evidence"] == [[0, 1, 8, 15, 1, 1, 0, 8]]


def test_evidence_of_papers_that_are_not_on_the_page_is_left_out():
    assert related({"id": "1"}, papers=1, evidence=["A in B."], evidence_papers=["9"])["evidence"] == [[]]


def test_panel_shows_relations_with_their_sentence_and_leads_on(open_page, atlas_graph):
    edges = [edge for edge in atlas_graph.edges(keys=True, data=True) if edge[2] == "EVALUATED_ON"]
    source, target, _, data = min(edges, key=lambda edge: edge[:2])
    page = open_page(atlas_graph)
    page.choose(source)
    headings = [one.text.lower() for one in page.driver.find_elements(By.CSS_SELECTOR, "#panel h3")]
    assert any(one.startswith("evaluated on") for one in headings)
    quotes = [
        one.get_property("textContent")
        for one in page.driver.find_elements(By.CSS_SELECTOR, "#panel .bond ~ blockquote")
    ]
    assert " ".join(data["evidence"][0].split()) in [" ".join(one.split()) for one in quotes]
    name = atlas_graph.nodes[target]["name"]
    button = next(one for one in page.driver.find_elements(By.CSS_SELECTOR, "#panel .bond") if name in one.text)
    button.click()
    page.wait(lambda: page.run("return atlas.selected()") == target)


def test_relations_are_drawn_round_the_selection_and_stand_in_the_table(open_page, atlas_graph):
    source = min(edge[0] for edge in atlas_graph.edges(keys=True) if edge[2] == "EVALUATED_ON")
    page = open_page(atlas_graph)
    page.choose(source)
    assert page.run("return atlas.scene.bonds.length") > 0
    assert "EVALUATED_ON" in page.run("return [...document.querySelectorAll('#panel pre')].at(-1).textContent")
