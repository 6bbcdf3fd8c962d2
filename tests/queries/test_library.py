from collections.abc import Iterator

import networkx as nx
import pytest

from paperatlas.errors import QueryError
from paperatlas.graph.store import Store, open_store, write_store
from paperatlas.queries.library import GROUPS, TYPES, Query, list_queries, load_query, run_query


@pytest.fixture(scope="module")
def store(invented_graph: nx.MultiDiGraph, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("library") / "graph.lbug"
    write_store(invented_graph, path)
    with open_store(path) as opened:
        yield opened


def test_book_is_listed_by_group_and_name() -> None:
    places = [(GROUPS.index(query.group), query.name) for query in list_queries()]
    names = [name for _, name in places]
    assert places == sorted(places)
    assert {place for place, _ in places} == set(range(len(GROUPS)))
    assert len(names) >= 25
    assert {"methods", "datasets", "paper", "similar-papers", "goes-with", "papers-on", "no-dataset", "chain"} <= set(
        names
    )


@pytest.mark.parametrize("query", list_queries(), ids=lambda query: query.name)
def test_header_tells_all(query: Query) -> None:
    assert query.purpose.endswith(".")
    assert query.columns
    assert query.group in GROUPS
    assert query.example.startswith(f"paperatlas query {query.name}")
    assert {parameter.type for parameter in query.parameters} <= set(TYPES)
    assert all(f"${parameter.name}" in query.cypher for parameter in query.parameters)


@pytest.mark.parametrize("query", list_queries(), ids=lambda query: query.name)
def test_header_is_the_same_in_both_dialects(query: Query) -> None:
    assert query.cypher.partition("\n\n")[0] == query.neo4j_cypher.partition("\n\n")[0]


@pytest.mark.parametrize("query", list_queries(), ids=lambda query: query.name)
def test_order_ends_in_an_id(query: Query) -> None:
    for cypher in (query.cypher, query.neo4j_cypher):
        order = cypher.rpartition("ORDER BY")[2].partition("LIMIT")[0].strip()
        assert order.rpartition(",")[2].strip().endswith("id")


def test_only_differing_dialects_have_two_texts() -> None:
    assert [query.name for query in list_queries() if query.cypher != query.neo4j_cypher] == ["chain"]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("method", "did you mean methods"),
        ("similar-paper", "similar-papers"),
        ("../library", "no query"),
        ("xyzzy", "paperatlas queries"),
    ],
)
def test_unknown_query_is_told_with_near_names(name: str, near: str) -> None:
    with pytest.raises(QueryError, match=near):
        load_query(name)


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("goes-with", {}, "goes-with needs name .*paperatlas query goes-with"),
        ("goes-with", {"nmae": "BERT"}, "no parameter 'nmae'; it has name, limit"),
        ("methods", {"limit": "ten"}, "limit of methods is 'ten'; expected int"),
        ("methods", {"limit": 2.5}, "expected int"),
    ],
)
def test_parameter_that_does_not_fit_is_named(name: str, given: dict, said: str, store: Store) -> None:
    with pytest.raises(QueryError, match=said):
        run_query(name, store, parameters=given)


def test_parameters_take_the_type_of_the_header(store: Store) -> None:
    assert len(list(run_query("methods", store, parameters={"limit": " 3 "}))) == 3
    assert len(list(run_query("methods", store))) == 25


@pytest.mark.parametrize("name", ["Dataset:cora", "cora", "CORA"])
def test_entity_is_found_by_id_and_name_whatever_the_case(name: str, store: Store) -> None:
    assert list(run_query("evidence", store, parameters={"name": name}))


def test_entity_is_found_by_alias(store: Store) -> None:
    by_alias, by_name = (
        list(run_query("goes-with", store, parameters={"name": name})) for name in ("gwns", "graph weaving network")
    )
    assert by_alias == by_name != []


def test_cypher_takes_its_values_as_they_are(store: Store) -> None:
    result = run_query(
        "MATCH (p:Paper) WHERE p.year = $year RETURN p.id ORDER BY p.id", store, parameters={"year": 2018}
    )
    assert result.columns == ("p.id",)
    assert ("inv-01",) in list(result)


def test_name_with_blanks_around_is_still_a_name(store: Store) -> None:
    assert run_query(" no-dataset ", store).columns == ("method", "paper", "paper_id", "id")


def test_chain_of_one_thing_with_itself_is_empty(store: Store) -> None:
    assert list(run_query("chain", store, parameters={"from": "Cora", "to": "cora"})) == []


def test_chain_holds_all_of_the_least_length(store: Store, invented_graph: nx.MultiDiGraph) -> None:
    rows = list(run_query("chain", store, parameters={"from": "inv-01", "to": "LunarQA", "limit": 9999}))
    joins = nx.Graph((a, b) for a, b, key in invented_graph.edges(keys=True) if key == "MENTIONS")
    wanted = sorted(" > ".join(path) for path in nx.all_shortest_paths(joins, "inv-01", "Dataset:lunarqa"))
    assert [row[0] for row in rows if row[1] == 1] == wanted
    assert [row[1] for row in rows] == list(range(1, wanted[0].count(">") + 1)) * len(wanted)
