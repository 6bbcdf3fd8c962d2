from pathlib import Path

import networkx as nx

from paperatlas.graph.store import open_store, write_store
from paperatlas.queries.library import list_queries
from paperatlas.queries.pages import query_pages

DOCS = Path(__file__).parent.parent.parent / "docs" / "queries"


def test_pages_tell_the_book_as_it_is(invented_graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    write_store(invented_graph, tmp_path / "graph.lbug")
    with open_store(tmp_path / "graph.lbug") as store:
        pages = query_pages(store)
    written = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")}
    assert written == pages, "run tests/queries/make_pages.py"


def test_index_links_to_every_query() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for query in list_queries():
        page = index.partition(f"[{query.name}](")[2].partition("#")[0]
        assert f"\n## {query.name}\n" in (DOCS / page).read_text(encoding="utf-8")
