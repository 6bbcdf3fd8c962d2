"""What queries of the book answer, said once more as plain functions on the graph: their rows, in order."""

from collections import Counter, defaultdict

ENTITIES = ("Method", "Dataset", "Concept")


def nodes(graph, *labels):
    return [(node, held) for node, held in graph.nodes(data=True) if held["label"] in labels]


def named(graph, text, *labels):
    wanted = text.lower()
    return {
        node
        for node, held in nodes(graph, *(labels or ENTITIES))
        if node == text or wanted in (held["name"].lower(), *(alias.lower() for alias in held["aliases"]))
    }


def papers_of(graph, node, *kinds):
    return {source for source, _, kind in graph.in_edges(node, keys=True) if kind in kinds}


def entities_of(graph, paper, label, *kinds):
    ends = (end for _, end, kind in graph.out_edges(paper, keys=True) if kind in kinds)
    return {end for end in ends if graph.nodes[end]["label"] == label}


def by_count(counts):
    return sorted(counts, key=lambda node: (-counts[node], node))


def last(value):
    """A key that puts what is unknown last, as both engines do."""
    return (value is None, value)


def methods(graph, limit=25):
    rows = [
        (node, held["name"], len(papers_of(graph, node, "MENTIONS")), len(papers_of(graph, node, "PROPOSES")))
        for node, held in nodes(graph, "Method")
    ]
    return sorted(rows, key=lambda row: (-row[2], row[0]))[:limit]


def baselines(graph, dataset, limit=25):
    found = defaultdict(set)
    for data in named(graph, dataset, "Dataset"):
        for paper in papers_of(graph, data, "EVALUATES_ON"):
            for method in entities_of(graph, paper, "Method", "COMPARES_WITH"):
                found[method].add(paper)
    rows = []
    for method in by_count({method: len(papers) for method, papers in found.items()}):
        years = [graph.nodes[paper]["year"] for paper in found[method] if "year" in graph.nodes[paper]]
        first, latest = min(years, default=None), max(years, default=None)
        rows.append((graph.nodes[method]["name"], len(found[method]), first, latest, method))
    return rows[:limit]


def papers_without_dataset(graph, limit=100):
    rows = [
        (held["display_name"], held.get("year"), len(entities_of(graph, paper, "Method", "MENTIONS")), paper)
        for paper, held in nodes(graph, "Paper")
        if not entities_of(graph, paper, "Dataset", "MENTIONS")
    ]
    return sorted(rows, key=lambda row: (-row[2], row[3]))[:limit]


def unexplored(graph, least=2, limit=50):
    total, rows = len(nodes(graph, "Paper")), []
    common = {label: [(n, h) for n, h in nodes(graph, label) if h["papers"] >= least] for label in ENTITIES}
    for method, one in common["Method"]:
        for data, other in common["Dataset"]:
            if not papers_of(graph, method, "MENTIONS") & papers_of(graph, data, "MENTIONS"):
                expected = one["papers"] * other["papers"] / total
                rows.append((one["name"], other["name"], expected, one["papers"], other["papers"], method, data))
    return sorted(rows, key=lambda row: (-row[2], -row[3], row[5], row[6]))[:limit]


def acronyms(graph, longest=8, limit=100):
    meant = defaultdict(set)
    for node, held in nodes(graph, *ENTITIES):
        for form in (held["name"], *held["aliases"]):
            if len(form.lower()) <= longest:
                meant[form.lower()].add(node)
    rows = [
        (form, graph.nodes[node]["name"], graph.nodes[node]["papers"], node)
        for form, held in meant.items()
        if len(held) > 1
        for node in held
    ]
    return sorted(rows, key=lambda row: (row[0], -row[2], row[3]))[:limit]


def nearest_papers(graph, paper, limit=10):
    rows = []
    for source, target, kind, held in graph.edges(keys=True, data=True):
        if kind == "SIMILAR_TO" and paper in (source, target):
            other = target if source == paper else source
            rows.append((graph.nodes[other]["display_name"], held["score"], held["shared"], other))
    return sorted(rows, key=lambda row: (-row[1], row[3]))[:limit]


def dataset_years(graph, limit=200):
    found, evaluated = Counter(), Counter()
    for data, _ in nodes(graph, "Dataset"):
        for paper, _, kind, held in graph.in_edges(data, keys=True, data=True):
            if kind == "MENTIONS":
                key = (graph.nodes[data]["name"], graph.nodes[paper].get("year"), data)
                found[key] += 1
                evaluated[key] += held["role"] in ("evaluates_on", "introduces")
    ordered = sorted(found, key=lambda key: (key[0], last(key[1]), key[2]))
    return [(name, year, found[name, year, data], evaluated[name, year, data], data) for name, year, data in ordered][
        :limit
    ]


