"""Pictures that stand still: the same bytes for the same graph, names that can be read, no foreign file."""

import sys
from xml.etree import ElementTree

import networkx as nx
import pytest

from paperatlas.errors import InputError, MissingExtra
from paperatlas.viz.picture import PICTURES, write_picture

STARTS = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.fixture
def some(atlas_graph):
    return atlas_graph.subgraph([node for node in atlas_graph if not node.startswith("inv-1")])


@pytest.mark.parametrize("suffix", PICTURES)
def test_picture_has_the_kind_that_its_name_says_and_the_same_bytes(some, tmp_path, suffix):
    for name in "ab":
        write_picture(some, tmp_path / f"{name}{suffix}", top=30)
    first, second = ((tmp_path / f"{name}{suffix}").read_bytes() for name in "ab")
    assert first.startswith(STARTS[suffix])
    assert first == second


def test_svg_holds_the_names_as_text(some, tmp_path):
    write_picture(some, tmp_path / "new" / "graph.svg", focus="SQuAD", heading="About $x_2$ & <more>")
    texts = {"".join(text.itertext()) for text in ElementTree.parse(tmp_path / "new" / "graph.svg").iter()}
    assert {"SQuAD", "About $x_2$ & <more>", "Dataset"} <= texts


@pytest.mark.parametrize("papers", [0, 1])
def test_little_or_nothing_gives_a_picture_too(tmp_path, papers):
    graph = nx.MultiDiGraph()
    graph.add_nodes_from((str(at), {"label": "Paper"}) for at in range(papers))
    write_picture(graph, tmp_path / "graph.svg")
    assert ("No papers here yet" in (tmp_path / "graph.svg").read_text()) == (not papers)


def test_other_endings_are_refused(some, tmp_path):
    with pytest.raises(InputError, match=r"graph\.bmp is no picture; end its name in \.svg, \.png, \.pdf"):
        write_picture(some, tmp_path / "graph.bmp")


def test_without_matplotlib_the_way_out_is_named(some, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"matplotlib is not installed; pip install 'paperatlas\[plot\]'"):
        write_picture(some, tmp_path / "graph.svg")


def test_picture_that_cannot_be_written_is_named(some, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"can't be written to .*file/graph\.svg"):
        write_picture(some, tmp_path / "file" / "graph.svg", top=5)
