// The legend: each line says what a colour, shape or stroke means, and takes it away or brings it back.
const filters = (() => {
  const { element, glyph, stroke, bars } = dom;

  function create(place, graph, changed) {
    const filter = model.everything(graph);
    const counts = graph.labels.map(() => 0);
    const kinds = graph.kinds.map(() => 0);
    const styles = model.STYLES.map(() => 0);
    for (let at = 0; at < graph.count; at++) counts[graph.label[at]]++;
    for (const kind of graph.kind) if (kind >= 0) kinds[kind]++;
    for (const style of graph.style) styles[style]++;
    const shown = element("p", { id: "shown" });

    function toggle(list, at, sign, words, count) {
      const button = element("button", { type: "button", class: "toggle", "aria-pressed": "true", disabled: !count }, sign, element("span", { text: words }), element("span", { class: "count", text: count.toLocaleString("en") }));
      button.addEventListener("click", () => {
        list[at] = !list[at];
        button.setAttribute("aria-pressed", String(list[at]));
        changed(filter);
      });
      return button;
    }

    function least() {
      let most = 1;
      for (let at = graph.papers; at < graph.count; at++) most = Math.max(most, model.degree(graph, at));
      if (most < 2) return [];
      const papers = (count) => `${count} paper${count === 1 ? "" : "s"}`;
      const output = element("output", { text: papers(1) });
      const range = element("input", { type: "range", id: "least", min: 1, max: Math.min(most, 30), value: 1, "aria-label": "Least number of papers of a name" });
      range.addEventListener("input", () => {
        filter.least = Number(range.value);
        output.textContent = papers(filter.least);
        changed(filter);
      });
      return [element("h2", { text: "Named in at least" }), element("div", { class: "field" }, range, output)];
    }

    function years() {
      const known = graph.year.filter(Boolean);
      const [first, last] = [Math.min(...new Set(known)), Math.max(...new Set(known))];
      if (!known.length || first === last) return [];
      const perYear = new Array(Math.min(last - first + 1, 200)).fill(0);
      for (const year of known) perYear[Math.min(year - first, perYear.length - 1)]++;
      const ends = [first, last].map((value, end) => element("input", { type: "number", min: first, max: last, value, "aria-label": end ? "Latest year" : "Earliest year" }));
      let chart = bars(perYear, 0, perYear.length);
      const update = () => {
        [filter.from, filter.to] = ends.map((end, at) => Number(end.value) || (at ? last : first));
        const next = bars(perYear, filter.from - first, filter.to - first);
        chart.replaceWith(next);
        chart = next;
        changed(filter);
      };
      for (const end of ends) end.addEventListener("change", update);
      return [element("h2", { text: "Years" }), chart, element("div", { class: "field" }, ends[0], "to", ends[1])];
    }

    function venues() {
      const known = [...new Set(graph.venue)].filter(Boolean).sort();
      if (known.length < 2) return [];
      const choice = element("select", { "aria-label": "Venue" }, element("option", { value: "", text: "All venues" }), ...known.slice(0, 500).map((venue) => element("option", { value: venue, text: labels.shorten(venue, 40) })));
      choice.addEventListener("change", () => {
        filter.venue = choice.value;
        changed(filter);
      });
      return [element("h2", { text: "Venue" }), choice];
    }

    place.replaceChildren(
      element("h2", { text: "Shown" }),
      ...graph.labels.map((label, at) => toggle(filter.labels, at, glyph(label), `${label}s`, counts[at])),
      ...(kinds.some(Boolean) ? [element("div", { class: "within" }, ...graph.kinds.map((kind, at) => toggle(filter.kinds, at, null, `${kind}s`, kinds[at])))] : []),
      ...(graph.links ? [element("h2", { text: "Lines" })] : []),
      ...(graph.links ? model.STYLES.map((style, at) => toggle(filter.styles, at, stroke(style), style.name, styles[at])) : []),
      ...least(),
      ...years(),
      ...venues(),
      shown,
    );

    return {
      say(sieve) {
        const total = graph.count;
        shown.textContent = sieve.shown === total ? "" : `${sieve.shown.toLocaleString("en")} of ${total.toLocaleString("en")} shown`;
      },
    };
  }

  return { create };
})();
