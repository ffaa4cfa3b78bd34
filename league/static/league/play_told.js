/* On a phone the log lies behind a button. So what others did since the last look is told above the board, a turn at a
   time; a tap ends that, and the last turn stays. Without this file it alone stands there. */

import { byId, store, stored } from "./lib.js";

const LONGEST = 1500; // milliseconds for all turns together, where each keeps its least
const LEAST = { slow: 1500, quick: 300 };
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let number = null, timer = null;

function speed() { return still.matches ? "none" : stored("told") || "quick"; }
function place() { return document.querySelector(".play-told"); }

function turnsSince(before) {
  return Array.from(document.querySelectorAll(".play-log > ol > li"))
    .filter((turn) => turn.value > before).sort((a, b) => a.value - b.value);
}

function announce(turns) {
  clearTimeout(timer);
  if (!place() || !turns.length) { return; }
  place().textContent = turns[0].textContent;
  place().classList.toggle("told-on", turns.length > 1);
  if (turns.length > 1) {
    timer = setTimeout(announce, Math.max(LEAST[speed()], LONGEST / turns.length), turns.slice(1));
  }
}

function look() {
  const table = byId("table"), before = number;
  number = table ? Number(table.dataset.number) : null;
  if (number === null || before === null || number <= before) { return; }
  const turns = turnsSince(before);
  announce(speed() === "none" ? turns.slice(-1) : turns);
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
document.addEventListener("pointerdown", () => {
  if (place()?.classList.contains("told-on")) { announce(turnsSince(0).slice(-1)); }
});
document.addEventListener("htmx:afterSettle", look);
look();
showSpeed();
