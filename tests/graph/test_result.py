import pyarrow.ipc
import pyarrow.parquet
import pytest

from paperatlas.errors import MissingExtra
from paperatlas.graph.result import Result
from paperatlas.graph.result_files import FORMATS, write_table

NODE = {"label": "Method", "id": "Method:bert", "papers": 2}
ROWS = [("Cora", 1, 0.5, True, None, ["a"], NODE), ("图", None, 2.5, False, None, [], {"label": "Paper"})]
COLUMNS = ("name", "papers", "share", "own", "nothing", "aliases", "node")


def result() -> Result:
    return Result(COLUMNS, iter(ROWS))


@pytest.mark.parametrize("file_format", FORMATS)
def test_file_gives_back_the_rows_typed(file_format: str, tmp_path) -> None:
    path = tmp_path / "rows"
    write_table(COLUMNS, ROWS, path, file_format=file_format)
    if file_format == "arrow":
        with pyarrow.ipc.open_file(path) as reader:
            table = reader.read_all()
    else:
        table = pyarrow.parquet.read_table(path)
    assert table.column_names == list(COLUMNS)
    assert [str(kind) for kind in table.schema.types[:6]] == [
        "string",
        "int64",
        "double",
        "bool",
        "null",
        "list<element: string>" if file_format == "parquet" else "list<item: string>",
    ]
    assert [tuple(row.values())[:6] for row in table.to_pylist()] == [row[:6] for row in ROWS]
    assert table.to_pylist()[0]["node"] == NODE


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, "one"], ["1", '"one"']),
        ([{}, None], ["{}", None]),
        ([["a"], "a"], ['["a"]', '"a"']),
        ([2**70, 1], [str(2**70), "1"]),
    ],
)
def test_column_without_a_type_becomes_json(values: list, expected: list) -> None:
    table = Result(("x",), ((value,) for value in values)).to_arrow()
    assert table["x"].to_pylist() == expected


def test_table_without_rows_keeps_its_columns() -> None:
    assert Result(("a", "b"), iter(())).to_arrow().column_names == ["a", "b"]


def test_columns_alike_are_told_apart() -> None:
    assert Result(("a", "a", "b"), iter([(1, 2, 3)])).to_arrow().column_names == ["a", "a (2)", "b"]


def test_pandas_keeps_integers_where_one_is_unknown() -> None:
    frame = result().to_pandas()
    assert list(frame.columns) == list(COLUMNS)
    assert str(frame["papers"].dtype) == "Int64"
    assert frame["name"].tolist() == ["Cora", "图"]


def test_pandas_that_is_not_there_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(MissingExtra, match=r"paperatlas\[pandas\]"):
        result().to_pandas()
