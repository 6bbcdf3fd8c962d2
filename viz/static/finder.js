// The search box and its list: type, arrows, Enter (with Shift: join to what is selected), Escape.
const finder = (() => {
  const { byId, element, glyph } = dom;

  function create(graph, choose, say) {
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
      else box.removeAttribute("aria-activedescendant");
      list.children[at]?.scrollIntoView({ block: "nearest" });
    }

    function take(at, beside) {
      close();
      choose(found[at], beside);
    }

    function option(node, place) {
      const hint = node < graph.papers ? graph.year[node] || "" : `${model.degree(graph, node)}`;
      const item = element("li", { id: `result-${place}`, role: "option", "aria-selected": "false" }, glyph(graph.labels[graph.label[node]]), element("bdi", { class: "name", text: graph.name[node] }), element("span", { class: "hint", text: String(hint) }));
      item.addEventListener("pointerdown", (event) => event.preventDefault());
      item.addEventListener("click", (event) => take(place, event.shiftKey));
      return item;
    }

    const ready = () => (forms ??= search.index(graph));

    box.addEventListener("input", () => {
      found = search.rank(graph, ready(), box.value, 12);
      const nothing = element("li", { role: "option", "aria-disabled": "true", "aria-selected": "false", text: "Nothing has that name" });
      list.replaceChildren(...(found.length ? found.map(option) : [nothing]));
      list.hidden = !box.value.trim();
      box.setAttribute("aria-expanded", String(!list.hidden));
      mark(found.length && !list.hidden ? 0 : -1);
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

    // Names are made ready for the first search while nothing else is to be done.
    return {
      prepare() {
        const idle = window.requestIdleCallback ?? setTimeout;
        idle(() => {
          ready();
          idle(() => search.wordsOf(forms));
        });
      },
    };
  }

  return { create };
})();
