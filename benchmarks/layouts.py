"""Compare layouts of papers and the entities they share: which neighbours stay near, and what it costs.

    python benchmarks/layouts.py                        # the seeds
    python benchmarks/layouts.py --data atlas/graph.json

All lay out the same nodes and links, seeded. Of the ten nearest of a node, the share that lies within two links of it,
for all nodes and among papers; and of the ten nearest papers of a paper, the share of its own community. Seconds are of
all cores. umap-learn and networkit are in the group bench; without them their lines say so.
"""

import argparse
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from paperatlas.graph.files import read_graph
from paperatlas.viz.data import page_data, topic_rows
from paperatlas.viz.layout import lay_out

NEAREST, SAMPLED = 10, 1500
_DENSE, _STRESS = 3000, 1000
Places = NDArray[np.float64]
Layout = Callable[[], Places]


@dataclass(frozen=True, slots=True)
class Task:
    """Papers come first among `count` nodes; `links` are pairs of a paper and an entity of two papers or more."""

    papers: int
    count: int
    links: NDArray[np.int64]
    community: NDArray[np.int64]

    @property
    def graph(self) -> "nx.Graph[int]":
        made = nx.empty_graph(self.count)
        made.add_edges_from(self.links.tolist())
        return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", help="a graph.json; the seeds without")
    asked = parser.parse_args()
    warnings.filterwarnings("ignore")
    for path in asked.data or [None]:
        graph = seeds_graph() if path is None else read_graph(path)
        report(page_data(graph).columns)


def seeds_graph() -> "nx.MultiDiGraph[str]":
    from paperatlas import build_graph, extract_papers, read_papers
    from paperatlas.extract.ids import assign_ids

    folder = Path(__file__).parent.parent / "seeds"
    papers, _, _ = assign_ids(read_papers(sorted(folder.glob("*.txt"))).papers)
    return build_graph(extract_papers(papers))


def report(columns: Mapping[str, Any]) -> None:
    task, kept = task_of(columns)
    print(f"\n{task.papers:,} papers, {task.count - task.papers:,} entities that two papers or more share, ", end="")
    print(f"{len(task.links):,} links\n\n| layout | all | papers | same community | seconds |\n|---|---|---|---|---|")
    for name, layout in layouts(columns, task, kept):
        begun = time.process_time()
        try:
            xy = layout()
        except ImportError as error:
            print(f"| {name} | not installed: {error.name} | | | |")
            continue
        took = time.process_time() - begun
        found = (near_share(task, xy, task.count), near_share(task, xy, task.papers), community_share(task, xy))
        print(f"| {name} | {' | '.join(f'{value:.2f}' for value in found)} | {took:.1f} |", flush=True)


def task_of(columns: Mapping[str, Any]) -> tuple[Task, NDArray[np.int64]]:
    """Return the task, and which of the page's nodes it lays out."""
    links = np.column_stack([columns["paper"], columns["entity"]]).astype(np.int64)
    papers, count = len(columns["year"]), len(columns["name"])
    shared = np.flatnonzero(np.bincount(links[:, 1], minlength=count) > 1)
    place = np.full(count, -1)
    place[:papers], place[shared] = np.arange(papers), papers + np.arange(len(shared))
    core = np.column_stack([links[:, 0], place[links[:, 1]]])
    task = Task(papers, papers + len(shared), core[core[:, 1] >= 0], np.array(columns["community"]))
    return task, np.concatenate([np.arange(papers), shared])


def layouts(columns: Mapping[str, Any], task: Task, kept: NDArray[np.int64]) -> Iterator[tuple[str, Layout]]:
    yield "ours, links and communities (taken)", lambda: ours(columns, task, True)[kept]
    yield "ours, links only", lambda: ours(columns, task, False)[kept]
    yield "umap-learn on the links", lambda: by_umap(task)
    yield "NetworkX, Fruchterman-Reingold", lambda: in_rows(nx.spring_layout(task.graph, seed=20))
    if task.count <= _DENSE:
        yield "NetworkX, ForceAtlas2", lambda: in_rows(nx.forceatlas2_layout(task.graph, seed=20))
    if task.count <= _STRESS:
        yield "NetworkX, Kamada-Kawai", lambda: in_rows(nx.kamada_kawai_layout(largest_joined(task.graph)))
    yield "networkit, maxent-stress", lambda: by_networkit(task)


