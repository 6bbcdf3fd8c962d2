// Ranks names against what is typed: whole, then start, then start of a word, then inside, then letters in order.
const search = (() => {
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[-\u2010-\u2015_/]+/g, " ");

  function index(graph) {
    const forms = [];
    for (let node = 0; node < graph.count; node++) {
      const names = [graph.name[node], ...(graph.aliases[node] ?? [])];
      forms.push(names.map((name) => fold(name.slice(0, 300))));
    }
    return forms;
  }

  function grade(form, query) {
    if (form === query) return 6;
    if (form.startsWith(query)) return 5;
    const at = form.indexOf(query);
    if (at < 0) return scattered(form, query);
    return /[\p{L}\p{N}]/u.test(form[at - 1]) ? 3 : 4;
  }

  // One slip of a longer word (a letter missing, added, wrong or swapped) still finds it.
  function scattered(form, query) {
    if (query.length < 4) return 0;
    for (const word of form.split(/[^\p{L}\p{N}]+/u)) {
      if (Math.abs(word.length - query.length) <= 1 && word[0] === query[0] && near(word, query)) return 1;
    }
    const parts = query.split(" ").filter(Boolean);
    return parts.length > 1 && parts.every((part) => form.includes(part)) ? 2 : 0;
  }

  function near(a, b) {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    const restA = a.slice(at);
    const restB = b.slice(at);
    return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)
      || (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2));
  }

  function rank(graph, forms, typed, limit) {
    const query = fold(typed.slice(0, 200)).trim();
    if (!query) return [];
    const found = [];
    for (let node = 0; node < forms.length; node++) {
      let best = 0;
      for (let form = 0; form < forms[node].length; form++) {
        best = Math.max(best, grade(forms[node][form], query) - (form ? 0.5 : 0));
      }
      if (best > 0) found.push([node, best]);
    }
    const weight = (node) => (node < graph.papers ? 0.5 : model.degree(graph, node));
    found.sort((a, b) => b[1] - a[1] || weight(b[0]) - weight(a[0]) || a[0] - b[0]);
    return found.slice(0, limit).map(([node]) => node);
  }

  return { fold, index, rank };
})();
