/* A tournament as it is watched: rows move to their new places. Without motion, or without this file, they stand there at once.
   And the same again from its start, within a minute: a slider, and a button that moves it. */

import { gettext, interpolate } from "./lib.js";

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

/* ---- From its start ---- */

const MINUTE = 60000, FRAMES = 60, LONGEST = 3000;
const bar = document.querySelector("[data-evening-replay]");
const slider = bar?.querySelector("input"), run = bar?.querySelector("[data-run]");
let timer = null;

function show(number) {
  slider.value = number;
  const words = interpolate(gettext("%s of %s"), [number, slider.max]);
  bar.querySelector("output").value = words;
  slider.setAttribute("aria-valuetext", words);
  window.history.replaceState(null, "", `?at=${number}`);
  return window.htmx.ajax("GET", `?at=${number}`, { target: "#evening", swap: "innerHTML" });
}

function stop() {
  window.clearTimeout(timer);
  timer = null;
  run.textContent = run.dataset.goOn;
}

/* So many results a step that it takes a minute at most, however many there are. */
function go() {
  const last = Number(slider.max), step = Math.ceil(last / FRAMES), frames = Math.ceil(last / step);
  const pause = Math.min(MINUTE / frames, LONGEST);
  if (Number(slider.value) >= last) { show(0); }
  const next = () => {
    const number = Math.min(Number(slider.value) + step, last);
    show(number);
    if (number >= last) { stop(); } else { timer = window.setTimeout(next, pause); }
  };
  timer = window.setTimeout(next, pause);
  run.textContent = run.dataset.stop;
}

if (bar) {
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  run.addEventListener("click", () => { if (timer) { stop(); } else { go(); } });
  if (bar.hasAttribute("data-runs") && !still.matches) { go(); }
}
