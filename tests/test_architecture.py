"""Imports go one way: face, extract, graph, then store, files, page and queries, then atlas and command line."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = {"paperatlas": "paperatlas"} | {
    f"paperatlas.{name}": name for name in ("extract", "graph", "viz", "queries", "seeds")
}
BUILDING = ("build", "resolve", "normalise", "acronyms", "local", "naming", "suffixes", "weights", "people")
BUILDING += ("placing", "senses", "orders", "grouping", "aliases", "relations", "measures", "betweenness", "collector")
BUILDING += ("contexts", "known_meant", "long_forms", "meant", "sense_words", "short_forms", "writing_out")
LEVELS = [
    ("paperatlas.records", "paperatlas.schema", "paperatlas.errors"),
    ("paperatlas.extract",),
    tuple(f"paperatlas.graph.{name}" for name in BUILDING),
    ("paperatlas.graph", "paperatlas.viz", "paperatlas.queries", "paperatlas.seeds"),
    ("paperatlas",),
]


def modules():
    for package, folder in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            inner = path.relative_to(ROOT / folder)
            linked = folder == "paperatlas" and inner.parts[0] in FOLDERS.values()
            if not linked and path != ROOT / "paperatlas" / "__init__.py":
                parts = [*inner.parts[:-1], *([inner.stem] if inner.stem != "__init__" else [])]
                yield ".".join([package, *parts]), path


MODULES = dict(modules())


def level(module):
    held = [(len(prefix), at) for at, prefixes in enumerate(LEVELS) for prefix in prefixes if within(module, prefix)]
    return max(held)[1]


def within(module, prefix):
    return module == prefix or module.startswith(f"{prefix}.")


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by a relative name"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in MODULES else node.module or ""


def ours(path):
    return [name for name in imports(path) if within(name, "paperatlas") and name != "paperatlas"]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_nothing_from_later_on_the_way(module):
    assert [name for name in ours(MODULES[module]) if level(name) > level(module)] == []


def test_no_modules_import_each_other_in_a_circle():
    graph = {module: [name for name in ours(path) if name in MODULES] for module, path in MODULES.items()}
    done = set()
    while free := [module for module in graph if module not in done and set(graph[module]) <= done]:
        done.update(free)
    assert set(graph) - done == set()


def test_every_part_is_seen():
    assert {"paperatlas.records", "paperatlas.graph.build", "paperatlas.extract.sentences"} <= set(MODULES)
