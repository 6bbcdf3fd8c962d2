"""Build a knowledge graph from a list of paper abstracts: spaCy, NetworkX, Cypher and one interactive page.

Names resolve on first use, so that importing the package loads neither spaCy nor pyvis, neo4j or ladybug.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paperatlas.extract.pipeline import extract_papers, load_pipeline
    from paperatlas.extract.readers import read_papers
    from paperatlas.graph.build import build_graph
    from paperatlas.graph.files import read_graph, write_graph
    from paperatlas.graph.neo4j import write_neo4j
    from paperatlas.graph.store import open_store
    from paperatlas.queries.library import list_queries, run_query
    from paperatlas.viz.notebook import view_notebook
    from paperatlas.viz.page import write_page
    from paperatlas.viz.picture import write_picture

_HOMES = {
    "read_papers": "paperatlas.extract.readers",
    "load_pipeline": "paperatlas.extract.pipeline",
    "extract_papers": "paperatlas.extract.pipeline",
    "build_graph": "paperatlas.graph.build",
    "read_graph": "paperatlas.graph.files",
    "write_graph": "paperatlas.graph.files",
    "open_store": "paperatlas.graph.store",
    "write_neo4j": "paperatlas.graph.neo4j",
    "write_page": "paperatlas.viz.page",
    "write_picture": "paperatlas.viz.picture",
    "view_notebook": "paperatlas.viz.notebook",
    "run_query": "paperatlas.queries.library",
    "list_queries": "paperatlas.queries.library",
}

__all__ = [
    "build_graph",
    "extract_papers",
    "list_queries",
    "load_pipeline",
    "open_store",
    "read_graph",
    "read_papers",
    "run_query",
    "view_notebook",
    "write_graph",
    "write_neo4j",
    "write_page",
    "write_picture",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'paperatlas' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
