"""Graph files: JSON, GraphML, GEXF, and pairs of CSV or Parquet tables, each written whole or not at all."""

import difflib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import ParseError

import networkx as nx
import pyarrow as pa

from paperatlas.errors import InputError
from paperatlas.graph.table_files import pair_of, read_csv, read_parquet, write_csv, write_parquet
from paperatlas.graph.values import Attributes, Parts, graph_of, plain_parts
from paperatlas.graph.whole import written_whole
from paperatlas.graph.xml_files import read_gexf, read_graphml, write_gexf, write_graphml


def write_graph(graph: "nx.MultiDiGraph[Any]", path: Path, *, file_format: str | None = None) -> None:
    """Write a graph: the same graph, the same bytes; the graph is not changed.

    Values become plain by rule: sets and tuples lists, dates text, numpy numbers those of Python; None, NaN and
    infinity are left out, as all that is not known. Lists are JSON text in GraphML, GEXF and CSV. GraphML and GEXF have
    a blank for each character that XML forbids, and drop empty text.

    Parameters
    ----------
    graph
        Any MultiDiGraph with text or integers as ids; others become text.
    path
        A file. For csv and parquet a folder, for nodes.csv and edges.csv in it, or a name such as my.csv for
        my.nodes.csv and my.edges.csv.
    file_format
        One of `FORMATS`; without it the suffix says which.

    Raises
    ------
    InputError
        For an unknown format, ids that can't be told apart, or a path that can't be written.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("Method:bert", label="Method", name="BERT", aliases=["BERT model"])
    >>> path = Path(mkdtemp()) / "graph.json"
    >>> write_graph(graph, path)
    >>> read_graph(path).nodes["Method:bert"]["aliases"]
    ['BERT model']
    """
    kind = _format_of(path, file_format)
    parts = plain_parts(graph)
    with written_whole(*kind.files(path)) as fresh:
        try:
            kind.write(parts, *fresh)
        except (pa.ArrowException, OverflowError) as error:
            raise InputError(f"can't write {path}: {_line(error)}; the json format holds any number") from error


def read_graph(path: Path, *, file_format: str | None = None) -> "nx.MultiDiGraph[Any]":
    """Read a graph that `write_graph` wrote, equal to it; types come from the schema.

    Raises
    ------
    InputError
        For an unknown format, a file that is missing, or contents of another form.
    """
    kind = _format_of(path, file_format)
    try:
        return graph_of(kind.read(*kind.files(path)))
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, ParseError, nx.NetworkXError, pa.ArrowException) as error:
        raise InputError(f"{path} is no graph in the {kind.name} format: {_line(error)}") from error


def _write_json(parts: Parts, path: Path) -> None:
    nodes = ({"id": node, **attributes} for node, attributes in parts.nodes)
    edges = (
        {"source": source, "target": target, "key": key, **attributes}
        for source, target, key, attributes in parts.edges
    )
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for before, rows in (('{"nodes": [', nodes), ('],\n"edges": [', edges)):
            stream.write(before)
            stream.writelines(
                f"{',' if number else ''}\n{json.dumps(row, ensure_ascii=False, allow_nan=False)}"
                for number, row in enumerate(rows)
            )
        stream.write("]}\n")


def _read_json(path: Path) -> Parts:
    found = json.loads(path.read_text(encoding="utf-8"))
    return Parts(
        [(_take(row, "id"), row) for row in found["nodes"]],
        [(_take(row, "source"), _take(row, "target"), _take(row, "key"), row) for row in found["edges"]],
    )


def _take(row: Attributes, name: str) -> Any:
    if name not in row:
        raise ValueError(f"{json.dumps(row, ensure_ascii=False)[:80]} has no {name!r}")
    return row.pop(name)


@dataclass(frozen=True, slots=True)
class _Format:
    name: str
    write: Callable[..., None]
    read: Callable[..., Parts]
    paired: bool = False

    def files(self, path: Path) -> tuple[Path, ...]:
        return pair_of(path, f".{self.name}") if self.paired else (path,)


FORMATS: Mapping[str, _Format] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            _Format("json", _write_json, _read_json),
            _Format("graphml", write_graphml, read_graphml),
            _Format("gexf", write_gexf, read_gexf),
            _Format("csv", write_csv, read_csv, paired=True),
            _Format("parquet", write_parquet, read_parquet, paired=True),
        )
    }
)
"""The formats by name, which is the suffix too."""


def _format_of(path: Path, name: str | None) -> _Format:
    asked = name if name is not None else path.suffix.removeprefix(".").lower()
    if asked in FORMATS:
        return FORMATS[asked]
    near = difflib.get_close_matches(asked, FORMATS, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    where = f"the format {asked!r}" if name is not None else f"the suffix of {path}"
    raise InputError(f"{where} is none of {', '.join(FORMATS)}{hint or '; name the format'}")


def _line(error: BaseException) -> str:
    return " ".join(f"{error}".split())[:200] or type(error).__name__
