"""Graphs with little or nothing in them give pages that look intended."""

import networkx as nx


def paper(graph: nx.MultiDiGraph, identifier: str, **fields) -> None:
    graph.add_node(identifier, label="Paper", display_name=fields.get("title", "A paper"), **fields)


def test_empty_graph_says_that_there_are_no_papers(open_page):
    page = open_page(nx.MultiDiGraph())
    assert page.text("#counts") == "No papers"
    assert "No papers here yet" in page.find("#note").text
    assert page.text("#panel h2") == "No papers yet"


def test_papers_without_entities_are_shown_with_a_note(open_page):
    graph = nx.MultiDiGraph()
    paper(graph, "1", title="On nothing", abstract="Nothing is named here.")
    page = open_page(graph)
    assert page.find("#note").text == "No methods, datasets or concepts were found in these papers."
    page.choose("1")
    assert page.text("#panel .prose") == "Nothing is named here."


def test_paper_without_abstract_or_year_says_so(open_page):
    graph = nx.MultiDiGraph()
    paper(graph, "1", title="Only a title")
    page = open_page(graph)
    page.choose("1")
    assert "gives no abstract" in page.text("#panel")
    assert not page.driver.find_elements("css selector", ".bars")


def test_entities_without_papers_are_shown(open_page):
    graph = nx.MultiDiGraph()
    graph.add_node("Method:bert", label="Method", name="BERT", aliases=[], papers=3)
    page = open_page(graph)
    page.choose("Method:bert")
    assert page.text("#panel h2") == "BERT"
