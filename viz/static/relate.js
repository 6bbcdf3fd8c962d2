// What goes with what: names found together, papers alike, the chain between two, communities side by side.
const relate = (() => {
  const { around, degree } = model;

  function together(graph, node, limit) {
    const shared = new Map();
    for (const middle of around(graph, node)) {
      for (const other of around(graph, middle)) if (other !== node) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    return [...shared].sort((a, b) => b[1] - a[1] || degree(graph, a[0]) - degree(graph, b[0]) || a[0] - b[0]).slice(0, limit);
  }

  function alike(graph, paper, limit) {
    const score = new Map();
    for (const entity of around(graph, paper)) {
      const weight = Math.log(1 + graph.papers / degree(graph, entity));
      for (const other of around(graph, entity)) {
        if (other === paper) continue;
        const had = score.get(other) ?? [0, 0];
        score.set(other, [had[0] + weight, had[1] + 1]);
      }
    }
    return [...score]
      .sort((a, b) => b[1][0] - a[1][0] || a[0] - b[0])
      .slice(0, limit)
      .map(([other, [, shared]]) => [other, shared]);
  }

  // Relations of an entity by what they say of it, those of most papers first.
  function bonds(graph, node) {
    const { from, kinds, kind, papers } = graph.related;
    const groups = new Map();
    const [near, through] = [around(graph, node, graph.related), model.linksOf(graph, node, graph.related)];
    near.forEach((other, place) => {
      const link = through[place];
      const key = `${kinds[kind[link]]}${from[link] === node || kinds[kind[link]] === "COMPARED_WITH" ? "" : " of"}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push([other, link]);
    });
    for (const members of groups.values()) members.sort((a, b) => papers[b[1]] - papers[a[1]] || degree(graph, b[0]) - degree(graph, a[0]) || a[0] - b[0]);
    return groups;
  }

  function chain(graph, from, to) {
    const before = new Int32Array(graph.count).fill(-1);
    before[from] = from;
    let edge = [from];
    while (edge.length && before[to] < 0) {
      const next = [];
      for (const node of edge) {
        for (const other of around(graph, node)) {
          if (before[other] >= 0) continue;
          before[other] = node;
          next.push(other);
        }
      }
      edge = next;
    }
    if (before[to] < 0) return [];
    const path = [to];
    while (path[0] !== from) path.unshift(before[path[0]]);
    return path;
  }

  function members(graph, community) {
    const found = [];
    for (let at = 0; at < graph.count; at++) if (graph.community[at] === community) found.push(at);
    return found;
  }

  // Other communities by the mentions of this one's papers.
  function beside(graph, community, limit) {
    const many = new Map();
    const { from, to } = graph.mentions;
    for (let at = 0; at < from.length; at++) {
      const [a, b] = [graph.community[from[at]], graph.community[to[at]]];
      const other = a === community ? b : b === community ? a : -1;
      if (other >= 0 && other !== community) many.set(other, (many.get(other) ?? 0) + 1);
    }
    return [...many].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
  }

  return { together, alike, bonds, chain, members, beside };
})();
