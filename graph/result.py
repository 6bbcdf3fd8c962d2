"""What a query gives: columns and typed rows, alike for both engines."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from importlib import import_module
from typing import TYPE_CHECKING, Any

from paperatlas.errors import MissingExtra
from paperatlas.schema import NODE_LABELS

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True, slots=True)
class Result:
    """Columns and rows of a query; `rows` can be read once.

    Values are None, bool, int, float, str, dates, lists and mappings. A node is its properties with "label"; a
    relationship its properties with "type"; a path a mapping of "nodes" and "relationships".
    """

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows."""
        return self.rows

    def to_arrow(self) -> "pyarrow.Table":
        """Read the rows into a table of Arrow; see `paperatlas.graph.result_files`.

        Examples
        --------
        >>> Result(("id", "papers"), iter([("Method:bert", 2)])).to_arrow().schema.types
        [DataType(string), DataType(int64)]
        """
        from paperatlas.graph.result_files import arrow_table

        return arrow_table(self.columns, self.rows)

    def to_pandas(self) -> Any:
        """Read the rows into a pandas.DataFrame, whose integers stay integers where a value is unknown.

        Raises
        ------
        MissingExtra
            If pandas is not installed.
        """
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise MissingExtra("pandas", "pandas") from None
        return pandas.DataFrame.from_records(list(self.rows), columns=list(self.columns)).convert_dtypes()


def plain(value: Any) -> Any:
    """Return a value of either engine in the plain form that `Result` describes.

    Examples
    --------
    >>> plain({"_ID": {"offset": 0, "table": 1}, "_LABEL": "Paper", "id": "p1", "year": None})
    {'label': 'Paper', 'id': 'p1'}
    """
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if hasattr(value, "labels"):
        label = next((label for label in NODE_LABELS if label in value.labels), None)
        return {"label": label or ":".join(sorted(value.labels)), **_properties(value)}
    if hasattr(value, "relationships"):
        return {
            "nodes": [plain(node) for node in value.nodes],
            "relationships": [plain(r) for r in value.relationships],
        }
    if hasattr(value, "type") and hasattr(value, "items"):
        return {"type": value.type, **_properties(value)}
    if isinstance(value, Mapping):
        return _mapping(value)
    if hasattr(value, "to_native"):
        return value.to_native()
    return value


def _mapping(value: Mapping[str, Any]) -> dict[str, Any]:
    if "_NODES" in value:
        return {"nodes": plain(value["_NODES"]), "relationships": plain(value["_RELS"])}
    if "_LABEL" not in value:
        return {key: plain(item) for key, item in value.items()}
    kept = {key: plain(item) for key, item in value.items() if not key.startswith("_") and item is not None}
    return {"type" if "_SRC" in value else "label": value["_LABEL"], **kept}


def _properties(value: Any) -> dict[str, Any]:
    return {key: plain(item) for key, item in sorted(value.items())}
