// Loads the page's own scripts as the page does: joined, in order, without a DOM.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const FOLDER = new URL("../../viz/static/", import.meta.url);

export function load(...names) {
  const source = names.map((name) => readFileSync(new URL(`${name}.js`, FOLDER), "utf8")).join("\n");
  return vm.runInThisContext(`(() => { "use strict"; ${source}\n return { ${names.join(", ")} }; })()`);
}

// Three papers: 0 and 1 share entities 3 and 4, 2 has 5 alone; 6 is in all.
export const COLUMNS = {
  labels: ["Paper", "Method", "Dataset", "Concept"],
  kinds: ["task", "metric", "term"],
  roles: ["proposes", "introduces", "extends", "evaluates_on", "compares_with", "uses", "addresses", "measures", "mentions"],
  label: [0, 0, 0, 1, 2, 1, 3],
  name: ["On woven graphs", "On looms", "On moss", "graph network (GN)", "Cora", "café net", "image classification"],
  kind: [-1, -1, -1, 0],
  aliases: { 3: ["graph networks", "GNs"], 4: ["Cora dataset"] },
  year: [2018, 2020, 0],
  venue: ["A", "B", "A"],
  x: [0, 10, 50, 5, 5, 55, 20],
  y: [0, 0, 0, 5, -5, 5, 9],
  size: [6, 6, 6, 6, 6, 4, 8],
  reach: [12, 12, 23],
  paper: [0, 0, 0, 1, 1, 1, 2, 2],
  entity: [3, 4, 6, 3, 4, 6, 5, 6],
  role: [0, 3, 6, 4, 3, 6, 5, 8],
  community: [0, 0, 1, 0, 0, 1, -1],
  communities: ["weaving", "moss"],
  pairs: { from: [3], to: [4], weight: [60] },
};
export const ALIKE = { from: [0], to: [1], weight: [40] };