def ours(columns: Mapping[str, Any], task: Task, hinted: bool) -> Places:
    papers = task.papers
    links = np.column_stack([columns["paper"], np.array(columns["entity"], dtype=np.int64) - papers]).astype(np.int64)
    hints = topic_rows(links, columns["name"][papers:], task.community[:papers])
    sizes = np.array(columns["size"])
    xy, _ = lay_out(papers, len(sizes) - papers, links, hints if hinted else hints[:0], sizes)
    return xy


def by_umap(task: Task) -> Places:
    import scipy.sparse
    from umap.umap_ import simplicial_set_embedding

    many = np.bincount(task.links[:, 1], minlength=task.count)
    weight = 1 / np.sqrt(many[task.links[:, 1]])
    half = scipy.sparse.coo_matrix((weight, task.links.T), shape=(task.count, task.count))
    joined = (half + half.T).tocoo()
    joined.data /= joined.data.max()
    settings = (
        2,
        1.0,
        1.577,
        0.895,
        1.0,
        5,
        300,
        "random",
        np.random.RandomState(20),
        "euclidean",
        {},
        False,
        {},
        False,
    )
    xy, _ = simplicial_set_embedding(np.zeros((task.count, 2)), joined, *settings, verbose=False)
    return np.asarray(xy, dtype=np.float64)


def by_networkit(task: Task) -> Places:
    import networkit

    networkit.engineering.setSeed(20, False)
    networkit.engineering.setNumberOfThreads(1)
    made = networkit.Graph(task.count)
    for first, second in largest_joined(task.graph).edges:
        made.addEdge(first, second)
    stress = networkit.viz.MaxentStress(made, 2, 3, fastComputation=True)
    stress.run()
    return np.array(stress.getCoordinates())


def largest_joined(graph: "nx.Graph[int]") -> "nx.Graph[int]":
    """Return `graph` with each part joined to the largest: the algorithm needs a way between all."""
    parts = sorted(nx.connected_components(graph), key=lambda part: (-len(part), min(part)))
    graph.add_edges_from((min(parts[0]), min(part)) for part in parts[1:])
    return graph


def in_rows(places: Mapping[int, Any]) -> Places:
    return np.array([places[at] for at in range(len(places))])


def near_share(task: Task, xy: Places, count: int) -> float:
    """Return the mean share of the nearest of the first `count` nodes that lie within two links."""
    around: defaultdict[int, set[int]] = defaultdict(set)
    for first, second in task.links.tolist():
        around[first].add(second)
        around[second].add(first)
    picked = np.random.default_rng(0).permutation([at for at in sorted(around) if at < count])[:SAMPLED].tolist()
    shares = []
    for at in picked:
        within = around[at].union(*(around[other] for other in around[at]))
        shares.append(np.mean([other in within for other in nearest(xy[:count], at)]))
    return float(np.mean(shares))


def community_share(task: Task, xy: Places) -> float:
    """Return the mean share of a paper's nearest papers with a community that have its own."""
    inside = np.flatnonzero(task.community[: task.papers] >= 0)
    if len(inside) < 2:
        return float("nan")
    own = task.community[inside]
    shares = [np.mean(own[nearest(xy[inside], at)] == own[at]) for at in range(len(inside))][:SAMPLED]
    return float(np.mean(shares))


def nearest(xy: Places, at: int) -> list[int]:
    far = ((xy - xy[at]) ** 2).sum(axis=1)
    far[at] = np.inf
    most = min(NEAREST, len(xy) - 1)
    return [int(one) for one in np.argpartition(far, most - 1)[:most]]


if __name__ == "__main__":
    main()
