/* The page of a table on a phone: it follows what the others do, and what it sends is kept until it has arrived.
   Without this file every step is a plain form. */

import { isFine } from "./events.js";
import { byId, element, filledIn, gettext, interpolate, newKey, store, stored } from "./lib.js";
import "./outbox.js";

const { outbox } = self;
const root = byId("table-phone");
const path = root.dataset.path;
const CALM = 30000;  /* between asks while the site says by itself that something has changed */
const EVERY = { open: 8000, waiting: 3000, frozen: 5000, confirmed: 20000, over: 60000 };
let version = null, polling = 0, trying = 0, pause = 2000, seen = "", worker = null;

function standing() { return byId("standing"); }
function form() { return byId("entry"); }
function ownSeat() { return Number(standing().dataset.seat) || chosen().seat; }
function signal(there) { byId("signal").hidden = there; }

/* Which seat this phone chose, and whether the site knows: without network it goes on with that. */
function chosen() { return stored(`seat ${path}`) || {}; }
function choose(seat, told) { store(`seat ${path}`, seat ? { seat: seat, told: told } : null); }

/* ---- What is typed survives a reload ---- */

const draft = {
  name: `table ${path}`,
  save: () => { if (form()) { store(draft.name, fields()); } },
  read: () => stored(draft.name),
  forget: () => { store(draft.name, null); }
};

function fields() {
  const { csrfmiddlewaretoken, key, go, photo, ...figures } = filledIn(form());
  return figures;
}

function fill(values) {
  Array.from(form().elements).forEach((input) => {
    if (!input.name || ["hidden", "submit", "file"].includes(input.type)) { return; }
    const value = values[input.name];
    if (input.type === "checkbox" || input.type === "radio") {
      input.checked = [].concat(value === undefined ? [] : value).includes(input.value);
    } else {
      input.value = value === undefined ? "" : value;
    }
  });
  const first = form().querySelector("[data-figures] input:not([type=hidden])");
  if (first) { first.dispatchEvent(new Event("input", { bubbles: true })); }
}

/* ---- Following the others ---- */

function show() {
  const here = standing(), section = byId("enter");
  const waiting = byId("kept").dataset.waits === "yes";
  if (byId("who")) { byId("who").hidden = Boolean(chosen().seat); }
  byId("chosen").hidden = !chosen().seat || Boolean(here.dataset.seat);
  byId("chosen").textContent = interpolate(gettext("This phone enters for seat %s."), [chosen().seat]);
  if (section) {
    const open = here.dataset.enter === "yes" || (here.dataset.enter === "other" && section.dataset.wanted === "yes");
    section.hidden = !ownSeat() || !open || waiting;
  }
  count();
}

function follow(soon) {
  clearTimeout(polling);
  const pause = EVERY[standing().dataset.phase] || 8000;
  polling = setTimeout(look, soon ? 0 : isFine() ? Math.max(CALM, pause) : pause);
}

function look() {
  if (document.hidden) { follow(); return; }
  fetch(`${path}state/`, {
    credentials: "same-origin", cache: "no-store", headers: version ? { "If-None-Match": version } : {}
  }).then((response) => {
    signal(true);
    if (response.status !== 200) { return; }
    return response.text().then((text) => {
      const now = byId("now"), focused = now.contains(document.activeElement) ? document.activeElement : null;
      if (document.documentElement.dataset.pressed || (focused?.matches("input[type=text]"))) { return; }
      const open = now.querySelector("details[open]"), refusal = now.querySelector("#who > .notice");
      version = response.headers.get("ETag");
      now.innerHTML = text;
      if (open && now.querySelector("details")) { now.querySelector("details").open = true; }
      if (refusal && byId("who")) { byId("who").prepend(refusal); }
      if (focused) { focusOn(focused.textContent); }
      learn();
      show();
    });
  }, () => { signal(false); }).then(() => { follow(); });
}

function focusOn(words) {
  const same = Array.from(byId("now").querySelectorAll("button, a, summary")).find((one) => one.textContent === words);
  if (same) { same.focus({ preventScroll: true }); }
}

/* What the site knows of this phone. A seat that it never heard of is claimed now; one that was freed is free. */
function learn() {
  const here = standing().dataset, mine = chosen();
  if (here.seat) {
    choose(Number(here.seat), true);
  } else if (mine.told) {
    choose(null);
  } else if (mine.seat && byId("kept").dataset.waits !== "yes") {
    claim(mine.seat, false);
  }
  if (seen !== here.phase + here.seat) { keepPages([path]); }
  seen = here.phase + here.seat;
}

function count() {
  document.querySelectorAll("[data-countdown]").forEach((time) => {
    const left = Math.max(0, Math.round((new Date(time.dateTime) - Date.now()) / 1000));
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    time.textContent = left ? interpolate(gettext("in %s"), [clock]) : gettext("now");
  });
}

/* ---- Sending ---- */

