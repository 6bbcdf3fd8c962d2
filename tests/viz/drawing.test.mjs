import assert from "node:assert/strict";
import test from "node:test";
import { ALIKE, COLUMNS, load } from "./load.mjs";

const { model, shapes, territory, svg } = load("model", "views", "shapes", "haze", "territory", "svg");
const graph = model.build(COLUMNS, () => ALIKE);
const context = () => svg.context({ wide: 100, high: 50, scale: 2, dx: 10, dy: 5 }, (font, text) => ({ width: text.length }));

test("a drawing is moved and scaled into the picture", () => {
  const pen = context();
  pen.beginPath();
  pen.moveTo(1, 1);
  pen.lineTo(3, 2);
  pen.stroke();
  assert.match(pen.text("t"), /<path d="M12 7L16 9" fill="none" stroke="#000" stroke-width="2"\/>/);
});

test("names are text, and no text is markup", () => {
  const pen = context();
  pen.font = "italic 12px serif";
  pen.fillText("a<b & \u0000\ud800c", 5, 5);
  assert.match(pen.text("</title><script>"), /<title>&lt;\/title&gt;&lt;script&gt;<\/title>/);
  assert.match(pen.text(""), /font-size="12" font-family="serif" font-style="italic" fill="#000">a&lt;b &amp; {3}c<\/text>/);
});

test("a saved transform comes back", () => {
  const pen = context();
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillRect(0, 0, 4, 4);
  pen.restore();
  pen.fillRect(0, 0, 4, 4);
  assert.match(pen.text(""), /<rect x="0" y="0" width="4" height="4".*\n<rect x="10" y="5" width="8" height="8"/);
});

test("land belongs to the community that is densest there", () => {
  const land = territory.survey(graph, new Uint8Array(graph.count).fill(1));
  assert.equal(territory.at(land, graph.x[0], graph.y[0]), 0);
  assert.equal(territory.at(land, graph.x[2], graph.y[2]), 1);
  assert.equal(territory.at(land, 9999, 0), -1);
  assert.ok(land.peaks[0][0] < land.peaks[1][0]);
});

test("a map without communities has no land", () => {
  assert.equal(territory.survey({ ...graph, community: new Int16Array(graph.count).fill(-1) }, new Uint8Array(graph.count).fill(1)), null);
});

test("the first communities have colours of their own, a later one that of the farthest", () => {
  const centres = Array.from({ length: shapes.GROUPS + 1 }, (_, at) => [at === shapes.GROUPS ? 0 : at * 10, 0]);
  const given = shapes.paintGroups(centres);
  assert.equal(new Set(given.slice(0, shapes.GROUPS)).size, shapes.GROUPS);
  assert.equal(given[shapes.GROUPS], shapes.GROUPS - 1);
});
