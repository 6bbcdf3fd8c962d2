import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { labels } = load("labels");
const box = (at, left, top) => ({ at, left, right: left + 100, top, bottom: top + 16 });

test("the first of two that would touch is placed", () => {
  assert.deepEqual(labels.place([[box(1, 0, 0)], [box(2, 50, 8)], [box(3, 200, 0)]], 9).map((one) => one.at), [1, 3]);
});

test("a name moves to its next place where the first is taken", () => {
  assert.deepEqual(labels.place([[box(1, 0, 0)], [box(2, 50, 8), box(2, 50, 40)]], 9).map((one) => one.top), [0, 40]);
});

test("no more than the limit are placed", () => {
  assert.equal(labels.place([[box(1, 0, 0)], [box(2, 0, 50)], [box(3, 0, 99)]], 2).length, 2);
});

test("a name keeps off what is drawn, but not off its own node", () => {
  const node = { at: 1, left: 10, right: 20, top: 5, bottom: 15 };
  assert.equal(labels.place([[box(1, 0, 0)]], 9, [node]).length, 1);
  assert.equal(labels.place([[box(2, 0, 0)]], 9, [node]).length, 0);
});

test("a long name is cut between characters, never inside one", () => {
  assert.equal(labels.shorten("\u{1F600}".repeat(9), 4), `${"\u{1F600}".repeat(3)}…`);
});

test("a title is broken into lines and cut after the last", () => {
  assert.deepEqual(labels.wrap("Going Deeper with Graph Weaving Networks", 18, 2), ["Going Deeper with", "Graph Weaving…"]);
});

test("no comma stands before the dots of a cut", () => {
  assert.deepEqual(labels.wrap("on looms, moss, threads", 9, 2), ["on looms,", "moss…"]);
  assert.equal(labels.shorten("Cora, PubMed", 6), "Cora…");
});
