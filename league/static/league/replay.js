/* Steps through a game without loading the page: slider, links, keys, and a game that runs by itself as a film. Each moment keeps its own
   address, so going back, sharing and loading again show the same. */

import { look, pace } from "./play_film.js";

const bar = document.querySelector("[data-replay]");
const slider = bar.querySelector("input[type=range]"), now = bar.querySelector("[data-now]"), run = bar.querySelector("[data-run]");
let at = Number(bar.dataset.at), last = Number(bar.dataset.last), request = null, timer = null;

function addressOf(number) {
  const address = new URL(window.location.href);
  address.searchParams.set("at", number);
  return address;
}

/* What is said of the moment at once; the moment itself comes a little later. */
function point(number) {
  at = number;
  slider.value = number;
  now.textContent = number;
  slider.setAttribute("aria-valuetext", `${number} / ${last}`);
  bar.querySelectorAll("[data-step]").forEach((link) => { link.href = addressOf(target(link.dataset.step)); });
  document.querySelectorAll("[data-eyes]").forEach((link) => {
    const address = new URL(link.href);
    address.searchParams.set("at", number);
    link.href = address;
  });
  document.querySelectorAll("[data-marker]").forEach((line) => {
    const x = Math.round(number / Math.max(last, 1) * line.ownerSVGElement.viewBox.baseVal.width);
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  });
  document.querySelectorAll("[data-at][aria-current]").forEach((link) => { link.removeAttribute("aria-current"); });
  const listed = document.querySelector(`.replay-list [data-at='${number}']`);
  if (listed) {
    listed.setAttribute("aria-current", "true");
    const list = listed.closest(".replay-list");
    list.scrollTop = listed.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

function target(step) {
  if (step === "first") { return 0; }
  if (step === "last") { return last; }
  return Math.min(last, Math.max(0, at + Number(step)));
}

async function show(number) {
  if (number === at && request === null) { return; }
  point(number);
  if (request) { request.abort(); }
  request = new AbortController();
  const mine = request, address = addressOf(number);
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: mine.signal });
    if (!answer.ok) { throw new Error(answer.status); }
    const text = await answer.text();
    if (mine !== request) { return; }
    const old = document.getElementById("moment"), moment = new DOMParser().parseFromString(text, "text/html").getElementById("moment");
    if (!moment) { throw new Error("no moment"); }
    old.replaceWith(moment);
    ready();
    look();
    window.history.replaceState(null, "", address);
    request = null;
  } catch (error) {
    if (error.name !== "AbortError") { window.location.assign(address); }
  }
}

function ready() {
  if (navigator.clipboard) { document.querySelectorAll("#moment [data-copy]").forEach((button) => { button.hidden = false; }); }
}

function still() {
  window.clearTimeout(timer);
  timer = null;
  showRunning(false);
}
function showRunning(runs) {
  run.setAttribute("aria-pressed", runs ? "true" : "false");
  run.querySelector("[data-when=runs]").hidden = !runs;
  run.querySelector("[data-when=still]").hidden = runs;
}
function go() {
  if (timer !== null) { still(); return; }
  showRunning(true);
  if (at === last) { show(0); }
  timer = window.setTimeout(further, pace());
}
async function further() {
  await show(target("1"));
  if (timer === null) { return; }
  if (at === last) { still(); } else { timer = window.setTimeout(further, pace()); }
}

slider.addEventListener("input", () => { still(); show(Number(slider.value)); });
run.addEventListener("click", go);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step], .replay-list a[data-at]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
  event.preventDefault();
  still();
  show("step" in link.dataset ? target(link.dataset.step) : Number(link.dataset.at));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) { return; }
  const on = event.target, step = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" }[event.key];
  if (on !== slider && on.closest("input, textarea, select, [role=region]")) { return; }
  if (step) {
    event.preventDefault();
    still();
    show(target(step));
  } else if (event.key === " " && (on === slider || !on.closest("a, button, summary"))) {
    event.preventDefault();
    go();
  }
});

run.hidden = false;
bar.querySelector("[data-go]").hidden = true;
bar.querySelector("[data-keys]").hidden = false;
point(at);
ready();
