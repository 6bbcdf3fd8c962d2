"""Measure the page beside other ways to draw the same graph, in headless Chromium, interleaved, medians.

    npm ci --prefix benchmarks/rivals --legacy-peer-deps
    python benchmarks/page.py                        # the seeds
    python benchmarks/page.py --data atlas/graph.json

Rivals draw all papers and entities with one line for each MENTIONS, at the page's own positions with physics off; plain
pyvis lays out by itself, as it does for everyone. The page is measured as it opens and, for the picture that the rivals
draw, with all papers and names. A rival that is not ready in 60 s is written as "over 60 s" and runs no more.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import networkx as nx
from layouts import seeds_graph
from page_picture import start
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

from paperatlas.graph.files import read_graph
from paperatlas.viz.data import page_data
from paperatlas.viz.page import write_page

HERE = Path(__file__).parent
LONGEST = 60
VIS = """
const container = document.getElementById("place");
const network = new vis.Network(container, { nodes: new vis.DataSet(data.nodes), edges: new vis.DataSet(data.edges) },
  { physics: false, layout: { improvedLayout: false }, edges: { smooth: false }, nodes: { shape: "dot" } });
network.once("afterDrawing", drawn);
window.move = (step) => network.moveTo({ scale: network.getScale() * (step % 20 < 10 ? 1.03 : 1 / 1.03) });
network.fit();
"""
CYTOSCAPE = """
const cy = cytoscape({ container: document.getElementById("place"), layout: { name: "preset" },
  style: [{ selector: "node", style: { label: "data(label)", width: "data(size)", height: "data(size)" } }],
  elements: {
    nodes: data.nodes.map((one) => ({ data: { ...one, id: String(one.id) }, position: { x: one.x, y: one.y } })),
    edges: data.edges.map((one) => ({ data: { source: String(one.from), target: String(one.to) } })) } });
