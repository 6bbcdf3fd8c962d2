// Where the map is looked at from: fit, zoom, and bringing a part into sight beside the legend.
const camera = (() => {
  const CLOSE = 1.7;

  function create(network, container, graph) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const margin = () => (innerWidth > 900 ? 215 : 0);

    function fitting(box, most = CLOSE) {
      const wide = Math.max(container.clientWidth - margin() - 60, 80);
      const high = Math.max(container.clientHeight - 70, 80);
      return Math.min(wide / (box.right - box.left), high / (box.bottom - box.top), most);
    }

    // `land` is seen too, where there is some.
    function fit(mask, land = null) {
      const box = model.box(graph, mask);
      if (land) Object.assign(box, { left: Math.min(box.left, land.left), top: Math.min(box.top, land.top), right: Math.max(box.right, land.right), bottom: Math.max(box.bottom, land.bottom) });
      const scale = fitting(box);
      network.moveTo({ position: { x: (box.left + box.right) / 2 - margin() / 2 / scale, y: (box.top + box.bottom) / 2 }, scale, animation: false });
    }

    // Goes near to a node and its neighbours, but never so far out that names are lost.
    function reveal(at, mask, closest) {
      const box = model.box(graph, mask);
      const near = 0.9 * fitting(box, closest);
      const scale = Math.max(near, Math.min(0.5, 2 * fitting(model.box(graph, null))));
      const whole = near >= scale || at < 0;
      const position = whole ? { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 } : { x: graph.x[at], y: graph.y[at] };
      const used = at < 0 ? near : scale;
      position.x -= margin() / 2 / used;
      network.moveTo({ position, scale: used, animation: calm.matches ? false : { duration: 350, easingFunction: "easeInOutCubic" } });
    }

    function zoom(by) {
      network.moveTo({ scale: Math.min(8, Math.max(0.004, network.getScale() * by)), animation: false });
    }

    function shift(x, y) {
      const step = 80 / network.getScale();
      const from = network.getViewPosition();
      network.moveTo({ position: { x: from.x + x * step, y: from.y + y * step } });
    }

    return { fit, reveal, zoom, shift };
  }

  return { create };
})();
