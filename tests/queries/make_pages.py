"""Writes docs/queries anew from the headers of the book and from the invented papers: run it by hand."""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "neo4j")]

from conftest import DATA, read_annotated  # noqa: E402
from paperatlas.graph.build import build_graph  # noqa: E402
from paperatlas.graph.store import open_store, write_store  # noqa: E402
from paperatlas.queries.pages import query_pages  # noqa: E402

if __name__ == "__main__":
    folder = ROOT / "docs" / "queries"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        store_path = Path(scratch) / "graph.lbug"
        write_store(build_graph(read_annotated(DATA / "invented.jsonl")), store_path)
        with open_store(store_path) as store:
            pages = query_pages(store)
    for old in set(folder.glob("*.md")) - {folder / name for name in pages}:
        old.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
