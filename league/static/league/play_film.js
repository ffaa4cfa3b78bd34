/* What others did since the last look, or the next move of a replay, is shown over the server's drawing: told above the
   board, dice fall, pieces walk, cards fly, figures count up. All of it is animations and their sprites, so it ends where a reload
   would, and a tap ends it at once. Without this file the last turn stands there alone. */

import { byId, element, store, stored } from "./lib.js";

const LONGEST = 1500; // milliseconds for all turns together, where each keeps its least
const LEAST = { slow: 1500, quick: 300 };
const OF_REPLAY = { slow: 2000, quick: 900, none: 900 };
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const stood = {}; // where each piece was last seen, by seat
let number = null, figures = [], timers = [], running = [], stage = null, counting = 0, counted = [];

function speed() { return still.matches ? "none" : stored("told") || "quick"; }
function table() { return byId("table") || byId("moment"); }
function place() { return document.querySelector(".play-told"); }
function heard(kind) { document.dispatchEvent(new CustomEvent("film:step", { detail: kind })); }
function later(wait, act) { timers.push(setTimeout(act, wait)); }
/* Without the clauses. Where two lines are too few, the end is seen, which says what came of it; a long end has a third. */
function tell(turn) {
  const line = place(), said = line ? Array.from(turn.children, (sentence) => sentence.firstChild.data) : [];
  if (line) { line.textContent = said.join(" "); }
  const enough = line && parseFloat(getComputedStyle(line).minHeight) + 2;
  for (let from = 1; from < said.length && line.scrollHeight > enough; from += 1) {
    line.replaceChildren(element("span", "visually-hidden", `${said.slice(0, from).join(" ")} `), said.slice(from).join(" "));
  }
}

/* How long a move of a replay takes. */
export function pace() { return OF_REPLAY[speed()]; }

function turnsSince(before) {
  const move = document.querySelector(".replay-told");
  if (move) { return Number(table().dataset.number) === before + 1 ? [move] : []; }
  return Array.from(document.querySelectorAll(".play-log > ol > li"))
    .filter((turn) => turn.value > before).sort((a, b) => a.value - b.value);
}

function animate(node, keyframes, delay, duration, fill = "both") {
  running.push(node.animate(keyframes, { delay, duration: Math.max(1, duration), fill, easing: "ease-in-out" }));
}

/* ---- Pieces walk the path ---- */

function pointOf(token) { return /translate\(([-\d.]+) ([-\d.]+)\)/.exec(token.getAttribute("transform")).slice(1).map(Number); }

function centre(at) {
  const square = document.querySelector(`.of-table [data-at="${at}"]`);
  return square && [Number(square.dataset.x), Number(square.dataset.y)];
}

/* The squares that a piece walks over, at most eleven; a card or a reorganisation carries it straight away. */
export function squaresBetween(from, to) {
  const ahead = from < 42 && to < 42 ? (to - from + 42) % 42 : from >= 42 && to >= 42 ? to - from : 0;
  if (ahead > 12) { return []; }
  return Array.from({ length: Math.max(0, ahead - 1) }, (_, before) => to < 42 ? (from + before + 1) % 42 : from + before + 1);
}

/* `walks`: [seat, square, when, how long], in their order. */
function walk(walks, total) {
  document.querySelectorAll(".token").forEach((token) => {
    const before = stood[token.dataset.seat], own = walks.filter(([seat]) => String(seat) === token.dataset.seat);
    const end = Number(token.dataset.at);
    if (!before) { return; }
    if (!own.length && before.at !== end) { own.push([0, end, 0, total]); }
    let at = before.at, point = before.point;
    const frames = [];
    // One leg ends where the next begins, but for the last digit, and a browser takes no offset that goes back.
    let offset = 0;
    const stand = (there, when) => { offset = Math.min(1, Math.max(offset, when / total)); frames.push({ point: there, offset }); };
    stand(point, 0);
    own.forEach(([, to, when, long], leg) => {
      const there = leg === own.length - 1 && to === end ? pointOf(token) : centre(to) || point;
      const stops = [...squaresBetween(at, to).map(centre).filter(Boolean), there];
      stand(point, when);
      stops.forEach((stop, step) => { stand(stop, when + long * (step + 1) / stops.length); });
      [at, point] = [to, there];
    });
    if (frames.length > 1) {
      stand(pointOf(token), total);
      animate(token, frames.map(({ point: [x, y], offset: at }) => ({ transform: `translate(${x}px, ${y}px)`, offset: at })), 0, total, "none");
    }
  });
}