def used_together(graph, least=1, limit=200):
    found = Counter()
    for paper, held in nodes(graph, "Paper"):
        methods = sorted(entities_of(graph, paper, "Method", "MENTIONS"))
        for at, one in enumerate(methods):
            found.update((held.get("year"), one, other) for other in methods[at + 1 :])
    name = graph.nodes(data="name")
    rows = [(year, name[a], name[b], count, a, b) for (year, a, b), count in found.items() if count >= least]
    return sorted(rows, key=lambda row: (last(row[0]), -row[3], row[4], row[5]))[:limit]


def communities(graph, limit=100):
    members = defaultdict(list)
    for node, held in nodes(graph, *ENTITIES):
        if "community" in held:
            members[held["community"]].append((node, held))
    rows = []
    for community, held in members.items():
        deepest = max(data["core"] for _, data in held)
        rows += [
            (community, data["community_name"], len(held), data["name"], deepest, data["papers"], node)
            for node, data in held
            if data["core"] == deepest
        ]
    return sorted(rows, key=lambda row: (row[0], -row[5], row[6]))[:limit]


def hubs(graph, limit=25):
    rows = [
        (held["name"], held["betweenness"], held["degree"], held.get("community_name"), held["papers"], node)
        for node, held in nodes(graph, *ENTITIES)
        if held.get("betweenness", 0) > 0
    ]
    return sorted(rows, key=lambda row: (-row[1], row[5]))[:limit]


def goes_with(graph, name, limit=25):
    rows = []
    for entity in named(graph, name):
        for source, target, kind, held in graph.edges(keys=True, data=True):
            if kind == "CO_OCCURS" and entity in (source, target):
                other = target if source == entity else source
                rows.append((graph.nodes[other]["name"], held["papers"], held["npmi"], other))
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[3]))[:limit]


def years(graph):
    found = defaultdict(list)
    for paper, held in nodes(graph, "Paper"):
        found[held.get("year")].append(paper)
    rows = []
    for year, papers in found.items():
        proposed = set().union(*(entities_of(graph, paper, "Method", "PROPOSES") for paper in papers))
        introduced = set().union(*(entities_of(graph, paper, "Dataset", "INTRODUCES") for paper in papers))
        rows.append((year, len(papers), len(proposed), len(introduced), min(papers)))
    return sorted(rows, key=lambda row: (last(row[0]), row[4]))


def extends_chains(graph, limit=100):
    steps = defaultdict(set)
    for paper, _ in nodes(graph, "Paper"):
        for new in entities_of(graph, paper, "Method", "PROPOSES"):
            steps[new] |= {(paper, old) for old in entities_of(graph, paper, "Method", "EXTENDS")}
    name, rows = graph.nodes(data="name"), set()
    for new, held in steps.items():
        for paper, old in held:
            data = graph.nodes[paper]
            older = {oldest for _, oldest in steps.get(old, ()) if oldest != new} or {None}
            rows |= {
                (
                    name[new],
                    name[old],
                    oldest and name[oldest],
                    data["display_name"],
                    data.get("year"),
                    new,
                    old,
                    oldest,
                    paper,
                )
                for oldest in older
                for ids in [(new, old, oldest)]
            }
    return sorted(rows, key=lambda row: (row[5], row[6], last(row[7]), row[8]))[:limit]


def evidence(graph, name, limit=50):
    rows = {
        (graph.nodes[paper]["display_name"], held["role"], sentence, paper, entity)
        for entity in named(graph, name)
        for paper, _, kind, held in graph.in_edges(entity, keys=True, data=True)
        if kind == "MENTIONS"
        for sentence in held["sentences"]
    }
    return sorted(rows, key=lambda row: (row[3], row[2], row[4]))[:limit]


VOICES = {
    "methods": methods,
    "baselines": baselines,
    "papers-without-dataset": papers_without_dataset,
    "unexplored": unexplored,
    "acronyms": acronyms,
    "nearest-papers": nearest_papers,
    "dataset-years": dataset_years,
    "used-together": used_together,
    "communities": communities,
    "hubs": hubs,
    "goes-with": goes_with,
    "years": years,
    "extends-chains": extends_chains,
    "evidence": evidence,
}
