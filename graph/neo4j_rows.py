"""The graph as groups of rows, with the Cypher that writes them to a server."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import networkx as nx

from paperatlas.errors import InputError
from paperatlas.graph.typed_rows import Row, edge_rows, node_rows
from paperatlas.schema import (
    CONCEPT,
    EDGE_PROPERTIES,
    ENTITY,
    ENTITY_LABELS,
    KINDS,
    NODE_LABELS,
    NODE_PROPERTIES,
    PAPER,
)

OWNED = "PaperAtlas"
"""Label of each node that a load has created: these alone are taken away by a load that prunes."""
ATLAS = "atlas"
"""Property of the nodes of an atlas that was loaded under a name."""
LONGEST_ID = 8000
"""Bytes of the longest id that is kept as it is: Neo4j indexes no value above 8,160."""


@dataclass(frozen=True, slots=True)
class NodeGroup:
    """Nodes of one label and, for concepts, one kind; `marks` are their further labels."""

    label: str
    marks: tuple[str, ...]
    rows: list[Row]

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.rows)

    def parts(self, size: int) -> Iterator["NodeGroup"]:
        """Give the group in parts of at most `size` nodes."""
        for start in range(0, len(self.rows), size):
            yield NodeGroup(self.label, self.marks, self.rows[start : start + size])

    def only(self, place: int) -> "NodeGroup":
        """Return the group of the node at one place."""
        return NodeGroup(self.label, self.marks, self.rows[place : place + 1])

    def wrong_labels(self, variable: str) -> list[str]:
        """Return the conditions in Cypher of which one holds for a node whose labels are not those of the group."""
        return [f"NOT {variable}:{mark}" for mark in self.marks] + [f"{variable}:{other}" for other in self._stray]

    @property
    def _stray(self) -> list[str]:
        others = [kind.capitalize() for kind in KINDS if kind.capitalize() not in self.marks]
        return others if self.label == CONCEPT else []

    def statements(self) -> tuple[str, str, str]:
        """Return the Cypher that compares, that merges, and that creates into an empty database."""
        stray = self._stray
        names = [name for name in (*NODE_PROPERTIES[self.label], ATLAS) if name != "id"]
        compare = f"""
            UNWIND $rows AS row
            OPTIONAL MATCH (old:{self.label} {{id: row.id}})
            WITH row, old IS NULL AS created, {_changed("row", names, self.wrong_labels("old"))} AS changed
            WHERE created OR changed
        """
        marks = "".join(f", n:{mark}" for mark in self.marks)
        merge = f"""
            MERGE (n:{self.label} {{id: row.id}})
            ON CREATE SET n:{OWNED} ON MATCH SET n += {_nothing(names)}
            SET n += row{marks}
            {"REMOVE n:" + ":".join(stray) if stray else ""}
        """
        labels = ":".join((self.label, *self.marks, OWNED))
        create = f"UNWIND $rows AS row CREATE (n:{labels}) SET n = row RETURN count(*) AS created, 0 AS changed"
        return compare + _COUNTS, compare + merge + _COUNTS, create


@dataclass(frozen=True, slots=True)
class EdgeGroup:
    """Edges of one type between two labels: (source id, target id, properties), those of a paper side by side."""

    kind: str
    tail: str
    head: str
    edges: list[tuple[str, str, Row]]

    @property
    def size(self) -> int:
        """Number of edges."""
        return len(self.edges)

    @property
    def rows(self) -> list[Any]:
        """The edges by source, so that each source is sent and found once: [source, [[target, properties], ...]]."""
        by_source = groupby(self.edges, key=itemgetter(0))
        return [[source, [list(edge[1:]) for edge in edges]] for source, edges in by_source]

    def parts(self, size: int) -> Iterator["EdgeGroup"]:
        """Give the group in parts of at most `size` edges."""
        for start in range(0, len(self.edges), size):
            yield EdgeGroup(self.kind, self.tail, self.head, self.edges[start : start + size])

    def only(self, place: int) -> "EdgeGroup":
        """Return the group of the edge at one place."""
        return EdgeGroup(self.kind, self.tail, self.head, self.edges[place : place + 1])

    def statements(self) -> tuple[str, str, str]:
        """Return the Cypher that compares, that merges, and that creates into an empty database."""
        names = list(EDGE_PROPERTIES[self.kind])
        differs = f"old IS NULL AS created, {_changed('edge[1]', names, [])} AS changed"
        ends = f"""
            UNWIND $rows AS row
            MATCH (a:{self.tail} {{id: row[0]}})
            UNWIND row[1] AS edge
            MATCH (b:{self.head} {{id: edge[0]}})
        """
        compare = f"""
            UNWIND $rows AS row
            OPTIONAL MATCH (a:{self.tail} {{id: row[0]}})
            UNWIND row[1] AS edge
            OPTIONAL MATCH (a)-[old:{self.kind}]->(:{self.head} {{id: edge[0]}})
            WITH {differs}
        """
        merge = f"""{ends}
            OPTIONAL MATCH (a)-[old:{self.kind}]->(b)
            WITH a, b, edge, {differs}
            WHERE created OR changed
            MERGE (a)-[r:{self.kind}]->(b)
            ON MATCH SET r += {_nothing(names)}
            SET r += edge[1]
        """
        create = f"{ends} CREATE (a)-[r:{self.kind}]->(b) SET r = edge[1] RETURN count(*) AS created, 0 AS changed"
        return compare + _COUNTS, merge + _COUNTS, create


def node_groups(graph: "nx.MultiDiGraph[str]", *, atlas: str | None = None) -> list[NodeGroup]:
    """Return the nodes as a server holds them: long ids cut to a digest, under `atlas` the ids of that name.

    Raises
    ------
    InputError
        For a value that doesn't fit the schema, or a name of an atlas that is no plain word.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("Concept:parsing", label="Concept", name="parsing", kind="task")
    >>> [(group.marks, group.rows) for group in node_groups(graph, atlas="nlp")]
    [(('Entity', 'Task'), [{'id': 'nlp/Concept:parsing', 'name': 'parsing', 'kind': 'task', 'atlas': 'nlp'}])]
    """
    check_atlas(atlas)
    named = {ATLAS: atlas} if atlas else {}
    groups = []
    for label, rows in node_rows(graph).items():
        for kind in (*KINDS, None) if label == CONCEPT else (None,):
            chosen = [row for row in rows if label != CONCEPT or row.get("kind") == kind]
            marks = ((ENTITY,) if label in ENTITY_LABELS else ()) + ((kind.capitalize(),) if kind else ())
            groups.append(
                NodeGroup(label, marks, [row | {"id": server_id(row["id"], atlas)} | named for row in chosen])
            )
    return [group for group in groups if group.rows]


def edge_groups(graph: "nx.MultiDiGraph[str]", *, atlas: str | None = None) -> list[EdgeGroup]:
    """Return the edges as a server holds them; raises as `node_groups` does."""
    return [
        EdgeGroup(
            kind,
            tail,
            head,
            [(server_id(row["source"], atlas), server_id(row["target"], atlas), row["properties"]) for row in rows],
        )
        for (kind, tail, head), rows in edge_rows(graph).items()
    ]


AWAIT_INDEXES = "CALL db.awaitIndexes(300)"
"""Cypher that waits, 300 seconds at most, until constraints and text can be searched."""


def constraint_statements() -> list[str]:
    """Return the Cypher that makes what loads rely on: an id is unique within its label."""
    return [
        f"CREATE CONSTRAINT paperatlas_{label.lower()}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE"
        for label in (*NODE_LABELS, ENTITY)
    ]


def text_index_statements() -> list[str]:
    """Return the Cypher that makes text searchable."""
    texts = {"papers": (PAPER, "n.title, n.abstract, n.keywords"), "entities": (ENTITY, "n.name, n.aliases")}
    return [
        f"CREATE FULLTEXT INDEX paperatlas_{name} IF NOT EXISTS FOR (n:{label}) ON EACH [{properties}]"
        for name, (label, properties) in texts.items()
    ]


def check_atlas(atlas: str | None) -> None:
    """Raise `InputError` unless `atlas` is None or a plain word."""
    if atlas is not None and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", atlas):
        raise InputError(f"{atlas!r:.80} can't name an atlas; expected up to 64 letters, digits, - and _")


def server_id(identifier: str, atlas: str | None = None) -> str:
    """Return the id of a node in a server: above 8,000 bytes it ends in a digest, in a named atlas it begins with it.

    Examples
    --------
    >>> server_id("Method:bert"), server_id("Method:bert", "nlp"), len(server_id("Method:" + "x" * 9000))
    ('Method:bert', 'nlp/Method:bert', 8000)
    """
    encoded = identifier.encode()
    if len(encoded) > LONGEST_ID:
        digest = hashlib.sha256(encoded).hexdigest()
        identifier = f"{encoded[: LONGEST_ID - len(digest) - 1].decode(errors='ignore')}#{digest}"
    return f"{atlas}/{identifier}" if atlas else identifier


_COUNTS = "RETURN count(CASE WHEN created THEN 1 END) AS created, count(CASE WHEN changed THEN 1 END) AS changed"


def _changed(new: str, names: list[str], wrong: list[str]) -> str:
    """Tell whether what is there differs; properties that the schema doesn't have are the user's and don't count."""
    differing = [
        f"coalesce(old.{name} <> {new}.{name}, (old.{name} IS NULL) <> ({new}.{name} IS NULL))" for name in names
    ]
    labels = f"WHEN {' OR '.join(wrong)} THEN true" if wrong else ""
    return f"""CASE WHEN old IS NULL THEN false {labels} WHEN properties(old) = {new} THEN false
        ELSE {" OR ".join(differing) or "false"} END"""


def _nothing(names: list[str]) -> str:
    return "{" + ", ".join(f"{name}: NULL" for name in names) + "}"
