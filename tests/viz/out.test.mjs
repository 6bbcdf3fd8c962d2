import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { out } = load("out");

test("an id stays one string in Cypher, whatever it holds", () => {
  const query = out.cypher("Method", "Method:o'brien\\\n}) DETACH DELETE e //");
  assert.ok(query.startsWith("MATCH (p:Paper)-[m:MENTIONS]->(e:Method {id: 'Method:o\\'brien\\\\\\u000a}) DETACH DELETE e //'})\n"));
});

test("cells are quoted, and formulas are text", () => {
  assert.equal(out.table([["a", 'say "x", y', "=1+1", "two\nlines"]]), `\ufeffa,"say ""x"", y",'=1+1,"two\nlines"\r\n`);
});

for (const [name, file] of [["graph network (GN)", "graph-network-gn"], ["../../etc/passwd", "etc-passwd"], ["图", "paperatlas"]]) {
  test(`a file for ${name} is called ${file}`, () => assert.equal(out.fileName(name), file));
}
