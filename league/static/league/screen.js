/* The projector: one screen after the other; its clock is clock.js. Without this file all screens stand below one another. */

import { gettext, interpolate } from "./lib.js";

const SECONDS = 12;
const body = document.body;
let held = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
let current = null; /* the key of the slide that can be seen */
let turnedAt = Date.now();

function slides() { return Array.from(document.querySelectorAll("[data-slide]")); }

function show(at) {
  const all = slides();
  if (!all.length) { return; }
  at = (at + all.length) % all.length;
  all.forEach((slide, number) => { slide.hidden = number !== at; });
  current = all[at].dataset.slide;
  body.dataset.showing = all[at].className;
  document.querySelector("[data-count]").value = interpolate(gettext("%s of %s"), [at + 1, all.length]);
  document.querySelectorAll("[data-turn], [data-hold], [data-count]").forEach((one) => {
    one.hidden = all.length < 2;
  });
}

function place() {
  return slides().findIndex((slide) => slide.dataset.slide === current);
}

function turn(by) {
  turnedAt = Date.now();
  show(Math.max(place(), 0) + by);
}

function hold(still) {
  held = still;
  turnedAt = Date.now();
  const button = document.querySelector("[data-hold]");
  button.setAttribute("aria-pressed", String(held));
  button.textContent = held ? button.dataset.goOn : button.dataset.stop;
}

function tick() {
  if (!held && Date.now() - turnedAt > SECONDS * 1000) { turn(1); }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") { turn(1); }
  else if (event.key === "ArrowLeft") { turn(-1); }
  else if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); hold(!held); }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-turn], [data-hold]");
  if (!button) { return; }
  if (button.dataset.turn) { turn(Number(button.dataset.turn)); } else { hold(!held); }
});

/* What has changed comes back at the screen that was seen. */
document.addEventListener("htmx:afterSwap", () => { show(Math.max(place(), 0)); });

document.documentElement.classList.add("paged");
show(0);
hold(held);
window.setInterval(tick, 250);
