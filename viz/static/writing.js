// Writes names beside nodes and captions over communities: what matters most first, none over another.
const writing = (() => {
  const MANY = 300;

  function create(container, graph, scene, { drawnSize, inside, weight }) {
    const widths = new Map();
    let captions = [];

    function write(context, sight, on, land, colours) {
      const ratio = (context.canvas?.width ?? container.clientWidth) / container.clientWidth;
      context.save();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      Object.assign(context, { textAlign: "center", textBaseline: "top", lineJoin: "round", strokeStyle: colours.paper });
      captions = land && !on.deep && scene.view.byCommunity ? captionBoxes(context, sight, on, land, colours) : [];
      for (const box of captions) put(context, box, scene.view.key === "communities" ? colours.ink : colours.soft, 5);
      for (const box of nameBoxes(context, sight, on, colours)) put(context, box, box.paper && !box.strong ? colours.soft : colours.ink, 3.5);
      context.restore();
    }

    function put(context, box, colour, halo) {
      context.font = box.font;
      context.fillStyle = colour;
      context.lineWidth = halo;
      box.lines.forEach((line, row) => {
        context.strokeText(line, box.x, box.top + 1 + box.step * row);
        context.fillText(line, box.x, box.top + 1 + box.step * row);
      });
    }

    function captionBoxes(context, sight, on, land, colours) {
      const candidates = [];
      const main = scene.view.key === "communities";
      const chosen = scene.selected >= 0;
      land.peaks.forEach((peak, community) => {
        if (!peak || chosen || (scene.community >= 0 && scene.community !== community)) return;
        const across = Math.sqrt(land.cells[community]) * land.cell * sight.scale;
        if (across < 44 || (!main && across > 700)) return;
        const size = Math.round(Math.min(main ? 24 : 17, Math.max(13, across / 9)));
        const font = `600 ${size}px ${colours.serif}`;
        const lines = labels.wrap(labels.shorten(graph.communities[community], 60), 20, 3);
        const half = Math.max(...lines.map((line) => measure(context, font, line))) / 2 + 4;
        const [x, y] = [(peak[0] - sight.left) * sight.scale, (peak[1] - sight.top) * sight.scale];
        const step = Math.round(size * 1.18);
        const high = step * lines.length + 2;
        const made = ([across, along]) => {
          const [middle, top] = [x + across * half, y + (along - 0.5) * high];
          return { at: -2 - community, community, font, lines, step, x: middle, left: middle - half, right: middle + half, top, bottom: top + high };
        };
        const within = (box) => box.left >= 0 && box.right <= container.clientWidth && box.top >= 2 && box.bottom <= container.clientHeight;
        candidates.push([[0, 0], [0, -0.7], [0, 0.7], [0.5, 0], [-0.5, 0], [0, -1.3], [0, 1.3]].map(made).filter(within));
      });
      const clear = main || scene.sieve.shown > MANY ? [] : [...on.order].filter((at) => inside(at, sight, 0)).map((at) => spot(at, sight));
      return labels.place(candidates, 40, [...scene.covered, ...clear]);
    }

    function nameBoxes(context, sight, on, colours) {
      const chosen = scene.selected >= 0;
      const first = [scene.hovered, scene.selected, scene.other].filter((at) => at >= 0);
      const rest = chosen || scene.community >= 0 ? [...scene.lit].sort((a, b) => weight(b) - weight(a) || a - b) : on.order;
      const most = Math.round((container.clientWidth * container.clientHeight) / (captions.length > 4 ? 14000 : 9000));
      const candidates = [];
      const taken = [...scene.covered, ...captions];
      for (const at of [...first, ...rest]) {
        if (candidates.length > 4 * most) break;
        const strong = first.includes(at);
        const seen = chosen || scene.community >= 0 ? scene.sieve.fits[at] : on.nodes[at];
        if (!(seen || strong) || !inside(at, sight, 0)) continue;
        const shared = chosen || at < graph.papers || model.degree(graph, at) > 1;
        if (shared && sight.scale > 0.35 && taken.length < 300) taken.push(spot(at, sight));
        if (!chosen && !strong && !readable(at, sight.scale, candidates.length, on.deep)) continue;
        candidates.push(namePlaces(context, at, sight, strong, colours));
      }
      return labels.place(candidates, chosen ? 60 : most, taken);
    }

    function spot(at, sight) {
      const [x, y] = [(graph.x[at] - sight.left) * sight.scale, (graph.y[at] - sight.top) * sight.scale];
      const r = drawnSize(at, sight.scale) * sight.scale * (ringed(at) ? 1.25 : 0.8) + (ringed(at) ? 5 : 0);
      return { at, left: x - r, right: x + r, top: y - r, bottom: y + r };
    }

    const ringed = (at) => at === scene.selected || at === scene.other || at === scene.hovered;

    function readable(at, scale, ahead, deep) {
      if (scene.view.key === "communities") return (at >= graph.papers || scale > 0.9) && drawnSize(at, scale) * scale > 3.2;
      if (at < graph.papers) return graph.reach[at] * scale > 22 || (scene.view.key === "papers" && scale > 0.3);
      const shared = model.degree(graph, at) > 1;
      return graph.size[at] * scale > (shared ? 3.4 : 5.5) || (shared && ahead < 45) || (deep && shared);
    }

    function namePlaces(context, at, sight, strong, colours) {
      const paper = at < graph.papers;
      const large = strong || (!paper && drawnSize(at, sight.scale) * sight.scale > 13);
      const font = paper
        ? `${strong ? "600 14px" : "italic 12.5px"} ${colours.serif}`
        : `${large ? "600 " : ""}${strong ? 15 : large ? 13 : 12}px ${colours.sans}`;
      const lines = paper ? labels.wrap(graph.name[at], strong ? 44 : 25, 2) : [labels.shorten(graph.name[at], strong ? 60 : 34)];
      const half = Math.max(...lines.map((line) => measure(context, font, line))) / 2 + 4;
      const high = 16 * lines.length + 1;
      const flower = paper && scene.view.key === "all" && (scene.selected < 0 ? !strong : at === scene.selected);
      const gap = flower ? (graph.reach[at] - 6) * sight.scale + (strong ? 8 : 2) : drawnSize(at, sight.scale) * sight.scale * (strong ? 1.25 : 1.12) + (strong ? 8 : 2);
      const x = (graph.x[at] - sight.left) * sight.scale;
      const y = (graph.y[at] - sight.top) * sight.scale;
      const wide = container.clientWidth;
      const middle = x < half || x > wide - half ? Math.min(Math.max(x, half + 2), wide - half - 2) : x;
      const made = (centre, top) => ({ at, lines, font, paper, strong, step: 16, x: centre, left: centre - half, right: centre + half, top, bottom: top + high });
      const [below, above] = [made(middle, y + gap), made(middle, y - gap - high)];
      if (paper) return [below, above];
      const beside = [made(x + gap + half, y - high / 2), made(x - gap - half, y - high / 2)];
      const places = strong || scene.selected < 0 ? [below, above, ...beside] : outwards(at, [below, above, ...beside]);
      return places.filter(({ left, right }) => left >= 0 && right <= wide);
    }

    // Round a selection a name stands on the side away from it.
    function outwards(at, [below, above, right, left]) {
      const [dx, dy] = [graph.x[at] - graph.x[scene.selected], graph.y[at] - graph.y[scene.selected]];
      const [level, upright] = [dx < 0 ? [left, right] : [right, left], dy < 0 ? [above, below] : [below, above]];
      const [near, far] = Math.abs(dx) > 0.6 * Math.abs(dy) ? [level, upright] : [upright, level];
      return [near[0], far[0], far[1], near[1]];
    }

    function measure(context, font, words) {
      const key = `${font}|${words}`;
      if (!widths.has(key)) {
        context.font = font;
        widths.set(key, context.measureText(words).width);
      }
      return widths.get(key);
    }

    const captionAt = (x, y) => captions.find((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)?.community ?? -1;

    return { write, captionAt };
  }

  return { create };
})();
