// The graph as typed arrays: neighbours in each layer of links, and what a filter leaves. No DOM in here.
const model = (() => {
  const STYLES = [
    { name: "proposes, extends", roles: ["proposes", "introduces", "extends"], width: 2.2, alpha: 0.8, dash: [] },
    { name: "compares with", roles: ["compares_with"], width: 1.4, alpha: 0.6, dash: [4, 3] },
    { name: "uses, addresses", roles: ["uses", "evaluates_on", "addresses", "measures"], width: 1.2, alpha: 0.42, dash: [] },
    { name: "mentions", roles: ["mentions"], width: 1, alpha: 0.3, dash: [1, 2.5] },
  ];

  const RELATED = { width: 1.6, alpha: 0.6, dash: [6, 2.5] };

  // Links as two rows of ends, and for each node where its neighbours and its links stand.
  function layer(count, from, to, more = {}) {
    const offsets = new Uint32Array(count + 1);
    for (let at = 0; at < from.length; at++) {
      offsets[from[at] + 1]++;
      offsets[to[at] + 1]++;
    }
    for (let at = 0; at < count; at++) offsets[at + 1] += offsets[at];
    const neighbours = new Uint32Array(2 * from.length);
    const through = new Uint32Array(2 * from.length);
    const next = offsets.slice();
    for (let at = 0; at < from.length; at++) {
      const [a, b] = [from[at], to[at]];
      through[next[a]] = through[next[b]] = at;
      neighbours[next[a]++] = b;
      neighbours[next[b]++] = a;
    }
    return { size: from.length, from, to, offsets, neighbours, through, ...more };
  }

  const weighed = (count, rows) => layer(count, Uint32Array.from(rows.from), Uint32Array.from(rows.to), { weight: Uint8Array.from(rows.weight) });
  const NONE = { from: [], to: [], weight: [] };

  // `alike` gives the pairs of similar papers when they are first asked for.
  function build(columns, alike = () => NONE) {
    const count = columns.name.length;
    const papers = columns.year.length;
    const styleOfRole = columns.roles.map((role) => STYLES.findIndex((style) => style.roles.includes(role)));
    const role = Uint8Array.from(columns.role);
    const style = role.map((one) => styleOfRole[one]);
    const mentions = layer(count, Uint32Array.from(columns.paper), Uint32Array.from(columns.entity), { style });
    const pairs = weighed(count, columns.pairs ?? NONE);
    let similar = null;
    return {
      count,
      papers,
      links: mentions.size,
      labels: columns.labels,
      kinds: columns.kinds,
      roles: columns.roles,
      name: columns.name,
      aliases: columns.aliases,
      year: columns.year,
      venue: columns.venue,
      kind: columns.kind,
      communities: columns.communities ?? [],
      community: Int16Array.from(columns.community ?? columns.name.map(() => -1)),
      label: Uint8Array.from(columns.label),
      x: Float32Array.from(columns.x),
      y: Float32Array.from(columns.y),
      size: Float32Array.from(columns.size),
      reach: Float32Array.from(columns.reach),
      role,
      mentions,
      pairs,
      related: layer(count, [], []),
      get similar() {
        return (similar ??= weighed(count, alike()));
      },
    };
  }

  // How entities are related comes with the texts, as links of their own with a type each.
  function related(graph, { types, from, to, type, papers, evidence }) {
    const links = layer(graph.count, Uint32Array.from(from), Uint32Array.from(to), { kinds: types, kind: Uint8Array.from(type), papers, evidence });
    return Object.assign(graph, { related: links });
  }

  const degree = (graph, node) => graph.mentions.offsets[node + 1] - graph.mentions.offsets[node];
  const around = (graph, node, links = graph.mentions) => links.neighbours.subarray(links.offsets[node], links.offsets[node + 1]);
  const linksOf = (graph, node, links = graph.mentions) => links.through.subarray(links.offsets[node], links.offsets[node + 1]);

  function everything(graph) {
    return {
      labels: graph.labels.map(() => true),
      kinds: graph.kinds.map(() => true),
      styles: STYLES.map(() => true),
      least: 1,
      from: -Infinity,
      to: Infinity,
      venue: "",
      community: -1,
    };
  }

  // Marks what fits the filter, what of that the view shows, and the links between.
  function sift(graph, filter, view = views.of(graph, "all")) {
    const held = new Uint32Array(graph.count);
    const inPapers = new Uint8Array(graph.papers);
    const ours = (at) => filter.community < 0 || graph.community[at] === filter.community;
    for (let at = 0; at < graph.papers; at++) {
      const year = graph.year[at];
      inPapers[at] = (!year || (year >= filter.from && year <= filter.to)) && (!filter.venue || graph.venue[at] === filter.venue) && ours(at) ? 1 : 0;
    }
    const { from, to, style } = graph.mentions;
    for (let at = 0; at < from.length; at++) if (inPapers[from[at]] && filter.styles[style[at]]) held[to[at]]++;
    const fits = new Uint8Array(graph.count);
    for (let at = 0; at < graph.papers; at++) fits[at] = inPapers[at] && filter.labels[0] ? 1 : 0;
    for (let at = graph.papers; at < graph.count; at++) {
      const kind = graph.kind[at - graph.papers];
      const typed = filter.labels[graph.label[at]] && (kind < 0 || filter.kinds[kind]);
      const alone = filter.least <= 1 && !degree(graph, at) && ours(at);
      fits[at] = typed && (held[at] >= filter.least || alone) ? 1 : 0;
    }
    const nodes = fits.map((fit, at) => fit & view.nodes[at]);
    const mentions = new Uint8Array(from.length);
    for (let at = 0; at < from.length; at++) mentions[at] = fits[from[at]] && fits[to[at]] && filter.styles[style[at]] ? 1 : 0;
    const links = view.layer === graph.mentions ? mentions : new Uint8Array(view.layer.size);
    if (links !== mentions) for (let at = 0; at < links.length; at++) links[at] = nodes[view.layer.from[at]] & nodes[view.layer.to[at]];
    return { fits, nodes, mentions, links, shown: nodes.reduce((sum, one) => sum + one, 0) };
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

  return { STYLES, RELATED, layer, build, related, degree, around, linksOf, everything, sift, box };
})();
