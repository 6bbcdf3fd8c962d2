import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from paperatlas.cli.app import app
from paperatlas.schema import EDGE_ENDPOINTS, EDGE_PROPERTIES, ENTITY_RELATIONS, NODE_PROPERTIES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON, *_ = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
SETUP, TESTS, COMMANDS = re.findall(r"```bash\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme")
    (folder / "seeds").symlink_to(ROOT / "seeds")
    return folder


def run(*command: str, folder: Path, env: Mapping[str, str] = {}) -> str:
    found = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=folder, env=os.environ | found | env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_ci_runs_the_two_commands_word_for_word() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line in (SETUP.strip(), TESTS.strip())] == [SETUP.strip(), TESTS.strip()]


def test_the_command_lines_run_in_order(folder: Path, neo4j_server) -> None:
    server = {
        "NEO4J_URI": neo4j_server.uri,
        "NEO4J_USER": neo4j_server.user,
        "NEO4J_PASSWORD": neo4j_server.password,
    }
    outputs = {line: run("bash", "-ec", line, folder=folder, env=server) for line in COMMANDS.splitlines()}
    build, query, show, view, load = outputs.values()
    assert "read 57: 57 used, 0 skipped, 0 failed" in build
    assert len(query.splitlines()) > 20
    assert show.startswith("large language model")
    assert view == "page.html\n"
    assert load.startswith("created ")
    assert {file.name for file in folder.iterdir()} == {"seeds", "atlas", "page.html"}


def test_the_library_lines_run(folder: Path) -> None:
    assert len(PYTHON.split("\n")) <= 12
    if not (folder / "atlas").exists():
        run("bash", "-ec", COMMANDS.splitlines()[0], folder=folder)
    printed = run(sys.executable, "-c", PYTHON, folder=folder)
    assert len(printed.splitlines()) > 5
    assert {"graph.graphml", "page.html"} <= {file.name for file in folder.iterdir()}


def test_every_verb_stands_in_the_readme() -> None:
    documented = set(re.findall(r"`([a-z]+)`", README.partition("| verb |")[2].partition("## In Python")[0]))
    assert set(app.commands) <= documented


def schema_rows() -> Iterator[str]:
    for label, properties in NODE_PROPERTIES.items():
        yield f"| `{label}` | {', '.join(properties)} |"
    for edge, properties in EDGE_PROPERTIES.items():
        if edge not in ENTITY_RELATIONS:
            tails, heads = (", ".join(dict.fromkeys(side)) for side in zip(*EDGE_ENDPOINTS[edge], strict=True))
            yield " ".join(f"| `{edge}` | {tails} | {heads} | {', '.join(properties)} |".split())


def test_the_schema_table_is_the_schema() -> None:
    table = README.partition("## The graph")[2].partition("## Read next")[0].splitlines()
    rows = [line for line in table if line.startswith("| `")]
    assert rows == list(schema_rows())


@pytest.mark.parametrize("page", ["README.md", *sorted(f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md"))])
def test_every_link_leads_to_a_file(page: str) -> None:
    links = re.findall(r"\]\(([^):#]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    assert links or page != "README.md"
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []
