// Puts the parts together: one selection, one filter, the address bar in step with both.
const app = (() => {
  const { byId, element, glyph } = dom;
  const CLOSE = 1.7;
  const CLOSEST = 2.8;

  function start(options) {
    const columns = JSON.parse(byId("columns").textContent);
    const graph = model.build(columns);
    const container = byId("network");
    const network = new vis.Network(container, { nodes: new vis.DataSet([]), edges: new vis.DataSet([]) }, options);
    const painter = paint.create(network, container, graph);
    const side = panel.create(byId("panel"), graph, () => texts, (at) => select(at, { move: true, focus: true }));
    const legend = filters.create(byId("filters"), graph, sift);
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    let texts = null;

    function say(words) {
      byId("status").textContent = words;
    }

    async function unpack() {
      if (texts) return;
      const bytes = Uint8Array.from(atob(JSON.parse(byId("texts").textContent)), (char) => char.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      texts = JSON.parse(await new Response(stream).text());
    }

    async function select(at, { other = -1, move = false, focus = false, silent = false } = {}) {
      await unpack();
      const { scene } = painter;
      scene.selected = at;
      scene.other = other;
      scene.lit = at < 0 ? [] : [...new Set(model.around(graph, at))];
      scene.links = at < 0 ? [] : [...model.linksOf(graph, at)];
      if (other >= 0) join(model.chain(graph, at, other));
      if (at < 0) side.overview(scene.sieve);
      else if (other >= 0) side.chain(at, other);
      else side.show(at);
      if (at >= 0 && move) reveal(at);
      network.redraw();
      if (focus) byId("panel").focus({ preventScroll: true });
      if (!silent) remember(at, other);
      const near = model.degree(graph, Math.max(at, 0));
      say(at < 0 ? "Nothing selected" : `${graph.name[at].slice(0, 120)}, ${near} ${at < graph.papers ? "names" : "papers"}`);
    }

    // Lights the nodes of a chain and the links along it.
    function join(path) {
      painter.scene.lit = path;
      painter.scene.links = path.slice(1).map((at, step) => model.linksOf(graph, at)[model.around(graph, at).indexOf(path[step])]);
    }

    function remember(at, other) {
      const state = at < 0 ? null : other < 0 ? { n: texts.id[at] } : { n: texts.id[at], with: texts.id[other] };
      const wanted = state ? `#${new URLSearchParams(state)}` : "";
      if (wanted === location.hash) return;
      try {
        history.pushState(null, "", wanted || location.pathname + location.search);
      } catch {
        location.hash = wanted;
      }
    }

    async function recall() {
      const state = new URLSearchParams(location.hash.slice(1));
      const wanted = state.get("n");
      if (wanted === null) {
        if (painter.scene.selected >= 0) await select(-1, { silent: true });
        return;
      }
      await unpack();
      const at = texts.id.indexOf(wanted);
      const other = at < 0 || !state.has("with") ? -1 : texts.id.indexOf(state.get("with"));
      if (at !== painter.scene.selected || other !== painter.scene.other) await select(at, { other, move: true, silent: true });
    }

    // Brings a node and its neighbours into sight, without zooming out so far that names are lost.
    function reveal(at) {
      const mask = new Uint8Array(graph.count);
      mask[at] = 1;
      for (const other of painter.scene.lit) mask[other] = painter.scene.sieve.nodes[other];
      const box = model.box(graph, mask);
      const near = 0.9 * fitting(box, CLOSEST);
      const scale = Math.max(near, Math.min(0.5, 2 * fitting(model.box(graph, null))));
      const whole = near >= scale;
      const position = whole ? { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 } : { x: graph.x[at], y: graph.y[at] };
      position.x -= margin() / 2 / scale;
      network.moveTo({ position, scale, animation: calm.matches ? false : { duration: 350, easingFunction: "easeInOutCubic" } });
    }

    const margin = () => (innerWidth > 900 ? 215 : 0);

    function fitting(box, most = CLOSE) {
      const wide = Math.max(container.clientWidth - margin() - 60, 80);
      const high = Math.max(container.clientHeight - 70, 80);
      return Math.min(wide / (box.right - box.left), high / (box.bottom - box.top), most);
    }

    function fit(animation) {
      const box = model.box(graph, painter.scene.sieve.shown ? painter.scene.sieve.nodes : null);
      const scale = fitting(box);
      const x = (box.left + box.right) / 2 - margin() / 2 / scale;
      network.moveTo({ position: { x, y: (box.top + box.bottom) / 2 }, scale, animation });
    }

    function zoom(by) {
      network.moveTo({ scale: Math.min(8, Math.max(0.004, network.getScale() * by)), animation: false });
    }

    function sift(filter) {
      const sieve = model.sift(graph, filter);
      painter.sift(sieve);
      legend.say(sieve);
      if (painter.scene.selected < 0) side.overview(sieve);
      say(`${sieve.shown} of ${graph.count} shown`);
    }

    function dress(dark) {
      document.documentElement.classList.toggle("dark", dark);
      byId("theme").setAttribute("aria-pressed", String(dark));
      painter.recolour();
    }

    function greet() {
      const counts = graph.labels.map((_, label) => graph.label.filter((one) => one === label).length);
      const words = graph.labels.map((label, at) => `${counts[at].toLocaleString("en")} ${label.toLowerCase()}${counts[at] === 1 ? "" : "s"}`);
      const around = columns.start < 0 ? "" : `Around ${labels.shorten(graph.name[columns.start], 60)}: `;
      byId("counts").textContent = graph.papers ? around + words.filter((_, at) => !at || counts[at]).join(" · ") : "No papers";
      const note = byId("note");
      note.hidden = graph.count > 0 && graph.count > graph.papers;
      if (!graph.papers) note.textContent = "No papers here yet.\nBuild an atlas from a list of abstracts to fill this map.";
      note.classList.toggle("low", graph.papers > 0);
      if (graph.papers && !note.hidden) note.textContent = "No methods, datasets or concepts were found in these papers.";
      byId("legend").hidden = !graph.count;
      byId("legend").open = innerWidth > 900;
    }

    function listen() {
      network.on("click", ({ pointer, event }) => {
        const at = painter.pick(pointer.DOM.x, pointer.DOM.y);
        const { selected } = painter.scene;
        if (at >= 0 && selected >= 0 && at !== selected && event.srcEvent?.shiftKey) select(selected, { other: at });
        else if (at >= 0 || painter.scene.selected >= 0) select(at);
      });
      container.addEventListener("pointermove", (event) => {
        if (event.buttons) return;
        const place = container.getBoundingClientRect();
        hover(painter.pick(event.clientX - place.left, event.clientY - place.top));
      });
      container.addEventListener("pointerleave", () => hover(-1));
      container.addEventListener("keydown", (event) => {
        const step = 80 / network.getScale();
        const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
        if (moves[event.key]) {
          const { x, y } = network.getViewPosition();
          network.moveTo({ position: { x: x + moves[event.key][0], y: y + moves[event.key][1] } });
        } else if (event.key === "+" || event.key === "=") zoom(1.25);
        else if (event.key === "-") zoom(0.8);
        else if (event.key === "0") fit(false);
        else return;
        event.preventDefault();
      });
      addEventListener("keydown", (event) => {
        const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
        if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
          event.preventDefault();
          byId("query").focus();
        } else if (event.key === "Escape" && !typing && painter.scene.selected >= 0) select(-1);
      });
      addEventListener("popstate", recall);
      addEventListener("hashchange", recall);
      byId("in").addEventListener("click", () => zoom(1.4));
      byId("out").addEventListener("click", () => zoom(1 / 1.4));
      byId("fit").addEventListener("click", () => fit(false));
      byId("picture").addEventListener("click", () => {
        container.querySelector("canvas").toBlob((blob) => out.save(blob, "paperatlas.png"));
        say("Picture saved");
      });
      byId("theme").addEventListener("click", () => dress(!document.documentElement.classList.contains("dark")));
      const dark = matchMedia("(prefers-color-scheme: dark)");
      dark.addEventListener("change", () => dress(dark.matches));
      finder();
    }

    // No name is written under the legend.
    function cover() {
      const [legend, place] = [byId("legend").getBoundingClientRect(), container.getBoundingClientRect()];
      const [left, top] = [legend.left - place.left, legend.top - place.top];
      painter.scene.covered = legend.width ? { at: -1, left, top, right: left + legend.width, bottom: top + legend.height } : null;
    }

    function hover(at) {
      if (painter.scene.hovered === at) return;
      painter.scene.hovered = at;
      container.style.cursor = at < 0 ? "" : "pointer";
      network.redraw();
    }

    function finder() {
      const [box, list] = [byId("query"), byId("results")];
      let forms = null;
      let found = [];
      let current = -1;

      function close() {
        list.hidden = true;
        box.setAttribute("aria-expanded", "false");
        box.removeAttribute("aria-activedescendant");
      }

      function mark(at) {
        current = at;
        [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
        if (at >= 0) box.setAttribute("aria-activedescendant", `result-${at}`);
        list.children[at]?.scrollIntoView({ block: "nearest" });
      }

      function take(at, beside) {
        close();
        const { selected } = painter.scene;
        if (beside && selected >= 0 && selected !== found[at]) select(selected, { other: found[at], move: true, focus: true });
        else select(found[at], { move: true, focus: true });
      }

      function option(node, place) {
        const label = graph.labels[graph.label[node]];
        const hint = node < graph.papers ? graph.year[node] || "" : `${model.degree(graph, node)}`;
        const item = element("li", { id: `result-${place}`, role: "option", "aria-selected": "false" }, glyph(label), element("bdi", { class: "name", text: graph.name[node] }), element("span", { class: "hint", text: String(hint) }));
        item.addEventListener("pointerdown", (event) => event.preventDefault());
        item.addEventListener("click", (event) => take(place, event.shiftKey));
        return item;
      }

      box.addEventListener("input", () => {
        forms ??= search.index(graph);
        found = search.rank(graph, forms, box.value, 12);
        const nothing = element("li", { role: "option", "aria-disabled": "true", text: "Nothing has that name" });
        list.replaceChildren(...(found.length ? found.map(option) : [nothing]));
        list.hidden = !box.value.trim();
        box.setAttribute("aria-expanded", String(!list.hidden));
        mark(found.length ? 0 : -1);
        say(box.value.trim() ? `${found.length} found` : "");
      });
      box.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          if (found.length && !list.hidden) mark((current + (event.key === "ArrowDown" ? 1 : -1) + found.length) % found.length);
        } else if (event.key === "Enter" && found.length && !list.hidden) take(Math.max(current, 0), event.shiftKey);
        else if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          if (list.hidden) box.blur();
          close();
        }
      });
      box.addEventListener("blur", close);
    }

    greet();
    cover();
    new ResizeObserver(cover).observe(byId("legend"));
    dress(matchMedia("(prefers-color-scheme: dark)").matches);
    fit(false);
    listen();
    network.once("afterDrawing", () => setTimeout(async () => {
      performance.mark("first-picture");
      if (location.hash) await recall();
      else if (columns.start >= 0) await select(columns.start, { silent: true });
      if (painter.scene.selected < 0) side.overview(painter.scene.sieve);
      performance.mark("ready");
    }));
    network.redraw();
    return { graph, network, open: (at) => select(at), selected: () => (painter.scene.selected < 0 ? "" : texts.id[painter.scene.selected]) };
  }

  return { start };
})();
