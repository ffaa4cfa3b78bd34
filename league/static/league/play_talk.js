/* What somebody says stands above the board for three seconds, and leaves a dot on the button of the side until the reader
   has seen it there. */

import { byId, element, gettext, store, stored } from "./lib.js";

const SHOWN = 3000, READ = `read ${location.pathname}`;
let heard = numberOf(remarks().at(-1)), saidMyself = false, timer = null;

function remarks() { return Array.from(document.querySelectorAll(".play-talk > li[id]")); }
function numberOf(remark) { return remark ? Number(remark.id.split("-")[1]) : 0; }

function show(remark) {
  const board = document.querySelector(".play-shell > .play-scene"), bubble = element("p", "play-remark");
  if (!board) { return; }
  bubble.append(element("strong", "", `${remark.querySelector("bdi").textContent}: `), remark.querySelector(".comment-text").textContent.trim());
  bubble.style.top = `${board.getBoundingClientRect().top}px`;
  byId("remark-told").replaceChildren(bubble);
  document.dispatchEvent(new CustomEvent("film:step", { detail: "says" }));
  clearTimeout(timer);
  timer = setTimeout(() => { byId("remark-told").replaceChildren(); }, SHOWN);
}

function mark() {
  const summary = document.querySelector(".play-shell > .play-side > summary"), newest = remarks().at(-1);
  if (!summary || !newest) { return; }
  if (newest.checkVisibility({ contentVisibilityAuto: true })) { store(READ, numberOf(newest)); }
  const unread = numberOf(newest) > (stored(READ) || 0);
  summary.querySelector(".unread")?.remove();
  if (unread) { summary.append(element("span", "unread", gettext("Something was said that you have not read."))); }
}

function look() {
  const newest = remarks().at(-1), number = numberOf(newest);
  if (saidMyself) { store(READ, number); } else if (number > heard) { show(newest); }
  [heard, saidMyself] = [Math.max(heard, number), false];
  mark();
}

document.addEventListener("htmx:beforeSwap", (event) => { saidMyself = event.detail.requestConfig.elt.matches(".play-say"); });
document.addEventListener("htmx:afterSettle", look);
document.addEventListener("toggle", (event) => { if (event.target.matches(".play-side")) { mark(); } }, true);
mark();
