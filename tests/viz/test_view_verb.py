"""`paperatlas view` with a query's result and with pictures."""

import pytest

from paperatlas.atlas import write_atlas
from paperatlas.cli.app import run


@pytest.fixture(scope="module")
def folder(invented, tmp_path_factory):
    path = tmp_path_factory.mktemp("atlas") / "atlas"
    write_atlas(invented, path)
    return path


@pytest.fixture
def view(folder, capsys):
    """Run the verb; return its exit code and what it printed."""

    def viewer(*arguments: object) -> tuple[int, str]:
        code = run(["view", "--atlas", str(folder), *map(str, arguments)])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return viewer


def test_result_of_a_query_of_the_book_is_drawn(view, tmp_path):
    done = view("--query", "methods", "-p", "limit=3", "-o", tmp_path / "methods.html")
    assert done == (0, f"{tmp_path / 'methods.html'}\n")
    assert "<title>Result of methods · PaperAtlas</title>" in (tmp_path / "methods.html").read_text("utf-8")


def test_result_of_cypher_is_drawn(view, tmp_path):
    cypher = "MATCH (p:Paper {id: 'inv-01'})-[:MENTIONS]->(m:Method) RETURN p, collect(m.id) AS methods"
    assert view("--query", cypher, "-o", tmp_path / "a.svg")[0] == 0
    assert "graph weaving network" in (tmp_path / "a.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--query", "MATCH (p:Paper) RETURN count(p)"), 1, "the result holds no id of a paper or entity"),
        (("--query", "metods"), 1, "methods"),
        (("--query", "methods", "--focus", "BERT"), 2, "give one of them"),
        (("-p", "limit=3"), 2, "-p is for --query"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(view, tmp_path, arguments, code, message):
    done = view(*arguments, "-o", tmp_path / "page.html")
    assert done[0] == code
    assert message in done[1]
    assert not (tmp_path / "page.html").exists()
