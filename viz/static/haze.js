// Thousands of lines as a haze: how many cross each pixel, darker where they meet.
const haze = (() => {
  function density(graph, layer, links, sight, [red, green, blue]) {
    const scale = links.length > 20000 ? 0.6 * sight.scale : sight.scale;
    const [wide, high] = [Math.ceil((sight.right - sight.left) * scale), Math.ceil((sight.bottom - sight.top) * scale)];
    const hits = new Uint16Array(wide * high);
    for (const link of links) count(graph, hits, wide, high, scale, sight, layer.from[link], layer.to[link]);
    const canvas = blank(wide, high);
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    const shades = Uint32Array.from({ length: 256 }, (_, n) => ((Math.min(190, 30 * n ** 0.6) << 24) | (blue << 16) | (green << 8) | red) >>> 0);
    for (let at = 0; at < hits.length; at++) if (hits[at]) pixels[at] = shades[Math.min(255, hits[at])];
    context.putImageData(image, 0, 0);
    return canvas;
  }

  function count(graph, hits, wide, high, scale, sight, a, b) {
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

  return { density, blank };
})();
