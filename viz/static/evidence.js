// The words behind an edge: sentences with the name marked, and an abstract with all its names.
const evidence = (() => {
  const { element, glyph, text } = dom;

  function create(graph, texts, { go, labelOf, say }) {
    // Rows (entity, field, start, end, sentence start, sentence end), from what the file holds in brief.
    function placesOf(paper) {
      const held = texts().papers[paper];
      const [rows, near] = [[], model.around(graph, paper)];
      for (let at = 0, from = 0; at < held.places.length; at += 5) {
        const [entity, field, step, length, sentence] = held.places.slice(at, at + 5);
        const [opens, whole] = held.sentences.slice(2 * sentence, 2 * sentence + 2);
        from += step;
        rows.push([near[entity], field, from, from + length, opens, opens + whole]);
      }
      return rows;
    }

    function sentences(at, paper) {
      const seen = new Map();
      for (const [entity, field, start, end, opens, closes] of placesOf(paper)) {
        if (entity !== at) continue;
        const key = `${field}:${opens}:${closes}`;
        if (!seen.has(key)) seen.set(key, { field, opens, closes, spans: [] });
        seen.get(key).spans.push([start, end]);
      }
      const all = [...seen.values()];
      const inAbstract = all.filter((one) => one.field === 1);
      return inAbstract.length ? inAbstract : all;
    }

    function quote(at, paper, { field, opens, closes, spans }) {
      const held = texts().papers[paper];
      const source = field ? held.abstract : held.title;
      const quoted = element("blockquote", { class: `tint-${labelOf(at)}`, dir: "auto" });
      let from = opens;
      for (const [start, end, entity = at] of spans) {
        if (start < from) continue;
        quoted.append(source.slice(from, start), element("mark", { class: `tint-${labelOf(entity)}`, text: source.slice(start, end) }));
        from = end;
      }
      quoted.append(source.slice(from, closes));
      return quoted;
    }

    // Another entity, how many papers relate it to this one, and a sentence that does, with both names marked.
    function bond(at, other, link) {
      const { papers, evidence } = graph.related;
      const title = element("button", { type: "button", class: "bond", on: { click: () => go(other) } }, glyph(labelOf(other)), text(graph.name[other]), element("span", { class: "count", text: say(papers[link], "paper") }));
      const made = element("div", { class: "card" }, title);
      const [paper, field, opens, length] = evidence[link];
      if (paper === undefined) return made;
      const closes = opens + length;
      const spans = placesOf(paper).filter(([entity, where, start, end]) => (entity === at || entity === other) && where === field && start >= opens && end <= closes);
      const source = element("button", { type: "button", class: "plain source", on: { click: () => go(paper) } }, text(labels.shorten(graph.name[paper], 90)));
      made.append(quote(at, paper, { field, opens, closes, spans: spans.map(([entity, , start, end]) => [start, end, entity]) }), source);
      return made;
    }

    function card(at, paper) {
      const found = sentences(at, paper);
      const title = element("button", { type: "button", on: { click: () => go(paper) } }, text(labels.shorten(graph.name[paper], 140)));
      const made = element("div", { class: "card" }, title, ...found.slice(0, 2).map((one) => quote(at, paper, one)));
      if (found.length <= 2) return made;
      const more = element("button", { type: "button", class: "plain", text: say(found.length - 2, "more sentence") });
      more.addEventListener("click", () => more.replaceWith(...found.slice(2).map((one) => quote(at, paper, one))));
      made.append(more);
      return made;
    }

    function marked(source, places) {
      const prose = element("p", { class: "prose", dir: "auto" });
      let from = 0;
      for (const [at, , start, end] of places) {
        if (start < from) continue;
        prose.append(source.slice(from, start), mention(at, source.slice(start, end), places));
        from = end;
      }
      prose.append(source.slice(from));
      return prose;
    }

    function mention(at, words) {
      const made = element("mark", { role: "button", tabindex: "0", text: words, class: `tint-${labelOf(at)}`, title: `${labelOf(at)}: ${graph.name[at]}` });
      made.addEventListener("click", () => go(at));
      made.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        go(at);
      });
      return made;
    }

    return { sentences, card, bond, marked, placesOf };
  }

  return { create };
})();
