/* "/" and Ctrl-K lead to the search box, arrows through what it found, Escape closes that. */

const STEPS = { ArrowDown: 1, ArrowUp: -1, Escape: 0 };

function toSearch() {
  const input = document.querySelector("[data-search-box] input");
  if (input?.offsetParent) { input.focus(); input.select(); return; }
  const link = document.querySelector(".search-link");
  if (link) { link.click(); }
}

document.addEventListener("keydown", (event) => {
  const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
  const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
  const typing = event.target.closest("input, textarea, select, [contenteditable], dialog[open]");
  if (chord || (slash && !typing)) { event.preventDefault(); toSearch(); }
});

document.addEventListener("keydown", (event) => {
  const box = event.target.closest("[data-search-box]"), step = STEPS[event.key];
  if (!box || step === undefined) { return; }
  const input = box.querySelector("input"), results = box.querySelector(".search-found");
  event.preventDefault();
  if (event.key === "Escape") { results.replaceChildren(); input.focus(); return; }
  const stops = [input, ...results.querySelectorAll("a")];
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
});
