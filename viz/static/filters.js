// The legend: each line says what a colour, shape or stroke means, and takes it away or brings it back.
const filters = (() => {
  const { element, glyph, stroke } = dom;

  function create(place, graph, changed) {
    const filter = model.everything(graph);
    const counts = graph.labels.map(() => 0);
    const kinds = graph.kinds.map(() => 0);
    const styles = model.STYLES.map(() => 0);
    for (let at = 0; at < graph.count; at++) counts[graph.label[at]]++;
    for (const kind of graph.kind) if (kind >= 0) kinds[kind]++;
    for (const style of graph.mentions.style) styles[style]++;
    const shown = element("p", { id: "shown" });
    const clear = element("button", { type: "button", id: "clear", class: "plain", text: "Clear filters", hidden: true, on: { click: () => restore(new URLSearchParams()) } });
    const shows = [];

    function toggle(list, at, sign, words, count) {
      const button = element("button", { type: "button", class: "toggle", disabled: !count }, sign, element("span", { text: words }), element("span", { class: "count", text: count.toLocaleString("en") }));
      shows.push(() => button.setAttribute("aria-pressed", String(list()[at])));
      button.addEventListener("click", () => {
        list()[at] = !list()[at];
        update();
      });
      return button;
    }

    function update() {
      for (const show of shows) show();
      changed(filter);
    }

    const papers = (count) => `${count} paper${count === 1 ? "" : "s"}`;

    function least() {
      let most = 1;
      for (let at = graph.papers; at < graph.count; at++) most = Math.max(most, model.degree(graph, at));
      if (most < 2) return [];
      const output = element("output", {});
      const range = element("input", { type: "range", id: "least", min: 1, max: Math.min(most, 30), "aria-label": "Least number of papers of a name" });
      range.addEventListener("input", () => {
        filter.least = Number(range.value);
        update();
      });
      shows.push(() => {
        range.value = String(filter.least);
        output.textContent = papers(filter.least);
      });
      return [element("h2", { text: "Named in at least" }), element("div", { class: "field" }, range, output)];
    }

    function choice(title, words, options, key, none) {
      if (options.length < 2) return [];
      const made = element("select", { "aria-label": title }, element("option", { value: String(none), text: words }), ...options.map(([value, text]) => element("option", { value: String(value), text: labels.shorten(text, 40) })));
      made.addEventListener("change", () => {
        filter[key] = typeof none === "number" ? Number(made.value) : made.value;
        update();
      });
      shows.push(() => { made.value = String(filter[key]); });
      return [element("h2", { text: title }), made];
    }

    // What differs from the plain filter, as it stands in the address.
    function state() {
      const off = (list, names) => names.filter((_, at) => !list[at]).join(".");
      return {
        hide: [off(filter.labels, graph.labels), off(filter.kinds, graph.kinds)].filter(Boolean).join("."),
        lines: filter.styles.map((on, at) => (on ? "" : String(at))).join(""),
        least: filter.least > 1 ? String(filter.least) : "",
        from: Number.isFinite(filter.from) ? String(filter.from) : "",
        to: Number.isFinite(filter.to) ? String(filter.to) : "",
        venue: filter.venue,
        community: filter.community < 0 ? "" : String(filter.community),
      };
    }

    function restore(params) {
      const hidden = (params.get("hide") ?? "").split(".");
      const number = (name, none) => (params.has(name) && Number.isFinite(Number(params.get(name))) ? Number(params.get(name)) : none);
      filter.labels = graph.labels.map((label) => !hidden.includes(label));
      filter.kinds = graph.kinds.map((kind) => !hidden.includes(kind));
      filter.styles = model.STYLES.map((_, at) => !(params.get("lines") ?? "").includes(String(at)));
      filter.least = number("least", 1);
      filter.from = number("from", -Infinity);
      filter.to = number("to", Infinity);
      filter.venue = graph.venue.includes(params.get("venue")) ? params.get("venue") : "";
      filter.community = graph.communities[number("community", -1)] === undefined ? -1 : number("community", -1);
      update();
    }

    const venues = [...new Set(graph.venue)].filter(Boolean).sort().slice(0, 500).map((venue) => [venue, venue]);
    place.replaceChildren(
      element("h2", { text: "Shown" }),
      ...graph.labels.map((label, at) => toggle(() => filter.labels, at, glyph(label), `${label}s`, counts[at])),
      ...(kinds.some(Boolean) ? [element("div", { class: "within" }, ...graph.kinds.map((kind, at) => toggle(() => filter.kinds, at, null, `${kind}s`, kinds[at])))] : []),
      ...(graph.links ? [element("h2", { text: "Roles" })] : []),
      ...(graph.links ? model.STYLES.map((style, at) => toggle(() => filter.styles, at, stroke(style), style.name, styles[at])) : []),
      ...least(),
      ...years.create(graph, filter, update, shows),
      ...choice("Community", "All communities", graph.communities.map((name, at) => [at, name]), "community", -1),
      ...choice("Venue", "All venues", venues, "venue", ""),
      element("p", { class: "foot" }, shown, clear),
    );
    for (const show of shows) show();

    return {
      filter,
      state,
      restore,
      say(sieve, total) {
        shown.textContent = sieve.shown === total ? "" : `${sieve.shown.toLocaleString("en")} of ${total.toLocaleString("en")} shown`;
        clear.hidden = !Object.values(state()).some(Boolean);
      },
    };
  }

  return { create };
})();
