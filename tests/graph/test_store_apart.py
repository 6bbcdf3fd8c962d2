from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

from paperatlas.errors import AtlasError, QueryError
from paperatlas.graph.store import write_store
from paperatlas.graph.store_apart import StoreApart, open_store_apart

ENDS_THE_ENGINE = "MATCH p = (a:Method)--(b) WITH NULL AS p RETURN nodes(p)"


@pytest.fixture(scope="module")
def store(invented_graph: nx.MultiDiGraph, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreApart]:
    path = tmp_path_factory.mktemp("apart") / "graph.lbug"
    write_store(invented_graph, path)
    with open_store_apart(path) as opened:
        yield opened


def test_rows_come_back_typed(store: StoreApart) -> None:
    result = store.rows("MATCH (p:Paper {id: $id}) RETURN p.year AS year, p.keywords, NULL AS x", {"id": "inv-01"})
    assert result.columns == ("year", "p.keywords", "x")
    assert list(result) == [(2018, ["graphs", "citations"], None)]


def test_error_of_a_query_leaves_the_next_one(store: StoreApart) -> None:
    with pytest.raises(QueryError, match="line 1, column 8"):
        store.rows("RETURN nowhere")
    assert list(store.rows("RETURN 1 AS x")) == [(1,)]


def test_result_left_in_the_middle_leaves_the_next_one(store: StoreApart) -> None:
    rows = store.rows("UNWIND range(1, 100000) AS x RETURN x").rows
    assert next(rows) == (1,)
    rows.close()
    assert list(store.rows("RETURN 2 AS x")) == [(2,)]


def test_query_that_ends_the_engine_is_an_error(store: StoreApart) -> None:
    with pytest.raises(QueryError, match=r"engine itself ended .*nothing is changed"):
        list(store.rows(ENDS_THE_ENGINE))
    assert list(store.rows("RETURN 3 AS x")) == [(3,)]


def test_time_is_up(store: StoreApart) -> None:
    with pytest.raises(QueryError, match=r"longer than 0\.5 s"):
        list(store.rows("MATCH (a)-[*1..4]-(b)-[*1..4]-(c) RETURN count(*)", timeout=0.5))
    assert list(store.rows("RETURN 4 AS x", timeout=60)) == [(4,)]


def test_missing_store_is_an_error_of_the_first_query(tmp_path: Path) -> None:
    with open_store_apart(tmp_path / "none.lbug") as store, pytest.raises(AtlasError, match="paperatlas build"):
        store.rows("RETURN 1")