function rememberPieces() {
  document.querySelectorAll(".token").forEach((token) => {
    stood[token.dataset.seat] = { at: Number(token.dataset.at), point: pointOf(token) };
  });
}

/* ---- Dice and cards ---- */

const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

function die(pips) {
  const box = element("span", "film-die");
  const spots = Array.from(PIPS[pips], (at) => `M${8 + 9 * (at % 3)} ${8 + 9 * Math.floor(at / 3)}h0`).join("");
  box.innerHTML = `<svg viewBox="0 0 34 34"><rect x="1" y="1" width="32" height="32" rx="6"/><path d="${spots}"/></svg>`;
  return box;
}

function sprite(...parts) {
  const one = element("span", "film-sprite");
  one.append(...parts);
  stage.append(one);
  return one;
}

/* How to get from the middle of the stage to the cell of a seat in the line of players. */
function towards(seat) {
  const cell = document.querySelectorAll(".play-line > li")[seat]?.getBoundingClientRect(), here = stage.getBoundingClientRect();
  if (!cell) { return "translate(0, -6rem) scale(.3)"; }
  return `translate(${cell.x + cell.width / 2 - here.x - here.width / 2}px, ${cell.y + cell.height / 2 - here.y - here.height / 2}px) scale(.3)`;
}

const UP = "translate(0, -4.5rem)";
const DRAWN = {
  dice(pips) {
    return [sprite(...pips.map(die), element("b", "film-sum", pips.reduce((sum, one) => sum + one, 0))),
      "translate(0, -5rem) rotate(-200deg) scale(.6)", "none"];
  },
  lays([seat, ...cards]) {
    const faces = cards.map((card) => element("span", `hand-card rank-${card === "★" ? 3 : Math.floor((card - 1) / 5)}`, card));
    return [sprite(...faces), towards(seat), "none"];
  },
  throws([skill]) { return [sprite(element("b", "film-sum", skill)), `${UP} scale(.6)`, UP]; },
  reads([seat, level], nth) {
    const name = document.querySelectorAll(".play-line > li bdi")[seat]?.textContent || "";
    return [sprite(element("b", "film-level", level), element("small", "", name)), towards(seat), `translate(${(nth % 4 - 1.5) * 4.5}rem, ${Math.floor(nth / 4) * 4.5}rem)`];
  }
};

/* `steps`: [when, how long, kind, ...], in their order. What lies there goes when the next is laid, and to who takes it. */
function drawSteps(steps, total) {
  let lying = [];
  const away = (when, to, long) => {
    lying.forEach(([one, rest]) => { animate(one, [{ transform: rest, opacity: 1 }, { transform: to, opacity: 0 }], when, long, "forwards"); });
    lying = [];
  };
  steps.forEach(([when, long, kind, ...of]) => {
    if (kind === "takes") { away(when, towards(of[0]), long); return; }
    if (!DRAWN[kind]) { return; }
    if (kind !== "reads") { away(when, "scale(.9)", long / 3); }
    const [one, from, rest] = DRAWN[kind](of, lying.filter((one) => one[1] !== UP).length);
    lying.push([one, rest]);
    animate(one, [{ transform: from, opacity: 0 }, { transform: rest, opacity: 1, offset: .7 }, { transform: rest, opacity: 1 }], when, long, "both");
  });
  document.querySelectorAll(".play-trick > *, .compass-aloud").forEach((under) => {
    if (stage.childElementCount) { animate(under, [{ opacity: 0 }, { opacity: 0 }], 0, total, "none"); }
  });
}

