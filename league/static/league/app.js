/* On every page: the worker that answers where there is no network, and what was typed without one. */
((() => {
  "use strict";

  const own = document.currentScript.dataset;

  if (own.worker && navigator.serviceWorker && window.isSecureContext) {
    navigator.serviceWorker.register(own.worker, { scope: "/" }).catch(() => { /* the site works, with network */ });
  }

  /* What the page for results without a connection may know: whose device it is, and the seasons. It goes with whoever
     signs out. */
  const KNOWN = "offline known", AGAIN = 6 * 3600 * 1000;
  function stored(name) { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } }
  function learn(person) {
    const known = stored(KNOWN);
    if (known && known.person === person && Date.now() - known.at < AGAIN) { return; }
    fetch(own.known, { credentials: "same-origin", cache: "no-store" }).then((response) => response.json()).then((answer) => {
      answer.at = Date.now();
      localStorage.setItem(KNOWN, JSON.stringify(answer));
    }).catch(() => { /* on the next page */ });
  }
  if (own.person && own.person !== "nobody") {
    learn(own.person);
  } else if (own.person) {
    try { localStorage.removeItem(KNOWN); localStorage.removeItem("offline draft"); } catch { /* nothing was kept */ }
  }

  /* Results that wait are sent from any page, and said on it. */
  function waits(entries) {
    const old = document.getElementById("offline-waits"), main = document.getElementById("main");
    if (old) { old.remove(); }
    try { if (!entries.length) { localStorage.removeItem("offline waiting"); } } catch { /* asked again on the next page */ }
    if (!entries.length || !main) { return; }
    const notice = document.createElement("p"), link = document.createElement("a");
    notice.id = "offline-waits";
    notice.className = "notice warning";
    notice.setAttribute("role", "status");
    link.href = own.entry;
    /* The link in the sentence is what stands between its brackets. */
    const sentence = entries.some((entry) => entry.refused)
      ? ngettext("[A result that you typed without a connection] could not be taken yet.", "[%s results that you typed without a connection] could not be taken yet.", entries.length)
      : ngettext("[A result that you typed without a connection] waits to be sent.", "[%s results that you typed without a connection] wait to be sent.", entries.length);
    const parts = interpolate(sentence, [entries.length]).split(/[[\]]/);
    link.textContent = parts[1];
    notice.append(parts[0], link, parts[2]);
    main.prepend(notice);
  }
  function results() {
    return outbox.all().then((entries) => entries.filter((entry) => entry.url.startsWith(own.entry)));
  }
  if (own.entry && stored("offline waiting")) {
    results().then(waits).then(outbox.sendAll).then(results).then(waits).catch(() => { /* the page for it says more */ });
  }

  /* The page that says that there is no network looks for it, and makes room for what was asked for. */
  let wait = 2000;
  function look() {
    fetch("/manifest.webmanifest", { cache: "no-store" }).then(() => { window.location.reload(); }, () => {
      wait = Math.min(wait * 2, 30000);
      setTimeout(look, wait);
    });
  }
  if (document.querySelector("[data-offline]")) {
    setTimeout(look, wait);
    window.addEventListener("online", look);
  }
})());
