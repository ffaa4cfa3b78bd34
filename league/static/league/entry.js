/* A result typed without a connection: kept in the outbox that tables have, sent when there is one, and once. What the
   site refuses stays here with its reasons. What this page has to know of a person, app.js has stored before. */

import { byId, element, filledIn, gettext, interpolate, newKey, ngettext, store, stored } from "./lib.js";
import "./outbox.js";

const { outbox } = self;
const DRAFT = "offline draft", KNOWN = "offline known";
const form = byId("entry"), waiting = byId("waiting");
const SEND = waiting.dataset.send;
let pause = 2000, trying = 0;
const device = stored(KNOWN) || { person: "", seasons: [], blanks: "" };

/* ---- The form ---- */

function blank() { return document.querySelector(`template[data-system='${form.elements.system.value}']`); }
function option(value, text) {
  const node = element("option", "", text);
  node.value = value;
  return node;
}

/* Seat 1 is the pattern; the others it may name are renumbered, and those beyond the table left out. */
function seat(number, count) {
  const node = blank().content.querySelector(".seat").cloneNode(true);
  ["id", "name", "for", "aria-describedby"].forEach((attribute) => {
    [node].concat(Array.from(node.querySelectorAll(`[${attribute}]`))).forEach((one) => {
      const value = one.getAttribute(attribute);
      if (value) { one.setAttribute(attribute, value.replace("seat-1-", `seat-${number}-`)); }
    });
  });
  node.querySelector("[data-number]").textContent = number;
  if (node.querySelector("[name=winner]")) { node.querySelector("[name=winner]").value = number; }
  const others = Array.from({ length: count }, (_, at) => at + 1).filter((one) => one !== number);
  node.querySelectorAll(".figure-seats").forEach((box) => {
    box.querySelectorAll("label").forEach((label, at) => {
      if (at >= others.length) { label.remove(); return; }
      label.querySelector("input").value = others[at];
      label.querySelector("span").textContent = interpolate(gettext("Seat %s"), [others[at]]);
    });
  });
  return node;
}

/* The games of leagues' own: their forms came with the seasons, and each belongs to the seasons of its league. */
function addOwnGames() {
  new DOMParser().parseFromString(device.blanks || "", "text/html").querySelectorAll("template").forEach((one) => {
    document.body.append(one);
    form.elements.system.append(option(one.dataset.system, one.dataset.name));
  });
}

function offerGames() {
  const season = device.seasons.find((one) => one.slug === form.elements.season.value), systems = form.elements.system;
  Array.from(systems.options).forEach((one) => {
    one.hidden = one.disabled = one.value.startsWith("own-") && !(season && (season.own || []).includes(one.value));
  });
  if (systems.selectedOptions[0]?.disabled) {
    systems.selectedIndex = 0;
    return true;
  }
  return false;
}

function draw(values) {
  const drawn = blank(), counts = byId("seat-count"), before = Number(counts.value);
  byId("questions").replaceChildren(drawn.content.querySelector("[data-questions]").cloneNode(true));
  counts.replaceChildren();
  for (let count = Number(drawn.dataset.least); count <= Number(drawn.dataset.most); count += 1) { counts.append(option(count, count)); }
  if (before && Array.from(counts.options).some((one) => Number(one.value) === before)) { counts.value = before; }
  drawSeats();
  fill(Object.assign({ played_at: now() }, values));
}

function drawSeats() {
  const count = Number(byId("seat-count").value), numbers = Array.from({ length: count }, (_, at) => at + 1);
  byId("seats").replaceChildren.apply(byId("seats"), numbers.map((number) => seat(number, count)));
}

/* Now, on the clock of the league. */
function now() {
  const season = device.seasons.find((one) => one.slug === form.elements.season.value);
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: season ? season.zone : undefined, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit"
  }).format(new Date());
  return parts.replace(" ", "T");
}

function fill(values) {
  Array.from(form.elements).forEach((input) => {
    if (!input.name || !(input.name in values)) { return; }
    if (input.type === "checkbox" || input.type === "radio") {
      input.checked = [].concat(values[input.name]).includes(input.value);
    } else {
      input.value = values[input.name];
    }
  });
}

/* Without the site only this can be said: whether everybody has a name and the first figures. */
function missing() {
  const empty = Array.from(form.querySelectorAll(".seat > .figures:not(.figures ~ .figures) input, .seat [name$=-who]")).filter((input) => {
    const guest = input.name.endsWith("-who") && byId(input.id.replace("-who", "-guest")).checked;
    return !guest && !("optional" in input.dataset) && !input.value.trim();
  });
  Array.from(form.querySelectorAll("[aria-invalid]")).forEach((input) => { input.removeAttribute("aria-invalid"); });
  empty.forEach((input) => { input.setAttribute("aria-invalid", "true"); });
  byId("missing").hidden = !empty.length;
  if (empty.length) {
    const words = ngettext("%s field is empty. A guest needs no name.", "%s fields are empty. A guest needs no name.", empty.length);
    byId("missing").textContent = interpolate(words, [empty.length]);
    empty[0].focus();
  }
  return empty.length;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (missing()) { return; }
  const what = filledIn(form), season = device.seasons.find((one) => one.slug === what.season);
  const entry = {
    key: newKey(), url: SEND, made: Date.now(), by: device.person,
    title: `${form.elements.system.selectedOptions[0].textContent}, ${season ? season.name : what.season}`,
    body: JSON.stringify({ by: device.person, fields: what })
  };
  outbox.keep(entry).then(() => {
    store(DRAFT, null);
    form.reset();
    draw({});
    window.scrollTo(0, 0);
    return deliver();
  });
});

