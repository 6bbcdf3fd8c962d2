// A canvas context that writes SVG: takes the calls the painter makes, gives the picture as text.
const svg = (() => {
  const NAMES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  const safe = (text) => String(text).replace(FORBIDDEN, " ").replace(/[&<>"]/g, (char) => NAMES[char]);
  const round = (value) => Math.round(value * 100) / 100;

  // `scale`, `dx` and `dy` lead from the map to the picture; `measure` tells how wide a text is in a font.
  function context({ wide, high, scale, dx, dy }, measure) {
    const parts = [];
    const saved = [];
    let [k, x0, y0] = [scale, dx, dy];
    let path = [];
    const px = (x) => round(x * k + x0);
    const py = (y) => round(y * k + y0);
    const opacity = () => (made.globalAlpha < 1 ? ` opacity="${round(made.globalAlpha)}"` : "");
    const line = () => `stroke="${safe(made.strokeStyle)}" stroke-width="${round(made.lineWidth * k)}"${made.dash.length ? ` stroke-dasharray="${made.dash.map((part) => round(part * k)).join(" ")}"` : ""}`;
    const words = (text, x, y, paint) => {
      const [, weight = "", size, family] = /^(.*?)([\d.]+)px (.*)$/.exec(made.font) ?? [];
      const slant = weight.includes("italic") ? ' font-style="italic"' : "";
      const bold = weight.includes("600") ? ' font-weight="600"' : "";
      parts.push(`<text x="${px(x)}" y="${round(py(y) + 0.8 * size)}" text-anchor="middle" font-size="${size}" font-family="${safe(family)}"${slant}${bold} ${paint}>${safe(text)}</text>`);
    };
    const made = {
      fillStyle: "#000", strokeStyle: "#000", lineWidth: 1, globalAlpha: 1, font: "", dash: [], lineJoin: "round",
      beginPath() { path = []; },
      moveTo(x, y) { path.push(`M${px(x)} ${py(y)}`); },
      lineTo(x, y) { path.push(`L${px(x)} ${py(y)}`); },
      closePath() { path.push("Z"); },
      rect(x, y, w, h) { path.push(`M${px(x)} ${py(y)}h${round(w * k)}v${round(h * k)}h${round(-w * k)}Z`); },
      arc(x, y, r) {
        const [cx, cy, far] = [px(x), py(y), round(r * k)];
        path.push(`M${round(cx + far)} ${cy}A${far} ${far} 0 1 1 ${round(cx - far)} ${cy}A${far} ${far} 0 1 1 ${round(cx + far)} ${cy}Z`);
      },
      fill() { if (path.length) parts.push(`<path d="${path.join("")}" fill="${safe(made.fillStyle)}"${opacity()}/>`); },
      stroke() { if (path.length) parts.push(`<path d="${path.join("")}" fill="none" ${line()}${opacity()}/>`); },
      fillRect(x, y, w, h) { parts.push(`<rect x="${px(x)}" y="${py(y)}" width="${round(w * k)}" height="${round(h * k)}" fill="${safe(made.fillStyle)}"${opacity()}/>`); },
      drawImage(canvas, x, y, w, h) { parts.push(`<image x="${px(x)}" y="${py(y)}" width="${round(w * k)}" height="${round(h * k)}" preserveAspectRatio="none" href="${canvas.toDataURL()}"/>`); },
      setLineDash(dash) { made.dash = dash; },
      save() { saved.push([k, x0, y0]); },
      restore() { [k, x0, y0] = saved.pop(); },
      setTransform(a, b, c, d, e, f) { [k, x0, y0] = [a, e, f]; },
      measureText(text) { return measure(made.font, text); },
      strokeText(text, x, y) { words(text, x, y, `fill="none" stroke="${safe(made.strokeStyle)}" stroke-width="${round(made.lineWidth)}" stroke-linejoin="round"`); },
      fillText(text, x, y) { words(text, x, y, `fill="${safe(made.fillStyle)}"`); },
      text: (title) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}"><title>${safe(title)}</title>${parts.join("\n")}</svg>\n`,
    };
    return made;
  }

  return { context };
})();
