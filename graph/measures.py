"""Measures of nodes: years, degree, core, community, betweenness, and how entities rise and fall."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import networkx as nx
import numpy as np

from paperatlas.graph.betweenness import EXACT_UP_TO, SOURCES, betweenness
from paperatlas.schema import CO_OCCURS, ENTITY_LABELS, ENTITY_RELATIONS, MENTIONS, PAPER

SEED = 7
NAMED_BY = 3
"""Entities that name a community."""


def node_measures(graph: "nx.MultiDiGraph[str]") -> dict[str, dict[str, Any]]:
    """Return the measures of each node of a graph whose nodes stand sorted.

    Entities, authors and venues: papers, first_year, last_year. Entities also: trend, and from the network of entities
    degree, core, betweenness, community and community_name. Papers: degree, the number of their entities, and the
    community of most of these. What has no value (a year where none is given) is left out.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("1", label="Paper", year=2020)
    >>> graph.add_nodes_from(("Method:bert", "Method:gpt"), label="Method", name="BERT")
    >>> _ = graph.add_edge("1", "Method:bert", key="MENTIONS")
    >>> node_measures(graph)["Method:bert"]
    {'papers': 1, 'first_year': 2020, 'last_year': 2020, 'degree': 0, 'core': 0, 'betweenness': 0.0}
    """
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for measured in (_years(graph), _trends(graph), _of_network(graph)):
        for node, values in measured.items():
            found[node].update(values)
    for paper, values in _of_papers(graph, found).items():
        found[paper].update(values)
    return dict(found)


def measure_settings(graph: "nx.MultiDiGraph[str]") -> dict[str, Any]:
    """Return how the measures of the graph are made, for a report: what computes them, seeds, what is approximate."""
    linked = sum(degree > 0 for _, degree in entity_network(graph).degree)
    approximate = linked > EXACT_UP_TO
    return {
        "computed_by": f"networkx {nx.__version__}",
        "communities": {"method": "louvain", "seed": SEED},
        "betweenness": {"approximate": approximate, "sources": SOURCES if approximate else linked},
    }


def entity_network(graph: "nx.MultiDiGraph[str]") -> "nx.Graph[int]":
    """Return the network of entities as numbers, in the order of their ids.

    One link for each pair that CO_OCCURS or a relation joins; `weight` is the largest count of papers among these.
    """
    number = {node: at for at, node in enumerate(_entities(graph))}
    weights: dict[tuple[int, int], int] = {}
    for source, target, key, held in graph.edges(keys=True, data=True):
        if key == CO_OCCURS or key in ENTITY_RELATIONS:
            pair = (min(number[source], number[target]), max(number[source], number[target]))
            weights[pair] = max(weights.get(pair, 0), held["papers"])
    network: nx.Graph[int] = nx.Graph()
    network.add_nodes_from(range(len(number)))
    network.add_weighted_edges_from((*pair, weight) for pair, weight in sorted(weights.items()))
    return network


def trend(late: int, total: int, share: float) -> float:
    """Return how far `late` of `total` papers is from what a share of all papers lets expect, in standard deviations.

    ``(late - total * share) / sqrt(total * share * (1 - share))``, rounded to 3 digits: the z-score of a binomial
    count. From 2 on an entity rises, from -2 down it falls.

    Examples
    --------
    >>> trend(9, 10, 0.5), trend(5, 10, 0.5)
    (2.53, 0.0)
    """
    return round((late - total * share) / math.sqrt(total * share * (1 - share)), 3) + 0.0


def turning_year(years: Iterable[int]) -> int | None:
    """Return the first year of the later half: the year that parts the papers most evenly, None if all are of one.

    Examples
    --------
    >>> turning_year([2017, 2018, 2019, 2019]), turning_year([2019, 2019])
    (2019, None)
    """
    counts = Counter(years)
    total = sum(counts.values())
    before = np.cumsum([0, *(counts[year] for year in sorted(counts))])[1:-1].tolist()
    parted = [(abs(2 * early - total), year) for early, year in zip(before, sorted(counts)[1:], strict=True)]
    return min(parted)[1] if parted else None


def _entities(graph: "nx.MultiDiGraph[str]") -> list[str]:
    return [node for node, data in graph.nodes(data=True) if data["label"] in ENTITY_LABELS]


def _paper_years(graph: "nx.MultiDiGraph[str]") -> Iterator[tuple[str, str, int | None]]:
    """Yield each pair of a node and a paper that mentions it, is by it or appeared in it, with the paper's year."""
    for paper, data in graph.nodes(data=True):
        if data["label"] == PAPER:
            for node in graph.successors(paper):
                if graph.nodes[node]["label"] != PAPER:
                    yield node, paper, data.get("year")


