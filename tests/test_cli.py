import json
import os
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from paperatlas import __version__, list_queries, read_graph
from paperatlas.atlas import write_atlas
from paperatlas.cli.app import app, run
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.readers import FORMATS
from paperatlas.records import Extraction, Paper

PAPERS_BY_YEAR = "MATCH (p:Paper) RETURN p.id AS id, p.year AS year, p.keywords AS keywords ORDER BY p.id"


@pytest.fixture(scope="module")
def atlas(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_atlas(invented, tmp_path_factory.mktemp("cli") / "atlas").path


@pytest.fixture
def here(atlas: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the invented corpus as ./atlas."""
    (tmp_path / "atlas").symlink_to(atlas)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ask(here: Path, capsys: pytest.CaptureFixture[str]):
    """Run the command line in `here`; gives its exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def started(*arguments: str, **options: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "paperatlas", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


@pytest.mark.parametrize("verb", sorted(app.commands))
def test_each_verb_has_help_with_an_example(ask, verb: str) -> None:
    code, out, err = ask(verb, "--help")
    assert (code, err) == (0, "")
    assert f"paperatlas {verb}" in out.partition("Example")[2]


def test_help_names_each_input_format(ask) -> None:
    help_text = " ".join(ask("build", "--help")[1].split())
    assert f"--input-format FORMAT {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, for all FILES" in help_text


def test_help_lists_each_verb_with_its_purpose(ask) -> None:
    code, out, _ = ask("--help")
    lines = {line.split()[0]: line.split()[1:] for line in out.partition("Commands:")[2].splitlines() if line.strip()}
    assert code == 0
    assert set(lines) == set(app.commands)
    assert all(len(purpose) > 2 for purpose in lines.values())
    assert "..." not in out.partition("Commands:")[2]


def test_version(ask) -> None:
    assert ask("--version") == (0, f"paperatlas, version {__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("frobnicate",),
        ("build",),
        ("query",),
        ("query", "methods", "-p", "limit"),
        ("query", "methods", "--format", "xml"),
        ("query", "MATCH (n) DETACH DELETE n", "--write"),
        ("export", "docx"),
        ("view", "--top", "none"),
    ],
)
def test_wrong_usage_ends_with_2_and_the_usage(ask, arguments: tuple[str, ...]) -> None:
    code, out, err = ask(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("Usage: paperatlas")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("query", "methods-by-paper"), "methods"),
        (("query", "MATCH (p:Paper RETURN p"), "line 1"),
        (("query", "MATCH (p:Paper) RETURN p.nothing"), "nothing"),
        (("query", "MATCH (n) DETACH DELETE n"), "read"),
        (("query", "MATCH (p:Paper) WHERE p.id = $id RETURN p.id"), "id"),
        (("show", "Graph Weaving Network for"), "near"),
        (("view", "--focus", "Graph Weaving Network for", "-o", "page.html"), "near"),
        (("view", "-o", "atlas/report.json/page.html"), "can't be written"),
        (("export", "graphml", "-o", "atlas/report.json/graph.graphml"), "report.json"),
        (("queries", "--atlas", "x"), "No such option"),
        (("query", "methods", "--atlas", "nowhere"), "paperatlas build FILES -o nowhere"),
        (("show", "BERT", "--atlas", "nowhere"), "paperatlas build FILES -o nowhere"),
        (("extract", "missing.txt"), "missing.txt"),
        (("build", "missing.txt", "-o", "new"), "missing.txt"),
        (("build", "atlas", "-o", "new"), "atlas"),
        (("build", "empty.txt", "-o", "new"), "empty.txt"),
        (("build", "text.txt", "-o", "full"), "other files and no atlas"),
        (("build", "text.txt", "-o", "text.txt"), "is a file"),
        (("build", "text.txt", "-o", "text.txt/deeper"), "can't write"),
        (("build", "text.txt", "-o", "new", "--input-format", "docx"), "bibtex"),
        (("evaluate", "missing.jsonl"), "missing.jsonl"),
        (("evaluate", "gold.jsonl"), "--texts"),
        (("evaluate", "text.txt"), "text.txt:1"),
    ],
)
def test_an_error_is_one_line_on_stderr(ask, here: Path, arguments: tuple[str, ...], message: str) -> None:
    (here / "empty.txt").touch()
    (here / "text.txt").write_text("We train graph weaving networks.\n\nWe train BERT.\n")
    (here / "gold.jsonl").write_text('{"id": "1", "entities": []}\n')
    (here / "full").mkdir()
    (here / "full" / "thesis.tex").touch()
    code, out, err = ask(*arguments)
    assert out == ""
    if code == 2:
        assert message in err
        return
    assert code == 1
    assert err.startswith("paperatlas: ")
    assert err.count("\n") == 1
    assert message in err
    assert not (here / "new").exists()


def test_debugging_shows_the_traceback(here: Path) -> None:
    process = started("show", "BERT", "--atlas", "nowhere", env=os.environ | {"PAPERATLAS_DEBUG": "1"})
    _, err = process.communicate()
    assert process.returncode == 1
    assert "Traceback" in err


def test_query_prints_json_with_types(ask, invented: list[Extraction]) -> None:
    code, out, err = ask("query", PAPERS_BY_YEAR, "--format", "json")
    rows = json.loads(out)
    assert (code, err, len(rows)) == (0, "", len(invented))
    assert rows[0] == {"id": "inv-01", "year": 2018, "keywords": ["graphs", "citations"]}


def test_query_prints_csv(ask) -> None:
    lines = ask("query", PAPERS_BY_YEAR, "--format", "csv")[1].splitlines()
    assert lines[:2] == ["id,year,keywords", 'inv-01,2018,"[""graphs"", ""citations""]"']