function say(what) {
  const entry = {
    key: newKey(), url: `${path}report/`, made: Date.now(),
    body: JSON.stringify(Object.assign({ seat: ownSeat() }, what))
  };
  return outbox.keep(entry).then(deliver);
}

function deliver() {
  clearTimeout(trying);
  return outbox.sendAll().then((waiting) => {
    if (waiting) {
      trying = setTimeout(deliver, pause);
      pause = Math.min(pause * 2, 60000);
      outbox.sendLater();
    } else {
      pause = 2000;
      follow(true);
    }
    return tell();
  });
}

/* What is kept of this table: waiting, or refused with the reasons. */
function tell() {
  return outbox.all().then((entries) => {
    const here = entries.filter((entry) => entry.url === `${path}report/`);
    const refused = here.find((entry) => entry.refused);
    const box = byId("kept"), waits = here.some((entry) => !entry.refused);
    box.textContent = "";
    box.hidden = !here.length;
    box.dataset.waits = waits ? "yes" : "no";
    if (waits) { box.append(keptNotice(here)); }
    if (refused) { box.append(refusedNotice(refused)); }
    if (!here.length && standing().dataset.phase !== "open") { draft.forget(); }
    show();
  });
}

function keptNotice() {
  const notice = element("div", "notice warning");
  notice.append(element("span", "tag", gettext("Kept on this phone, will be sent.")), " ");
  notice.append(gettext("You can close this page; open it again where there is a signal."));
  return notice;
}

function refusedNotice(entry) {
  const notice = element("div", "notice error"), list = element("ul"), again = element("button", "button", gettext("Put it aside"));
  notice.setAttribute("role", "alert");
  notice.append(element("span", "tag", gettext("Not taken.")), " ", gettext("What you sent is still on this phone."));
  (entry.refused.answer.errors || [interpolate(gettext("The site answered with %s."), [entry.refused.status])]).forEach((text) => {
    list.append(element("li", "", text));
  });
  notice.append(list);
  if (entry.refused.answer.present) {
    const link = element("a", "button primary", gettext("Your table now"));
    link.href = entry.refused.answer.present;
    notice.append(link);
  }
  notice.append(figuresOf(entry));
  if (entry.refused.answer.silent) {
    const body = { ...JSON.parse(entry.body), again: true };
    notice.append(yesMine(() => { outbox.forget(entry.key).then(() => say(body)); }));
  }
  again.type = "button";
  again.addEventListener("click", () => { outbox.forget(entry.key).then(tell); });
  notice.append(again);
  return notice;
}

/* Another phone has the seat and has sent nothing: perhaps this one, before it forgot who it is. */
function yesMine(takeOver) {
  const button = element("button", "button primary", gettext("Yes, it is mine"));
  button.type = "button";
  button.addEventListener("click", takeOver);
  return button;
}

function figuresOf(entry) {
  const figures = JSON.parse(entry.body).figures, details = element("details", "disclosure");
  if (!figures) { return document.createTextNode(""); }
  details.append(element("summary", "", gettext("What you sent")));
  details.append(element("p", "", Object.keys(figures).filter((name) => !name.endsWith("-character"))
    .map((name) => `${name.replace(/^.*__/, "").replace(/-/g, " ")}: ${figures[name]}`).join(" · ")));
  return details;
}

/* ---- Checking, by the site or without it ---- */

function check() {
  const sent = new FormData(form()), stop = new AbortController();
  sent.delete("photo");
  const timer = setTimeout(() => { stop.abort(); }, 6000);
  sent.set("go", "check");
  fetch(path, { method: "POST", credentials: "same-origin", body: sent, signal: stop.signal }).then((response) => response.text().then((text) => {
      const read = new DOMParser().parseFromString(text, "text/html");
      if (response.status === 200 && read.getElementById("entry-check")) {
        checked(read.getElementById("entry-check").children);
      } else if (response.status === 422 && read.getElementById("enter")) {
        byId("enter").innerHTML = read.getElementById("enter").innerHTML;
        window.htmx.process(byId("enter"));
        document.dispatchEvent(new Event("htmx:afterSettle"));
        if (byId("problems")) { byId("problems").focus(); }
      } else {
        checked([wordsOf()]);
      }
    })).catch(() => {
    signal(false);
    if (complete()) { checked([wordsOf(), buttons()]); }
  }).finally(() => { clearTimeout(timer); });
}

function checked(parts) {
  const place = byId("entry-check");
  place.replaceChildren.apply(place, Array.from(parts));
  form().querySelector("[data-figures]").hidden = true;
  if (byId("problems")) { byId("problems").remove(); }
  byId("enter-title").textContent = gettext("Send this?");
  byId("enter").scrollIntoView();
}

function backToFigures() {
  byId("entry-check").replaceChildren();
  form().querySelector("[data-figures]").hidden = false;
  byId("enter-title").textContent = gettext("The figures");
}

/* Offline only this can be said: whether every seat has its first figures. */
function complete() {
  const missing = Array.from(form().querySelectorAll(".seat > .figures input")).find((input) => !input.value.trim());
  if (!missing) { return true; }
  missing.setAttribute("aria-invalid", "true");
  missing.focus();
  return false;
}