def _years(graph: "nx.MultiDiGraph[str]") -> dict[str, dict[str, Any]]:
    papers: Counter[str] = Counter()
    years: dict[str, list[int]] = defaultdict(list)
    for node, _, year in _paper_years(graph):
        papers[node] += 1
        if year is not None:
            years[node].append(year)
    return {
        node: {"papers": count}
        | ({"first_year": min(years[node]), "last_year": max(years[node])} if years[node] else {})
        for node, count in papers.items()
    }


def _trends(graph: "nx.MultiDiGraph[str]") -> dict[str, dict[str, float]]:
    dated = [data["year"] for _, data in graph.nodes(data=True) if data["label"] == PAPER and data.get("year")]
    turn = turning_year(dated)
    if turn is None:
        return {}
    share = sum(year >= turn for year in dated) / len(dated)
    late: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for node, _, year in _paper_years(graph):
        if year is not None and graph.nodes[node]["label"] in ENTITY_LABELS:
            late[node] += year >= turn
            total[node] += 1
    return {node: {"trend": trend(late[node], total[node], share)} for node in total}


def _of_network(graph: "nx.MultiDiGraph[str]") -> dict[str, dict[str, Any]]:
    entities, network = _entities(graph), entity_network(graph)
    cores = nx.core_number(network)
    between = betweenness(network)
    found: dict[str, dict[str, Any]] = {
        entity: {"degree": network.degree[at], "core": cores[at], "betweenness": between[at]}
        for at, entity in enumerate(entities)
    }
    for number, members in enumerate(_communities(network), start=1):
        name = ", ".join(graph.nodes[entities[at]]["name"] for at in _typical(network, members)[:NAMED_BY])
        for at in members:
            found[entities[at]] |= {"community": number, "community_name": name}
    return found


def _communities(network: "nx.Graph[int]") -> list[list[int]]:
    """Return the communities by Louvain's method (Blondel et al. 2008), the largest first."""
    linked = network.subgraph([node for node, degree in network.degree if degree])
    ordered: nx.Graph[int] = nx.Graph()
    ordered.add_nodes_from(sorted(linked))
    ordered.add_weighted_edges_from(sorted(linked.edges(data="weight")))
    found = nx.community.louvain_communities(ordered, weight="weight", seed=SEED) if ordered else []
    return sorted((sorted(members) for members in found), key=lambda members: (-len(members), members))


def _typical(network: "nx.Graph[int]", members: Sequence[int]) -> list[int]:
    """Return the members by the weight of their links within the community times the share that lies within."""
    inside, held = {}, set(members)
    for at in members:
        weights = {other: link["weight"] for other, link in network[at].items()}
        within = sum(weight for other, weight in weights.items() if other in held)
        inside[at] = within * within / sum(weights.values())
    return sorted(members, key=lambda at: (-inside[at], at))


def _of_papers(graph: "nx.MultiDiGraph[str]", measures: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Give each paper the number of its entities, and the community of most of them."""
    held: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for paper, entity, key in graph.edges(keys=True):
        if key == MENTIONS:
            held[paper].append(measures[entity])
    found: dict[str, dict[str, Any]] = {}
    for paper, entities in held.items():
        names = {entity["community"]: entity["community_name"] for entity in entities if "community" in entity}
        votes = Counter(entity["community"] for entity in entities if "community" in entity)
        most = min(votes, key=lambda number: (-votes[number], number), default=None)
        found[paper] = {"degree": len(entities)}
        if most is not None:
            found[paper] |= {"community": most, "community_name": names[most]}
    return found
