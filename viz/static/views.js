// The four pictures of one map: which nodes each shows, which links, and what its colours mean.
const views = (() => {
  const CROWD = 2000;
  const ALL = [
    { key: "all", name: "All", byCommunity: false, wash: 0 },
    { key: "entities", name: "Names", byCommunity: true, wash: 0.4 },
    { key: "papers", name: "Papers", byCommunity: true, wash: 0.4 },
    { key: "communities", name: "Communities", byCommunity: true, wash: 1 },
  ];

  function of(graph, key) {
    const view = ALL.find((one) => one.key === key) ?? ALL[0];
    const nodes = new Uint8Array(graph.count);
    const layer = view.key === "all" ? graph.mentions : view.key === "entities" ? graph.pairs : view.key === "papers" ? graph.similar : nothing(graph);
    for (let at = 0; at < graph.count; at++) nodes[at] = holds(graph, view.key, at) ? 1 : 0;
    return { ...view, byCommunity: view.byCommunity && graph.communities.length > 0, nodes, layer, deepens: view.key === "entities" && graph.papers >= CROWD };
  }

  const nothing = (graph) => model.layer(graph.count, new Uint32Array(0), new Uint32Array(0), { weight: new Uint8Array(0) });

  function holds(graph, key, at) {
    const paper = at < graph.papers;
    if (key === "all") return true;
    if (key === "papers") return paper;
    const paired = graph.pairs.offsets[at + 1] > graph.pairs.offsets[at];
    if (key === "entities") return !paper && (paired || !graph.pairs.size);
    return graph.community[at] >= 0 && (paper || model.degree(graph, at) > 1 || paired);
  }

  // What is drawn round a selected node: its neighbours in the view's own links, else those that mention it.
  function near(graph, view, at) {
    const links = view.nodes[at] && view.layer.weight ? view.layer : graph.mentions;
    const found = model.around(graph, at, links);
    return found.length || links === graph.mentions ? { links, nodes: found, through: model.linksOf(graph, at, links) } : near(graph, { nodes: [], layer: links }, at);
  }

  return { ALL, CROWD, of, near };
})();