function wordsOf() {
  const list = element("dl", "kept-words");
  form().querySelectorAll(".played-with, .seat").forEach((seat) => {
    const words = [];
    seat.querySelectorAll("input, select").forEach((input) => {
      const label = seat.querySelector(`label[for='${input.id}']`) || (input.type === "radio" && input.value && input.closest("label"));
      const given = input.type === "radio" || input.type === "checkbox" ? input.checked : input.value && input.value !== "0";
      if (!given || !label) { return; }
      words.push(label.textContent.trim().replace(/\s+/g, " ") + (input.type === "radio" || input.type === "checkbox" ? "" : ` ${input.value}`));
    });
    list.append(element("dt", "", seat.querySelector("legend").textContent.trim()), element("dd", "", words.join(" · ")));
  });
  return list;
}

function buttons() {
  const bar = element("div", "action-bar"), send = element("button", "button primary", gettext("Send"));
  const back = element("button", "button quiet", gettext("Back to the figures"));
  send.value = "send"; back.value = "figures";
  [send, back].forEach((button) => { button.type = "submit"; button.name = "go"; });
  bar.append(send, back);
  return bar;
}

/* ---- What is pressed ---- */

function claim(seat, again) {
  choose(seat, false);
  fetch(`${path}report/`, {
    method: "POST", credentials: "same-origin",
    headers: { "Content-Type": "application/json" }, body: JSON.stringify({ seat: seat, again: again })
  }).then((response) => {
    signal(true);
    if (response.ok) { follow(true); return; }
    return response.json().then((answer) => {
      choose(null);
      if (byId("who")) {
        byId("who").prepend(notTaken(answer, seat));
      }
      show();
    });
  }).catch(() => { signal(false); show(); });
}

function notTaken(answer, seat) {
  const notice = element("div", answer.silent ? "notice warning stack" : "notice error", (answer.errors || []).join(" "));
  notice.setAttribute("role", "alert");
  if (answer.silent) { notice.append(yesMine(() => { claim(seat, true); })); }
  document.querySelectorAll("#who > .notice").forEach((old) => { old.remove(); });
  return notice;
}

document.addEventListener("submit", (event) => {
  const pressed = event.submitter || {}, sent = event.target;
  if (!root.contains(sent) || pressed.dataset?.photo !== undefined) { return; }
  if (sent.hasAttribute("data-claim")) {
    claim(Number(pressed.value), false);
  } else if (sent.dataset.say === "confirm") {
    say({ confirm: sent.elements.digest.value, revision: Number(sent.elements.revision.value) });
  } else if (sent.dataset.say === "wrong") {
    say({ wrong: sent.elements.reason.value, revision: Number(sent.elements.revision.value) });
  } else if (sent === form() && !sent.querySelector("[data-figures]")) {
    return;  /* the step that the site showed by itself */
  } else if (pressed.value === "send") {
    const what = { figures: fields() }, here = standing().dataset;
    if (here.digest) { what.revision = Number(here.revision); }  /* at an open table nothing was seen */
    backToFigures();
    delete byId("enter").dataset.wanted;
    say(what);
  } else if (pressed.value === "figures") {
    backToFigures();
  } else {
    check();
  }
  event.preventDefault();
});

document.addEventListener("input", (event) => {
  if (form()?.contains(event.target)) {
    event.target.removeAttribute("aria-invalid");
    draft.save();
  }
});

document.addEventListener("htmx:sendError", () => { signal(false); });
window.addEventListener("offline", () => { signal(false); });
window.addEventListener("online", () => { pause = 2000; deliver(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) { deliver(); } });
document.addEventListener("live", () => { follow(true); });
setInterval(count, 1000);

/* ---- The worker, which opens this page without network ---- */

function keepPages(urls) { if (worker) { worker.postMessage({ keep: urls }); } }

if (navigator.serviceWorker && window.isSecureContext) {
  navigator.serviceWorker.ready.then((registered) => {  /* app.js registers it */
    worker = registered.active;
    const parts = Array.from(document.querySelectorAll("script[src], link[rel=modulepreload], link[rel=stylesheet], link[rel=icon], img[src]"));
    keepPages([path].concat(parts.map((part) => part.src || part.href)));
    navigator.serviceWorker.addEventListener("message", () => { tell(); follow(true); });
  }).catch(() => { /* the page works, with network */ });
}

if (byId("enter") && !byId("enter").hidden && standing().dataset.enter === "other") { byId("enter").dataset.wanted = "yes"; }
if (window.location.pathname.endsWith("/photo/")) {
  window.history.replaceState(null, "", path);
  draft.save();
}
if (form() && standing().dataset.enter === "yes" && draft.read()) { fill(draft.read()); }
signal(navigator.onLine);
if (standing().dataset.seat) { choose(Number(standing().dataset.seat), true); }
deliver();
