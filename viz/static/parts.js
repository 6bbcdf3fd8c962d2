// The parts of the panel: headings, rows, chips and long lists that open.
const parts = (() => {
  const { element, glyph, text } = dom;
  const MANY = 40;

  function create(graph, { go, open }) {
    const labelOf = (at) => graph.labels[graph.label[at]];
    const say = (many, one, more = `${one}s`) => `${many.toLocaleString("en")} ${many === 1 ? one : more}`;

    function heading(words, count, sign = null) {
      return element("h3", {}, sign, words, count === undefined ? null : element("span", { class: "count", text: count.toLocaleString("en") }));
    }

    function row(at, count, part) {
      const bar = part === undefined ? null : element("span", { class: `bar tint-${labelOf(at)}`, "aria-hidden": "true" });
      bar?.style.setProperty("--part", `${Math.max(4, Math.round(100 * part))}%`);
      const shown = count === undefined ? null : element("span", { class: "count", text: String(count) });
      const button = element("button", { type: "button", class: "row", on: { click: () => go(at) } }, glyph(labelOf(at)), text(graph.name[at]), shown, bar);
      return element("li", {}, button);
    }

    function chip(at, count) {
      const shown = count === undefined ? null : element("span", { class: "count", text: String(count) });
      const name = element("bdi", { class: "name", text: graph.name[at] });
      return element("button", { type: "button", class: "chip", on: { click: () => go(at) } }, glyph(labelOf(at)), name, shown);
    }

    // Shows the first part of a long list and a button for the rest.
    function longList(items, make, wrap, many = MANY) {
      const list = wrap();
      list.append(...items.slice(0, many).map(make));
      if (items.length <= many) return [list];
      const more = element("button", { type: "button", class: "plain", text: `Show all ${items.length.toLocaleString("en")}` });
      more.addEventListener("click", () => {
        const held = items.slice(many).map(make);
        list.append(...held);
        more.remove();
        (held[0].querySelector("button") ?? held[0]).focus();
      });
      return [list, more];
    }

    const plainList = () => element("ul", { class: "list" });
    const section = () => element("div");
    const chips = () => element("div", { class: "chips" });

    function kicker(label, words) {
      const close = element("button", { type: "button", "aria-label": "Close", text: "×", on: { click: () => go(-1) } });
      return element("p", { class: "kicker" }, label ? glyph(label) : null, words, close);
    }

    function region(community, count) {
      const shown = count === undefined ? null : element("span", { class: "count", text: count.toLocaleString("en") });
      const button = element("button", { type: "button", class: "row", on: { click: () => open(community) } }, text(graph.communities[community]), shown);
      return element("li", {}, button);
    }

    return { labelOf, say, heading, row, chip, region, longList, plainList, section, chips, kicker };
  }

  return { create };
})();
