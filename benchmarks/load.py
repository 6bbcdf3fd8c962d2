"""Time a first and a second load into Neo4j beside `neo4j-admin database import` of the same graph.

Run as `python benchmarks/load.py atlas/graph.json`; each way gets a server of its own from tests/neo4j, with 2 GB of
heap, and is timed from the read graph to the last row. Prints one JSON object.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx

from paperatlas.graph.bulk import write_admin_bundle
from paperatlas.graph.files import read_graph
from paperatlas.graph.neo4j import write_neo4j

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "neo4j"))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that `work` took, and what it gave."""
    start = time.perf_counter()
    found = work()
    return round(time.perf_counter() - start, 1), found


def admin_import(graph: "nx.MultiDiGraph[str]", folder: Path) -> dict[str, float]:
    """Return the seconds of writing the bundle and of importing it."""
    from neo4j_test_server import admin_command, stopped_server

    server = stopped_server(folder / "home")
    bundle, _ = timed(lambda: write_admin_bundle(graph, folder / "bundle"))
    admin = folder / "neo4j-admin"
    command = " ".join(f"'{part}'" for part in admin_command(server)).replace("-Xmx256m", "-Xmx2g")
    admin.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    admin.chmod(0o755)
    env = os.environ | server.environment | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    imported, _ = timed(
        lambda: subprocess.run([folder / "bundle" / "import.sh"], env=env, check=True, stdout=subprocess.DEVNULL)
    )
    return {"bundle": bundle, "admin_import": imported}


def driver_load(graph: "nx.MultiDiGraph[str]", folder: Path, writers: int) -> dict[str, Any]:
    """Return the seconds of a first and a second load, and what each created and changed."""
    from neo4j_test_server import stopped_server

    with stopped_server(folder / "other").running(heap="2g") as server:

        def load() -> tuple[int, int]:
            loaded = write_neo4j(graph, server.uri, user=server.user, password=server.password, writers=writers)
            return loaded.created, loaded.changed

        first, made = timed(load)
        second, again = timed(load)
    return {"first_load": first, "made": made, "second_load": second, "made_again": again}


def main() -> None:
    """Measure the graph file named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", type=Path, metavar="GRAPH.json")
    parser.add_argument("writers", type=int, nargs="?", default=2, help="writers of the driver's load; 2 without")
    given = parser.parse_args()
    graph, writers = read_graph(given.graph), given.writers
    with tempfile.TemporaryDirectory() as name:
        found = {"nodes": graph.number_of_nodes(), "edges": graph.number_of_edges(), "writers": writers}
        found |= {"load_average": os.getloadavg()[0]}
        found |= admin_import(graph, Path(name)) | driver_load(graph, Path(name), writers)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
