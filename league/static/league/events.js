/* A page that hears when something has changed, and asks for it.

   <element data-live="address of the stream" data-every="5000" hx-get="..." hx-trigger="live">: `live` is triggered on it
   when the events process says that there is something new, and now and then in any case. While the stream is silent or
   away it is triggered every data-every milliseconds. A hidden page hears nothing and asks seldom. `live` comes to the
   document too, for scripts. What data-version says is not put in the place of itself. */

const SILENT = 30000, CALM = 45000, HIDDEN = 20000, AGAIN = 20000;
let stream = null, heard = 0, tried = 0, askedAt = Date.now(), waits = false, underWay = 0, moves = 0, answers = {}, typed = [];
const icon = document.querySelector("link[rel=icon]"), plain = icon?.getAttribute("href");
const end = document.title.slice(document.title.lastIndexOf(" · "));

function place() { return document.querySelector("[data-live]"); }
export function isFine() { return Boolean(stream) && stream.readyState !== 2 && Date.now() - heard < SILENT; }

/* ---- The stream ---- */

function open() {
  const address = place().dataset.live;
  tried = Date.now();
  if (!address || !window.EventSource) { return; }
  stream = new EventSource(address);
  stream.onopen = () => { heard = Date.now(); show(); };
  stream.onerror = () => {
    const broke = isFine();
    heard = 0;
    show();
    if (broke) { setTimeout(ask, Math.random() * 3000); }  /* not all pages at once */
  };
  stream.addEventListener("beat", () => { heard = Date.now(); });
  ["turn", "seats", "said", "your_turn", "table", "tournament"].forEach((name) => { stream.addEventListener(name, hear); });
}

function close() {
  if (stream) { stream.close(); }
  stream = null;
  heard = 0;
}

/* For style sheets, and whoever wonders how the page gets its news. */
function show() { document.documentElement.dataset.news = isFine() ? "heard" : "asked for"; }

function hear(event) {
  heard = Date.now();
  const here = place(), number = here?.dataset.number;
  if (event.type === "turn" && number === event.lastEventId) { return; }  /* the page was made with it */
  ask();
}

/* ---- Asking ---- */

/* Something is pressed, or half typed. */
function isBusy() {
  const field = document.activeElement;
  return Boolean(document.documentElement.dataset.pressed) || Boolean(field.closest("[data-live]")) &&
    (field.matches("select") || isTyped(field));
}

function isTyped(field) { return field.matches("textarea, input[type=text], input[type=number]") && field.value !== field.defaultValue; }

/* What comes while an answer is on its way is asked for once that is here: it may have been made before. */
function ask() {
  waits = isBusy() || underWay > 0;
  if (waits) { return; }
  askedAt = Date.now();
  document.querySelectorAll("[data-live]").forEach((one) => { window.htmx.trigger(one, "live"); });
  document.dispatchEvent(new CustomEvent("live"));
  if (document.querySelector("[data-live][hx-get]") && !underWay) { later(); }  /* htmx does not know it yet */
}

function later() {
  waits = true;
  setTimeout(ask, 100);
}

function tick() {
  const here = place();
  if (!here) { close(); return; }
  if (document.hidden) { close(); }
  else if ((!stream || stream.readyState === 2) && Date.now() - tried > (stream ? AGAIN : 0)) { open(); }
  show();
  const pause = document.hidden ? HIDDEN : isFine() ? CALM : Number(here.dataset.every) || 5000;
  if (waits || Date.now() - askedAt >= pause) { ask(); }
}

document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.matches("[data-live]") && document.hidden) { event.detail.headers.Looking = "no"; }
  if (event.detail.target?.matches("[data-live]") && parts()) { event.detail.headers["X-Parts"] = parts(); }
});

/* ---- Parts that an answer may leave out, because the page has them ---- */

function parts() {
  return Array.from(document.querySelectorAll("[data-live] [data-part]")).map((one) => one.dataset.part).join(" ");
}

/* Another answer may have replaced meanwhile what this one leaves out. */
function lacks(text) {
  const left = text.match(/data-part="[^"]+" hx-preserve/g) || [];
  return left.some((one) => !document.querySelector(`[${one.slice(0, one.lastIndexOf(" "))}]`));
}

/* One answer at a time is on its way to what is replaced: a second would be put in the place of what is gone already,
   and take with it what a page keeps. A move goes first; a second one, made before its answer, would be refused anyway. */
document.addEventListener("htmx:beforeRequest", (event) => {
  if (moves && isMove(event) && event.detail.target.dataset.number) { event.preventDefault(); }
});

document.addEventListener("htmx:beforeSend", (event) => {
  const target = event.detail.target, move = isMove(event);
  if (!target?.matches("[data-live]")) { return; }
  if (move) { moves += 1; window.htmx.trigger(target, "htmx:abort"); }
  underWay += 1;
  event.detail.xhr.addEventListener("loadend", () => {  /* even where a move has replaced who asked */
    underWay -= 1;
    if (move) { moves -= 1; }
    if (waits) { later(); }
  });
});

function isMove(event) {
  const target = event.detail.target;
  return Boolean(target) && target.matches("[data-live]") && event.detail.requestConfig.elt !== target;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const target = event.detail.target;
  if (!target?.matches("[data-live]")) { return; }
  const version = target.dataset.version, text = event.detail.serverResponse;
  const same = !isMove(event) && (version ? text.indexOf(`data-version="${version}"`) >= 0 : answers[target.id] === text);  /* a move is told what it did not change */
  answers[target.id] = text;
  if (same) { event.detail.shouldSwap = false; return; }
  if (lacks(text)) { event.detail.shouldSwap = false; later(); return; }
  typed = Array.from(target.querySelectorAll("[id]")).filter(isTyped).map((one) => [one.id, one.value]);
});

/* What was typed and not sent comes back into the field of the same name. */
document.addEventListener("htmx:afterSwap", () => {
  typed.forEach((one) => {
    const field = document.getElementById(one[0]);
    if (field && "value" in field) { field.value = one[1]; }
  });
  typed = [];
});

/* ---- What a tab that nobody looks at says ---- */

function call() {
  const here = place();
  if (!here?.dataset.title) { return; }
  document.title = here.dataset.title + end;
  if (icon && plain) { icon.setAttribute("href", here.dataset.icon || plain); }
}

document.addEventListener("htmx:afterSettle", call);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) { askedAt = 0; }
  tick();
});
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", (event) => { if (event.persisted) { tick(); } });

document.addEventListener("DOMContentLoaded", () => {
  call();
  tick();
  setInterval(tick, 1000);
});
