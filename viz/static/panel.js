// The column beside the map: what is here, one entity with its evidence, or one paper with its abstract.
const panel = (() => {
  const { element, glyph, text } = dom;
  const MANY = 40;
  const PHRASES = {
    proposes: ["Proposed in", "Proposes"],
    introduces: ["Introduced in", "Introduces"],
    extends: ["Extended in", "Extends"],
    evaluates_on: ["Evaluation in", "Evaluates on"],
    compares_with: ["Comparison in", "Compares with"],
    uses: ["Used in", "Uses"],
    addresses: ["Addressed in", "Addresses"],
    measures: ["Measured in", "Measures"],
    mentions: ["Mentioned in", "Mentions"],
  };

  function create(place, graph, texts, go) {
    const labelOf = (at) => graph.labels[graph.label[at]];
    const say = (many, one, more = `${one}s`) => `${many.toLocaleString("en")} ${many === 1 ? one : more}`;

    function put(...children) {
      place.replaceChildren(...children.flat().filter(Boolean));
      place.scrollTop = 0;
    }

    function heading(words, count) {
      return element("h3", {}, words, count === undefined ? null : element("span", { class: "count", text: count.toLocaleString("en") }));
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
    function longList(items, make, wrap) {
      const list = wrap();
      list.append(...items.slice(0, MANY).map(make));
      if (items.length <= MANY) return [list];
      const more = element("button", { type: "button", class: "plain", text: `Show all ${items.length.toLocaleString("en")}` });
      more.addEventListener("click", () => {
        const held = items.slice(MANY).map(make);
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

    function overview(sieve) {
      const entities = [];
      for (let at = graph.papers; at < graph.count; at++) if (sieve.nodes[at]) entities.push(at);
      const parts = [element("h2", { text: "What is in these papers" })];
      parts.push(element("p", { class: "lead", text: "Pick a name here or on the map to read the sentences behind it." }));
      if (!graph.papers) return put(element("h2", { text: "No papers yet" }), element("p", { class: "lead", text: "This atlas holds no papers. Build it from a list of abstracts, and they appear here." }));
      graph.labels.slice(1).forEach((label, place) => {
        const ranked = entities.filter((at) => graph.label[at] === place + 1).sort((a, b) => model.degree(graph, b) - model.degree(graph, a) || a - b);
        if (!ranked.length) return;
        const most = model.degree(graph, ranked[0]);
        const list = plainList();
        list.append(...ranked.slice(0, 8).map((at) => row(at, model.degree(graph, at), model.degree(graph, at) / most)));
        parts.push(heading(`${label}s in most papers`), list);
      });
      const papers = Array.from({ length: graph.papers }, (_, at) => at).filter((at) => sieve.nodes[at]);
      parts.push(heading("Papers", papers.length), ...longList(papers, (at) => row(at, graph.year[at] || undefined), plainList));
      put(parts);
    }

    function sentences(at, paper) {
      const seen = new Map();
      for (const [entity, field, start, end, opens, closes] of texts().papers[paper].places) {
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
      for (const [start, end] of spans) {
        if (start < from) continue;
        quoted.append(source.slice(from, start), element("mark", { text: source.slice(start, end) }));
        from = end;
      }
      quoted.append(source.slice(from, closes));
      return quoted;
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

    function byRole(at) {
      const groups = graph.roles.map(() => []);
      const [around, links] = [model.around(graph, at), model.linksOf(graph, at)];
      around.forEach((other, place) => groups[graph.role[links[place]]].push(other));
      return groups.map((members, role) => [graph.roles[role], members]).filter(([, members]) => members.length);
    }

    function entity(at) {
      const label = labelOf(at);
      const kind = graph.kinds[graph.kind[at - graph.papers]];
      const here = model.degree(graph, at);
      const everywhere = Math.max(here, texts().counts[at - graph.papers]);
      const since = texts().years[at - graph.papers];
      const facts = [everywhere > here ? `${here} of its ${say(everywhere, "paper")} shown` : `In ${say(here, "paper")}`, since ? `first in ${since}` : ""];
      const parts = [kicker(label, kind ? `${label}: ${kind}` : label), element("h2", { dir: "auto", text: graph.name[at] })];
      parts.push(element("p", { class: "lead", text: facts.filter(Boolean).join(", ") }));
      const aliases = graph.aliases[at] ?? [];
      if (aliases.length) parts.push(element("p", { class: "lead", dir: "auto" }, "Also written ", ...aliases.slice(0, 12).flatMap((alias, place) => [place ? ", " : "", text(alias)])));
      for (const [role, papers] of byRole(at)) parts.push(heading(PHRASES[role][0], papers.length), ...longList(papers, (paper) => card(at, paper), section));
      const mates = model.together(graph, at, 24);
      if (mates.length) parts.push(heading("Found with"), ...longList(mates, ([other, count]) => chip(other, count), chips));
      put(parts, takeAlong(at));
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

    function paper(at) {
      const held = texts().papers[at];
      const facts = [graph.year[at] || "", held.venue].filter(Boolean).join(", ");
      const parts = [kicker("Paper", facts ? `Paper, ${facts}` : "Paper"), element("h2", { dir: "auto", text: graph.name[at] })];
      if (held.authors.length) parts.push(element("p", { class: "lead", dir: "auto", text: held.authors.slice(0, 30).join(", ") + (held.authors.length > 30 ? " and others" : "") }));
      const address = held.url ? dom.link(held.url, "Read the paper") : null;
      if (address) parts.push(element("p", {}, address));
      parts.push(held.abstract.trim() ? marked(held.abstract, held.places.filter((place) => place[1] === 1)) : element("p", { class: "lead", text: "The list gives no abstract for this paper." }));
      if (held.keywords.length) parts.push(element("p", { class: "lead", dir: "auto", text: `Keywords: ${held.keywords.join(", ")}` }));
      for (const [role, entities] of byRole(at)) parts.push(heading(PHRASES[role][1]), ...longList(entities, (other) => chip(other), chips));
      const near = model.alike(graph, at, 8);
      if (near.length) parts.push(heading("Shares most with"), ...longList(near, ([other, count]) => row(other, say(count, "name")), plainList));
      put(parts, takeAlong(at));
    }

    // Every line of the panel as a table: the other end, its role, and the sentence.
    function rowsOf(at) {
      const head = ["id", "name", "role", "sentence"];
      const rows = byRole(at).flatMap(([role, others]) => others.map((other) => {
        const [entity, holder] = at < graph.papers ? [other, at] : [at, other];
        const [first] = sentences(entity, holder);
        const held = texts().papers[holder];
        const said = first ? (first.field ? held.abstract : held.title).slice(first.opens, first.closes) : "";
        return [texts().id[other], graph.name[other], role, said];
      }));
      return [head, ...rows];
    }

    function takeAlong(at) {
      const query = out.cypher(labelOf(at), texts().id[at]);
      const copy = element("button", { type: "button", class: "plain", text: "Copy" });
      copy.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(query);
          copy.textContent = "Copied";
        } catch {
          getSelection().selectAllChildren(code);
          copy.textContent = "Selected, press Ctrl+C";
        }
      });
      const code = element("pre", { tabindex: "0", text: query });
      const save = element("button", { type: "button", class: "plain", text: "Save as CSV" });
      save.addEventListener("click", () => out.save(new Blob([out.table(rowsOf(at))], { type: "text/csv" }), `${out.fileName(graph.name[at])}.csv`));
      return [heading("Take along"), element("p", {}, save), element("details", {}, element("summary", { text: "The same in Cypher" }), code, copy)];
    }

    function chain(at, other) {
      const path = model.chain(graph, at, other);
      const both = [...new Set(model.around(graph, at))].filter((one) => model.around(graph, other).includes(one));
      const parts = [kicker("", "Two selected"), element("h2", { dir: "auto" }, text(labels.shorten(graph.name[at], 80)), " and ", text(labels.shorten(graph.name[other], 80)))];
      const steps = element("ol", { class: "list chain" });
      steps.append(...path.map((one) => row(one)));
      if (path.length) parts.push(heading("Shortest chain"), steps);
      else parts.push(element("p", { class: "lead", text: "Nothing on this page leads from one to the other." }));
      if (both.length) parts.push(heading("Both", both.length), ...longList(both, (one) => row(one), plainList));
      put(parts);
    }

    return { overview, chain, rowsOf, show: (at) => (at < graph.papers ? paper(at) : entity(at)) };
  }

  return { create };
})();
