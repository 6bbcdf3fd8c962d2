"""What a user's alias file does to the entities, and what is wrong with one."""

import pytest

from paperatlas.aliasing import read_aliases, remembered_aliases
from paperatlas.errors import InputError
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.graph.aliases import Aliases
from paperatlas.graph.build import build_graph
from paperatlas.graph.resolve import resolve_mentions
from paperatlas.records import Paper


def paper(number, *entities):
    rows = [
        {"name": surfaces[0], "label": "Method", "kind": None, "role": "mentions", "surfaces": surfaces}
        for surfaces in entities
    ]
    text = "We study " + ", and ".join(surface for surfaces in entities for surface in surfaces) + "."
    return annotated_extraction(Paper(id=f"p{number}", abstract=text), rows)


PAPERS = [
    paper(1, ["graph weaving network", "GWN"], ["loom net"]),
    paper(2, ["GWNs"], ["benchmark"]),
    paper(3, ["Loom nets"], ["Moss corpus"]),
]


def ids(aliases):
    return {entity.id for entity in resolve_mentions(PAPERS, aliases=aliases).entities}


@pytest.mark.parametrize(
    ("aliases", "there", "gone"),
    [
        (Aliases(join={"loom nets": "graph weaving network"}), set(), {"Method:loom-net"}),
        (Aliases(join={"loom net": "GWN"}), {"Method:graph-weaving-network"}, {"Method:loom-net"}),
        (Aliases(split=("GWN",)), {"Method:gwn", "Method:graph-weaving-network"}, set()),
        (Aliases(drop=("Benchmarks",)), {"Method:loom-net"}, {"Method:benchmark"}),
        (Aliases(relabel={"Moss corpus": "Dataset"}), {"Dataset:moss-corpus"}, {"Method:moss-corpus"}),
        (Aliases(relabel={"GWN": "task"}), {"Concept:graph-weaving-network"}, {"Method:graph-weaving-network"}),
    ],
)
def test_the_user_wins_over_every_rule(aliases, there, gone):
    assert there <= ids(aliases)
    assert not gone & ids(aliases)


def test_a_new_name_changes_no_id():
    entities = resolve_mentions(PAPERS, aliases=Aliases(rename={"GWN": "Weaver"})).entities
    weaver = next(entity for entity in entities if entity.name == "Weaver")
    assert weaver.id == "Method:graph-weaving-network"
    assert "graph weaving network" in weaver.aliases


def test_names_joined_to_a_new_one_are_called_so():
    entities = resolve_mentions(PAPERS, aliases=Aliases(join={"loom net": "Grand Loom"})).entities
    assert "Grand Loom" in {entity.name for entity in entities}


def test_a_dropped_name_is_on_no_edge():
    dropped = resolve_mentions(PAPERS, aliases=Aliases(drop=("benchmark",)))
    graph = build_graph(PAPERS, resolution=dropped)
    assert not [node for node in graph if "benchmark" in node]


def test_merges_say_that_the_user_wanted_it():
    merges = resolve_mentions(PAPERS, aliases=Aliases(join={"loom net": "GWN"})).merges
    assert {merge.rule for merge in merges if merge.surface.lower().startswith("loom")} == {"user"}


def test_an_unknown_name_is_listed_with_near_ones():
    with pytest.raises(InputError, match=r"GWMN.*near: GWN"):
        resolve_mentions(PAPERS, aliases=Aliases(drop=("GWMN",), source="mine.toml"))


def test_what_a_report_remembers_is_not_checked():
    aliases = remembered_aliases(Aliases(drop=("gone",), source="mine.toml").row())
    assert ids(aliases) == ids(None)


def test_a_file_is_read(tmp_path):
    path = tmp_path / "aliases.toml"
    path.write_text(
        'drop = ["a b"]\nsplit = ["MM"]\n[join]\nGCN = "graph net"\n[rename]\nx = "Y"\n[relabel]\nz = "term"\n'
    )
    aliases = read_aliases(path)
    assert aliases.row() == {
        "drop": ["a b"],
        "split": ["MM"],
        "join": {"GCN": "graph net"},
        "rename": {"x": "Y"},
        "relabel": {"z": "term"},
        "source": str(path),
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[join]\na1 = "b1"\nb1 = "a1"\n', "circle by line 2 .* and line 3"),
        ('[join]\na1 = "b1"\nb1 = "c1"\nc1 = "a1"\n', "line 2 .* and line 3 .* and line 4"),
        ('drop = ["GCN"]\n[join]\n"GCNs" = "graph net"\n', "line 1 .* and line 3 .* contradict"),
        ('drop = ["net"]\n[join]\nGCN = "nets"\n', "line 1 .* and line 3 .* contradict"),
        ('split = [\n  "MM",\n]\n[join]\nMM = "mirror method"\n', "line 2 .* and line 5 .* contradict"),
        ('[join]\nGCN = "one"\nGCN = "two"\n', "line 2 .* and line 3 .* contradict"),
        ('[relabel]\nGCN = "Method"\nGCNs = "Dataset"\n', "line 2 .* and line 3 .* contradict"),
        ('[join]\nGCN = "one"\n[rename]\nGCN = "two"\n', "line 2 .* and line 4 .* contradict"),
        ('[relabel]\nGCN = "Thing"\n', "label 'Thing'"),
        ('[joins]\nGCN = "one"\n', "'joins'"),
        ('join = {a1 = "b1", b1 = "a1"}\n', "circle by line 1 .* and line 1"),
        ('join.GCN = "one"\ndrop = [\n"GCN"]\n', "line 1 .* and line 3 .* contradict"),
        ("drop = [1]\n", "drop is a list of names"),
        ("[join\n", "no TOML"),
    ],
)
def test_a_faulty_file_is_an_error_that_names_the_lines(tmp_path, text, said):
    path = tmp_path / "aliases.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_aliases(path)


def test_names_joined_in_a_circle_from_python_are_an_error():
    with pytest.raises(InputError, match="circle: gwn to loomnet to gwn"):
        ids(Aliases(join={"GWN": "loom net", "loom net": "GWN"}))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"none\.toml"):
        read_aliases(tmp_path / "none.toml")
