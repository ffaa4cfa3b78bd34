/* The board of Careers: it follows the pieces, amounts have a slider, an offer is one dialog. Everything on the page
   works without this file. */

import { byId, gettext } from "./lib.js";
import { sendMoves } from "./play_moves.js";

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

function table() { return byId("table"); }

function place(token) {
  return /translate\(([-\d.]+) ([-\d.]+)\)/.exec(token.getAttribute("transform")).slice(1).map(Number);
}

/* All pieces stay in sight. Where the whole board is too small to read its squares, it is drawn nearer, as far as the
   pieces allow; a double tap looks nearer still, until the next move. */
const READABLE = 750, LARGE = 500, ROOM = .075;  // px of a board: its names can be read, it needs no help; what a piece needs around it
let stood = [];

function scene() { return document.querySelector(".play-shell > .play-scene:has(.careers-board)"); }

function look(way, size, [x, y]) {
  const view = scene(), board = view.querySelector(".careers-board");
  board.style.width = `${size}px`;
  document.documentElement.dataset.board = size < READABLE ? "whole" : "near";
  view.scrollTo({ left: x * size - view.clientWidth / 2, top: y * size - height(view) / 2, behavior: still.matches ? "auto" : way });
}

function height(view) { return view.clientHeight - (view.querySelector(".careers-offer")?.offsetHeight || 0); }

function follow(way, before = []) {
  const view = scene(), places = Array.from(document.querySelectorAll(".token"), place);
  if (!view || !places.length) { return; }
  const whole = Math.min(view.clientWidth, height(view)), spans = [0, 1].map((axis) => {
    const all = [...before, ...places].map((point) => (point[axis] + 40) / 1080);
    return [Math.max(0, Math.min(...all) - ROOM), Math.min(1, Math.max(...all) + ROOM)];
  });
  const most = spans.map(([from, to], axis) => (axis ? height(view) : view.clientWidth) / (to - from));
  look(way, whole < LARGE ? Math.max(whole, Math.min(READABLE, ...most)) : whole, spans.map(([from, to]) => (from + to) / 2));
  stood = places;
}

document.addEventListener("dblclick", (event) => {
  const board = event.target.closest(".play-shell .careers-board")?.getBoundingClientRect();
  if (!board) { return; }
  if (board.width > READABLE) { follow("auto"); return; }
  look("auto", READABLE * 1.5, [(event.clientX - board.left) / board.width, (event.clientY - board.top) / board.height]);
});
window.addEventListener("resize", () => { follow("auto"); });

/* A slider and two buttons beside the number. */
function steppers() {
  document.querySelectorAll("[data-stepper]:not(.ready)").forEach((row) => {
    const number = row.querySelector("input");
    const slider = document.createElement("input");
    row.classList.add("ready");
    slider.type = "range";
    ["min", "max", "step", "value"].forEach((name) => { slider[name] = number[name]; });
    slider.setAttribute("aria-label", gettext("Slide to an amount"));
    slider.addEventListener("input", () => { number.value = slider.value; });
    number.addEventListener("input", () => { slider.value = number.value; });
    [[-1, "−", gettext("Less")], [1, "+", gettext("More")]].forEach((one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = one[1];
      button.setAttribute("aria-label", one[2]);
      button.addEventListener("click", () => {
        if (one[0] < 0) { number.stepDown(); } else { number.stepUp(); }
        slider.value = number.value;
      });
      if (one[0] < 0) { row.prepend(button); } else { row.append(button); }
    });
    row.append(slider);
  });
}

/* An offer: the partner, what goes each way; its turns are sent one after the other (play_moves.js). */
const MONEY = ["cash", "loan"];

function kind(select) { return select.selectedOptions[0].dataset.kind; }

function sums(form) {
  ["give", "take"].forEach((side) => {
    const sum = form.elements[`${side}_sum`];
    sum.hidden = sum.previousElementSibling.hidden = !MONEY.includes(kind(form.elements[side]));
  });
}

