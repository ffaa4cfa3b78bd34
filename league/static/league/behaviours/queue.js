/* <form data-search-again>: once it is sent the search box is empty and has the focus, ready for the next name. */

import { gettext, interpolate, ngettext } from "../lib.js";
import { showConnection } from "./connection.js";

document.addEventListener("htmx:beforeSend", (event) => {
  if (!event.target.matches("[data-search-again]")) { return; }
  const box = event.target.querySelector("input[type=search]");
  box.value = "";
  box.focus({ preventScroll: true });
});

/* <form data-queue="#target">: what stood in it when Enter was pressed is sent in its turn, however fast the next is
   typed; without a connection it waits, and the server knows a name that reached it already. While the answer to one
   asks something ([data-asks]), the others wait. */
const queue = [];
let sending = false, refused = false, missed = [];

function namesOf(entries) { return entries.map((entry) => entry.name).join(", "); }
function isAsked() { return Boolean(document.querySelector("[data-asks]")); }
function focusOnField(form) { form.querySelector("input:not([type=hidden])").focus({ preventScroll: true }); }

function showQueue(form) {
  const sentences = [];
  if (queue.length && isAsked()) { sentences.push(interpolate(gettext("Waiting until you have answered: %s."), [namesOf(queue)])); }
  else if (queue.length > 1) { sentences.push(interpolate(ngettext("%s is on its way.", "%s are on their way.", queue.length), [queue.length])); }
  if (missed.length) { sentences.push(interpolate(gettext("Not added: %s. Try again."), [namesOf(missed)])); }
  form.querySelector("[data-queue-count]").textContent = sentences.join(" ");
}

function sendNext(form) {
  showQueue(form);
  if (sending || !queue.length || isAsked()) { return; }
  sending = true;
  refused = false;
  window.htmx.ajax("POST", form.action, { target: form.dataset.queue, swap: "outerHTML", values: queue[0] }).then(
    () => {
      const entry = queue.shift();
      sending = false;
      if (refused) { missed.push(entry); }
      sendNext(form);
    },
    () => { sending = false; showConnection(true); setTimeout(() => { sendNext(form); }, 3000); }
  );
}

function goOn() {
  const form = document.querySelector("[data-queue]");
  if (form) { sendNext(form); }
}

document.addEventListener("htmx:responseError", () => { refused = sending; });
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-asks]") && window.htmx) { form.dataset.answered = "yes"; }
  if (!form.matches("[data-queue]") || !window.htmx) { return; }
  event.preventDefault();
  const typed = Object.fromEntries(new FormData(form));
  missed = missed.filter((entry) => entry.name !== typed.name);
  queue.push(typed);
  form.reset();
  focusOnField(form);
  sendNext(form);
});

/* A question stays until it is answered, whatever else is done beside it. */
let question = null;
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.matches("[data-questions]")) { question = document.querySelector("[data-asks]:not([data-answered])"); }
});
document.addEventListener("htmx:oobAfterSwap", () => {
  const questions = question && document.querySelector("[data-questions]");
  if (questions) {
    questions.append(question);
    window.htmx.process(question);
  }
  question = null;
});
["htmx:responseError", "htmx:sendError"].forEach((name) => {
  document.addEventListener(name, () => {
    document.querySelectorAll("[data-answered]").forEach((form) => { delete form.dataset.answered; });
  });
});
document.addEventListener("htmx:afterSettle", goOn);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-answer]")) { return; }
  event.target.closest("[data-asks]").remove();
  goOn();
  const form = document.querySelector("[data-queue]");
  if (form) { focusOnField(form); }
});
window.addEventListener("beforeunload", (event) => { if (queue.length) { event.preventDefault(); } });
