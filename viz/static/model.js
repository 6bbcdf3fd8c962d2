// The graph as typed arrays: neighbours, what a filter leaves, what goes with what. No DOM in here.
const model = (() => {
  const STYLES = [
    { name: "proposes, extends", roles: ["proposes", "introduces", "extends"], width: 2.2, alpha: 0.8, dash: [] },
    { name: "compares with", roles: ["compares_with"], width: 1.4, alpha: 0.6, dash: [4, 3] },
    { name: "uses, addresses", roles: ["uses", "evaluates_on", "addresses", "measures"], width: 1.2, alpha: 0.42, dash: [] },
    { name: "mentions", roles: ["mentions"], width: 1, alpha: 0.3, dash: [1, 2.5] },
  ];

  function build(columns) {
    const count = columns.name.length;
    const papers = columns.year.length;
    const links = columns.paper.length;
    const offsets = new Uint32Array(count + 1);
    for (let at = 0; at < links; at++) {
      offsets[columns.paper[at] + 1]++;
      offsets[columns.entity[at] + 1]++;
    }
    for (let at = 0; at < count; at++) offsets[at + 1] += offsets[at];
    const neighbours = new Uint32Array(2 * links);
    const through = new Uint32Array(2 * links);
    const next = offsets.slice();
    for (let at = 0; at < links; at++) {
      const paper = columns.paper[at];
      const entity = columns.entity[at];
      through[next[paper]] = through[next[entity]] = at;
      neighbours[next[paper]++] = entity;
      neighbours[next[entity]++] = paper;
    }
    const styleOfRole = columns.roles.map((role) => STYLES.findIndex((style) => style.roles.includes(role)));
    return {
      count,
      papers,
      links,
      labels: columns.labels,
      kinds: columns.kinds,
      roles: columns.roles,
      name: columns.name,
      aliases: columns.aliases,
      year: columns.year,
      venue: columns.venue,
      kind: columns.kind,
      label: Uint8Array.from(columns.label),
      x: Float32Array.from(columns.x),
      y: Float32Array.from(columns.y),
      size: Float32Array.from(columns.size),
      reach: Float32Array.from(columns.reach),
      paper: Uint32Array.from(columns.paper),
      entity: Uint32Array.from(columns.entity),
      role: Uint8Array.from(columns.role),
      style: Uint8Array.from(columns.role, (role) => styleOfRole[role]),
      offsets,
      neighbours,
      through,
    };
  }

  const degree = (graph, node) => graph.offsets[node + 1] - graph.offsets[node];
  const around = (graph, node) => graph.neighbours.subarray(graph.offsets[node], graph.offsets[node + 1]);
  const linksOf = (graph, node) => graph.through.subarray(graph.offsets[node], graph.offsets[node + 1]);

  function everything(graph) {
    return {
      labels: graph.labels.map(() => true),
      kinds: graph.kinds.map(() => true),
      styles: STYLES.map(() => true),
      least: 1,
      from: -Infinity,
      to: Infinity,
      venue: "",
    };
  }

  function sift(graph, filter) {
    const nodes = new Uint8Array(graph.count);
    const links = new Uint8Array(graph.links);
    const fits = new Uint8Array(graph.papers);
    for (let at = 0; at < graph.papers; at++) {
      const year = graph.year[at];
      fits[at] = (!year || (year >= filter.from && year <= filter.to)) && (!filter.venue || graph.venue[at] === filter.venue);
      nodes[at] = fits[at] && filter.labels[0] ? 1 : 0;
    }
    const held = new Uint32Array(graph.count);
    for (let at = 0; at < graph.links; at++) {
      if (fits[graph.paper[at]] && filter.styles[graph.style[at]]) held[graph.entity[at]]++;
    }
    for (let at = graph.papers; at < graph.count; at++) {
      const kind = graph.kind[at - graph.papers];
      const typed = filter.labels[graph.label[at]] && (kind < 0 || filter.kinds[kind]);
      nodes[at] = typed && (held[at] >= filter.least || (filter.least <= 1 && !degree(graph, at))) ? 1 : 0;
    }
    for (let at = 0; at < graph.links; at++) {
      links[at] = nodes[graph.paper[at]] && nodes[graph.entity[at]] && filter.styles[graph.style[at]] ? 1 : 0;
    }
    return { nodes, links, shown: nodes.reduce((sum, one) => sum + one, 0) };
  }

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

  function box(graph, mask) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < graph.count; at++) {
      if (mask && !mask[at]) continue;
      const wide = graph.size[at] + 6;
      left = Math.min(left, graph.x[at] - wide);
      right = Math.max(right, graph.x[at] + wide);
      top = Math.min(top, graph.y[at] - wide);
      bottom = Math.max(bottom, graph.y[at] + wide);
    }
    return left < right ? { left, top, right, bottom } : { left: -100, top: -100, right: 100, bottom: 100 };
  }

  return { STYLES, build, degree, around, linksOf, everything, sift, together, alike, chain, box };
})();