function openTrade(seat) {
  const dialog = byId("trade"), form = dialog.querySelector("form");
  const has = table().querySelector(`data[value="${seat}"]`).dataset;
  form.reset();
  form.elements.with.value = seat;
  form.elements.give_sum.max = Math.floor(table().querySelector("data.own").dataset.cash / 100) * 100;
  form.elements.take_sum.max = Math.floor(has.cash / 100) * 100;
  Array.from(form.elements.take.options).forEach((option) => {
    const needs = option.dataset.kind === "loan" ? "cash" : option.dataset.kind;
    option.hidden = option.disabled = needs !== "nothing" && Number(has[needs]) < (needs === "cash" ? 100 : 1);
  });
  say(form, "");
  sums(form);
  dialog.showModal();
}

function say(form, text) {
  const alert = form.querySelector("[role=alert]");
  alert.textContent = text;
  alert.hidden = !text;
}

/* A sum as the game asks for it: hundreds, or with more than 1000 of them at hand thousands of hundreds first. A figure that
   can only be 0 is not asked for. */
export function amounts(sum, most) {
  const actions = [];
  let left = Math.round(sum / 100), ceiling = Math.round(most / 100), unit = 1;
  while (Math.floor(ceiling / unit) > 1000) { unit *= 1000; }
  for (; unit >= 1 && (ceiling || !actions.length); unit /= 1000) {
    if (actions.length && unit > ceiling) { continue; }
    const amount = Math.floor(left / unit);
    actions.push(`amount ${amount}`);
    left -= amount * unit;
    ceiling -= amount * unit;
  }
  return actions;
}

function actions(form) {
  const trade = ["give", "take"].flatMap((side) => {
    const choice = form.elements[side], sum = form.elements[`${side}_sum`];
    return [choice.value, ...(MONEY.includes(kind(choice)) ? amounts(sum.value, sum.max) : [])];
  });
  return [`trade with seat ${form.elements.with.value}`, ...trade];
}

function turns(form) {
  const number = Number(table().dataset.number), token = form.elements.csrfmiddlewaretoken.value;
  return actions(form).map((action, after) => {
    const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    return { path: form.dataset.turns, values: { csrfmiddlewaretoken: token, number: number + after, action: action, key: key } };
  });
}

function offer(form) {
  const nothing = kind(form.elements.give) === "nothing" && kind(form.elements.take) === "nothing";
  if (nothing) { say(form, gettext("Give something, or ask for something.")); return; }
  if (!form.reportValidity()) { return; }
  byId("trade").close();
  sendMoves(turns(form));
}

/* A tap on a square says what stands there: on a phone its figures are too small to read. */
function tellSquare(square) {
  const notice = byId("square-told");
  document.querySelectorAll(".of-table .told").forEach((one) => { one.classList.remove("told"); });
  square.classList.add("told");
  notice.textContent = square.querySelector("title").textContent;
  notice.hidden = false;
}

/* Arrow keys on the board lead from square to square, from where one's own piece stands. */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key], board = event.target.closest(".of-table");
  if (!step || !board) { return; }
  event.preventDefault();
  const squares = Array.from(board.querySelectorAll("[data-at]")).sort((a, b) => a.dataset.at - b.dataset.at);
  const piece = document.querySelector(".token.mine") || document.querySelector(".token");
  const current = squares.findIndex((one) => one.classList.contains("told"));
  const stands = squares.findIndex((one) => piece && one.dataset.at === piece.dataset.at);
  tellSquare(squares[(current < 0 ? stands : current + step + squares.length) % squares.length] || squares[0]);
});

document.addEventListener("click", (event) => {
  const trade = event.target.closest("[data-trade]"), square = event.target.closest(".of-table [data-at]");
  if (trade && byId("trade")) {
    event.preventDefault();
    event.stopPropagation();
    openTrade(trade.dataset.trade);
  } else if (event.target.closest("[data-offer]")) {
    offer(event.target.closest("form"));
  } else if (square) {
    tellSquare(square);
  }
}, true);
document.addEventListener("change", (event) => {
  const form = event.target.closest("#trade form");
  if (form) { sums(form); }
});

document.addEventListener("htmx:afterSettle", () => {
  if (!document.querySelector(".pieces")) { return; }
  follow("auto", stood);
  steppers();
});
follow("auto");
steppers();
