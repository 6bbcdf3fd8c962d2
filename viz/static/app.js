// Puts the parts together: one selection, one filter and one view, the address bar in step with all three.
const app = (() => {
  const { byId, element } = dom;
  const CLOSEST = 3.2;

  function bytesOf(packed) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(packed);
    const held = atob(packed);
    const bytes = new Uint8Array(held.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = held.charCodeAt(at);
    return bytes;
  }

  async function unpacked(id) {
    const bytes = bytesOf(byId(id).textContent.slice(1, -1));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  function shade(dark) {
    document.documentElement.classList.toggle("dark", dark);
    byId("theme").setAttribute("aria-pressed", String(dark));
  }

  // The file is read on while the first picture is drawn: texts stand at its end.
  const whole = () => (document.readyState === "loading" ? new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true })) : undefined);

  async function start(options) {
    const columns = await unpacked("columns");
    const graph = model.build(columns, () => JSON.parse(byId("alike").textContent));
    const container = byId("network");
    const network = new vis.Network(container, { nodes: new vis.DataSet([]), edges: new vis.DataSet([]) }, options);
    container.querySelector(".vis-network")?.removeAttribute("tabindex");
    const opening = address.read().get("v") ?? columns.view;
    shade(matchMedia("(prefers-color-scheme: dark)").matches);
    const painter = paint.create(network, container, graph);
    const { scene } = painter;
    const eye = camera.create(network, container, graph);
    const side = panel.create(byId("panel"), graph, () => texts, { go: (at) => select(at, { move: true, focus: true }), open: (community) => open(community, { move: true, focus: true }) });
    const legend = filters.create(byId("filters"), graph, (filter) => sift(filter));
    const switches = views.ALL.map(switchFor);
    let texts = null;
    let quiet = true;
    let begun = false;

    function say(words) {
      byId("status").textContent = words;
    }

    async function unpack() {
      if (texts) return;
      await whole();
      const held = await unpacked("texts");
      texts ??= held;
      if (held === texts && held.relations) model.related(graph, held.relations);
    }

    function light() {
      const at = scene.selected;
      const near = at < 0 ? { links: graph.mentions, nodes: [], through: [] } : views.near(graph, scene.view, at);
      scene.layer = near.links;
      scene.lit = [...new Set(near.nodes)];
      scene.links = [...near.through];
      scene.near = scene.lit;
      scene.bonds = at < 0 || scene.other >= 0 ? [] : onePerPair(at);
      if (scene.bonds.length) scene.lit = [...new Set([...scene.lit, ...model.around(graph, at, graph.related)])];
      if (at < 0 && scene.community >= 0) scene.lit = scene.near = relate.members(graph, scene.community).filter((one) => scene.view.nodes[one]);
      if (at < 0 || scene.other < 0) return;
      const path = relate.chain(graph, at, scene.other);
      scene.layer = graph.mentions;
      scene.lit = scene.near = path;
      scene.links = path.slice(1).map((one, step) => model.linksOf(graph, one)[model.around(graph, one).indexOf(path[step])]);
    }

    // Of several relations to one other only the first is drawn.
    function onePerPair(at) {
      const links = model.linksOf(graph, at, graph.related);
      return [...new Map([...model.around(graph, at, graph.related)].map((other, place) => [other, links[place]])).values()];
    }

    async function select(at, { other = -1, move = false, focus = false, silent = false } = {}) {
      await unpack();
      Object.assign(scene, { selected: at, other, community: -1 });
      light();
      if (at < 0) side.overview(scene);
      else if (other >= 0) side.chain(at, other);
      else side.show(at);
      if (at >= 0 && move) eye.reveal(at, lit(at), CLOSEST);
      settle(focus, silent);
      const near = model.degree(graph, Math.max(at, 0));
      say(at < 0 ? "Nothing selected" : `${graph.name[at].slice(0, 120)}, ${near} ${at < graph.papers ? "names" : "papers"}`);
    }

    async function open(community, { move = false, focus = false, silent = false } = {}) {
      await unpack();
      Object.assign(scene, { selected: -1, other: -1, community });
      light();
      side.community(community);
      if (move) eye.reveal(-1, lit(-1), CLOSEST);
      settle(focus, silent);
      say(`Community ${graph.communities[community]}`);
    }

    function lit(at) {
      const mask = new Uint8Array(graph.count);
      if (at >= 0) mask[at] = 1;
      for (const one of scene.near) mask[one] = scene.sieve.fits[one];
      return mask;
    }

    function settle(focus, silent) {
      network.redraw();
      if (focus) byId("panel").focus({ preventScroll: true });
      if (!silent) remember(true);
    }

    function remember(push) {
      if (quiet) return;
      const { selected, other, community } = scene;
      address.write({
        v: scene.view.key === columns.view ? "" : scene.view.key,
        n: selected < 0 ? "" : texts.id[selected],
        with: selected < 0 || other < 0 ? "" : texts.id[other],
        c: community < 0 ? "" : String(community),
        ...legend.state(),
      }, push);
    }

    async function recall() {
      const state = address.read();
      quiet = true;
      const key = state.get("v") ?? columns.view;
      if (key !== scene.view.key) look(key, true);
      if (JSON.stringify(legend.state()) !== JSON.stringify(stateOf(state))) legend.restore(state);
      const community = state.has("c") && graph.communities[Number(state.get("c"))] !== undefined ? Number(state.get("c")) : -1;
      if (state.get("n") !== null) {
        await unpack();
        const at = texts.id.indexOf(state.get("n"));
        const other = at < 0 || !state.has("with") ? -1 : texts.id.indexOf(state.get("with"));
        if (at !== scene.selected || other !== scene.other) await select(at, { other, move: true, silent: true });
      } else if (community >= 0) await open(community, { move: true, silent: true });
      else if (scene.selected >= 0 || scene.community >= 0) await select(-1, { silent: true });
      quiet = false;
    }

    const stateOf = (params) => Object.fromEntries(Object.keys(legend.state()).map((key) => [key, params.get(key) ?? ""]));

    function sift(filter) {
      scene.sieve = model.sift(graph, filter, scene.view);
      painter.refresh();
      legend.say(scene.sieve, scene.view.total);
      if (begun && scene.selected < 0 && scene.community < 0) side.overview(scene);
      say(`${scene.sieve.shown} of ${scene.view.total} shown`);
      remember(false);
    }

    function switchFor(one, place) {
      const button = element("button", { type: "button", "aria-pressed": "false", "aria-keyshortcuts": String(place + 1), text: one.name });
      button.addEventListener("click", () => look(one.key));
      byId("views").append(button);
      return button;
    }

    // Another view of the same map: the place, the selection and the filter stay.
    function look(key, silent = false) {
      scene.view = views.of(graph, key);
      scene.view.total = scene.view.nodes.reduce((sum, one) => sum + one, 0);
      views.ALL.forEach((one, at) => switches[at].setAttribute("aria-pressed", String(one.key === scene.view.key)));
      scene.sieve = model.sift(graph, legend.filter, scene.view);
      light();
      painter.refresh();
      legend.say(scene.sieve, scene.view.total);
      if (begun && scene.selected < 0 && scene.community < 0) side.overview(scene);
      if (!silent) {
        say(`${scene.view.name}: ${scene.sieve.shown.toLocaleString("en")} shown`);
        remember(true);
      }
    }

    function dress(dark) {
      shade(dark);
      painter.recolour();
    }

    function greet() {
      const counts = graph.labels.map((_, label) => graph.label.filter((one) => one === label).length);
      const words = graph.labels.map((label, at) => `${counts[at].toLocaleString("en")} ${label.toLowerCase()}${counts[at] === 1 ? "" : "s"}`);
      const about = columns.heading ? `${labels.shorten(columns.heading, 60)}: ` : "";
      byId("counts").textContent = graph.papers ? about + words.filter((_, at) => !at || counts[at]).join(" · ") : "No papers";
      const note = byId("note");
      note.hidden = graph.count > 0 && graph.count > graph.papers && !columns.note;
      if (!graph.papers) note.textContent = "No papers here yet.\nBuild an atlas from a list of abstracts to fill this map.";
      else if (columns.note) note.textContent = columns.note;
      else if (!note.hidden) note.textContent = "No methods, datasets or concepts were found in these papers.";
      note.classList.toggle("low", graph.papers > 0);
      byId("legend").hidden = !graph.count;
      byId("views").hidden = graph.count === graph.papers;
      byId("legend").open = innerWidth > 900;
    }

    function takeAway() {
      byId("picture").addEventListener("click", () => {
        container.querySelector("canvas").toBlob((blob) => out.save(blob, "paperatlas.png"));
        say("PNG picture saved");
      });
      byId("vector").addEventListener("click", () => {
        out.save(new Blob([drawing()], { type: "image/svg+xml" }), "paperatlas.svg");
        say("SVG picture saved");
      });
    }

    function drawing() {
      const { scale, left, top } = painter.sight();
      const pen = container.querySelector("canvas").getContext("2d");
      const measure = (font, text) => {
        pen.font = font;
        return pen.measureText(text);
      };
      const context = svg.context({ wide: container.clientWidth, high: container.clientHeight, scale, dx: -left * scale, dy: -top * scale }, measure);
      painter.drawOn(context);
      return context.text(document.title);
    }

    function listen() {
      const choose = (at) => select(at);
      pointer.listen(container, network, graph, painter, eye, { choose, open: (community) => open(community), join: (at, other) => select(at, { other }), hover });
      addEventListener("keydown", (event) => {
        const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
        if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "/") {
          event.preventDefault();
          byId("query").focus();
        } else if (views.ALL[Number(event.key) - 1] && !byId("views").hidden) look(views.ALL[Number(event.key) - 1].key);
        else if (event.key === "Escape" && (scene.selected >= 0 || scene.community >= 0)) select(-1);
      });
      addEventListener("popstate", recall);
      addEventListener("hashchange", recall);
      byId("in").addEventListener("click", () => eye.zoom(1.4));
      byId("out").addEventListener("click", () => eye.zoom(1 / 1.4));
      byId("fit").addEventListener("click", () => eye.fit(scene.sieve.shown ? scene.sieve.nodes : null, painter.land()));
      byId("theme").addEventListener("click", () => dress(!document.documentElement.classList.contains("dark")));
      const dark = matchMedia("(prefers-color-scheme: dark)");
      dark.addEventListener("change", () => dress(dark.matches));
      takeAway();
      return finder.create(graph, (at, beside) => {
        const joins = beside && scene.selected >= 0 && scene.selected !== at;
        select(joins ? scene.selected : at, { other: joins ? at : -1, move: true, focus: true });
      }, say);
    }

    // No name is written under the legend or the note.
    function cover() {
      const place = container.getBoundingClientRect();
      scene.covered = [byId("legend"), byId("note")].map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => {
        const [left, top] = [box.left - place.left, box.top - place.top];
        return { at: -1, left, top, right: left + box.width, bottom: top + box.height };
      });
    }

    function hover(at) {
      if (scene.hovered === at) return;
      scene.hovered = at;
      container.style.cursor = at < 0 ? "" : "pointer";
      network.redraw();
    }

    greet();
    cover();
    new ResizeObserver(cover).observe(byId("legend"));
    look(opening, true);
    eye.fit(scene.sieve.shown ? scene.sieve.nodes : null, painter.land());
    const found = listen();
    network.once("afterDrawing", () => setTimeout(async () => {
      begun = true;
      if (location.hash) await recall();
      else if (columns.start >= 0) await select(columns.start, { silent: true });
      if (scene.selected < 0 && scene.community < 0) side.overview(scene);
      quiet = false;
      performance.mark("ready");
      found.prepare();
    }));
    painter.begin();
    requestAnimationFrame(() => performance.mark("first-picture"));
    Object.assign(app, { graph, network, scene, drawing, look, open: (at) => select(at), selected: () => (scene.selected < 0 ? "" : texts.id[scene.selected]) });
  }

  return { start };
})();
