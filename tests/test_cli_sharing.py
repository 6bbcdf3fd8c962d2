"""The options of load, and the exports that are no files of graphs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from neo4j_test_server import Server

from paperatlas.atlas import write_atlas
from paperatlas.cli.app import run
from paperatlas.records import Extraction


@pytest.fixture(scope="module")
def atlas(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_atlas(invented, tmp_path_factory.mktemp("sharing") / "atlas").path


@pytest.fixture(scope="module")
def smaller(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_atlas(invented[:4], tmp_path_factory.mktemp("smaller") / "atlas").path


@pytest.mark.parametrize(
    "file_format, inside, word",
    [
        ("cypher", "", "CREATE CONSTRAINT paperatlas_paper_id IF NOT EXISTS"),
        ("neo4j-admin", "import.sh", "neo4j-admin database import full"),
        ("rdf", "", "schema:ScholarlyArticle"),
    ],
)
def test_an_export_prints_its_path(
    atlas: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file_format: str,
    inside: str,
    word: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["export", file_format, "--atlas", str(atlas)]) == 0
    path = Path(capsys.readouterr().out.removesuffix("\n"))
    assert word in (path / inside).read_text(encoding="utf-8")


def test_rdf_without_its_package_names_the_extra(atlas: Path, tmp_path: Path) -> None:
    code = "import sys; sys.modules['rdflib'] = None; from paperatlas.cli.app import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "export", "rdf", "--atlas", str(atlas), "-o", str(tmp_path / "a.ttl")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "paperatlas: rdflib is not installed; pip install 'paperatlas[rdf]'\n"


def test_load_prunes_and_keeps_atlases_apart(
    atlas: Path,
    smaller: Path,
    empty_neo4j: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("NEO4J_USER", empty_neo4j.user)
    monkeypatch.setenv("NEO4J_PASSWORD", empty_neo4j.password)

    def load(folder: Path, *options: str) -> dict[str, int]:
        command = ["load", "--atlas", str(folder), "--neo4j", empty_neo4j.uri, "--database", "neo4j", *options]
        assert run([*command, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    whole = load(atlas, "--writers", "2", "--batch", "100")["created"]
    assert load(smaller, "--name", "small")["created"] > 50
    told = load(smaller, "--prune", "--dry-run")
    done = load(smaller, "--prune")
    assert 50 < done["removed"] == told["removed"] < whole
    assert run(["load", "--atlas", str(smaller), "--neo4j", empty_neo4j.uri, "--prune"]) == 0
    assert capsys.readouterr().out == "created 0, changed 0, removed 0\n"
    assert load(smaller, "--name", "small") == {"dry_run": False, "created": 0, "changed": 0, "removed": 0, "kept": 0}


@pytest.mark.parametrize("options", [("--writers", "0"), ("--batch", "none"), ("--patience", "-1")])
def test_a_wrong_option_of_load_is_usage(options: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", "--neo4j", "bolt://127.0.0.1:9", *options]) == 2
    assert options[0] in capsys.readouterr().err