def test_query_prints_a_table_with_numbers_to_the_right(ask) -> None:
    lines = ask("query", "MATCH (p:Paper {id: 'inv-01'}) RETURN p.id AS id, 7 AS seven, p.title AS title")[
        1
    ].splitlines()
    assert lines == [
        "id      seven  title",
        "------  -----  --------------------------------------------",
        "inv-01      7  Graph Weaving Networks for Citation Analysis",
    ]


@pytest.mark.parametrize(
    "given, value",
    [("x=3", 3), ("x=0.5", 0.5), ("x=three", "three"), ('x="3"', "3"), ("x=true", True), ("x=[1, 2]", [1, 2])],
)
def test_a_parameter_of_own_cypher_is_json_else_text(ask, given: str, value: object) -> None:
    code, out, _ = ask("query", "RETURN $x AS x", "-p", given, "--format", "json")
    assert (code, json.loads(out)) == (0, [{"x": value}])


def test_a_table_shows_no_control_character_of_the_data(ask) -> None:
    code, out, _ = ask("query", "RETURN $x AS text", "-p", 'x="a\\u001b[31mb\\nc"')
    assert (code, "\x1b" in out, out.splitlines()[2]) == (0, False, "a�[31mb c")


def test_a_result_without_rows_has_its_header(ask) -> None:
    assert ask("query", "MATCH (p:Paper {id: 'none'}) RETURN p.id AS id")[1].splitlines() == ["id", "--"]


def test_queries_lists_the_book(ask) -> None:
    code, out, _ = ask("queries")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[2:]] == [query.name for query in list_queries()]
    assert [row["name"] for row in json.loads(ask("queries", "--json")[1])] == [query.name for query in list_queries()]


@pytest.mark.parametrize("name", ["DeepWalk", "deepwalk", "Method:deepwalk"])
def test_show_tells_of_an_entity_with_its_sentences(ask, name: str) -> None:
    code, out, err = ask("show", name)
    assert (code, err) == (0, "")
    assert out.startswith("DeepWalk  [Method:deepwalk]\n")
    assert "compares_with" in out
    assert "GWNs reach a higher accuracy in node classification than DeepWalk." in out


def test_show_tells_of_a_paper(ask) -> None:
    found = json.loads(ask("show", "inv-01", "--json")[1])
    assert found["title"] == "Graph Weaving Networks for Citation Analysis"
    assert [entity["id"] for entity in found["roles"]["proposes"]] == ["Method:graph-weaving-network"]
    assert {relation["type"] for relation in found["relations"]} == {"WRITTEN_BY", "PUBLISHED_IN"}


def test_show_why_tells_by_which_rule_names_are_one(ask) -> None:
    merges = json.loads(ask("show", "GWN", "--why", "--json")[1])["merges"]
    assert {"graph weaving networks", "GWN"} <= {merge["surface"] for merge in merges}
    assert all(merge["rule"] and merge["papers"] for merge in merges)


def test_show_why_names_the_first_papers_of_a_surface_and_counts_the_others(ask, here: Path) -> None:
    row = {"name": "BERT", "label": "Method", "kind": None, "role": "uses"}
    texts = {f"paper-{number}": "BERT" for number in range(1, 6)} | {"paper-6": "BERT model"}
    write_atlas(
        [
            annotated_extraction(Paper(id=name, abstract=f"We train a {text}."), [row | {"surfaces": [text]}])
            for name, text in texts.items()
        ],
        here / "six",
    )
    out = ask("show", "BERT", "--why", "--atlas", "six")[1]
    assert "  BERT  rule name  count 5  papers paper-1, paper-2, paper-3 and 2 more\n" in out
    assert "  BERT model  rule suffix  count 1  papers paper-6\n" in out
    merges = json.loads(ask("show", "BERT", "--why", "--json", "--atlas", "six")[1])["merges"]
    assert [len(merge["papers"]) for merge in merges] == [5, 1]


def test_view_names_the_page_of_the_atlas(ask) -> None:
    assert ask("view") == (0, "atlas/index.html\n", "")


def test_view_writes_a_page_around_one_name(ask, here: Path) -> None:
    code, out, _ = ask("view", "--focus", "DeepWalk", "-o", "deep/walk.html", "--json")
    assert (code, json.loads(out)) == (0, {"page": "deep/walk.html"})
    assert (here / "deep/walk.html").stat().st_size < (here / "atlas/index.html").stat().st_size


def test_view_writes_the_page_to_stdout(ask, here: Path) -> None:
    code, out, _ = ask("view", "-o", "-")
    assert (code, out) == (0, (here / "atlas/index.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file_format", ["graphml", "gexf", "json", "csv", "parquet"])
def test_export_writes_what_reads_back_as_the_graph(ask, here: Path, file_format: str) -> None:
    code, out, err = ask("export", file_format, "--json")
    assert (code, err) == (0, "")
    back = read_graph(Path(json.loads(out)["path"]), file_format=file_format)
    assert nx.utils.graphs_equal(back, read_graph(here / "atlas/graph.json"))


def test_a_closed_pipe_ends_quietly(here: Path) -> None:
    process = started("query", "UNWIND range(1, 200000) AS x RETURN x", "--format", "csv")
    assert process.stdout.readline() == "x\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 1


def test_output_is_utf8_whatever_the_locale(here: Path) -> None:
    env = os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    process = started("query", "RETURN $x AS x", "-p", "x=图神经网络", env=env)
    assert "图神经网络" in process.communicate()[0]
