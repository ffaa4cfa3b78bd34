/* A result typed without a connection: kept in the outbox that tables have, sent when there is one, and once. What the
   site refuses stays here with its reasons. What this page has to know of a person, app.js has stored before. */
(function () {
  "use strict";

  var DRAFT = "offline draft", KNOWN = "offline known";
  var form = document.getElementById("entry"), waiting = document.getElementById("waiting");
  var SEND = waiting.dataset.send, pause = 2000, trying = 0;
  var known = stored(KNOWN) || { person: "", seasons: [] };

  function byId(id) { return document.getElementById(id); }
  function stored(name) { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } }
  function store(name, value) {
    try {
      if (value === null) { localStorage.removeItem(name); } else { localStorage.setItem(name, JSON.stringify(value)); }
    } catch { /* it lasts for this page then */ }
  }
  function element(tag, className, text) {
    var made = document.createElement(tag);
    if (className) { made.className = className; }
    if (text !== undefined) { made.textContent = text; }
    return made;
  }
  function newKey() {
    var bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
  }

  /* ---- The form ---- */

  function blank() { return document.querySelector("template[data-system='" + form.elements.system.value + "']"); }
  function option(value, text) {
    var made = element("option", "", text);
    made.value = value;
    return made;
  }

  /* Seat 1 is the pattern; the others it may name are renumbered, and those beyond the table left out. */
  function seat(number, count) {
    var made = blank().content.querySelector(".seat").cloneNode(true);
    ["id", "name", "for", "aria-describedby"].forEach(function (attribute) {
      [made].concat(Array.from(made.querySelectorAll("[" + attribute + "]"))).forEach(function (one) {
        var value = one.getAttribute(attribute);
        if (value) { one.setAttribute(attribute, value.replace("seat-1-", "seat-" + number + "-")); }
      });
    });
    made.querySelector("[data-number]").textContent = number;
    if (made.querySelector("[name=winner]")) { made.querySelector("[name=winner]").value = number; }
    var others = Array.from({ length: count }, function (_, at) { return at + 1; }).filter(function (one) { return one !== number; });
    made.querySelectorAll(".figure-seats").forEach(function (box) {
      box.querySelectorAll("label").forEach(function (label, at) {
        if (at >= others.length) { label.remove(); return; }
        label.querySelector("input").value = others[at];
        label.querySelector("span").textContent = interpolate(gettext("Seat %s"), [others[at]]);
      });
    });
    return made;
  }

  function draw(values) {
    var drawn = blank(), counts = byId("seat-count"), wanted = Number(counts.value);
    byId("questions").replaceChildren(drawn.content.querySelector("[data-questions]").cloneNode(true));
    counts.replaceChildren();
    for (var count = Number(drawn.dataset.least); count <= Number(drawn.dataset.most); count += 1) { counts.append(option(count, count)); }
    if (wanted && Array.from(counts.options).some(function (one) { return Number(one.value) === wanted; })) { counts.value = wanted; }
    drawSeats();
    fill(Object.assign({ played_at: now() }, values));
  }

  function drawSeats() {
    var count = Number(byId("seat-count").value), numbers = Array.from({ length: count }, function (_, at) { return at + 1; });
    byId("seats").replaceChildren.apply(byId("seats"), numbers.map(function (number) { return seat(number, count); }));
  }

  /* Now, on the clock of the league. */
  function now() {
    var season = known.seasons.find(function (one) { return one.slug === form.elements.season.value; });
    var parts = new Intl.DateTimeFormat("sv-SE", {
      timeZone: season ? season.zone : undefined, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit"
    }).format(new Date());
    return parts.replace(" ", "T");
  }

  function fields() {
    var found = {};
    new FormData(form).forEach(function (value, name) {
      if (value === "") { return; }
      if (name in found) { found[name] = [].concat(found[name], value); } else { found[name] = value; }
    });
    return found;
  }

  function fill(values) {
    Array.from(form.elements).forEach(function (input) {
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
    var empty = Array.from(form.querySelectorAll(".seat > .figures:not(.figures ~ .figures) input, .seat [name$=-who]")).filter(function (input) {
      var guest = input.name.endsWith("-who") && byId(input.id.replace("-who", "-guest")).checked;
      return !guest && !input.value.trim();
    });
    Array.from(form.querySelectorAll("[aria-invalid]")).forEach(function (input) { input.removeAttribute("aria-invalid"); });
    empty.forEach(function (input) { input.setAttribute("aria-invalid", "true"); });
    byId("missing").hidden = !empty.length;
    if (empty.length) {
      var words = ngettext("%s field is empty. A guest needs no name.", "%s fields are empty. A guest needs no name.", empty.length);
      byId("missing").textContent = interpolate(words, [empty.length]);
      empty[0].focus();
    }
    return empty.length;
  }

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    if (missing()) { return; }
    var what = fields(), season = known.seasons.find(function (one) { return one.slug === what.season; });
    var entry = {
      key: newKey(), url: SEND, made: Date.now(), by: known.person,
      title: form.elements.system.selectedOptions[0].textContent + ", " + (season ? season.name : what.season),
      body: JSON.stringify({ by: known.person, fields: what })
    };
    outbox.keep(entry).then(function () {
      store(DRAFT, null);
      form.reset();
      draw({});
      window.scrollTo(0, 0);
      return deliver();
    });
  });

  form.addEventListener("input", function (event) {
    if (event.target.id === "system") { draw({}); }
    if (event.target.id === "seat-count") {
      var typed = fields();
      drawSeats();
      fill(typed);
    }
    store(DRAFT, { count: byId("seat-count").value, fields: fields() });
  });

  /* ---- What waits ---- */

  function mine() {
    return outbox.all().then(function (entries) { return entries.filter(function (entry) { return entry.url === SEND; }); });
  }

  function deliver() {
    clearTimeout(trying);
    return mine().then(function (before) {
      return tell().then(outbox.sendAll).then(function (still) {
        if (still) {
          trying = setTimeout(deliver, pause);
          pause = Math.min(pause * 2, 60000);
          askForSync();
        }
        return mine().then(function (after) {
          var keys = after.map(function (entry) { return entry.key; });
          return tell(before.filter(function (entry) { return !keys.includes(entry.key); }));
        });
      });
    });
  }

  function askForSync() {
    if (!navigator.serviceWorker) { return; }
    navigator.serviceWorker.ready.then(function (ready) {
      if (ready.sync) { ready.sync.register("outbox").catch(function () { /* this page tries by itself */ }); }
    });
  }

  function tell(sent) {
    return mine().then(function (entries) {
      store("offline waiting", entries.length || null);
      waiting.replaceChildren.apply(waiting, entries.map(noticeOf).concat((sent || []).map(function (entry) {
        var notice = element("div", "notice success");
        notice.append(element("span", "tag", gettext("Sent.")), " ");
        notice.append(interpolate(gettext("%s: it waits for an organiser to confirm it."), [entry.title]));
        return notice;
      })));
    });
  }

  function noticeOf(entry) {
    var refused = entry.refused, notice = element("div", refused ? "notice error" : "notice warning");
    notice.append(element("span", "tag", refused ? gettext("Not taken.") : gettext("Waiting to be sent.")), " ");
    var typed = new Date(entry.made).toLocaleString(document.documentElement.lang);
    var own = interpolate(gettext("%(game)s, typed %(time)s"), { game: entry.title, time: typed }, true);
    notice.append(entry.by === known.person ? own : gettext("A result typed with another account."));
    var bar = element("p", "cluster");
    if (refused) {
      var list = element("ul");
      (refused.answer.errors || [interpolate(gettext("The site answered with %s."), [refused.status])]).forEach(function (text) { list.append(element("li", "", text)); });
      notice.append(list);
      if (refused.status === 422) { bar.append(button(gettext("Mend it"), function () { mend(entry); })); }
    }
    bar.append(button(gettext("Throw it away"), function () {
      if (window.confirm(gettext("Throw this result away? It has not been sent."))) { outbox.forget(entry.key).then(function () { tell(); }); }
    }));
    notice.append(bar);
    return notice;
  }

  function button(words, pressed) {
    var made = element("button", "button", words);
    made.type = "button";
    made.addEventListener("click", pressed);
    return made;
  }

  /* The form of the site shows what was typed; sent from there it has the same key, and is one game. */
  function mend(entry) {
    fetch(SEND, {
      method: "POST", credentials: "same-origin",
      headers: { "Content-Type": "application/json", "Idempotency-Key": entry.key },
      body: JSON.stringify(Object.assign(JSON.parse(entry.body), { mend: true }))
    }).then(function (response) { return response.json(); }).then(function (answer) {
      if (answer.present) { window.location.assign(answer.present); } else { deliver(); }
    }).catch(function () { window.alert(gettext("There is no connection. Mend it once there is one.")); });
  }

  /* What was refused is asked once more: it may have been mended, or its account may be signed in now. */
  function again() {
    return mine().then(function (entries) {
      return Promise.all(entries.filter(function (entry) { return entry.refused; }).map(function (entry) {
        delete entry.refused;
        return outbox.keep(entry);
      }));
    });
  }

  if (navigator.serviceWorker) {
    navigator.serviceWorker.addEventListener("message", function () { tell(); });
  }
  window.addEventListener("online", function () { pause = 2000; deliver(); });
  document.addEventListener("visibilitychange", function () { if (!document.hidden) { deliver(); } });

  byId("unknown").hidden = known.seasons.length > 0;
  form.hidden = !known.seasons.length;
  if (known.seasons.length) {
    known.seasons.forEach(function (season) { form.elements.season.append(option(season.slug, season.name)); });
    var draft = stored(DRAFT) || { fields: {} };
    fill(draft.fields);
    if (!form.elements.season.value) { form.elements.season.selectedIndex = 0; }
    if (draft.count) { byId("seat-count").replaceChildren(option(draft.count, draft.count)); }
    draw(draft.fields);
  }
  again().then(deliver);
}());
