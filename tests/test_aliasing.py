"""A user's alias file through the command line, and what the atlas keeps of it."""

import json

import pytest

from paperatlas.aliasing import read_aliases
from paperatlas.atlas import write_atlas
from paperatlas.building import remove_papers
from paperatlas.cli.app import run

FILE = 'drop = ["U-Net"]\n\n[join]\n"watershed transform" = "watershed"\n'


@pytest.fixture
def aliases(tmp_path):
    path = tmp_path / "aliases.toml"
    path.write_text(FILE)
    return path


def test_the_report_keeps_what_the_user_said_and_removing_a_paper_keeps_to_it(invented, aliases, tmp_path):
    atlas = write_atlas(invented, tmp_path / "atlas", aliases=read_aliases(aliases))
    assert atlas.report["settings"]["aliases"]["join"] == {"watershed transform": "watershed"}
    left = remove_papers(atlas.path, ["inv-03"])
    assert left.report["settings"]["aliases"]["drop"] == ["U-Net"]
    assert "U-Net" not in {node.get("name") for node in json.loads((left.path / "graph.json").read_text())["nodes"]}


def test_show_why_names_surface_rule_and_papers(invented, tmp_path, capsys):
    write_atlas(invented, tmp_path / "atlas")
    assert run(["show", "RAG", "--why", "--json", "--atlas", str(tmp_path / "atlas")]) == 0
    merges = {merge["surface"]: merge for merge in json.loads(capsys.readouterr().out)["merges"]}
    assert merges["RAG"]["rule"] in ("acronym", "context")
    assert "inv-09" in merges["Retrieval-augmented generation"]["papers"]


def test_resolve_takes_an_alias_file(tmp_path, capsys):
    (tmp_path / "names.tsv").write_text("Method\tloom net\nMethod\tGWN\n")
    (tmp_path / "aliases.toml").write_text('[join]\n"loom net" = "GWN"\n')
    assert run(["resolve", str(tmp_path / "names.tsv"), "--aliases", str(tmp_path / "aliases.toml")]) == 0
    assert capsys.readouterr().out == "Method\tloom net\tMethod:gwn\nMethod\tGWN\tMethod:gwn\n"


@pytest.mark.parametrize("name", ["C++", "C#", "x", "***", "图卷积网络", "$k$-means", r"$\text{ID}^3$", "名" * 10_000])
def test_resolve_gives_each_name_one_line(tmp_path, capsys, name):
    (tmp_path / "names.tsv").write_text(f"Method\t{name}\nConcept\tregret\n", encoding="utf-8")
    assert run(["resolve", str(tmp_path / "names.tsv")]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"Method\t{name}\tMethod:")
    assert second == "Concept\tregret\tConcept:regret"


@pytest.mark.parametrize(("options", "printed"), [([], ""), (["--json"], "[]\n")])
def test_resolve_of_an_empty_file_gives_no_line(tmp_path, capsys, options, printed):
    (tmp_path / "names.tsv").write_text("")
    assert run(["resolve", str(tmp_path / "names.tsv"), *options]) == 0
    assert capsys.readouterr().out == printed


def test_resolve_of_what_is_no_text_speaks_of_names(tmp_path, capsys):
    (tmp_path / "names.tsv").write_bytes(b"%PDF-1.7")
    assert run(["resolve", str(tmp_path / "names.tsv")]) == 1
    said = capsys.readouterr().err
    assert "a list of names" in said and "abstracts" not in said


def test_a_circle_is_one_line_and_exit_code_1(tmp_path, capsys):
    (tmp_path / "aliases.toml").write_text('[join]\na1 = "b1"\nb1 = "a1"\n')
    (tmp_path / "names.tsv").write_text("Method\ta1\n")
    assert run(["resolve", str(tmp_path / "names.tsv"), "--aliases", str(tmp_path / "aliases.toml")]) == 1
    said = capsys.readouterr().err
    assert "line 2" in said and "line 3" in said and said.count("\n") == 1
