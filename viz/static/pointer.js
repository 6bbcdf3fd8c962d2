// The mouse, the finger and the arrow keys on the map: pick, hover, drag a node of a small graph, move and zoom.
const pointer = (() => {
  const DRAGGABLE = 1500;

  function listen(container, network, graph, painter, view, { choose, join, open, hover }) {
    const inside = (event) => {
      const place = container.getBoundingClientRect();
      return [event.clientX - place.left, event.clientY - place.top];
    };
    const reach = (event) => (event?.pointerType === "touch" ? 18 : 8);
    let held = null;

    network.on("click", ({ pointer: { DOM }, event }) => {
      const at = painter.pick(DOM.x, DOM.y, reach(event.srcEvent));
      const { selected, community } = painter.scene;
      if (at >= 0 && selected >= 0 && at !== selected && event.srcEvent?.shiftKey) return join(selected, at);
      if (at >= 0) return choose(at);
      const land = painter.captionAt(DOM.x, DOM.y);
      const spot = network.DOMtoCanvas(DOM);
      const whose = land >= 0 ? land : painter.scene.view.key === "communities" ? painter.landAt(spot.x, spot.y) : -1;
      if (selected < 0 && whose >= 0 && whose !== community) return open(whose);
      return selected >= 0 || community >= 0 ? choose(-1) : undefined;
    });

    // vis-network would move the map: on a node the press is kept from it.
    container.addEventListener("pointerdown", (event) => {
      if (event.button || graph.links > DRAGGABLE || event.shiftKey) return;
      const at = painter.pick(...inside(event), reach(event));
      if (at < 0) return;
      held = { at, from: inside(event), moved: false, group: [at, ...own(at)] };
      container.setPointerCapture(event.pointerId);
      event.stopPropagation();
    }, true);
    container.addEventListener("pointermove", (event) => {
      if (held) return drag(event);
      if (event.buttons) return undefined;
      return hover(painter.pick(...inside(event)));
    }, true);
    container.addEventListener("pointerup", (event) => {
      if (!held) return;
      const { at, moved } = held;
      held = null;
      event.stopPropagation();
      if (!moved) choose(at);
    }, true);
    container.addEventListener("pointercancel", () => { held = null; }, true);
    container.addEventListener("pointerleave", () => hover(-1));

    // What one paper alone names goes along with it.
    const own = (at) => (at < graph.papers ? [...model.around(graph, at)].filter((other) => model.degree(graph, other) === 1) : []);

    function drag(event) {
      event.stopPropagation();
      const [x, y] = inside(event);
      const [dx, dy] = [x - held.from[0], y - held.from[1]];
      if (!held.moved && Math.hypot(dx, dy) < 4) return;
      const scale = network.getScale();
      for (const one of held.group) {
        graph.x[one] += dx / scale;
        graph.y[one] += dy / scale;
      }
      held.moved = true;
      held.from = [x, y];
      painter.moved();
    }

    container.addEventListener("keydown", (event) => {
      const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (moves[event.key]) view.shift(...moves[event.key]);
      else if (event.key === "+" || event.key === "=") view.zoom(1.25);
      else if (event.key === "-") view.zoom(0.8);
      else if (event.key === "0") view.fit(painter.scene.sieve.shown ? painter.scene.sieve.nodes : null, painter.land());
      else return;
      event.preventDefault();
    });
  }

  return { listen };
})();
