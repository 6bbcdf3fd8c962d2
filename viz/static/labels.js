// Which names are written: the largest first, each in the first of its places where it touches nothing taken.
const labels = (() => {
  const CELL = 64;

  function place(candidates, limit, taken = []) {
    const grid = new Map();
    const placed = [];
    for (const box of taken) settle(grid, box);
    for (const places of candidates) {
      if (placed.length >= limit) break;
      const box = places.find((one) => free(grid, one));
      if (!box) continue;
      placed.push(box);
      settle(grid, box);
    }
    return placed;
  }

  const free = (grid, box) => cellsOf(box).every((cell) => (grid.get(cell) ?? []).every((other) => apart(box, other) || box.at === other.at));

  function settle(grid, box) {
    for (const cell of cellsOf(box)) {
      if (grid.has(cell)) grid.get(cell).push(box);
      else grid.set(cell, [box]);
    }
  }

  function apart(a, b) {
    return a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
  }

  function cellsOf(box) {
    const cells = [];
    for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column++) {
      for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row++) cells.push(`${column},${row}`);
    }
    return cells;
  }

  function shorten(name, limit) {
    const characters = [...name];
    return characters.length <= limit ? name : `${characters.slice(0, limit - 1).join("").replace(/[\s,;:.]+$/, "")}…`;
  }

  function wrap(name, width, lines) {
    const held = [];
    let line = "";
    for (const word of name.split(" ")) {
      if (line && line.length + word.length + 1 > width) {
        held.push(line);
        line = word;
      } else line = line ? `${line} ${word}` : word;
    }
    held.push(line);
    const cut = held.length > lines ? [...held.slice(0, lines - 1), `${held[lines - 1].replace(/[\s,;:.]+$/, "")}…`] : held;
    return cut.map((one) => shorten(one, width + 2));
  }

  return { place, apart, shorten, wrap };
})();
