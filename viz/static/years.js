// A slider with two handles under a small histogram of the papers' years.
const years = (() => {
  const { element, bars } = dom;
  const LONGEST = 200;

  function create(graph, filter, update, shows) {
    const known = graph.year.filter(Boolean);
    const last = known.reduce((most, year) => Math.max(most, year), -Infinity);
    const first = Math.max(known.reduce((least, year) => Math.min(least, year), Infinity), last - LONGEST);
    if (!known.length || first === last) return [];
    const perYear = new Array(last - first + 1).fill(0);
    for (const year of known) perYear[Math.max(0, year - first)]++;
    const output = element("output", {});
    const ends = ["Earliest year", "Latest year"].map((name) => element("input", { type: "range", min: first, max: last, step: 1, "aria-label": name }));
    let chart = bars(perYear, 0, perYear.length);
    ends.forEach((end, at) => end.addEventListener("input", () => {
      const [from, to] = ends.map((one) => Number(one.value));
      if (from > to) end.value = String(at ? from : to);
      const [low, high] = ends.map((one) => Number(one.value));
      filter.from = low > first ? low : -Infinity;
      filter.to = high < last ? high : Infinity;
      update();
    }));
    shows.push(() => {
      const [from, to] = [Math.max(first, filter.from), Math.min(last, filter.to)];
      [ends[0].value, ends[1].value] = [String(from), String(to)];
      output.textContent = from === to ? String(from) : `${from} to ${to}`;
      const next = bars(perYear, from - first, to - first);
      chart.replaceWith(next);
      chart = next;
    });
    return [element("h2", { text: "Years" }), chart, element("div", { class: "span" }, ...ends), element("div", { class: "field" }, output)];
  }

  return { create };
})();
