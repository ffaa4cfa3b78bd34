/* What this browser adds to the chance of a game (games/rules/fair_chance.py): a salt that it draws, whose hash it gives on
   sitting down, and which it shows once everybody sits. It keeps both, with what it saw of the others, so that the proof of
   the game (proof.js) can compare. Where it can't keep or hash anything it adds nothing, and the seat's salt follows from the
   secret of the site, as for a bot. */

import { hexOf, interpolate, ngettext, stored } from "./lib.js";

const MOST_KEPT = 100, AGAIN = 4000;
let showing = false, shown_at = 0;

function salts() { return stored("salts") || {}; }

function keep(hash, what) {
  const newest = Object.entries(salts()).filter((one) => one[0] !== hash).slice(1 - MOST_KEPT);
  localStorage.setItem("salts", JSON.stringify(Object.fromEntries(newest.concat([[hash, what]]))));
}

/* ---- Sitting down ---- */

async function draw(form) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hash = hexOf(await crypto.subtle.digest("SHA-256", bytes));
  form.drawn = { hash: hash, salt: hexOf(bytes) };
}

function drawAll() {
  if (!window.crypto || !crypto.subtle) { return; } /* no https */
  document.querySelectorAll("[data-salted]").forEach(draw);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.drawn) { return; }
  try {
    keep(form.drawn.hash, { salt: form.drawn.salt, commitment: form.dataset.salted });
    form.elements.salt_hash.value = form.drawn.hash;
  } catch { /* a private window may keep nothing */ }
});

/* ---- Showing what was kept ---- */

async function show() {
  const ready = Array.from(document.querySelectorAll("[data-shows]")).filter((form) => salts()[form.dataset.shows]);
  if (showing || !ready.length || Date.now() - shown_at < AGAIN) { return; }
  showing = true;
  shown_at = Date.now();
  for (const form of ready) {
    const hash = form.dataset.shows, own = salts()[hash];
    try {
      keep(hash, Object.assign(own, { hashes: form.dataset.others, commitment: own.commitment || form.dataset.commitment }));
      await window.htmx.ajax("POST", form.action, {
        target: "#table", select: "#table", swap: "outerHTML", headers: { "X-Frame": "open" },
        values: { csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, salt: own.salt }
      });
    } catch { /* the next look at the table tries again */ }
  }
  showing = false;
}

/* ---- Beginning without who shows nothing: not before their browsers had time ---- */

function count() {
  const countdown = document.querySelector("[data-possible-in]");
  if (!countdown) { return; }
  if (!countdown.until) { countdown.until = Date.now() + countdown.dataset.possibleIn * 1000; }
  const left = Math.ceil((countdown.until - Date.now()) / 1000);
  countdown.closest("form").querySelector("button").disabled = left > 0;
  countdown.textContent = interpolate(ngettext("Possible in %s second", "Possible in %s seconds", left), [left]);
  if (left <= 0) { countdown.remove(); }
}
window.setInterval(count, 1000);

function look() {
  drawAll();
  show();
  count();
}

document.addEventListener("htmx:afterSettle", look);
document.addEventListener("DOMContentLoaded", look);
