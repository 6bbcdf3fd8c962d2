// What can be taken along: a picture, a table, and the Cypher that gives the same answer.
const out = (() => {
  const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

  function quoted(value) {
    const plain = value.replace(/[\\']/g, "\\$&");
    return `'${plain.replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)}'`;
  }

  function cypher(label, id) {
    if (label === "Paper") {
      return `MATCH (p:Paper {id: ${quoted(id)}})-[m:MENTIONS]->(e)\nRETURN e.id, e.name, m.role, m.sentences\nORDER BY m.role, e.id`;
    }
    return `MATCH (p:Paper)-[m:MENTIONS]->(e:${label} {id: ${quoted(id)}})\nRETURN p.id, p.display_name, m.role, m.sentences\nORDER BY m.role, p.id`;
  }

  function relations(label, id, types) {
    return `MATCH (e:${label} {id: ${quoted(id)}})-[r:${types.join("|")}]-(other:Method|Dataset|Concept)\nRETURN other.id, other.name, type(r), r.papers, r.evidence\nORDER BY type(r), r.papers DESC, other.id`;
  }

  // A cell that a spreadsheet would take for a formula gets an apostrophe before it.
  function cell(value) {
    const held = String(value ?? "");
    const safe = /^[=+\-@\t\r]/.test(held) ? `'${held}` : held;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }

  const table = (rows) => `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;

  function save(blob, name) {
    const address = URL.createObjectURL(blob);
    dom.element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  const fileName = (name) => name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60).toLowerCase() || "paperatlas";

  return { cypher, relations, table, save, fileName };
})();
