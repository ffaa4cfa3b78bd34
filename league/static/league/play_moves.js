/* A move is sent until it is answered. One without an answer (no network, silence, a site that starts again) is kept with
   its number and its key, by which the site takes it once: the page stays as it is, says so, and sends it when it can.
   A reload of the page keeps it too. Every move is a plain form without this file. */

import { byId, gettext, store, stored } from "./lib.js";

const SILENCE = 15000, AGAIN = 3000, LATER = [408, 425, 429, 502, 503, 504];
const NAME = `moves ${location.pathname}`;
let pending = stored(NAME, "sessionStorage") || [], sending = false, timer = null;

function table() { return byId("table"); }

function keep(moves) {
  pending = moves;
  store(NAME, pending.length ? pending : null, "sessionStorage");
}

function tell(text, classes) {
  const box = byId("move-told");
  if (box.textContent === text) { return; }
  box.replaceChildren();
  if (!text) { return; }
  const line = document.createElement("p");
  line.className = classes || "notice warning connection";
  line.textContent = text;
  box.append(line);
}

function tellKept(lost) {
  tell(lost || !navigator.onLine ? gettext("No network. Your move is kept and will be sent.")
    : gettext("The site does not answer. Your move is kept and will be sent."));
}

/* ---- Sending what is kept: one after the other, each in its turn ---- */

function send() {
  clearTimeout(timer);
  if (sending || !pending.length || !table()) { return; }
  const first = pending[0];
  sending = true;
  window.htmx.ajax("POST", pending[0].path, {
    target: "#table", select: "#table", swap: "outerHTML", values: pending[0].values,
    headers: table().hasAttribute("hx-headers") ? { "X-Board": "kept" } : {}
  }).catch(() => { /* said already */ }).then(() => {
    sending = false;
    if (pending.length) { timer = setTimeout(send, pending[0] === first ? AGAIN : 0); }
  });
}

/* ---- What becomes of a request ---- */

function isOurs(config) { return config.elt === document.body; }
function isPost(detail) { return detail.target && detail.target.id === "table" && detail.requestConfig.verb === "post"; }
function isMove(detail) { return isPost(detail) && detail.requestConfig.formData.has("key"); }

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "post" && event.detail.target.id === "table") { event.detail.timeout = SILENCE; }
});

/* What is decided is decided: it may have reached the site. */
document.addEventListener("htmx:beforeRequest", (event) => {
  if (pending.length && isMove(event.detail) && !isOurs(event.detail.requestConfig)) { event.preventDefault(); }
});

function unanswered(event) {
  const config = event.detail.requestConfig, lost = event.type === "htmx:sendError";
  if (!isPost(event.detail)) { return; }
  if (!isMove(event.detail)) { tell(gettext("No answer came. Look whether it was done, then try again.")); return; }
  if (!isOurs(config)) {
    keep([{ path: config.path, values: Object.fromEntries(config.formData) }]);
    timer = setTimeout(send, AGAIN);
  }
  tellKept(lost);
}
document.addEventListener("htmx:sendError", unanswered);
document.addEventListener("htmx:timeout", unanswered);
document.addEventListener("htmx:responseError", (event) => {
  if (!isPost(event.detail)) { return; }
  if (LATER.includes(event.detail.xhr.status)) { unanswered(event); return; }
  if (isOurs(event.detail.requestConfig)) { keep([]); }
  tell(gettext("This was not taken. Load the page again, then decide."));
});

/* An answer that is no table (who is signed out gets the way in) is no part of this page. */
function isTable(detail) { return detail.xhr.responseText.indexOf('id="table"') >= 0; }
document.addEventListener("htmx:beforeSwap", (event) => {
  const detail = event.detail;
  if (detail.target?.id !== "table" || !detail.shouldSwap || isTable(detail)) { return; }
  detail.shouldSwap = false;
  if (isPost(detail) && isOurs(detail.requestConfig)) { keep([]); }
  location.reload();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const detail = event.detail;
  if (!detail.successful || !isPost(detail) || !isTable(detail)) { return; }
  const messages = document.querySelector("#table .messages"), ours = isOurs(detail.requestConfig) && pending.length;
  if (ours) {
    const now = /data-number="(\d+)"/.exec(detail.xhr.responseText), before = Number(pending[0].values.number);
    keep(messages || !now || Number(now[1]) <= before ? [] : pending.slice(1));
  }
  if (messages && messages.getBoundingClientRect().bottom < 0) { tell(messages.textContent.trim().replace(/\s+/g, " ")); }
  else { tell(ours ? gettext("Your move was sent.") : "", "visually-hidden"); }
  if (detail.requestConfig.elt.matches(".play-say") && !messages) { detail.requestConfig.elt.reset(); }
});
document.addEventListener("click", () => { if (!pending.length) { tell(""); } });

/* Whoever plays by keyboard goes on where the next choice is. */
let inside = false;
document.addEventListener("htmx:beforeSwap", () => { inside = Boolean(table()?.contains(document.activeElement)); });
document.addEventListener("htmx:afterSettle", () => {
  const next = document.querySelector(".play-end .button.primary, :is(.play-choices, .poker-hand, .compass-pack) :is(button.primary, input:not([type=hidden]), select, button, summary)");
  if (inside && next && document.activeElement === document.body) { next.focus({ preventScroll: true }); }
});

function begin() {
  if (!pending.length) { return; }
  tellKept(false);
  send();
}
window.addEventListener("online", send);
document.addEventListener("DOMContentLoaded", begin);

/* For an offer, which is several turns: [{path, values}, ...]. */
export function sendMoves(moves) {
  if (pending.length) { return; }
  keep(moves);
  send();
}
