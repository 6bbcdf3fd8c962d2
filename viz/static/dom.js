// Elements by createElement and textContent only: text of papers never becomes markup.
const dom = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const GLYPHS = {
    Paper: "M-4.5-6H2L4.5-3.5V6H-4.5Z",
    Method: "M-5.5 0A5.5 5.5 0 1 0 5.5 0A5.5 5.5 0 1 0-5.5 0Z",
    Dataset: "M-5-5H5V5H-5Z",
    Concept: "M0-6L6 4.8H-6Z",
  };

  function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run);
      else if (name === "class") made.className = value;
      else if (name === "text") made.textContent = value;
      else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  }

  function glyph(label) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "-6.5 -6.5 13 13");
    svg.setAttribute("class", `glyph tint-${label}`);
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", GLYPHS[label]);
    svg.append(path);
    return svg;
  }

  function stroke(style) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 22 10");
    svg.setAttribute("width", "22");
    svg.setAttribute("height", "10");
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", "M1 5H21");
    line.setAttribute("stroke", "currentColor");
    line.setAttribute("stroke-width", String(style.width));
    line.setAttribute("stroke-opacity", String(Math.min(1, style.alpha + 0.2)));
    line.setAttribute("stroke-dasharray", style.dash.join(" "));
    svg.append(line);
    return svg;
  }

  function bars(values, from, to) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${values.length} 10`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("class", "bars");
    svg.setAttribute("aria-hidden", "true");
    const most = Math.max(1, ...values);
    values.forEach((value, at) => {
      const bar = document.createElementNS(SVG, "rect");
      const height = value ? Math.max(0.6, (10 * value) / most) : 0;
      bar.setAttribute("x", String(at + 0.1));
      bar.setAttribute("y", String(10 - height));
      bar.setAttribute("width", "0.8");
      bar.setAttribute("height", String(height));
      bar.setAttribute("fill", "currentColor");
      bar.setAttribute("opacity", at >= from && at <= to ? "0.55" : "0.15");
      svg.append(bar);
    });
    return svg;
  }

  const text = (value) => element("bdi", { text: value });
  const byId = (id) => document.getElementById(id);

  function link(address, label) {
    let safe = null;
    try {
      safe = new URL(address);
    } catch {
      return null;
    }
    if (safe.protocol !== "https:" && safe.protocol !== "http:") return null;
    return element("a", { href: safe.href, target: "_blank", rel: "noopener noreferrer" }, label);
  }

  return { element, glyph, stroke, bars, text, byId, link };
})();
