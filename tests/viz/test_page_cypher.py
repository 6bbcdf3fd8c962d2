"""The Cypher that the panel offers runs in the store and gives what the panel shows."""

import pytest

from paperatlas.graph.store import open_store, write_store
from paperatlas.schema import ENTITY_RELATIONS


@pytest.mark.parametrize(("node", "rows"), [("Method:graph-convolutional-network", 6), ("inv-01", 9)])
def test_cypher_of_the_panel_gives_its_rows(open_page, atlas_graph, tmp_path, node, rows):
    page = open_page(atlas_graph)
    page.choose(node)
    write_store(atlas_graph, tmp_path / "graph.lbug")
    with open_store(tmp_path / "graph.lbug") as store:
        assert len(list(store.rows(page.text("#panel pre")).rows)) == rows


def test_cypher_of_the_relations_gives_those_of_the_panel(open_page, atlas_graph, tmp_path):
    node = min(source for source, _, key in atlas_graph.edges(keys=True) if key == "EVALUATED_ON")
    page = open_page(atlas_graph)
    page.choose(node)
    write_store(atlas_graph, tmp_path / "graph.lbug")
    query = page.run("return [...document.querySelectorAll('#panel pre')].at(-1).textContent")
    with open_store(tmp_path / "graph.lbug") as store:
        others = sorted(row[0] for row in store.rows(query).rows)
    edges = [*atlas_graph.in_edges(node, keys=True), *atlas_graph.out_edges(node, keys=True)]
    assert others == sorted(
        target if source == node else source for source, target, key in edges if key in ENTITY_RELATIONS
    )
