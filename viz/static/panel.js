// The column beside the map: what is here, one entity with its evidence, or one paper with its abstract.
const panel = (() => {
  const { element, text } = dom;
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
  // Both ways to read a relation, in the order of the panel.
  const BONDS = {
    SUBCLASS_OF: "Is a kind of",
    "SUBCLASS_OF of": "Kinds of it",
    EVALUATED_ON: "Evaluated on",
    "EVALUATED_ON of": "Used to evaluate",
    COMPARED_WITH: "Compared with",
    USED_FOR: "Used for",
    "USED_FOR of": "Done with",
    PART_OF: "Part of",
    "PART_OF of": "Parts of it",
  };
  const FEW = 3;

  function create(place, graph, texts, { go, open }) {
    const made = parts.create(graph, { go, open });
    const { labelOf, say, heading, row, chip, region, longList, plainList, section, chips, kicker } = made;
    const { sentences, card, bond, marked, placesOf } = evidence.create(graph, texts, { go, ...made });
    let ranks = null;

    function put(...children) {
      place.replaceChildren(...children.flat().filter(Boolean));
      place.scrollTop = 0;
    }

    // Names of each label by their papers, sorted once.
    function ranked(label) {
      ranks ??= graph.labels.map((_, one) => {
        const found = [];
        for (let at = graph.papers; at < graph.count; at++) if (graph.label[at] === one) found.push(at);
        return found.sort((a, b) => model.degree(graph, b) - model.degree(graph, a) || a - b);
      });
      return ranks[label];
    }

    function first(list, fits, limit) {
      const found = [];
      for (const at of list) {
        if (found.length === limit) break;
        if (fits(at)) found.push(at);
      }
      return found;
    }

    function top(fits, limit) {
      return graph.labels.slice(1).flatMap((label, place) => {
        const held = first(ranked(place + 1), fits, limit);
        if (!held.length) return [];
        const most = Math.max(1, model.degree(graph, held[0]));
        const list = plainList();
        list.append(...held.map((at) => row(at, model.degree(graph, at), model.degree(graph, at) / most)));
        return [heading(`${label}s in most papers`), list];
      });
    }

    const papersOf = (fits) => Array.from({ length: graph.papers }, (_, at) => at).filter(fits);

    function paperList(papers) {
      return papers.length ? [heading("Papers", papers.length), ...longList(papers, (at) => row(at, graph.year[at] || undefined), plainList)] : [];
    }

    function regions() {
      if (graph.communities.length < 2) return [];
      const many = graph.communities.map(() => 0);
      for (let at = 0; at < graph.papers; at++) if (graph.community[at] >= 0) many[graph.community[at]]++;
      return [heading("Communities", graph.communities.length), ...longList(graph.communities.map((_, at) => at), (at) => region(at, many[at]), plainList)];
    }

    function overview({ sieve, view }) {
      if (!graph.papers && graph.count === 0) return put(element("h2", { text: "No papers yet" }), element("p", { class: "lead", text: "This atlas holds no papers. Build it from a list of abstracts, and they appear here." }));
      const fits = (at) => sieve.fits[at];
      const lead = element("p", { class: "lead", text: "Pick a name here or on the map to read the sentences behind it." });
      const names = [top(fits, 8), view.key === "papers" ? [] : regions()];
      if (view.byCommunity) names.reverse();
      return put(element("h2", { text: "What is in these papers" }), lead, ...(view.key === "papers" ? [paperList(papersOf(fits)), ...names] : [...names, paperList(papersOf(fits))]).flat());
    }

    function community(at) {
      const ours = (one) => graph.community[one] === at;
      const papers = papersOf(ours);
      const names = relate.members(graph, at).length - papers.length;
      const near = relate.beside(graph, at, 6);
      put(
        kicker("", "Community"),
        element("h2", { dir: "auto", text: graph.communities[at] }),
        element("p", { class: "lead", text: `${say(papers.length, "paper")} and ${say(names, "name")} that go together more than with the rest.` }),
        top(ours, 8),
        near.length ? [heading("Borders on"), ...longList(near, ([other, count]) => region(other, count), plainList)] : [],
        paperList(papers),
      );
    }

    function byRole(at) {
      const groups = graph.roles.map(() => []);
      const [around, links] = [model.around(graph, at), model.linksOf(graph, at)];
      around.forEach((other, place) => groups[graph.role[links[place]]].push(other));
      return groups.map((members, role) => [graph.roles[role], members]).filter(([, members]) => members.length);
    }

    function belongs(at) {
      const button = element("button", { type: "button", class: "plain", on: { click: () => open(graph.community[at]) } }, text(graph.communities[graph.community[at]]));
      return element("p", { class: "lead" }, "Community: ", button);
    }

    function entity(at) {
      const label = labelOf(at);
      const kind = graph.kinds[graph.kind[at - graph.papers]];
      const here = model.degree(graph, at);
      const everywhere = Math.max(here, texts().counts[at - graph.papers]);
      const since = texts().years[at - graph.papers];
      const facts = [everywhere > here ? `${here} of its ${say(everywhere, "paper")} shown` : `In ${say(here, "paper")}`, since ? `first in ${since}` : ""];
      const shown = [kicker(label, kind ? `${label}: ${kind}` : label), element("h2", { dir: "auto", text: graph.name[at] })];
      shown.push(element("p", { class: "lead", text: facts.filter(Boolean).join(", ") }));
      if (graph.community[at] >= 0) shown.push(belongs(at));
      const aliases = graph.aliases[at] ?? [];
      if (aliases.length) shown.push(element("p", { class: "lead", dir: "auto" }, "Also written ", ...aliases.slice(0, 12).flatMap((alias, place) => [place ? ", " : "", text(alias)])));
      const bonds = relate.bonds(graph, at);
      for (const key of Object.keys(BONDS).filter((one) => bonds.has(one))) {
        const sign = dom.stroke(model.RELATED);
        shown.push(heading(BONDS[key], bonds.get(key).length, sign), ...longList(bonds.get(key), ([other, link]) => bond(at, other, link), section, FEW));
      }
      for (const [role, papers] of byRole(at)) shown.push(heading(PHRASES[role][0], papers.length), ...longList(papers, (paper) => card(at, paper), section));
      const mates = relate.together(graph, at, 24);
      if (mates.length) shown.push(heading("Found with"), ...longList(mates, ([other, count]) => chip(other, count), chips));
      put(shown, takeAlong(at));
    }

    function paper(at) {
      const held = texts().papers[at];
      const facts = [graph.year[at] || "", held.venue].filter(Boolean).join(", ");
      const shown = [kicker("Paper", facts ? `Paper, ${facts}` : "Paper"), element("h2", { dir: "auto", text: graph.name[at] })];
      if (graph.community[at] >= 0) shown.push(belongs(at));
      if (held.authors.length) shown.push(element("p", { class: "lead", dir: "auto", text: held.authors.slice(0, 30).join(", ") + (held.authors.length > 30 ? " and others" : "") }));
      const address = held.url ? dom.link(held.url, "Read the paper") : null;
      if (address) shown.push(element("p", {}, address));
      shown.push(held.abstract.trim() ? marked(held.abstract, placesOf(at).filter((place) => place[1] === 1)) : element("p", { class: "lead", text: "The list gives no abstract for this paper." }));
      if (held.keywords.length) shown.push(element("p", { class: "lead", dir: "auto", text: `Keywords: ${held.keywords.join(", ")}` }));
      for (const [role, entities] of byRole(at)) shown.push(heading(PHRASES[role][1]), ...longList(entities, (other) => chip(other), chips));
      const near = relate.alike(graph, at, 8);
      if (near.length) shown.push(heading("Shares most with"), ...longList(near, ([other, count]) => row(other, say(count, "name")), plainList));
      put(shown, takeAlong(at));
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
      return [head, ...rows, ...(at < graph.papers ? [] : bondRows(at))];
    }

    function bondRows(at) {
      const bonds = relate.bonds(graph, at);
      const said = ([paper, field, opens, length]) => (paper === undefined ? "" : texts().papers[paper][field ? "abstract" : "title"].slice(opens, opens + length));
      return Object.keys(BONDS).flatMap((key) => (bonds.get(key) ?? []).map(([other, link]) => [texts().id[other], graph.name[other], BONDS[key].toLowerCase(), said(graph.related.evidence[link])]));
    }

    // One query gives the papers, a second the relations where there are any.
    function takeAlong(at) {
      const related = at >= graph.papers && model.around(graph, at, graph.related).length > 0;
      const query = out.cypher(labelOf(at), texts().id[at]);
      const queries = related ? [query, out.relations(labelOf(at), texts().id[at], graph.related.kinds)] : [query];
      const copy = element("button", { type: "button", class: "plain", text: "Copy" });
      copy.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(queries.join(";\n\n"));
          copy.textContent = "Copied";
        } catch {
          getSelection().selectAllChildren(codes);
          copy.textContent = "Selected, press Ctrl+C";
        }
      });
      const codes = element("div", {}, ...queries.map((one) => element("pre", { tabindex: "0", text: one })));
      const save = element("button", { type: "button", class: "plain", text: "Save as CSV" });
      save.addEventListener("click", () => out.save(new Blob([out.table(rowsOf(at))], { type: "text/csv" }), `${out.fileName(graph.name[at])}.csv`));
      return [heading("Take along"), element("p", {}, save), element("details", {}, element("summary", { text: "The same in Cypher" }), codes, copy)];
    }

    function chain(at, other) {
      const path = relate.chain(graph, at, other);
      const both = [...new Set(model.around(graph, at))].filter((one) => model.around(graph, other).includes(one));
      const shown = [kicker("", "Two selected"), element("h2", { dir: "auto" }, text(labels.shorten(graph.name[at], 80)), " and ", text(labels.shorten(graph.name[other], 80)))];
      const steps = element("ol", { class: "list chain" });
      steps.append(...path.map((one) => row(one)));
      if (path.length) shown.push(heading("Shortest chain"), steps);
      else shown.push(element("p", { class: "lead", text: "Nothing on this page leads from one to the other." }));
      if (both.length) shown.push(heading("Both", both.length), ...longList(both, (one) => row(one), plainList));
      put(shown);
    }

    return { overview, community, chain, rowsOf, show: (at) => (at < graph.papers ? paper(at) : entity(at)) };
  }

  return { create };
})();
