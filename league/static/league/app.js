/* On every page: the worker that answers where there is no network, and what was typed without one. */

import { byId, element, interpolate, ngettext, store, stored } from "./lib.js";

const app = document.querySelector("link[rel=manifest]").dataset;
const KNOWN = "offline known", AGAIN = 6 * 3600 * 1000;

if (app.worker && navigator.serviceWorker && window.isSecureContext) {
  navigator.serviceWorker.register(app.worker, { scope: "/" }).catch(() => { /* the site works, with network */ });
}

/* What the page for results without a connection may know: whose device it is, and the seasons. It goes with whoever
   signs out. */
function learn(person) {
  const device = stored(KNOWN);
  if (device && device.person === person && Date.now() - device.at < AGAIN) { return; }
  fetch(app.known, { credentials: "same-origin", cache: "no-store" }).then((response) => response.json()).then((answer) => {
    store(KNOWN, { ...answer, at: Date.now() });
  }).catch(() => { /* on the next page */ });
}

if (app.person && app.person !== "nobody") {
  learn(app.person);
} else if (app.person) {
  store(KNOWN, null);
  store("offline draft", null);
}

/* Results that wait are sent from any page, and said on it. */
function showWaiting(entries) {
  byId("offline-waits")?.remove();
  if (!entries.length) { store("offline waiting", null); return; }
  const notice = element("p", "notice warning"), link = element("a");
  notice.id = "offline-waits";
  notice.setAttribute("role", "status");
  link.href = app.entry;
  /* The link in the sentence is what stands between its brackets. */
  const sentence = entries.some((entry) => entry.refused)
    ? ngettext("[A result that you typed without a connection] could not be taken yet.", "[%s results that you typed without a connection] could not be taken yet.", entries.length)
    : ngettext("[A result that you typed without a connection] waits to be sent.", "[%s results that you typed without a connection] wait to be sent.", entries.length);
  const [before, linked, after] = interpolate(sentence, [entries.length]).split(/[[\]]/);
  link.textContent = linked;
  notice.append(before, link, after);
  byId("main")?.prepend(notice);
}

function results() {
  return self.outbox.all().then((entries) => entries.filter((entry) => entry.url.startsWith(app.entry)));
}

if (stored("offline waiting")) {
  import("./outbox.js").then(results).then(showWaiting).then(() => self.outbox.sendAll()).then(results).then(showWaiting)
    .catch(() => { /* the page for it says more */ });
}
