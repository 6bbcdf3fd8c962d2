// The land of each community: cells of a grid go to the community that is densest there, and its name stands on its peak.
const territory = (() => {
  const CELLS = 640;
  const SHARE = 3.2;
  const WIDER = 7;

  function survey(graph, mask) {
    const members = [];
    for (let at = 0; at < graph.count; at++) if (mask[at] && graph.community[at] >= 0) members.push(at);
    if (!members.length) return null;
    const box = model.box(graph, mask);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const radius = Math.sqrt(((members.length > 400 ? WIDER : SHARE) * width * height) / (Math.PI * members.length)) + 8;
    const cell = Math.max(radius / 28, (Math.max(width, height) + 2 * radius) / CELLS);
    const [left, top] = [box.left - radius, box.top - radius];
    const grid = { left, top, cell, wide: Math.ceil((width + 2 * radius) / cell) + 1, high: Math.ceil((height + 2 * radius) / cell) + 1 };
    const fields = graph.communities.map(() => null);
    for (const at of members) spread((fields[graph.community[at]] ??= new Float32Array(grid.wide * grid.high)), grid, graph.x[at], graph.y[at], radius / cell);
    return { ...grid, ...settle(grid, fields), right: left + grid.wide * cell, bottom: top + grid.high * cell };
  }

  function spread(field, grid, x, y, r) {
    const [cx, cy] = [(x - grid.left) / grid.cell, (y - grid.top) / grid.cell];
    for (let row = Math.max(0, Math.ceil(cy - r)); row <= Math.min(grid.high - 1, cy + r); row++) {
      for (let column = Math.max(0, Math.ceil(cx - r)); column <= Math.min(grid.wide - 1, cx + r); column++) {
        const near = 1 - ((column - cx) ** 2 + (row - cy) ** 2) / (r * r);
        if (near > 0) field[row * grid.wide + column] += near * near;
      }
    }
  }

  function settle(grid, fields) {
    const owner = new Int16Array(grid.wide * grid.high).fill(-1);
    const height = new Float32Array(owner.length);
    const cells = fields.map(() => 0);
    fields.forEach((field, community) => {
      if (!field) return;
      for (let at = 0; at < owner.length; at++) {
        if (field[at] <= height[at] || field[at] < 0.12) continue;
        height[at] = field[at];
        owner[at] = community;
      }
    });
    const peaks = fields.map((field, community) => field && peak(grid, field, owner, community));
    for (const one of owner) if (one >= 0) cells[one]++;
    return { owner, height, peaks, cells };
  }

  // The middle of the land round the community's densest place, which is steadier than the place itself.
  function peak(grid, field, owner, community) {
    let most = 0;
    for (let at = 0; at < field.length; at++) if (owner[at] === community) most = Math.max(most, field[at]);
    let [x, y, mass] = [0, 0, 0];
    for (let at = 0; at < field.length; at++) {
      if (owner[at] !== community || field[at] < 0.6 * most) continue;
      x += (at % grid.wide) * field[at];
      y += Math.floor(at / grid.wide) * field[at];
      mass += field[at];
    }
    return mass ? [grid.left + (x / mass) * grid.cell, grid.top + (y / mass) * grid.cell] : null;
  }

  function draw(land, groupOf, washes, strength) {
    const canvas = haze.blank(land.wide, land.high);
    const context = canvas.getContext("2d");
    const image = context.createImageData(land.wide, land.high);
    for (let at = 0; at < land.owner.length; at++) {
      const community = land.owner[at];
      if (community < 0) continue;
      const [red, green, blue] = washes[groupOf[community]];
      const border = land.owner[at + 1] !== community || land.owner[at + land.wide] !== community;
      const alpha = strength * Math.min(1, land.height[at] / 0.35) * (border ? 1.7 : 1);
      image.data.set([red, green, blue, Math.round(58 * alpha)], 4 * at);
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  function at(land, x, y) {
    if (!land) return -1;
    const [column, row] = [Math.round((x - land.left) / land.cell), Math.round((y - land.top) / land.cell)];
    return column < 0 || row < 0 || column >= land.wide || row >= land.high ? -1 : land.owner[row * land.wide + column];
  }

  return { survey, draw, at };
})();