cy.one("render", drawn);
window.move = (step) => cy.zoom(cy.zoom() * (step % 20 < 10 ? 1.03 : 1 / 1.03));
"""
SIGMA = """
const graph = new graphology.Graph({ multi: true });
for (const one of data.nodes) graph.addNode(one.id, { x: one.x, y: -one.y, size: one.size / 4, label: one.label });
for (const one of data.edges) graph.addEdge(one.from, one.to, { size: 0.5 });
const renderer = new Sigma(graph, document.getElementById("place"));
renderer.once("afterRender", drawn);
window.move = (step) => renderer.getCamera().setState({ ratio: step % 20 < 10 ? 1 + step / 100 : 1 });
renderer.refresh();
"""
LIBRARIES = {
    "vis-network 9": (("vis-network-9/standalone/umd/vis-network.min.js",), VIS),
    "vis-network 10": (("vis-network/standalone/umd/vis-network.min.js",), VIS),
    "cytoscape": (("cytoscape/dist/cytoscape.min.js",), CYTOSCAPE),
    "sigma": (("graphology/dist/graphology.umd.min.js", "sigma/dist/sigma.min.js"), SIGMA),
}
FRAMES = """
const done = arguments[arguments.length - 1];
if (!window.move) done(null);
let step = 0, begun = 0;
const frame = (now) => {
  if (!step) begun = now;
  else if (now - begun > 1500) return done((1000 * step) / (now - begun));
  move(step++);
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
"""
MOVE = """
if (typeof atlas !== "undefined") {
  const { network } = atlas;
  window.move = (step) => network.moveTo({ scale: network.getScale() * (step % 20 < 10 ? 1.03 : 1 / 1.03) });
}
"""
ACTS = {
    "search": "query.value = arguments[1]; query.dispatchEvent(new Event('input'));",
    "filter": "document.querySelectorAll('.toggle')[arguments[1]].click();",
    "select": "await atlas.open(arguments[1]);",
}
ACT = """
const done = arguments[arguments.length - 1];
(async () => {
  const begun = performance.now();
  %s
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
})();
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", help="a graph.json; the seeds without")
    parser.add_argument("--rivals", type=Path, default=HERE / "rivals" / "node_modules")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", action="append", help="a rival to run, such as sigma; all without")
    asked = parser.parse_args()
    for path in asked.data or [None]:
        graph = seeds_graph() if path is None else read_graph(path)
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            report(graph, Path(folder), asked.rivals, asked.runs, asked.only)


def report(
    graph: "nx.MultiDiGraph[str]", folder: Path, rivals: Path, runs: int, only: Sequence[str] | None = None
) -> None:
    begun = time.process_time()
    write_page(graph, folder / "ours.html")
    print(f"\n{sum(label == 'Paper' for _, label in graph.nodes(data='label')):,} papers;", end=" ")
    size = (folder / "ours.html").stat().st_size / 1e6
    print(f"page written in {time.process_time() - begun:.1f} s of CPU, {size:.2f} MB\n")
    pages = {"page": folder / "ours.html", "page, all": folder / "ours.html"}
    made = rival_pages(graph, folder, rivals)
    pages |= {name: path for name, path in made if only is None or name in only}
    opened: dict[str, list[float]] = {name: [] for name in pages}
    frames: dict[str, list[float]] = {name: [] for name in pages}
    late: set[str] = set()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = fresh(profile)
        for _ in range(runs):
            for name, path in pages.items():
                if name in late:
                    continue
                try:
                    opened[name].append(open_page(driver, path.as_uri() + ("#v=all" if name == "page, all" else "")))
                    if (rate := driver.execute_async_script(FRAMES)) is not None:
                        frames[name].append(float(rate))
                except (TimeoutException, WebDriverException):
                    late.add(name)
                    driver.quit()
                    driver = fresh(profile)
        print("| | open to first picture, s | frames a second while zooming |\n|---|---|---|")
        for name in pages:
            print(f"| {name} | {shown(opened[name], name in late, 2)} | {shown(frames[name], False, 0)} |")
        acts(driver, pages["page"], graph, runs)
        driver.quit()


def fresh(profile: str) -> Chrome:
    driver = start(profile)
    driver.set_window_size(1440, 900)
    driver.set_page_load_timeout(LONGEST)
    driver.set_script_timeout(LONGEST)
    return driver


def open_page(driver: Chrome, address: str) -> float:
    """Open a page and return the seconds from its start to its first picture."""
    driver.get("about:blank")
    driver.get(address)
    mark = "return performance.getEntriesByName('first-picture')[0]?.startTime"
    milliseconds = WebDriverWait(driver, LONGEST, 0.05).until(lambda _: driver.execute_script(mark))
    driver.execute_script(MOVE)
    return float(milliseconds) / 1000


def acts(driver: Chrome, page: Path, graph: "nx.MultiDiGraph[str]", runs: int) -> None:
    print("\n| the page | first, ms | then, median ms |\n|---|---|---|")
    driver.get_log("browser")
    open_page(driver, page.as_uri())
    arguments = {"search": ["n", "neural", "graph net", "transf", "bert"], "filter": [2, 2, 3, 3, 1], "select": None}
    labels = driver.execute_script("return [...atlas.graph.label]")
    first = next((at for at, label in enumerate(labels) if label), 0)
    arguments["select"] = [0, first, 1, first + 1, 2]
    for name, act in ACTS.items():
        took = [
            driver.execute_async_script(ACT % act.replace("arguments[1]", json.dumps(one)))
            for one in arguments[name][:runs]
        ]
        print(f"| {name} | {took[0]:.0f} | {statistics.median(took[1:] or took):.0f} |")
    counted = driver.execute_script("return performance.getEntriesByType('resource').length")
    print(f"| requests, console errors | {counted} | {len(driver.get_log('browser'))} |")


def shown(values: Sequence[float], late: bool, digits: int) -> str:
    return f"over {LONGEST} s" if late and not values else f"{statistics.median(values):.{digits}f}" if values else "-"


def rival_pages(graph: "nx.MultiDiGraph[str]", folder: Path, libraries: Path) -> Iterator[tuple[str, Path]]:
    columns = page_data(graph).columns
    nodes = [
        {
            "id": at,
            "label": columns["name"][at],
            "x": columns["x"][at],
            "y": columns["y"][at],
            "size": columns["size"][at],
        }
        for at in range(len(columns["name"]))
    ]
    edges = [{"from": one, "to": other} for one, other in zip(columns["paper"], columns["entity"], strict=True)]
    data = {"nodes": nodes, "edges": edges}
    for name, (scripts, code) in LIBRARIES.items():
        if all((libraries / script).exists() for script in scripts):
            (folder / f"{name}.html").write_text(rival_page(data, [libraries / one for one in scripts], code), "utf-8")
            yield name, folder / f"{name}.html"
        else:
            print(
                f"{name} is not in {libraries}; npm ci --prefix benchmarks/rivals --legacy-peer-deps", file=sys.stderr
            )
    yield "pyvis", pyvis_page(data, folder / "pyvis.html")
    if (made := neo4j_page(data, folder / "neo4j-viz.html")) is not None:
        yield "neo4j-viz", made


def rival_page(data: dict[str, Any], scripts: Sequence[Path], code: str) -> str:
    sources = [script.read_text("utf-8").replace("</script", "<\\/script") for script in scripts]
    inlined = "".join(f"<script>{source}</script>" for source in sources)
    held = json.dumps(data).replace("<", "\\u003c")
    drawn = "const drawn = () => requestAnimationFrame(() => performance.mark('first-picture'));"
    return (
        "<!doctype html><meta charset=utf-8><style>body{margin:0}#place{position:absolute;inset:0}</style>"
        f"<div id=place></div>{inlined}<script>const data = {held};{drawn}{code}</script>"
    )


def pyvis_page(data: dict[str, Any], path: Path) -> Path:
    """Return pyvis as its guide shows it; only the marks are added."""
    from pyvis.network import Network

    network = Network(height="900px", width="100%", cdn_resources="in_line")
    for node in data["nodes"]:
        network.add_node(node["id"], label=node["label"], size=node["size"])
    network.edges = [{"from": edge["from"], "to": edge["to"]} for edge in data["edges"]]
    mark = (
        "<script>network.once('stabilizationIterationsDone', () => requestAnimationFrame(() => "
        "performance.mark('first-picture'))); window.move = (step) => network.moveTo({ scale: network.getScale() * "
        "(step % 20 < 10 ? 1.03 : 1 / 1.03) });</script></body>"
    )
    path.write_text(network.generate_html().replace("</body>", mark), "utf-8")
    return path


def neo4j_page(data: dict[str, Any], path: Path) -> Path | None:
    """Return neo4j-viz's page where the package is there; a canvas that has a size counts as its picture."""
    try:
        from neo4j_viz import Node, Relationship, VisualizationGraph
    except ImportError:
        print("neo4j-viz is not installed; pip install neo4j-viz", file=sys.stderr)
        return None
    nodes = [
        Node(id=one["id"], caption=one["label"], size=one["size"], x=one["x"], y=one["y"]) for one in data["nodes"]
    ]
    lines = [Relationship(source=one["from"], target=one["to"]) for one in data["edges"]]
    shown = VisualizationGraph(nodes=nodes, relationships=lines).render(layout="free", max_allowed_nodes=10**6)
    mark = (
        "<script>const look = () => document.querySelector('canvas')?.width ? requestAnimationFrame(() => "
        "performance.mark('first-picture')) : requestAnimationFrame(look); look();</script>"
    )
    path.write_text(f"<!doctype html><meta charset=utf-8>{shown.data}{mark}", "utf-8")
    return path


if __name__ == "__main__":
    main()
