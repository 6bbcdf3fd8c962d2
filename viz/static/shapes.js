// Shapes and colours: a label has its shape in every view; its colour is the label's, or that of its community.
const shapes = (() => {
  const GROUPS = 9;

  function trace(context, label, x, y, r) {
    if (label === "Method") {
      context.moveTo(x + r, y);
      context.arc(x, y, r, 0, 2 * Math.PI);
    } else if (label === "Dataset") {
      context.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
    } else if (label === "Concept") {
      context.moveTo(x, y - 1.18 * r);
      context.lineTo(x + 1.1 * r, y + 0.82 * r);
      context.lineTo(x - 1.1 * r, y + 0.82 * r);
      context.closePath();
    } else {
      const [w, h] = [0.82 * r, 1.12 * r];
      context.moveTo(x - w, y - h);
      context.lineTo(x + 0.3 * w, y - h);
      context.lineTo(x + w, y - 0.5 * h);
      context.lineTo(x + w, y + h);
      context.lineTo(x - w, y + h);
      context.closePath();
    }
  }

  const digits = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

  function readColours(graph) {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(name).trim();
    const read = { paper: value("--paper"), ink: value("--ink"), soft: value("--soft"), serif: value("--serif"), sans: value("--sans") };
    read.haze = digits(read.soft);
    for (const label of graph.labels) read[label] = value(`--node-${label}`);
    read.groups = Array.from({ length: GROUPS }, (_, at) => value(`--group-${at}`));
    read.washes = read.groups.map(digits);
    return read;
  }

  // As on a political map: a community takes the colour whose other bearers are farthest away.
  function paintGroups(centres) {
    const given = [];
    centres.forEach(([x, y], at) => {
      if (at < GROUPS) return given.push(at);
      const room = new Array(GROUPS).fill(Infinity);
      given.forEach((group, other) => {
        room[group] = Math.min(room[group], Math.hypot(x - centres[other][0], y - centres[other][1]));
      });
      return given.push(room.indexOf(Math.max(...room)));
    });
    return given;
  }

  return { GROUPS, trace, readColours, paintGroups };
})();