form.addEventListener("input", (event) => {
  if (event.target.id === "system" || (event.target.id === "season" && offerGames())) { draw({}); }
  if (event.target.id === "seat-count") {
    const typed = filledIn(form);
    drawSeats();
    fill(typed);
  }
  store(DRAFT, { count: byId("seat-count").value, fields: filledIn(form) });
});

/* ---- What waits ---- */

function mine() {
  return outbox.all().then((entries) => entries.filter((entry) => entry.url === SEND));
}

function deliver() {
  clearTimeout(trying);
  return mine().then((before) => tell().then(outbox.sendAll).then((still) => {
      if (still) {
        trying = setTimeout(deliver, pause);
        pause = Math.min(pause * 2, 60000);
        outbox.sendLater();
      }
      return mine().then((after) => {
        const keys = after.map((entry) => entry.key);
        return tell(before.filter((entry) => !keys.includes(entry.key)));
      });
    }));
}

function tell(sent) {
  return mine().then((entries) => {
    store("offline waiting", entries.length || null);
    waiting.replaceChildren.apply(waiting, entries.map(noticeOf).concat((sent || []).map((entry) => {
      const notice = element("div", "notice success");
      notice.append(element("span", "tag", gettext("Sent.")), " ");
      notice.append(interpolate(gettext("%s: it waits for an organiser to confirm it."), [entry.title]));
      return notice;
    })));
  });
}

function noticeOf(entry) {
  const refused = entry.refused, notice = element("div", refused ? "notice error" : "notice warning");
  notice.append(element("span", "tag", refused ? gettext("Not taken.") : gettext("Waiting to be sent.")), " ");
  const typed = new Date(entry.made).toLocaleString(document.documentElement.lang);
  const own = interpolate(gettext("%(game)s, typed %(time)s"), { game: entry.title, time: typed }, true);
  notice.append(entry.by === device.person ? own : gettext("A result typed with another account."));
  const bar = element("p", "cluster");
  if (refused) {
    const list = element("ul");
    (refused.answer.errors || [interpolate(gettext("The site answered with %s."), [refused.status])]).forEach((text) => { list.append(element("li", "", text)); });
    notice.append(list);
    if (refused.status === 422) { bar.append(button(gettext("Correct it"), () => { mend(entry); })); }
  }
  bar.append(button(gettext("Throw it away"), () => {
    if (window.confirm(gettext("Throw this result away? It has not been sent."))) { outbox.forget(entry.key).then(() => { tell(); }); }
  }));
  notice.append(bar);
  return notice;
}

function button(words, pressed) {
  const node = element("button", "button", words);
  node.type = "button";
  node.addEventListener("click", pressed);
  return node;
}

/* The form of the site shows what was typed; sent from there it has the same key, and is one game. */
function mend(entry) {
  fetch(SEND, {
    method: "POST", credentials: "same-origin",
    headers: { "Content-Type": "application/json", "Idempotency-Key": entry.key },
    body: JSON.stringify(Object.assign(JSON.parse(entry.body), { mend: true }))
  }).then((response) => response.json()).then((answer) => {
    if (answer.present) { window.location.assign(answer.present); } else { deliver(); }
  }).catch(() => { window.alert(gettext("There is no connection. Correct it once there is one.")); });
}

/* What was refused is asked once more: it may have been mended, or its account may be signed in now. */
function again() {
  return mine().then((entries) => Promise.all(entries.filter((entry) => entry.refused).map((entry) => {
      delete entry.refused;
      return outbox.keep(entry);
    })));
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.addEventListener("message", () => { tell(); });
}
window.addEventListener("online", () => { pause = 2000; deliver(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) { deliver(); } });

byId("unknown").hidden = device.seasons.length > 0;
form.hidden = !device.seasons.length;
if (device.seasons.length) {
  device.seasons.forEach((season) => { form.elements.season.append(option(season.slug, season.name)); });
  addOwnGames();
  const draft = stored(DRAFT) || { fields: {} };
  fill(draft.fields);
  if (!form.elements.season.value) { form.elements.season.selectedIndex = 0; }
  offerGames();
  if (draft.count) { byId("seat-count").replaceChildren(option(draft.count, draft.count)); }
  draw(draft.fields);
}
again().then(deliver);
