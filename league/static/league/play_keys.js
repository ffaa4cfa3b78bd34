/* Keys at a table: 1 to 9 choose, R does the one thing to do, L goes to the log, ? says so. Every choice is a button
   without this file. Who types is left alone, and the keys can be turned off. */

const CHOICES = "#table :is(button[name=action], summary.pile)";

function isOn() {
  try { return localStorage.getItem("play-keys") !== "off"; } catch { return true; }
}

function remember(on) {
  try {
    if (on) { localStorage.removeItem("play-keys"); } else { localStorage.setItem("play-keys", "off"); }
  } catch { /* Private windows may refuse; the wish then lasts for this page. */ }
}

let used = isOn();
function choices() {
  const seen = Array.from(document.querySelectorAll(CHOICES)).filter((choice) => !choice.disabled && choice.checkVisibility());
  const isWay = (choice) => Boolean(choice.closest(".pile-ways")); // an open pile comes first: no more than nine have a key
  return [...seen.filter(isWay), ...seen.filter((choice) => !isWay(choice))];
}

function number() {
  document.querySelectorAll(".play-key").forEach((mark) => {
    mark.parentElement.removeAttribute("aria-keyshortcuts");
    mark.remove();
  });
  if (!used) { return; }
  choices().slice(0, 9).forEach((button, at) => {
    const mark = document.createElement("span");
    mark.className = "play-key";
    mark.setAttribute("aria-hidden", "true");
    mark.textContent = at + 1;
    button.prepend(mark);
    button.setAttribute("aria-keyshortcuts", at + 1);
  });
}

function main() {
  const there = choices();
  return document.querySelector("#table button[data-main]") || (there.length === 1 ? there[0] : null);
}

function help() {
  const dialog = document.getElementById("play-keys");
  if (dialog && !dialog.open) { dialog.showModal(); }
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, [contenteditable]");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing || document.querySelector("dialog[open]")) { return; }
  if (!used) { return; }
  let button = null;
  if (/^[1-9]$/.test(event.key)) { button = choices()[event.key - 1]; }
  if (event.key.toLowerCase() === "r") { button = main(); }
  if (button) { event.preventDefault(); button.click(); return; }
  if (event.key.toLowerCase() === "l") {
    const log = document.querySelector(".play-log");
    if (log) { event.preventDefault(); log.closest("details").open = true; log.focus(); log.scrollIntoView({ block: "nearest" }); }
  }
  if (event.key === "?") { event.preventDefault(); help(); }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play-help]")) { help(); }
});

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-play-keys]")) { return; }
  used = event.target.checked;
  remember(used);
  number();
});

function begin() {
  document.querySelectorAll("[data-play-help]").forEach((button) => { button.hidden = false; });
  document.querySelectorAll("[data-play-keys]").forEach((box) => { box.checked = used; });
  number();
}
begin();
document.addEventListener("htmx:afterSettle", number);
document.addEventListener("toggle", (event) => { if (event.target.closest("#table")) { number(); } }, true); // a pile shows its ways
