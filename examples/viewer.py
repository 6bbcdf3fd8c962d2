"""Draw the result of a query with neo4j-viz: `python examples/viewer.py result.html`.

neo4j-viz is GPL-3.0: `pip install neo4j-viz` is yours to decide; PaperAtlas never installs it.
"""

import os
import sys
from pathlib import Path

import neo4j
from neo4j_viz.neo4j import from_neo4j

QUERY = """
MATCH (e:Entity) WITH e ORDER BY e.papers DESC, e.id LIMIT 10
MATCH (p:Paper)-[r:MENTIONS]->(e) RETURN p, r, e
"""


def draw(driver: neo4j.Driver, path: Path) -> int:
    """Write the page, and return how many nodes it shows."""
    found = from_neo4j(driver.execute_query(QUERY, result_transformer_=neo4j.Result.graph))
    path.write_text(found.render().data, encoding="utf-8")
    return len(found.nodes)


def main() -> None:
    """Write the page named on the command line."""
    user, password = os.environ.get("NEO4J_USER", "neo4j"), os.environ["NEO4J_PASSWORD"]
    with neo4j.GraphDatabase.driver(os.environ["NEO4J_URI"], auth=(user, password)) as driver:
        print(draw(driver, Path(sys.argv[1])), "nodes")


if __name__ == "__main__":
    main()
