// Thousands of lines as a haze: how many cross each pixel, darker where they meet.
const haze = (() => {
  function density(graph, layer, links, sight, [red, green, blue]) {
    const scale = links.length > 20000 ? 0.6 * sight.scale : sight.scale;
    const [wide, high] = [Math.ceil((sight.right - sight.left) * scale), Math.ceil((sight.bottom - sight.top) * scale)];
    const hits = new Uint16Array(wide * high);
    const [xs, ys] = [graph.x, graph.y].map((places, axis) => places.map((place) => (place - (axis ? sight.top : sight.left)) * scale));
    for (const link of links) count(hits, wide, high, xs[layer.from[link]], ys[layer.from[link]], xs[layer.to[link]], ys[layer.to[link]]);
    const canvas = blank(wide, high);
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    const faint = Math.min(1, Math.max(0.35, Math.sqrt((layer.weight ? 3000 : 6000) / links.length)));
    const shades = Uint32Array.from({ length: 256 }, (_, n) => ((Math.min(190, 30 * faint * n ** 0.6) << 24) | (blue << 16) | (green << 8) | red) >>> 0);
    for (let at = 0; at < hits.length; at++) if (hits[at]) pixels[at] = shades[Math.min(255, hits[at])];
    context.putImageData(image, 0, 0);
    return canvas;
  }

  // Steps along a line in 1/1024 of a pixel; one that lies inside needs no look at the edges.
  function count(hits, wide, high, ax, ay, bx, by) {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay))));
    const [dx, dy] = [Math.round((1024 * (bx - ax)) / steps), Math.round((1024 * (by - ay)) / steps)];
    let x = Math.round(1024 * ax);
    let y = Math.round(1024 * ay);
    const within = Math.min(ax, bx) >= 2 && Math.max(ax, bx) < wide - 2 && Math.min(ay, by) >= 2 && Math.max(ay, by) < high - 2;
    for (let step = 0; step <= steps; step++, x += dx, y += dy) {
      const [column, row] = [x >> 10, y >> 10];
      if (within || (column >= 0 && row >= 0 && column < wide && row < high)) hits[row * wide + column]++;
    }
  }

  function blank(wide, high) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, wide);
    canvas.height = Math.max(1, high);
    return canvas;
  }

  return { density, blank };
})();
