"""The file: the same bytes for the same graph, UTF-8 anywhere, whole in itself."""

import os
import re
import subprocess
import sys

import networkx as nx
import pytest

from paperatlas.errors import InputError, QueryError
from paperatlas.viz.page import render_page, write_page


def shuffled(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    turned = nx.MultiDiGraph()
    turned.add_nodes_from(reversed(list(graph.nodes(data=True))))
    turned.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    return turned


def test_equal_graphs_give_equal_bytes(atlas_graph, tmp_path):
    for name, graph in (("a", atlas_graph), ("b", atlas_graph), ("c", shuffled(atlas_graph))):
        write_page(graph, tmp_path / name)
    first, *others = ((tmp_path / name).read_bytes() for name in "abc")
    assert others == [first, first]


def test_writing_leaves_the_graph_as_it_was(atlas_graph, tmp_path):
    before = nx.node_link_data(atlas_graph, edges="edges")
    write_page(atlas_graph, tmp_path / "page.html")
    assert nx.node_link_data(atlas_graph, edges="edges") == before


def test_page_is_utf8_in_any_locale(tmp_path):
    code = (
        "import networkx as nx, pathlib, sys; from paperatlas.viz.page import write_page; graph = nx.MultiDiGraph();"
        "graph.add_node('1', label='Paper', title='\\u56fe\\u795e\\u7ecf', abstract='');"
        "write_page(graph, pathlib.Path(sys.argv[1]), focus='1')"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "page.html")], check=True, env=environment)
    assert "图神经" in (tmp_path / "page.html").read_text("utf-8")


def test_missing_folder_is_made(atlas_graph, tmp_path):
    write_page(atlas_graph, tmp_path / "new" / "folder" / "page.html")
    assert (tmp_path / "new" / "folder" / "page.html").stat().st_size > 400_000


def test_output_that_cannot_be_written_is_named(atlas_graph, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"can't be written to .*file/page\.html"):
        write_page(atlas_graph, tmp_path / "file" / "page.html")


def test_page_has_nothing_to_load(atlas_graph):
    page = render_page(atlas_graph)
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    tags = re.findall(r"^<(?:script|link|img|iframe)[^>]*>", page, re.MULTILINE)
    columns, alike, texts = (f'<script type="application/json" id="{name}">' for name in ("columns", "alike", "texts"))
    assert tags == ["<script>", columns, alike, "<script>", texts]


def test_policy_allows_only_the_scripts_of_the_page(atlas_graph):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', render_page(atlas_graph))[1]
    assert policy.startswith("default-src &#39;none&#39;; script-src &#39;sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy


def test_unknown_focus_lists_near_names(atlas_graph):
    with pytest.raises(QueryError, match=r"near: .*DeepWalk"):
        render_page(atlas_graph, focus="DeepWalc")


def test_missing_template_is_named(atlas_graph, monkeypatch, tmp_path):
    monkeypatch.setattr("paperatlas.viz.page.files", lambda _: tmp_path)
    with pytest.raises(InputError, match=r"the page's static/page\.css is missing from the installation"):
        render_page(atlas_graph)
