import assert from "node:assert/strict";
import test from "node:test";
import { ALIKE, COLUMNS, load } from "./load.mjs";

const { model, relate, views } = load("model", "relate", "views");
const graph = model.build(COLUMNS, () => ALIKE);
const filtered = (changes) => model.sift(graph, { ...model.everything(graph), ...changes });

test("neighbours lead both ways", () => {
  assert.deepEqual([...model.around(graph, 0)], [3, 4, 6]);
  assert.deepEqual([...model.around(graph, 6)], [0, 1, 2]);
});

test("nothing is hidden without a filter", () => {
  assert.equal(filtered({}).shown, 7);
});

test("a label that is off hides its nodes and their links", () => {
  const sieve = filtered({ labels: [true, true, false, true] });
  assert.equal(sieve.nodes[4], 0);
  assert.deepEqual([...sieve.links], [1, 0, 1, 1, 0, 1, 1, 1]);
});

test("least number of papers keeps what is shared", () => {
  assert.deepEqual([...filtered({ least: 2 }).nodes], [1, 1, 1, 1, 1, 0, 1]);
});

test("years hide papers and what only they name, but no paper without a year", () => {
  assert.deepEqual([...filtered({ from: 2019, to: 2020 }).nodes], [0, 1, 1, 1, 1, 1, 1]);
  assert.deepEqual([...filtered({ venue: "B" }).nodes], [0, 1, 0, 1, 1, 0, 1]);
});

test("a kind of concept can be taken away", () => {
  assert.equal(filtered({ kinds: [false, true, true] }).nodes[6], 0);
});

test("a role that is off hides entities that have no other", () => {
  const styles = model.STYLES.map((style) => style.roles.includes("proposes"));
  assert.deepEqual([...filtered({ styles }).nodes], [1, 1, 1, 1, 0, 0, 0]);
});

test("what is found together is counted by papers", () => {
  assert.deepEqual(relate.together(graph, 3, 5), [[4, 2], [6, 2]]);
});

test("rare shared names make papers alike", () => {
  assert.deepEqual(relate.alike(graph, 0, 5), [[1, 3], [2, 1]]);
});

test("the shortest chain runs through what both share", () => {
  assert.deepEqual(relate.chain(graph, 4, 5), [4, 0, 6, 2, 5]);
  assert.deepEqual(relate.chain(graph, 3, 3), [3]);
});

test("the box of an empty graph is not empty", () => {
  const empty = model.build({ ...COLUMNS, label: [], name: [], kind: [], year: [], x: [], y: [], size: [], reach: [], paper: [], entity: [], role: [], community: [], pairs: { from: [], to: [], weight: [] } });
  assert.ok(model.box(empty, null).right > 0);
});

test("a community hides what is not its own, but no shared name", () => {
  assert.deepEqual([...filtered({ community: 1 }).nodes], [0, 0, 1, 0, 0, 1, 1]);
});

test("each view has its own nodes and links", () => {
  const shown = (key) => model.sift(graph, model.everything(graph), views.of(graph, key));
  assert.deepEqual([...shown("entities").nodes], [0, 0, 0, 1, 1, 0, 0]);
  assert.deepEqual([...shown("entities").links], [1]);
  assert.deepEqual([...shown("papers").nodes], [1, 1, 1, 0, 0, 0, 0]);
  assert.deepEqual([...shown("papers").links], [1]);
  assert.deepEqual([...shown("communities").nodes], [1, 1, 1, 1, 1, 0, 0]);
});

test("round a selection stand the links of the view, else the papers that mention it", () => {
  const near = (key, at) => [...views.near(graph, views.of(graph, key), at).nodes];
  assert.deepEqual(near("entities", 3), [4]);
  assert.deepEqual(near("papers", 0), [1]);
  assert.deepEqual(near("papers", 3), [0, 1]);
  assert.deepEqual(near("papers", 2), [5, 6]);
});

test("a community has its members and those beside it", () => {
  assert.deepEqual(relate.members(graph, 0), [0, 1, 3, 4]);
  assert.deepEqual(relate.beside(graph, 0, 5), []);
});

test("relations are read from both ends, those of most papers first", () => {
  const types = ["SUBCLASS_OF", "COMPARED_WITH"];
  const held = model.related(model.build(COLUMNS, () => ALIKE), { types, from: [3, 5, 3], to: [6, 3, 5], type: [0, 1, 0], papers: [1, 2, 4], evidence: [[], [], []] });
  assert.deepEqual([...relate.bonds(held, 3)], [["SUBCLASS_OF", [[5, 2], [6, 0]]], ["COMPARED_WITH", [[5, 1]]]]);
  assert.deepEqual([...relate.bonds(held, 6)], [["SUBCLASS_OF of", [[3, 0]]]]);
  assert.deepEqual([...relate.bonds(graph, 3)], []);
});
