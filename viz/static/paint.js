// Draws the graph inside vis-network's camera. Few things in sight are drawn as they are; many come from a picture
// of the whole that is made once, and again at the new scale when the view has come to rest.
const paint = (() => {
  const DIRECT = 4000;
  const WIDEST = 1800;
  const SOLID = 5000;
  const REST = 140;
  const FAR = 0.16;
  const VEIL = 217 / 255;

  function create(network, container, graph) {
    const all = model.box(graph, null);
    const drawn = Array.from({ length: graph.count }, (_, at) => at).sort((a, b) => weight(b) - weight(a) || a - b);
    const byLabel = graph.labels.map((_, label) => drawn.filter((at) => graph.label[at] === label).reverse());
    const widths = new Map();
    const scene = { sieve: model.sift(graph, model.everything(graph)), lit: [], links: [], selected: -1, other: -1, hovered: -1, covered: null };
    let colours = readColours();
    let whole = null;
    let rested = null;
    let timer = 0;

    function weight(at) {
      return at < graph.papers ? 1.5 : model.degree(graph, at);
    }

    function view() {
      const scale = network.getScale();
      const { x, y } = network.getViewPosition();
      const [wide, high] = [container.clientWidth / 2 / scale, container.clientHeight / 2 / scale];
      return { scale, detail: scale, left: x - wide, right: x + wide, top: y - high, bottom: y + high };
    }

    const inside = (at, sight, edge) => graph.x[at] >= sight.left - edge && graph.x[at] <= sight.right + edge
      && graph.y[at] >= sight.top - edge && graph.y[at] <= sight.bottom + edge;

    function crosses(link, sight) {
      const [a, b] = [graph.paper[link], graph.entity[link]];
      return !(Math.max(graph.x[a], graph.x[b]) < sight.left || Math.min(graph.x[a], graph.x[b]) > sight.right
        || Math.max(graph.y[a], graph.y[b]) < sight.top || Math.min(graph.y[a], graph.y[b]) > sight.bottom);
    }

    function crowd(sight) {
      let count = 0;
      for (let at = 0; at < graph.count; at++) if (scene.sieve.nodes[at] && inside(at, sight, 0)) count++;
      for (let link = 0; link < graph.links; link++) if (scene.sieve.links[link] && crosses(link, sight)) count++;
      return count;
    }

    // From afar, what many papers share grows against the rest, and what one paper alone names is left out.
    function drawnSize(at, scale) {
      if (at < graph.papers || model.degree(graph, at) < 2) return graph.size[at];
      return graph.size[at] * Math.min(3, Math.max(1, (0.4 / scale) ** 0.7));
    }

    const tooSmall = (at, scale) => scale < FAR && at >= graph.papers && model.degree(graph, at) < 2;

    function trace(context, at, size) {
      const [x, y, r] = [graph.x[at], graph.y[at], size];
      const label = graph.labels[graph.label[at]];
      if (label === "Method") {
        context.moveTo(x + r, y);
        context.arc(x, y, r, 0, 2 * Math.PI);
      } else if (label === "Dataset") {
        context.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
      } else if (label === "Concept") {
        context.moveTo(x, y - 1.18 * r);
        context.lineTo(x + 1.1 * r, y + 0.82 * r);
        context.lineTo(x - 1.1 * r, y + 0.82 * r);
        context.closePath();
      } else {
        const [w, h] = [0.82 * r, 1.12 * r];
        context.moveTo(x - w, y - h);
        context.lineTo(x + 0.3 * w, y - h);
        context.lineTo(x + w, y - 0.5 * h);
        context.lineTo(x + w, y + h);
        context.lineTo(x - w, y + h);
        context.closePath();
      }
    }

    function drawNodes(context, sight) {
      const halo = 1.2 / sight.scale;
      byLabel.forEach((nodes, label) => {
        context.fillStyle = colours[graph.labels[label]];
        context.strokeStyle = colours.paper;
        context.lineWidth = halo;
        context.beginPath();
        let held = 0;
        for (const at of nodes) {
          const size = drawnSize(at, sight.detail);
          if (!scene.sieve.nodes[at] || tooSmall(at, sight.detail) || !inside(at, sight, size)) continue;
          if (size * sight.scale < 1.5) {
            const r = Math.max(size, 0.8 / sight.scale);
            context.rect(graph.x[at] - r, graph.y[at] - r, 2 * r, 2 * r);
          } else trace(context, at, size);
          if (++held % 200 === 0) {
            finish(context, sight);
            context.beginPath();
          }
        }
        finish(context, sight);
      });
    }

    function finish(context, sight) {
      context.fill();
      if (sight.detail > 0.3) context.stroke();
    }

    function drawLinks(context, sight, links, strength) {
      const groups = new Map();
      for (const link of links) {
        const key = graph.style[link] * 8 + graph.label[graph.entity[link]];
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push(link);
      }
      for (const [key, members] of [...groups].sort((a, b) => b[0] - a[0])) {
        const style = model.STYLES[key >> 3];
        const unit = Math.min(1.4, Math.max(1 / sight.scale, 0.55));
        context.strokeStyle = colours[graph.labels[key & 7]];
        context.globalAlpha = Math.min(1, style.alpha * strength);
        context.lineWidth = style.width * unit;
        context.setLineDash(sight.scale > 0.4 ? style.dash.map((part) => part * unit * 1.4) : []);
        context.beginPath();
        for (const link of members) {
          context.moveTo(graph.x[graph.paper[link]], graph.y[graph.paper[link]]);
          context.lineTo(graph.x[graph.entity[link]], graph.y[graph.entity[link]]);
        }
        context.stroke();
      }
      context.globalAlpha = 1;
      context.setLineDash([]);
    }

    function drawScene(context, sight) {
      const links = [];
      for (let link = 0; link < graph.links; link++) {
        if (scene.sieve.links[link] && !tooSmall(graph.entity[link], sight.detail) && crosses(link, sight)) links.push(link);
      }
      if (links.length > SOLID) context.drawImage(density(sight, links), sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
      else drawLinks(context, sight, links, links.length > 1500 ? 0.7 : 1);
      drawNodes(context, sight);
    }

    // Counts how many links cross each pixel; thousands of lines read as a haze that grows darker where they meet.
    function density(sight, links) {
      const scale = links.length > 20000 ? 0.6 * sight.scale : sight.scale;
      const [wide, high] = [Math.ceil((sight.right - sight.left) * scale), Math.ceil((sight.bottom - sight.top) * scale)];
      const hits = new Uint16Array(wide * high);
      for (const link of links) count(hits, wide, high, scale, sight, graph.paper[link], graph.entity[link]);
      const canvas = blank(wide, high);
      const context = canvas.getContext("2d");
      const image = context.createImageData(wide, high);
      const pixels = new Uint32Array(image.data.buffer);
      const [red, green, blue] = colours.haze;
      const shades = Uint32Array.from({ length: 256 }, (_, n) => ((Math.min(190, 30 * n ** 0.6) << 24) | (blue << 16) | (green << 8) | red) >>> 0);
      for (let at = 0; at < hits.length; at++) if (hits[at]) pixels[at] = shades[Math.min(255, hits[at])];
      context.putImageData(image, 0, 0);
      return canvas;
    }

    function count(hits, wide, high, scale, sight, a, b) {
      let x = (graph.x[a] - sight.left) * scale;
      let y = (graph.y[a] - sight.top) * scale;
      const [dx, dy] = [(graph.x[b] - graph.x[a]) * scale, (graph.y[b] - graph.y[a]) * scale];
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
      for (let step = 0; step <= steps; step++) {
        if (x >= 0 && y >= 0 && x < wide && y < high) hits[(y | 0) * wide + (x | 0)]++;
        x += dx / steps;
        y += dy / steps;
      }
    }

    function blank(wide, high) {
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, wide);
      canvas.height = Math.max(1, high);
      return canvas;
    }

    function picture(sight) {
      const canvas = blank(Math.ceil((sight.right - sight.left) * sight.scale), Math.ceil((sight.bottom - sight.top) * sight.scale));
      const context = canvas.getContext("2d");
      context.setTransform(sight.scale, 0, 0, sight.scale, -sight.left * sight.scale, -sight.top * sight.scale);
      drawScene(context, sight);
      return { ...sight, canvas };
    }

    const show = (context, held) => context.drawImage(held.canvas, held.left, held.top, held.right - held.left, held.bottom - held.top);

    function base(context, sight) {
      if (crowd(sight) <= DIRECT) {
        drawScene(context, sight);
        return;
      }
      const ratio = context.canvas.width / container.clientWidth;
      if (rested && same(rested, sight, ratio)) {
        show(context, rested);
        return;
      }
      const { left, top, right, bottom } = all;
      whole ??= picture({ left, top, right, bottom, scale: WIDEST / Math.max(right - left, bottom - top), detail: sight.scale });
      show(context, whole);
      clearTimeout(timer);
      if (sight.scale * ratio > whole.scale * 1.1) timer = setTimeout(() => sharpen(ratio), REST);
    }

    const same = (held, sight, ratio) => Math.abs(held.scale - sight.scale * ratio) < 1e-9
      && Math.abs(held.left - sight.left) < 1e-6 && Math.abs(held.top - sight.top) < 1e-6;

    function sharpen(ratio) {
      const sight = view();
      rested = picture({ ...sight, scale: sight.scale * ratio });
      network.redraw();
    }

    function overlay(context, sight) {
      if (scene.selected >= 0) {
        context.globalAlpha = VEIL;
        context.fillStyle = colours.paper;
        context.fillRect(sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
        context.globalAlpha = 1;
        drawLinks(context, sight, scene.links.filter((link) => scene.sieve.links[link] || scene.other >= 0), 1.5);
        for (const at of scene.lit) if (scene.sieve.nodes[at]) solid(context, at, sight, 0);
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
      trace(context, at, Math.max(drawnSize(at, sight.scale) + grow, 2.5 / sight.scale));
      context.fillStyle = colours[graph.labels[graph.label[at]]];
      context.strokeStyle = colours.paper;
      context.lineWidth = 1.2 / sight.scale;
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

    function nameBoxes(context, sight) {
      const chosen = scene.selected >= 0;
      const first = [scene.hovered, scene.selected, scene.other].filter((at) => at >= 0);
      const rest = chosen ? [...scene.lit].sort((a, b) => weight(b) - weight(a) || a - b) : drawn;
      const most = Math.round((container.clientWidth * container.clientHeight) / 9000);
      const candidates = [];
      const taken = scene.covered ? [scene.covered] : [];
      for (const at of [...first, ...rest]) {
        if (candidates.length > 4 * most) break;
        if (!scene.sieve.nodes[at] || !inside(at, sight, 0)) continue;
        const strong = first.includes(at);
        const shared = at < graph.papers || model.degree(graph, at) > 1;
        if (shared && sight.scale > 0.35 && taken.length < 300) taken.push(spot(at, sight));
        if (!chosen && !strong && !readable(at, sight.scale, candidates.length)) continue;
        candidates.push(namePlaces(context, at, sight, strong));
      }
      return labels.place(candidates, chosen ? 60 : most, taken);
    }

    function spot(at, sight) {
      const [x, y] = [(graph.x[at] - sight.left) * sight.scale, (graph.y[at] - sight.top) * sight.scale];
      const r = drawnSize(at, sight.scale) * sight.scale * 0.8;
      return { at, left: x - r, right: x + r, top: y - r, bottom: y + r };
    }

    function readable(at, scale, ahead) {
      if (at < graph.papers) return graph.reach[at] * scale > 22;
      const shared = model.degree(graph, at) > 1;
      return graph.size[at] * scale > (shared ? 3.4 : 5.5) || (shared && ahead < 45);
    }

    function namePlaces(context, at, sight, strong) {
      const paper = at < graph.papers;
      const large = strong || (!paper && drawnSize(at, sight.scale) * sight.scale > 13);
      const font = paper
        ? `${strong ? "600 14px" : "italic 12.5px"} ${colours.serif}`
        : `${large ? "600 " : ""}${strong ? 15 : large ? 13 : 12}px ${colours.sans}`;
      const lines = paper ? labels.wrap(graph.name[at], strong ? 44 : 25, 2) : [labels.shorten(graph.name[at], strong ? 60 : 34)];
      const half = Math.max(...lines.map((line) => measure(context, font, line))) / 2 + 4;
      const high = 16 * lines.length + 1;
      const apart = paper && scene.selected < 0 && !strong ? graph.reach[at] - 6 : drawnSize(at, sight.scale) * 1.12;
      const gap = apart * sight.scale + 2;
      const x = (graph.x[at] - sight.left) * sight.scale;
      const y = (graph.y[at] - sight.top) * sight.scale;
      const wide = container.clientWidth;
      const middle = x < half || x > wide - half ? Math.min(Math.max(x, half + 2), wide - half - 2) : x;
      const made = (centre, top) => ({ at, lines, font, paper, strong, x: centre, left: centre - half, right: centre + half, top, bottom: top + high });
      const places = [made(middle, y + gap), made(middle, y - gap - high)];
      if (paper) return places;
      const beside = [made(x + gap + half, y - high / 2), made(x - gap - half, y - high / 2)];
      return [...places, ...beside.filter(({ left, right }) => left >= 0 && right <= wide)];
    }

    function measure(context, font, words) {
      const key = `${font}|${words}`;
      if (!widths.has(key)) {
        context.font = font;
        widths.set(key, context.measureText(words).width);
      }
      return widths.get(key);
    }

    function names(context, sight) {
      const ratio = context.canvas.width / container.clientWidth;
      context.save();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const placed = nameBoxes(context, sight);
      Object.assign(context, { textAlign: "center", textBaseline: "top", lineJoin: "round", lineWidth: 3.5, strokeStyle: colours.paper });
      for (const box of placed) {
        context.font = box.font;
        context.fillStyle = box.paper && !box.strong ? colours.soft : colours.ink;
        box.lines.forEach((line, row) => {
          context.strokeText(line, box.x, box.top + 1 + 16 * row);
          context.fillText(line, box.x, box.top + 1 + 16 * row);
        });
      }
      context.restore();
    }

    function readColours() {
      const style = getComputedStyle(document.documentElement);
      const value = (name) => style.getPropertyValue(name).trim();
      const soft = value("--soft");
      const read = { paper: value("--paper"), ink: value("--ink"), soft, serif: value("--serif"), sans: value("--sans") };
      read.haze = [1, 3, 5].map((at) => parseInt(soft.slice(at, at + 2), 16));
      for (const label of graph.labels) read[label] = value(`--node-${label}`);
      return read;
    }

    network.on("afterDrawing", (context) => {
      const sight = view();
      context.fillStyle = colours.paper;
      context.fillRect(sight.left, sight.top, sight.right - sight.left, sight.bottom - sight.top);
      base(context, sight);
      overlay(context, sight);
      names(context, sight);
    });

    function stale() {
      whole = rested = null;
      network.redraw();
    }

    return {
      scene,
      view,
      pick(x, y) {
        const sight = view();
        const [px, py] = [sight.left + x / sight.scale, sight.top + y / sight.scale];
        let [best, nearest] = [-1, 8 / sight.scale];
        for (let at = 0; at < graph.count; at++) {
          if (!scene.sieve.nodes[at] || tooSmall(at, sight.scale)) continue;
          const far = Math.hypot(graph.x[at] - px, graph.y[at] - py) - drawnSize(at, sight.scale);
          if (far < nearest) [best, nearest] = [at, far];
        }
        return best;
      },
      sift(sieve) {
        scene.sieve = sieve;
        stale();
      },
      recolour() {
        colours = readColours();
        stale();
      },
    };
  }

  return { create };
})();
