/* A tournament as it is watched: rows move to their new places. Without motion, or without this file, they stand there at once. */

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const MILLISECONDS = 700;
let before = new Map(); /* where each row stood, by its character */

function places() {
  return new Map(Array.from(document.querySelectorAll("[data-row]"), (row) => [row.dataset.row, row.getBoundingClientRect().top]));
}

document.addEventListener("htmx:beforeSwap", () => { before = places(); });

document.addEventListener("htmx:afterSwap", () => {
  if (still.matches) { return; }
  document.querySelectorAll("[data-row]").forEach((row) => {
    const way = (before.get(row.dataset.row) ?? NaN) - row.getBoundingClientRect().top;
    if (!before.has(row.dataset.row)) { row.animate({ opacity: [0, 1] }, MILLISECONDS); }
    else if (way) { row.animate({ transform: [`translateY(${way}px)`, "none"] }, { duration: MILLISECONDS, easing: "ease-in-out" }); }
  });
});
