"""What `paperatlas query` takes and writes beside the answers themselves."""

import json
from pathlib import Path

import pyarrow.ipc
import pyarrow.parquet
import pytest

from paperatlas.atlas import write_atlas
from paperatlas.cli.app import run
from paperatlas.records import Extraction

IDS = "MATCH (p:Paper) RETURN p.id AS id, p.year AS year ORDER BY id"


@pytest.fixture(scope="module")
def atlas(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_atlas(invented, tmp_path_factory.mktemp("cli-query") / "atlas").path


@pytest.fixture
def ask(atlas: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run(["query", "--atlas", str(atlas), *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


@pytest.mark.parametrize(("limit", "count"), [(2, 2), (20, 20), (0, 0)])
def test_limit_cuts_and_says_so(ask, limit: int, count: int) -> None:
    code, out, err = ask(IDS, "--limit", limit, "--format", "csv")
    assert (code, len(out.splitlines())) == (0, count + 1)
    assert ("cut at" in err) == (count < 20)


def test_json_rows_are_one_array(ask) -> None:
    rows = json.loads(ask(IDS, "--format", "json")[1])
    assert rows[0] == {"id": "inv-01", "year": 2018}
    assert len(rows) == 20
    assert ask(IDS, "--format", "json", "--limit", 0)[1] == "[]\n"


def test_time_that_is_up_is_an_error(ask) -> None:
    code, out, err = ask("MATCH (a)-[*1..4]-(b)-[*1..4]-(c) RETURN count(*)", "--timeout", "0.5")
    assert (code, out) == (1, "")
    assert err == "paperatlas: the query took longer than 0.5 s (--timeout)\n"


@pytest.mark.parametrize("output", ["arrow", "parquet"])
def test_binary_file_holds_the_rows(ask, output: str, tmp_path: Path) -> None:
    path = tmp_path / "rows"
    assert ask("methods", "-p", "limit=3", "--format", output, "-o", path) == (0, "", "")
    read = {
        "arrow": lambda: pyarrow.ipc.open_file(path).read_all(),
        "parquet": lambda: pyarrow.parquet.read_table(path),
    }
    assert read[output]().num_rows == 3


def test_binary_output_is_not_for_a_terminal(ask) -> None:
    code, out, err = ask("methods", "--format", "parquet")
    assert (code, out) == (2, "")
    assert "name a file with -o" in err


@pytest.mark.parametrize("output", ["table", "csv", "json"])
def test_text_goes_to_a_file_as_to_the_terminal(ask, output: str, tmp_path: Path) -> None:
    shown = ask("methods", "--format", output)[1]
    assert ask("methods", "--format", output, "-o", "rows.txt")[:2] == (0, "")
    assert (tmp_path / "rows.txt").read_text(encoding="utf-8") == shown


def test_failed_query_leaves_the_former_file(ask, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("before", encoding="utf-8")
    assert ask("RETURN nowhere", "--format", "csv", "-o", "rows.csv")[0] == 1
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == "before"


def test_parameters_come_from_a_file_and_p_wins(ask, tmp_path: Path) -> None:
    (tmp_path / "given.json").write_text('{"one": [1, 2], "two": "b"}', encoding="utf-8")
    out = ask("RETURN $one AS one, $two AS two", "--parameters", "given.json", "-p", "two=c", "--format", "json")[1]
    assert json.loads(out) == [{"one": [1, 2], "two": "c"}]
    assert ask("methods", "--parameters", "given.json")[0] == 1


@pytest.mark.parametrize(("text", "said"), [("{", "are no JSON"), ("[1]", "expected a JSON object")])
def test_file_that_holds_no_parameters_is_named(ask, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "given.json").write_text(text, encoding="utf-8")
    code, out, err = ask("RETURN 1", "--parameters", "given.json")
    assert (code, out) == (1, "")
    assert said in err
    assert "given.json" in err


def test_query_that_ends_the_engine_is_one_line(ask) -> None:
    code, out, err = ask("MATCH p = (a:Method)--(b) WITH NULL AS p RETURN nodes(p)")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "the embedded engine itself ended" in err
