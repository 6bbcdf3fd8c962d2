"""RDF: a reader that knows nothing of us finds papers, names and evidence in well-known words."""

import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest
import rdflib
from rdflib.namespace import PROV, RDF, SKOS

from paperatlas.graph.rdf import BASE, write_rdf

SCHEMA = rdflib.Namespace("https://schema.org/")


def written(graph: nx.MultiDiGraph, path: Path) -> rdflib.Graph:
    write_rdf(graph, path)
    return rdflib.Graph().parse(path, format="turtle")


def test_every_node_and_edge_is_there(invented_graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    found = written(invented_graph, tmp_path / "graph.ttl")
    labels = [label for _, label in invented_graph.nodes(data="label")]
    papers = set(found.subjects(RDF.type, SCHEMA.ScholarlyArticle))
    assert len(papers) == labels.count("Paper")
    assert len(set(found.subjects(RDF.type, SCHEMA.Dataset))) == labels.count("Dataset")
    keys = [key for _, _, key in invented_graph.edges(keys=True)]
    assert len(list(found.triples((None, SCHEMA.mentions, None)))) == keys.count("MENTIONS")
    assert len(list(found.triples((None, SCHEMA.author, None)))) == keys.count("WRITTEN_BY")


def test_a_sentence_leads_to_its_paper_by_a_query(invented_graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    found = written(invented_graph, tmp_path / "graph.ttl")
    rows = found.query(
        """SELECT ?name ?sentence WHERE {
            ?paper a schema:ScholarlyArticle . ?statement prov:wasDerivedFrom ?paper ; prov:value ?sentence ;
            rdf:predicate <urn:paperatlas:schema:proposes> ; rdf:object ?method . ?method skos:prefLabel ?name }""",
        initNs={"schema": SCHEMA, "prov": PROV, "rdf": RDF, "skos": SKOS},
    )
    proposed = [
        (invented_graph.nodes[head]["name"], data["evidence"])
        for _, head, key, data in invented_graph.edges(keys=True, data=True)
        if key == "PROPOSES"
    ]
    assert sorted((str(name), str(sentence)) for name, sentence in rows) == sorted(proposed)


@pytest.mark.parametrize("text", ['"""\\', "a\nb\r\n", "\u0000 \U0001f600", "> <http://x> .", "C++ & C#/%20"])
def test_values_and_ids_come_back_equal(text: str, tmp_path: Path) -> None:
    graph = nx.MultiDiGraph()
    graph.add_node(text, label="Paper", title=text, year=1999)
    found = written(graph, tmp_path / "graph.ttl")
    (paper,) = found.subjects(RDF.type, SCHEMA.ScholarlyArticle)
    assert paper.startswith(BASE)
    assert str(found.value(paper, SCHEMA.name)) == text
    assert found.value(paper, SCHEMA.datePublished).toPython() == 1999
    assert str(found.value(paper, rdflib.URIRef("urn:paperatlas:schema:id"))) == text


def test_the_same_graph_is_the_same_bytes(invented_graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from paperatlas import read_graph; "
        "from paperatlas.graph.rdf import write_rdf; write_rdf(read_graph(Path(sys.argv[1])), Path(sys.argv[2]))"
    )
    from paperatlas import write_graph

    write_graph(invented_graph, tmp_path / "graph.json")
    write_rdf(invented_graph, tmp_path / "one.ttl")
    subprocess.run([sys.executable, "-c", code, tmp_path / "graph.json", tmp_path / "two.ttl"], check=True)
    assert (tmp_path / "one.ttl").read_bytes() == (tmp_path / "two.ttl").read_bytes()
