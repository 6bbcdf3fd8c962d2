"""Fixtures that several folders of tests share."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest
from neo4j_test_server import NoServer, Server, clear, running_server

from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.relations import find_relations
from paperatlas.graph.build import build_graph
from paperatlas.records import Extraction, Paper

DATA = Path(__file__).parent / "data"
SEEDS = Path(__file__).parent.parent / "seeds"


@pytest.fixture(scope="session")
def invented() -> list[Extraction]:
    """The invented corpus: entities that its authors marked by hand, relations by the cues; no model is in play."""
    return read_annotated(DATA / "invented.jsonl")


@pytest.fixture(scope="session")
def invented_graph(invented: list[Extraction]) -> nx.MultiDiGraph:
    """The graph of the invented corpus: titles, years, authors, venues."""
    return build_graph(invented)


@pytest.fixture(scope="session")
def seeds_graph() -> nx.MultiDiGraph:
    """The graph of the seeds, extracted with the shipped model."""
    from paperatlas.extract.pipeline import extract_papers
    from paperatlas.extract.readers import read_papers

    papers = read_papers(sorted(SEEDS.glob("*.txt"))).papers
    return build_graph(extract_papers(papers))


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[Server]:
    """A running Neo4j with nothing in it; see tests/neo4j."""
    try:
        with running_server() as server:
            if clear(server, only_look=True):
                raise NoServer(f"the database at {server.uri} is not empty, and tests delete what they load")
            yield server
            clear(server)
    except NoServer as reason:
        if os.environ.get("CI"):
            pytest.fail(str(reason))
        pytest.skip(str(reason))


@pytest.fixture
def empty_neo4j(neo4j_server: Server) -> Server:
    """The server after all nodes were deleted."""
    clear(neo4j_server)
    return neo4j_server


def read_annotated(path: Path) -> list[Extraction]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    found = [annotated_extraction(_paper(row), row["entities"]) for row in rows]
    return [replace(one, relations=find_relations(one.paper, one.mentions)) for one in found]


def _paper(row: dict) -> Paper:
    fields = {key: row[key] for key in ("id", "title", "abstract", "venue", "year", "url") if row.get(key) is not None}
    lists = {key: tuple(row.get(key, ())) for key in ("authors", "keywords")}
    return Paper(**fields, **lists, source=f"invented.jsonl:{row['id']}")
