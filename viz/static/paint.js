// Draws the graph inside vis-network's camera. Few things in sight are drawn as they are; many come from a picture
// of the whole that is made once, and again at the new scale when the view has come to rest.
const paint = (() => {
  const DIRECT = 4000;
  const WIDEST = 1800;
  const SOLID = 5000;
  const REST = 140;
  const FAR = 0.16;
  const DEEP = 90;
  const OUTLINED = 3.5;
  const VEIL = 217 / 255;

  function create(network, container, graph) {
    const scene = { view: null, sieve: null, lit: [], near: [], links: [], bonds: [], layer: graph.mentions, selected: -1, other: -1, community: -1, hovered: -1, covered: [] };
    const ranked = rank();
    const writer = writing.create(container, graph, scene, { drawnSize, inside, weight });
    let colours = shapes.readColours(graph);
    let land = null;
    let groupOf = [];
    let stages = {};
    let wash = null;
    let all = null;
    let whole = null;
    let rested = null;
    let timer = 0;
    let begun = false;

    // All nodes, those that weigh most first.
    function rank() {
      const most = graph.size.reduce((one, other) => Math.max(one, other), 1.5);
      const keys = Float64Array.from({ length: graph.count }, (_, at) => Math.round(10 * (most - weight(at))) * graph.count + at).sort();
      return Uint32Array.from(keys, (key) => key % graph.count);
    }

    function weight(at) {
      return at < graph.papers ? 1.5 : graph.size[at];
    }

    function sightOf() {
      const scale = network.getScale();
      const { x, y } = network.getViewPosition();
      const [wide, high] = [container.clientWidth / 2 / scale, container.clientHeight / 2 / scale];
      return { scale, detail: scale, left: x - wide, right: x + wide, top: y - high, bottom: y + high };
    }

    function inside(at, sight, edge) {
      return graph.x[at] >= sight.left - edge && graph.x[at] <= sight.right + edge
        && graph.y[at] >= sight.top - edge && graph.y[at] <= sight.bottom + edge;
    }

    function crosses(layer, link, sight) {
      const [a, b] = [layer.from[link], layer.to[link]];
      return !(Math.max(graph.x[a], graph.x[b]) < sight.left || Math.min(graph.x[a], graph.x[b]) > sight.right
        || Math.max(graph.y[a], graph.y[b]) < sight.top || Math.min(graph.y[a], graph.y[b]) > sight.bottom);
    }

    // What is on stage: the view's nodes and links; where a crowd thins out as one goes in, the papers too.
    function stage(sight) {
      const { sieve, view } = scene;
      const plain = () => (stages.plain ??= staged(sieve.nodes, view.layer, sieve.links, false));
      if (!view.deepens) return plain();
      let papers = 0;
      for (let at = 0; at < graph.papers && papers <= DEEP; at++) if (sieve.fits[at] && inside(at, sight, 0)) papers++;
      return papers > DEEP ? plain() : (stages.deep ??= staged(sieve.fits, graph.mentions, sieve.mentions, true));
    }

    function staged(nodes, layer, links, deep) {
      const order = ranked.filter((at) => nodes[at]);
      return { nodes, layer, links, deep, order, batches: batchesOf(order) };
    }

    function crowded(sight, { order, layer, links }) {
      let count = 0;
      for (let at = 0; at < order.length && count <= DIRECT; at++) if (inside(order[at], sight, 0)) count++;
      for (let link = 0; link < layer.size && count <= DIRECT; link++) if (links[link] && crosses(layer, link, sight)) count++;
      return count > DIRECT;
    }

    // From afar, what many papers share grows against the rest, and what one paper alone names is left out.
    function drawnSize(at, scale) {
      if (scene.view.key === "communities") return Math.max(2, 0.45 * graph.size[at]);
      if (scene.view.key === "papers") return graph.size[at] * Math.min(2.2, Math.max(1, (0.3 / scale) ** 0.6));
      if (at < graph.papers || model.degree(graph, at) < 2) return graph.size[at];
      return graph.size[at] * Math.min(3, Math.max(1, (0.4 / scale) ** 0.7));
    }

    const tooSmall = (at, scale) => scale < FAR && at >= graph.papers && model.degree(graph, at) < 2;

    function toneOf(at) {
      const community = graph.community[at];
      if (!scene.view.byCommunity) return colours[graph.labels[graph.label[at]]];
      return community < 0 ? colours.soft : colours.groups[groupOf[community]];
    }

    // Nodes of one shape and colour together, the largest last.
    function batchesOf(order) {
      const made = [];
      for (let place = order.length - 1; place >= 0; place--) {
        const at = order[place];
        const group = scene.view.byCommunity && graph.community[at] >= 0 ? 1 + groupOf[graph.community[at]] : 0;
        const batch = (made[graph.label[at] * (shapes.GROUPS + 1) + group] ??= { label: graph.labels[graph.label[at]], tone: toneOf(at), nodes: [] });
        batch.nodes.push(at);
      }
      return made.filter(Boolean);
    }

    function drawNodes(context, sight, { batches }) {
      for (const { label, tone, nodes: members } of batches) {
        Object.assign(context, { fillStyle: tone, strokeStyle: colours.paper, lineWidth: 1.2 / sight.scale });
        context.beginPath();
        let [held, bold] = [0, false];
        for (const at of members) {
          const size = drawnSize(at, sight.detail);
          if (tooSmall(at, sight.detail) || !inside(at, sight, size)) continue;
          if (!bold && size * sight.scale > OUTLINED) {
            context.fill();
            context.beginPath();
            [held, bold] = [0, true];
          }
          if (size * sight.scale < 1.5) {
            const r = Math.max(size, 0.8 / sight.scale);
            context.rect(graph.x[at] - r, graph.y[at] - r, 2 * r, 2 * r);
          } else shapes.trace(context, label, graph.x[at], graph.y[at], size);
          if (++held % 200 === 0) {
            finish(context, bold);
            context.beginPath();
          }
        }
        if (held % 200) finish(context, bold);
      }
    }

    function finish(context, bold) {
      context.fill();
      if (bold) context.stroke();
    }

    function strokeOf(layer, link) {
      if (layer === graph.related) return { key: "", tone: colours.ink, ...model.RELATED };
      if (layer.weight) {
        const part = Math.min(3, layer.weight[link] >> 4);
        const [a, b] = [graph.community[layer.from[link]], graph.community[layer.to[link]]];
        const within = scene.view.byCommunity && a === b && a >= 0;
        const tone = within ? colours.groups[groupOf[a]] : colours.soft;
        return { key: `${within ? 1 : 0}${part} ${tone}`, tone, width: 0.7 + 0.5 * part, alpha: (0.25 + 0.13 * part) * (within ? 1 : 0.4), dash: [] };
      }
      const style = model.STYLES[layer.style[link]];
      const tone = scene.view.byCommunity ? colours.soft : colours[graph.labels[graph.label[layer.to[link]]]];
      return { key: `${9 - layer.style[link]} ${tone}`, tone, ...style };
    }

    function drawLinks(context, sight, layer, links, strength) {
      const groups = new Map();
      for (const link of links) {
        const made = strokeOf(layer, link);
        if (!groups.has(made.key)) groups.set(made.key, { ...made, links: [] });
        groups.get(made.key).links.push(link);
      }
      const unit = Math.min(1.4, Math.max(1 / sight.scale, 0.55)) * (layer.weight ? Math.max(1, 0.5 / sight.scale) : 1);
      for (const [, group] of [...groups].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
        context.strokeStyle = group.tone;
        context.globalAlpha = Math.min(1, group.alpha * strength);
        context.lineWidth = group.width * unit;
        context.setLineDash(sight.scale > 0.4 ? group.dash.map((part) => part * unit * 1.4) : []);
        context.beginPath();
        for (const link of group.links) {
          context.moveTo(graph.x[layer.from[link]], graph.y[layer.from[link]]);
          context.lineTo(graph.x[layer.to[link]], graph.y[layer.to[link]]);
        }
        context.stroke();
      }
      context.globalAlpha = 1;
      context.setLineDash([]);
    }

    function drawScene(context, sight, on, vector) {
      if (wash) context.drawImage(wash, land.left, land.top, land.right - land.left, land.bottom - land.top);
      const links = [];
      const { layer } = on;
      for (let link = 0; link < layer.size; link++) {
        if (!on.links[link] || !crosses(layer, link, sight)) continue;
        if (layer.weight || !tooSmall(layer.to[link], sight.detail)) links.push(link);
      }
      if (links.length > SOLID && !vector && !(layer === graph.pairs && links.length < 8000)) {
        context.drawImage(haze.density(graph, layer, links, sight, colours.haze), sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
      } else drawLinks(context, sight, layer, links, links.length > 1500 ? 0.7 : 1);
      drawNodes(context, sight, on);
    }

    function picture(sight, on) {
      const canvas = haze.blank(Math.ceil((sight.right - sight.left) * sight.scale), Math.ceil((sight.bottom - sight.top) * sight.scale));
      const context = canvas.getContext("2d");
      context.setTransform(sight.scale, 0, 0, sight.scale, -sight.left * sight.scale, -sight.top * sight.scale);
      drawScene(context, sight, on, false);
      return { ...sight, canvas, deep: on.deep };
    }

    const show = (context, held) => context.drawImage(held.canvas, held.left, held.top, held.right - held.left, held.bottom - held.top);

    function base(context, sight) {
      const on = stage(sight);
      if (!crowded(sight, on)) {
        drawScene(context, sight, on, false);
        return on;
      }
      const ratio = context.canvas.width / container.clientWidth;
      if (rested && same(rested, sight, ratio)) {
        show(context, rested);
        return on;
      }
      clearTimeout(timer);
      if (!rested) {
        rested = picture({ ...sight, scale: sight.scale * ratio }, on);
        show(context, rested);
        timer = setTimeout(() => wholly(on, sight), REST);
        return on;
      }
      show(context, wholly(on, sight));
      if (sight.scale * ratio > whole.scale * 1.1) timer = setTimeout(() => sharpen(ratio), REST);
      return on;
    }

    // The picture of all that is shown while the view moves.
    function wholly(on, sight) {
      if (whole?.deep === on.deep) return whole;
      const { left, top, right, bottom } = (all ??= model.box(graph, null));
      whole = picture({ left, top, right, bottom, scale: WIDEST / Math.max(right - left, bottom - top), detail: sight.scale }, on);
      return whole;
    }

    const same = (held, sight, ratio) => Math.abs(held.scale - sight.scale * ratio) < 1e-9
      && Math.abs(held.left - sight.left) < 1e-6 && Math.abs(held.top - sight.top) < 1e-6;

    function sharpen(ratio) {
      const sight = sightOf();
      rested = picture({ ...sight, scale: sight.scale * ratio }, stage(sight));
      network.redraw();
    }

    const seen = (at) => scene.sieve.fits[at] || at === scene.selected || at === scene.other;

    function overlay(context, sight) {
      if (scene.selected >= 0 || scene.community >= 0) {
        context.globalAlpha = VEIL;
        context.fillStyle = colours.paper;
        context.fillRect(sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
        context.globalAlpha = 1;
        const { from, to } = scene.layer;
        drawLinks(context, sight, scene.layer, scene.links.filter((link) => scene.other >= 0 || (seen(from[link]) && seen(to[link]))), 1.5);
        drawLinks(context, sight, graph.related, scene.bonds.filter((link) => seen(graph.related.from[link]) && seen(graph.related.to[link])), 1);
        for (const at of scene.lit) if (seen(at) && !tooSmall(at, sight.scale)) solid(context, at, sight, 0);
        for (const at of [scene.selected, scene.other].filter((one) => one >= 0)) {
          ring(context, at, sight);
          solid(context, at, sight, 1);
        }
      }
      if (scene.hovered >= 0 && scene.hovered !== scene.selected) {
        ring(context, scene.hovered, sight);
        solid(context, scene.hovered, sight, 0);
      }
    }

    function solid(context, at, sight, grow) {
      context.beginPath();
      shapes.trace(context, graph.labels[graph.label[at]], graph.x[at], graph.y[at], Math.max(drawnSize(at, sight.scale) + grow, 2.5 / sight.scale));
      Object.assign(context, { fillStyle: toneOf(at), strokeStyle: colours.paper, lineWidth: 1.2 / sight.scale });
      context.fill();
      context.stroke();
    }

    function ring(context, at, sight) {
      context.beginPath();
      context.arc(graph.x[at], graph.y[at], drawnSize(at, sight.scale) * 1.25 + 5 / sight.scale, 0, 2 * Math.PI);
      context.strokeStyle = colours.ink;
      context.lineWidth = 1.6 / sight.scale;
      context.stroke();
    }

    network.on("afterDrawing", (context) => {
      if (!begun) return;
      const sight = sightOf();
      context.fillStyle = colours.paper;
      context.fillRect(sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
      const on = base(context, sight);
      overlay(context, sight);
      writer.write(context, sight, on, land, colours);
    });

    function stale() {
      clearTimeout(timer);
      whole = rested = null;
      if (begun) network.redraw();
    }

    // Land and colours are those of the whole map, so that a filter or a switch of the view moves no border.
    function survey() {
      const mask = views.of(graph, "communities").nodes;
      land = territory.survey(graph, mask);
      groupOf = shapes.paintGroups(graph.communities.map((_, at) => land?.peaks[at] ?? [0, 0]));
    }

    function refresh() {
      if (scene.view.byCommunity && !land) survey();
      wash = scene.view.byCommunity && land && scene.view.wash ? territory.draw(land, groupOf, colours.washes, scene.view.wash) : null;
      stages = {};
      stale();
    }

    return {
      scene,
      begin() {
        begun = true;
        network.redraw();
      },
      sight: sightOf,
      refresh,
      moved() {
        all = null;
        stale();
      },
      landAt: (x, y) => (scene.view.byCommunity ? territory.at(land, x, y) : -1),
      captionAt: writer.captionAt,
      peaks: () => land?.peaks ?? [],
      land: () => (scene.view.key === "communities" && land ? { left: land.left, top: land.top, right: land.right, bottom: land.bottom } : null),
      // The same picture in lines and shapes, on any context that takes the calls.
      drawOn(context) {
        const sight = sightOf();
        context.fillStyle = colours.paper;
        context.fillRect(sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
        const on = stage(sight);
        drawScene(context, sight, on, true);
        overlay(context, sight);
        writer.write(context, sight, on, land, colours);
      },
      pick(x, y, reach = 8) {
        const sight = sightOf();
        const [px, py] = [sight.left + x / sight.scale, sight.top + y / sight.scale];
        let [best, nearest] = [-1, reach / sight.scale];
        const lit = scene.selected >= 0 ? scene.lit.filter((at) => scene.sieve.fits[at]) : [];
        for (const at of [lit, stage(sight).order].flatMap((list) => [...list])) {
          if (tooSmall(at, sight.scale)) continue;
          const far = Math.hypot(graph.x[at] - px, graph.y[at] - py) - drawnSize(at, sight.scale);
          if (far < nearest) [best, nearest] = [at, far];
        }
        return best;
      },
      recolour() {
        colours = shapes.readColours(graph);
        refresh();
      },
    };
  }

  return { create };
})();
