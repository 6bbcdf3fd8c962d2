import pytest

from paperatlas.errors import QueryError
from paperatlas.graph.cypher_dialect import check_dialect, function_edits
from paperatlas.graph.cypher_edits import edited
from paperatlas.graph.cypher_hints import hint
from paperatlas.graph.cypher_tree import parse_cypher


@pytest.mark.parametrize(
    ("cypher", "said"),
    [
        ("MATCH (a:Paper) OPTIONAL MATCH (a:Method) RETURN a.id", "label of a at line 1, column 34"),
        ("MATCH (a)-->(b), (b:Method)-->(c) RETURN a.id", "label of b at line 1, column 20"),
        ("MATCH (a:Paper) WITH a AS b MATCH (b:Method) RETURN b.id", "label of b"),
        ("MATCH (a:Paper) WHERE EXISTS { MATCH (a:Method) } RETURN a.id", "label of a"),
        ("MATCH (a:Paper) WHERE (a:Method)-->() RETURN a.id", "label of a"),
        ("UNWIND [1] AS a MATCH (a:Method) RETURN a.id", "label of a"),
        ("MATCH (a:Paper) WHERE NOT EXISTS { MATCH (a)-[:USES]->(:Paper) } RETURN a.id", "never matches"),
        ("MATCH (a:Paper) WHERE (a)-[:USES]->()<-[:WRITTEN_BY]-() RETURN a.id", "never matches"),
        ("MATCH (a:Method:Dataset) RETURN a.id", "two labels"),
        ("MATCH (a:Paper) RETURN a.keywords[0]", "counts from 1"),
        ("MATCH (a:Paper) RETURN a.keywords[0..2]", "counts from 1"),
        ("MATCH (a)-[*]-(b) RETURN a.id", "no upper end"),
        ("MATCH (a)-[:USES*2..]-(b) RETURN a.id", "no upper end"),
        ("RETURN rels(NULL)", "of a path"),
        ("MATCH (a)-[r* ALL SHORTEST 1..3]-(b) RETURN a.id", "ALL SHORTEST"),
        ("MATCH p = (a)-[* ALL SHORTEST 1..3]-(b) RETURN length(p)", "nodes"),
        ("MATCH (a)-[r]-(b) RETURN startNode(r).id", "no direction"),
        ("UNWIND [1, 2] AS x RETURN -x AS x ORDER BY x", "x at line 1, column 33"),
        ("MATCH (a)-[r]->(b) RETURN a.id AS r ORDER BY r", "column and a variable alike"),
    ],
)
def test_form_that_the_engine_reads_otherwise_is_refused(cypher: str, said: str) -> None:
    with pytest.raises(QueryError, match=said) as raised:
        check_dialect(parse_cypher(cypher))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (a:Paper) OPTIONAL MATCH (a:Paper)-->(b:Method) RETURN a.id",
        "MATCH (a:Paper)-->(b:Method|Dataset) WITH b MATCH (a:Paper)-->(b) RETURN a.id",
        "MATCH (a:Paper) WITH count(*) AS n MATCH (a:Method) RETURN a.id, n",
        "MATCH (a:Paper) RETURN a.id UNION MATCH (a:Method) RETURN a.id",
        "MATCH (a:Paper) WHERE a.id IN ['x', 'y'] RETURN [1, 2] AS two",
        "MATCH p = (a)-[r:USES*1..3]->(b) RETURN nodes(p), rels(r), length(p)",
        "MATCH p = (a)-[* ALL SHORTEST 1..3]-(b) RETURN nodes(p)",
        "MATCH (a)-[r]->(b) RETURN startNode(r).id, type(r) ORDER BY type(r)",
        "MATCH (a:Paper) WITH a.year AS year RETURN year AS year ORDER BY year",
    ],
)
def test_form_that_both_engines_read_alike_passes(cypher: str) -> None:
    check_dialect(parse_cypher(cypher))


def test_functions_of_neo4j_get_their_names() -> None:
    cypher = "MATCH (a)-[r]->(b) RETURN Type(r), startNode(r), 'type(r)'"
    changed = edited(cypher, function_edits(parse_cypher(cypher)))
    assert changed == "MATCH (a)-[r]->(b) RETURN label(r), start_node(r), 'type(r)'"


@pytest.mark.parametrize(
    ("cypher", "message", "said"),
    [
        ("MATCH (n:Entity) RETURN n", "", "Method|Dataset|Concept"),
        ("MATCH (n) WHERE n:Method RETURN n", "", "label(n) = 'Method'"),
        ("MATCH p = shortestPath((a)-[*..4]-(b)) RETURN p", "", "SHORTEST 1..8"),
        ("MATCH (n) RETURN [x IN n.aliases | toLower(x)]", "", "list_transform"),
        ("MATCH (n) RETURN [x IN n.aliases WHERE x > 'a']", "", "list_filter"),
        ("MATCH (n) RETURN [(n)-->(m) | m.id]", "", "collect"),
        ("MATCH (n) RETURN n {.id, .name}", "", "{id: n.id}"),
        ("MATCH (n) CALL { WITH n RETURN 1 AS x } RETURN x", "", "CALL subquery"),
        ("CALL db.labels()", "", "show_tables"),
        ("MATCH (n) RETURN COUNT { (n)-->() }", "", "COUNT { MATCH"),
        ("MATCH (n) WHERE any(x IN n.aliases WHERE x = $x) RETURN n", "", "WITH $x AS wanted"),
        ("MATCH (n) WITH n ORDER BY n.id RETURN n", "ORDER BY must be followed by SKIP or LIMIT", "needs a LIMIT"),
        ("MATCH (n) RETURN n.id AS n ORDER BY n", "Cannot order by n. Order by NODE", "another name after AS"),
        ("RETURN ':Entity [x IN y |'", "", ""),
    ],
)
def test_hint_tells_what_to_write_instead(cypher: str, message: str, said: str) -> None:
    found = hint(cypher, message)
    assert said in found
    assert bool(found) == bool(said)
