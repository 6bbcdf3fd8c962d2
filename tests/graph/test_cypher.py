import pytest

from paperatlas.errors import QueryError
from paperatlas.graph.cypher_edits import edited
from paperatlas.graph.cypher_grammar.CypherParser import CypherParser
from paperatlas.graph.cypher_guard import CALLS, FUNCTIONS, RULES, check_read_only
from paperatlas.graph.cypher_trails import trail_edits
from paperatlas.graph.cypher_tree import parse_cypher


def test_grammar_is_that_of_the_installed_engine() -> None:
    import ladybug

    assert ladybug.version.startswith("0.22."), "make graph/cypher_grammar anew: its README.md says how"


def test_allowed_rules_are_rules_of_the_grammar() -> None:
    assert set(CypherParser.ruleNames) >= RULES
    assert not {"oC_UpdatingClause", "iC_LoadFrom", "iC_CopyTO", "iC_StandaloneCall"} & RULES


def test_allowed_functions_are_functions_of_the_engine() -> None:
    import ladybug

    with ladybug.Database() as database, ladybug.Connection(database) as connection:
        rows = connection.execute("CALL show_functions() RETURN name, type").get_all()
    known = {name.lower(): kind for name, kind in rows}
    special = {"label", "labels", "id", "keys", "length", "nullif", "start_node", "end_node", "cast", "properties"}
    assert {name for name in FUNCTIONS if name not in known} <= special
    assert not {name for name in FUNCTIONS if "TABLE" in known.get(name, "")}
    assert {known[name] for name in CALLS} == {"TABLE FUNCTION"}


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (e:Method|Dataset) RETURN e.id ORDER BY e.id LIMIT 3",
        "MATCH p = (a)-[:MENTIONS* ALL SHORTEST 1..8]-(b) RETURN nodes(p)",
        "UNWIND [1, 2] AS n WITH n WHERE n > 1 RETURN n UNION ALL RETURN 3 AS n",
        "MATCH (n) WHERE n.title = 'CREATE (n); DROP TABLE Paper' RETURN n // DELETE\n",
        "EXPLAIN MATCH (n) RETURN count(*)",
        "CALL show_tables() RETURN *",
    ],
)
def test_reading_is_allowed(cypher: str) -> None:
    check_read_only(parse_cypher(cypher))


@pytest.mark.parametrize(
    ("cypher", "expected"),
    [
        (
            "MATCH (a)--(b) RETURN a",
            "MATCH (a)--(b) RETURN a",
        ),
        (
            "MATCH (a)-->(b)<--(c) WHERE a.id = 'x' OR b.id = 'y' RETURN c",
            "MATCH (a)-[trail_1]->(b)<-[trail_2]-(c)"
            " WHERE id(trail_1) <> id(trail_2) AND (a.id = 'x' OR b.id = 'y') RETURN c",
        ),
        (
            "MATCH (a)-[r:USES]->(b), (c)-[s:USES|EXTENDS]->(b) RETURN c",
            "MATCH (a)-[r:USES]->(b), (c)-[s:USES|EXTENDS]->(b) WHERE id(r) <> id(s) RETURN c",
        ),
        (
            "MATCH (a)-[:USES]->(b) MATCH (b)<-[:USES]-(c) RETURN c",
            "MATCH (a)-[:USES]->(b) MATCH (b)<-[:USES]-(c) RETURN c",
        ),
        (
            "MATCH (a)-[:USES*1..3]-(b) RETURN b",
            "MATCH (a)-[:USES*TRAIL 1..3]-(b) RETURN b",
        ),
        (
            "MATCH (a)-[r* SHORTEST 1..3]-(b)-[s]-(c) RETURN c",
            "MATCH (a)-[r* SHORTEST 1..3]-(b)-[s]-(c) WHERE NOT list_contains(rels(r), s) RETURN c",
        ),
        (
            "MATCH (a) WHERE (a)-[:USES]->()<-[:USES]-() RETURN a",
            "MATCH (a) WHERE EXISTS { MATCH (a)-[trail_1:USES]->()<-[trail_2:USES]-()"
            " WHERE id(trail_1) <> id(trail_2) } RETURN a",
        ),
    ],
)
def test_pattern_becomes_a_trail(cypher: str, expected: str) -> None:
    assert edited(cypher, trail_edits(parse_cypher(cypher))) == expected
    parse_cypher(expected)


@pytest.mark.parametrize(
    ("cypher", "where"),
    [
        ("MATCH (p:Paper) RETURN", "line 1, column 23"),
        ("MATCH (p:Paper)\nRETRUN p", "line 2, column 1"),
        ("MATCH (p {id: 'x}) RETURN p", "line 1, column 15"),
        ("", "line 1, column 1"),
    ],
)
def test_fault_is_told_with_its_place_in_one_line(cypher: str, where: str) -> None:
    with pytest.raises(QueryError, match=where) as raised:
        parse_cypher(cypher)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("[", "]"), ("CASE WHEN true THEN ", " END")])
def test_nesting_too_deep_to_read_is_refused(opening: str, closing: str) -> None:
    with pytest.raises(QueryError, match="write it with fewer"):
        parse_cypher(f"RETURN {opening * 90}1{closing * 90}")


@pytest.mark.parametrize(
    "cypher",
    ["MATCH (a)-->(b)<--(c) RETURN DISTINCT *", "MATCH (a)-->(b)<--(c) WITH *, 1 AS one RETURN a.id"],
)
def test_star_that_would_count_the_hidden_names_is_refused(cypher: str) -> None:
    with pytest.raises(QueryError, match="name the columns"):
        trail_edits(parse_cypher(cypher))
