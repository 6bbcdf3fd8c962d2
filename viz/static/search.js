// Ranks names against what is typed: whole, then start, then start of a word, then inside, then letters in order.
// All names are one folded text, a line each, that the engine's own search runs through; the looser ways of finding
// are tried only where the closer ones leave room.
const search = (() => {
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[-\u2010-\u2015_/]+/g, " ");
  const LETTER = /[\p{L}\p{N}]/u;

  // `starts` are where lines begin, `owner` is the node of each, `other` tells an alias from a name.
  function index(graph) {
    const [names, owner, other] = [[], [], []];
    const add = (name, node, alias) => {
      names.push(name.length > 300 ? name.slice(0, 300) : name);
      owner.push(node);
      other.push(alias);
    };
    for (let node = 0; node < graph.count; node++) {
      add(graph.name[node], node, 0);
      if (graph.aliases[node]) for (const alias of graph.aliases[node]) add(alias, node, 0.5);
    }
    const text = `\n${fold(names.join("\n"))}\n`;
    const starts = new Uint32Array(names.length + 1);
    for (let line = 0, at = 0; line <= names.length; line++) {
      starts[line] = at + 1;
      at = text.indexOf("\n", at + 1);
    }
    return { text, starts, owner, other, words: null };
  }

  // The words of all names by their first letter.
  function wordsOf(forms) {
    if (forms.words) return forms.words;
    forms.words = new Map();
    for (const word of new Set(forms.text.match(/[\p{L}\p{N}]+/gu))) {
      if (!forms.words.has(word[0])) forms.words.set(word[0], []);
      forms.words.get(word[0]).push(word);
    }
    return forms.words;
  }

  // Calls `found` with the line and the place of each occurrence.
  function each(forms, words, found) {
    let line = 0;
    for (let at = forms.text.indexOf(words); at >= 0; at = forms.text.indexOf(words, at + 1)) {
      while (forms.starts[line + 1] <= at) line++;
      found(line, at);
    }
  }

  function rank(graph, forms, typed, limit) {
    const query = fold(typed.slice(0, 200).replaceAll("\n", " ")).trim();
    if (!query) return [];
    const best = new Map();
    const keep = (line, grade) => {
      const [node, value] = [forms.owner[line], grade - forms.other[line]];
      if (value > (best.get(node) ?? 0)) best.set(node, value);
    };
    opening(forms, query, keep);
    if (best.size < limit) inside(forms, query, keep);
    if (best.size < limit && query.length > 3) scattered(forms, query, keep);
    const weight = (node) => (node < graph.papers ? 0.5 : model.degree(graph, node));
    return [...best.keys()].sort((a, b) => best.get(b) - best.get(a) || weight(b) - weight(a) || a - b).slice(0, limit);
  }

  function opening(forms, query, keep) {
    // The break before a line belongs to the line before.
    each(forms, `\n${query}`, (line, at) => keep(at ? line + 1 : 0, forms.text[at + 1 + query.length] === "\n" ? 6 : 5));
  }

  function inside(forms, query, keep) {
    each(forms, query, (line, at) => {
      const whole = at === forms.starts[line] && forms.starts[line + 1] === at + query.length + 1;
      keep(line, whole ? 6 : at === forms.starts[line] ? 5 : LETTER.test(forms.text[at - 1]) ? 3 : 4);
    });
  }

  // All the words in any order; or one slip of a longer word (a letter missing, added, wrong or swapped).
  function scattered(forms, query, keep) {
    const parts = query.split(" ").filter(Boolean).sort((a, b) => b.length - a.length);
    if (parts.length > 1) {
      each(forms, parts[0], (line) => {
        const form = forms.text.slice(forms.starts[line], forms.starts[line + 1] - 1);
        if (parts.every((part) => form.includes(part))) keep(line, 2);
      });
      return;
    }
    for (const word of wordsOf(forms).get(query[0]) ?? []) {
      if (Math.abs(word.length - query.length) > 1 || !near(word, query)) continue;
      each(forms, word, (line, at) => {
        if (!LETTER.test(forms.text[at - 1]) && !LETTER.test(forms.text[at + word.length])) keep(line, 1);
      });
    }
  }

  function near(a, b) {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    const restA = a.slice(at);
    const restB = b.slice(at);
    return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)
      || (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2));
  }

  return { fold, index, rank, wordsOf };
})();
