/* Deals by tapping: each seat's input holds one position per deal; a tap gives the next free one. */

import { byId } from "../lib.js";

/* `seats` has the positions of each seat so far; `played` deals are whole, `most` are begun. */
export function dealsOf(texts) {
  const seats = texts.map((text) => text.split(/[\s.,;]+/).filter(Boolean));
  const counts = seats.map((positions) => positions.length);
  return { seats: seats, played: Math.min(...counts), most: Math.max(...counts) };
}

/* The last one left over is the dishwasher without a tap. */
export function goOut(deals, seat) {
  const out = deals.seats.filter((positions) => positions.length > deals.played).length;
  deals.seats[seat].push(String(out + 1));
  if (out + 2 < deals.seats.length) { return; }
  deals.seats.forEach((positions) => {
    if (positions.length === deals.played) { positions.push(String(deals.seats.length)); }
  });
}

export function takeBack(deals) {
  const last = deals.seats.filter((positions) => positions.length === deals.most);
  const latest = last.reduce((left, right) => Number(right[deals.most - 1]) > Number(left[deals.most - 1]) ? right : left);
  const whole = last.length === deals.seats.length;
  latest.pop();
  if (whole) { takeBack({ seats: deals.seats, most: deals.most }); }  /* the dishwasher came without a tap */
}

function inputsOf(box) {
  return Array.from(box.querySelectorAll("[data-out]"), (button) => byId(button.dataset.out));
}

function show(box) {
  const deals = dealsOf(inputsOf(box).map((input) => input.value));
  box.hidden = false;
  box.querySelector("[data-deal-number]").value = deals.played + 1;
  box.querySelectorAll("[data-out]").forEach((button, seat) => {
    button.disabled = deals.seats[seat].length > deals.played;
  });
  box.querySelector("[data-out-undo]").disabled = !deals.most;
}

function showAll() { document.querySelectorAll("[data-deals]").forEach(show); }

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-out], [data-out-undo]");
  if (!button) { return; }
  const inputs = inputsOf(button.closest("[data-deals]")), deals = dealsOf(inputs.map((input) => input.value));
  if (button.dataset.out) { goOut(deals, inputs.indexOf(byId(button.dataset.out))); } else { takeBack(deals); }
  inputs.forEach((input, seat) => { input.value = deals.seats[seat].join(";"); });
  inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-positions]")) { showAll(); }
});
document.addEventListener("htmx:afterSettle", showAll);
showAll();
