import assert from "node:assert/strict";
import test from "node:test";
import { COLUMNS, load } from "./load.mjs";

const { model, search } = load("model", "search");
const graph = model.build(COLUMNS);
const forms = search.index(graph);
const names = (typed) => search.rank(graph, forms, typed, 12).map((at) => graph.name[at]);

for (const [typed, first] of [
  ["cora", "Cora"],
  ["GNs", "graph network (GN)"],
  ["cafe", "café net"],
  ["classif", "image classification"],
  ["classifcation", "image classification"],
  ["grpah", "graph network (GN)"],
  ["network graph", "graph network (GN)"],
  ["Graph-Network", "graph network (GN)"],
]) {
  test(`"${typed}" finds ${first}`, () => assert.equal(names(typed)[0], first));
}

test("the start of a name comes before the middle of another", () => {
  assert.deepEqual(names("graph"), ["graph network (GN)", "On woven graphs"]);
});

for (const typed of ["", "   ", "zzzz", "(", "[a", "\\"]) {
  test(`"${typed}" finds nothing it should not`, () => assert.ok(names(typed).every((name) => name.includes(typed))));
}

test("the start of any word counts, not only the first place of the letters", () => {
  const held = model.build({ ...COLUMNS, name: ["Leading ingots", "b", "c", "being", "e", "f", "g"], aliases: {} });
  assert.deepEqual(search.rank(held, search.index(held), "ing", 2), [0, 3]);
});

test("of many names that begin so, the most mentioned come first", () => {
  const held = model.build({ ...COLUMNS, name: COLUMNS.name.map((_, at) => `net ${at}`), aliases: {} });
  assert.deepEqual(search.rank(held, search.index(held), "net", 3), [6, 3, 4]);
});
