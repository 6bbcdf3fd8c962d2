// The state of the page in the address bar: what is selected, the view and the filters.
const address = (() => {
  const PLAIN = /^[\w.:-]*$/;

  function write(state, push) {
    const kept = Object.entries(state).filter(([, value]) => value !== "");
    const wanted = kept.length ? `#${new URLSearchParams(kept)}` : "";
    if (wanted === location.hash) return;
    try {
      history[push ? "pushState" : "replaceState"](null, "", wanted || location.pathname + location.search);
    } catch {
      if (PLAIN.test(wanted) || push) location.hash = wanted;
    }
  }

  const read = () => new URLSearchParams(location.hash.slice(1));

  return { write, read };
})();
