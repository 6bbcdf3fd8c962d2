import ast
import subprocess
import sys
from pathlib import Path

import pytest

import paperatlas

DESIGNED = {
    "read_papers",
    "load_pipeline",
    "extract_papers",
    "build_graph",
    "read_graph",
    "write_graph",
    "open_store",
    "write_neo4j",
    "write_page",
    "write_picture",
    "view_notebook",
    "run_query",
    "list_queries",
}
HEAVY = {"spacy", "pyvis", "neo4j", "ladybug", "networkx", "numpy", "onnxruntime", "pyarrow", "rich", "bibtexparser"}


def loaded_after(code: str) -> set[str]:
    listing = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", f"{code}\n{listing}"], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_the_public_names_are_those_of_the_design() -> None:
    assert set(paperatlas.__all__) == DESIGNED
    assert dir(paperatlas) == sorted(dir(paperatlas))
    assert set(dir(paperatlas)) >= DESIGNED


@pytest.mark.parametrize("name", sorted(DESIGNED))
def test_each_public_name_resolves_and_is_documented(name: str) -> None:
    function = getattr(paperatlas, name)
    assert function.__name__ == name
    assert function.__doc__.strip()[0].isupper()


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'build_grapf'"):
        _ = paperatlas.build_grapf


def test_the_type_checker_sees_the_same_names() -> None:
    tree = ast.parse(Path(paperatlas.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    imported = {(node.module, alias.name) for node in block.body for alias in node.names}
    assert imported == {(home, name) for name, home in paperatlas._HOMES.items()}


@pytest.mark.parametrize("code", ["import paperatlas", "import paperatlas.cli"])
def test_importing_loads_nothing_heavy(code: str) -> None:
    assert loaded_after(code) & HEAVY == set()


def test_help_loads_nothing_heavy() -> None:
    code = "\n".join(
        (
            "import sys, paperatlas.cli",
            "sys.argv[1:] = ['--help']",
            "try: paperatlas.cli.main()",
            "except SystemExit: pass",
        )
    )
    assert loaded_after(code) & HEAVY == set()