/* ---- Figures count up ---- */

function figuresNow() { return Array.from(document.querySelectorAll(".line-figures > span"), (cell) => [cell.lastChild, cell.lastChild.data]); }
function amountOf(text) { return Number(text.replace(/[^\d-]/g, "")); }

function count(before, total) {
  const began = performance.now(), changed = figuresNow().flatMap(([node, text], at) => {
    const [from, to] = [amountOf(before[at]?.[1] || ""), amountOf(text)];
    return before[at] && before[at][1] !== text && /\d/.test(text) && from !== to ? [{ node, text, from, to }] : [];
  });
  counted = changed;
  changed.forEach(({ node }) => { animate(node.parentElement, [{ color: "var(--gold)" }, { color: "var(--gold)" }], 0, total, "none"); });
  (function step(now) {
    const part = Math.min(1, Math.max(0, (now - began) / total));
    changed.forEach(({ node, text, from, to }) => {
      const sign = /[.,\u00a0\u202f]/.exec(text)?.[0] || "", digits = String(Math.round(from + (to - from) * part));
      node.data = part === 1 ? text : text.replace(/\d.*\d|\d/, digits.replace(/\B(?=(\d{3})+$)/g, sign));
    });
    if (part < 1) { counting = requestAnimationFrame(step); }
  })(began);
}

/* ---- The film ---- */

function end() {
  timers.forEach(clearTimeout);
  cancelAnimationFrame(counting);
  counted.forEach(({ node, text }) => { node.data = text; });
  running.forEach((animation) => { animation.cancel(); });
  stage?.remove();
  [timers, running, counted, stage] = [[], [], [], null];
  tell(turnsSince(0).at(-1));
}

function show(turns, before) {
  const each = byId("moment") ? pace() : Math.max(LEAST[speed()], LONGEST / turns.length), total = each * turns.length, steps = [];
  stage = element("div", "film");
  stage.setAttribute("aria-hidden", "true");
  (document.querySelector("#moment .play-scene") || table()).append(stage);
  turns.forEach((turn, at) => {
    const own = JSON.parse(turn.dataset.film || "[]"), long = each / Math.max(1, own.length);
    own.forEach((step, nth) => {
      steps.push([at * each + nth * long, long, ...step]);
      later(at * each + nth * long, () => heard(step[0]));
    });
    later(at * each, () => tell(turn));
  });
  walk(steps.filter((step) => step[2] === "walks").map(([when, long, , seat, to]) => [seat, to, when, long]), total);
  rememberPieces();
  drawSteps(steps, total);
  count(before, total);
  later(total, end);
}

export function look() {
  const last = number, before = figures;
  if (stage) { end(); }
  number = table() ? Number(table().dataset.number) : null;
  figures = figuresNow();
  if (last !== null && number > last && document.querySelector(".play-sheet.is-mine")) { heard("turn"); }
  const turns = number !== null && last !== null && number > last ? turnsSince(last) : [];
  if (turns.length && speed() !== "none" && document.querySelector(".play-shell, .replay-told")) { show(turns, before); } else { rememberPieces(); }
  tellLatest();
}

function tellLatest() {
  const latest = byId("table") && !stage ? turnsSince(0).at(-1) : null;
  if (latest && place()) { tell(latest); }
}

function showSpeed() {
  document.querySelectorAll("[data-told-speed]").forEach((select) => {
    select.closest(".field").hidden = false;
    select.value = stored("told") || "quick";
  });
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-told-speed]")) { store("told", event.target.value); }
});
document.addEventListener("pointerdown", () => { if (stage) { end(); } });
window.addEventListener("resize", tellLatest);
document.addEventListener("htmx:afterSettle", look);
look();
showSpeed();
