// Which names are written: the largest first, and none where it would touch another.
const labels = (() => {
  const CELL = 64;

  function place(candidates, limit) {
    const grid = new Map();
    const placed = [];
    for (const box of candidates) {
      if (placed.length >= limit) break;
      const cells = cellsOf(box);
      const free = cells.every((cell) => (grid.get(cell) ?? []).every((other) => apart(box, other)));
      if (!free) continue;
      placed.push(box);
      for (const cell of cells) grid.set(cell, [...(grid.get(cell) ?? []), box]);
    }
    return placed;
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
    return characters.length <= limit ? name : `${characters.slice(0, limit - 1).join("").trimEnd()}…`;
  }

  return { place, apart, shorten };
})();
