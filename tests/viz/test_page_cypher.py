"""The Cypher that the panel offers runs in the store and gives what the panel shows."""

import pytest

from paperatlas.graph.store import open_store, write_store


@pytest.mark.parametrize(("node", "rows"), [("Method:graph-convolutional-network", 6), ("inv-01", 9)])
def test_cypher_of_the_panel_gives_its_rows(open_page, atlas_graph, tmp_path, node, rows):
    page = open_page(atlas_graph)
    page.choose(node)
    write_store(atlas_graph, tmp_path / "graph.lbug")
    with open_store(tmp_path / "graph.lbug") as store:
        assert len(list(store.rows(page.text("#panel pre")).rows)) == rows
