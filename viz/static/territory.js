// The land of each community: cells of a grid go to the community that is densest there, and its name stands on its peak.
const territory = (() => {
  const CELLS = 640;
  const SHARE = 3.2;
  const WIDER = 7;
  const LEAST = 0.12;

  function survey(graph, mask) {
    const members = graph.communities.map(() => []);
    for (let at = 0; at < graph.count; at++) if (mask[at] && graph.community[at] >= 0) members[graph.community[at]].push(at);
    const many = members.reduce((sum, ours) => sum + ours.length, 0);
    if (!many) return null;
    const box = model.box(graph, mask);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const radius = Math.sqrt(((many > 400 ? WIDER : SHARE) * width * height) / (Math.PI * many)) + 8;
    const cell = Math.max(radius / 28, (Math.max(width, height) + 2 * radius) / CELLS);
    const edge = radius + 2 * cell;
    const [left, top] = [box.left - edge, box.top - edge];
    const grid = { left, top, cell, wide: Math.ceil((width + 2 * edge) / cell) + 1, high: Math.ceil((height + 2 * edge) / cell) + 1 };
    return { ...grid, ...settle(grid, graph, members, hill(grid, radius / cell)), right: left + grid.wide * cell, bottom: top + grid.high * cell };
  }

  // What one member adds to the cells round it: how far each is in the grid, and how much.
  function hill(grid, r) {
    const [steps, heights] = [[], []];
    for (let row = -Math.floor(r); row <= r; row++) {
      for (let column = -Math.floor(r); column <= r; column++) {
        const near = 1 - (column * column + row * row) / (r * r);
        if (near <= 0) continue;
        steps.push(row * grid.wide + column);
        heights.push(near * near);
      }
    }
    return { steps: Int32Array.from(steps), heights: Float32Array.from(heights) };
  }

  function settle(grid, graph, members, { steps, heights }) {
    const owner = new Int16Array(grid.wide * grid.high).fill(-1);
    const height = new Float32Array(owner.length);
    const field = new Float32Array(owner.length);
    members.forEach((ours, community) => {
      for (const at of ours) {
        const middle = Math.round((graph.y[at] - grid.top) / grid.cell) * grid.wide + Math.round((graph.x[at] - grid.left) / grid.cell);
        for (let step = 0; step < steps.length; step++) field[middle + steps[step]] += heights[step];
      }
      if (!ours.length) return;
      for (let at = 0; at < owner.length; at++) {
        if (field[at] === 0) continue;
        if (field[at] > height[at] && field[at] >= LEAST) {
          height[at] = field[at];
          owner[at] = community;
        }
        field[at] = 0;
      }
    });
    return { owner, height, ...peaksOf(grid, owner, height, members.length) };
  }

  // The middle of the land round each community's densest place, which is steadier than the place itself.
  function peaksOf(grid, owner, height, communities) {
    const [most, mass, x, y] = [0, 0, 0, 0].map(() => new Float64Array(communities));
    const cells = new Array(communities).fill(0);
    for (let at = 0; at < owner.length; at++) {
      const one = owner[at];
      if (one < 0) continue;
      cells[one]++;
      if (height[at] > most[one]) most[one] = height[at];
    }
    for (let at = 0; at < owner.length; at++) {
      const one = owner[at];
      if (one < 0 || height[at] < 0.6 * most[one]) continue;
      x[one] += (at % grid.wide) * height[at];
      y[one] += Math.floor(at / grid.wide) * height[at];
      mass[one] += height[at];
    }
    return { cells, peaks: cells.map((_, one) => (mass[one] ? [grid.left + (x[one] / mass[one]) * grid.cell, grid.top + (y[one] / mass[one]) * grid.cell] : null)) };
  }

  function draw(land, groupOf, washes, strength) {
    const canvas = haze.blank(land.wide, land.high);
    const context = canvas.getContext("2d");
    const image = context.createImageData(land.wide, land.high);
    const pixels = new Uint32Array(image.data.buffer);
    const tones = groupOf.map((group) => washes[group][0] | (washes[group][1] << 8) | (washes[group][2] << 16));
    for (let at = 0; at < land.owner.length; at++) {
      const community = land.owner[at];
      if (community < 0) continue;
      const border = land.owner[at + 1] !== community || land.owner[at + land.wide] !== community;
      const alpha = strength * Math.min(1, land.height[at] / 0.35) * (border ? 1.7 : 1);
      pixels[at] = (tones[community] | (Math.round(58 * alpha) << 24)) >>> 0;
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
