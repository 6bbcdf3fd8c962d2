"""The page inside a notebook: an iframe that holds it whole, so that no file is left behind."""

from dataclasses import dataclass
from html import escape

import networkx as nx

from paperatlas.viz.page import render_page


@dataclass(frozen=True, slots=True)
class NotebookPage:
    """A page that Jupyter and its relatives show as a cell's result."""

    page: str
    height: int

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="PaperAtlas" width="100%" height="{self.height}" style="border:1px solid #8884" '
            f'sandbox="allow-scripts allow-downloads allow-popups" srcdoc="{escape(self.page)}"></iframe>'
        )


def view_notebook(
    graph: "nx.MultiDiGraph[str]", *, focus: str | None = None, top: int | None = None, height: int = 720
) -> NotebookPage:
    """Show `graph` in a notebook, whole or as `write_page` cuts it; `height` is in pixels.

    The page can run its own scripts and nothing else: it is kept from the notebook, its cookies and its kernel.

    Raises
    ------
    QueryError
        If nothing is called `focus`.

    Examples
    --------
    >>> shown = view_notebook(nx.MultiDiGraph())
    >>> shown._repr_html_().startswith('<iframe title="PaperAtlas"')
    True
    """
    return NotebookPage(render_page(graph, focus=focus, top=top), height)
