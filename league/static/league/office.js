/* Small comforts. Every page works without this file.
   Loaded in the head without "defer" so that a remembered theme is there before the first paint. */
(function () {
  "use strict";

  /* Words, for all scripts: gettext("Copied"), ngettext("%s card", "%s cards", count), and interpolate("%s of %s", [1, 2])
     or interpolate("%(n)s of %(all)s", { n: 1, all: 2 }, true). English stands there; a page in another language brings
     WORDS before this file (league/core/views/script_words.py). `manage.py makemessages -d djangojs` collects them. */
  var words = window.WORDS || { catalog: {}, plural: function (n) { return Number(n !== 1); } };
  window.gettext = function (text) {
    var found = words.catalog[text];
    return Array.isArray(found) ? found[0] : found || text;
  };
  window.ngettext = function (one, many, count) {
    var found = words.catalog[one];
    return (Array.isArray(found) && found[words.plural(count)]) || (count === 1 ? one : many);
  };
  window.interpolate = function (text, values, named) {
    var next = 0;
    return text.replace(named ? /%\((\w+)\)s/g : /%s/g, function (gap, name) { return String(values[named ? name : next++]); });
  };

  var root = document.documentElement;
  var dark = window.matchMedia("(prefers-color-scheme: dark)");

  function remembered() {
    try { return localStorage.getItem("theme"); } catch { return null; }
  }

  function remember(theme) {
    try {
      if (theme) { localStorage.setItem("theme", theme); } else { localStorage.removeItem("theme"); }
    } catch { /* Private windows may refuse; the choice then lasts for this page. */ }
  }

  function systemTheme() { return dark.matches ? "dark" : "light"; }
  function shownTheme() { return root.dataset.theme || systemTheme(); }

  function labelSwitches() {
    var offer = shownTheme() === "dark" ? gettext("Use light colours") : gettext("Use dark colours");
    document.querySelectorAll("[data-theme-switch]").forEach(function (button) {
      button.hidden = false;
      if (button.matches(".menu-button")) { button.textContent = offer; return; }
      button.setAttribute("aria-label", offer);
      button.title = offer;
    });
  }

  function switchTheme() {
    var wanted = shownTheme() === "dark" ? "light" : "dark";
    if (wanted === systemTheme()) {
      delete root.dataset.theme;
      remember(null);
    } else {
      root.dataset.theme = wanted;
      remember(wanted);
    }
    labelSwitches();
  }

  var stored = remembered();
  if (stored === "light" || stored === "dark") { root.dataset.theme = stored; }
  dark.addEventListener("change", labelSwitches);
  document.addEventListener("DOMContentLoaded", labelSwitches);

  /* <details data-menu>: one is open at a time; a tap beside it, Escape and a choice close it. */
  function closeMenus(but) {
    document.querySelectorAll("[data-menu][open]").forEach(function (menu) { if (menu !== but) { menu.open = false; } });
  }
  document.addEventListener("click", function (event) {
    var inside = event.target.closest("[data-menu]");
    closeMenus(event.target.closest("[data-menu] a") ? null : inside);
  });
  document.addEventListener("keydown", function (event) {
    var open = event.key === "Escape" && document.querySelector("[data-menu][open]");
    if (open) { open.open = false; open.querySelector("summary").focus(); }
  });

  /* Tabs that do not fit show the one that is open. */
  function showOpenTabs() {
    document.querySelectorAll(".tabs").forEach(function (tabs) {
      var here = tabs.querySelector("[aria-current]");
      if (here) { tabs.scrollLeft = here.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - here.offsetWidth) / 2; }
    });
  }
  /* With the first frame, which lays the page out anyway. */
  document.addEventListener("DOMContentLoaded", function () { requestAnimationFrame(showOpenTabs); });

  /* <button data-confirm="dialog-id"> asks first; the dialog's own submit button sends the form. */
  document.addEventListener("click", function (event) {
    var target = event.target.closest("[data-theme-switch], [data-confirm], [data-close]");
    if (!target) { return; }
    if (target.hasAttribute("data-theme-switch")) { switchTheme(); return; }
    if (target.hasAttribute("data-close")) { target.closest("dialog").close(); return; }
    var dialog = document.getElementById(target.dataset.confirm);
    if (!dialog || !dialog.showModal) { return; }
    if (target.form && !target.form.reportValidity()) { event.preventDefault(); return; }
    event.preventDefault();
    dialog.showModal();
  });

  /* Figures: a touch selects the old figure, so that typing replaces it; Enter goes to the next one. */
  document.addEventListener("focusin", function (event) {
    if (event.target.matches("input[inputmode=numeric]")) { event.target.select(); }
  });

  var FIGURES = "input[inputmode=numeric], input[data-positions]";

  document.addEventListener("keydown", function (event) {
    var field = event.target;
    if (event.key !== "Enter" || !field.matches(FIGURES) || !field.form) { return; }
    var fields = Array.from(field.form.querySelectorAll(FIGURES));
    var next = fields.slice(fields.indexOf(field) + 1).find(function (one) {
      return one.type !== "number" && one.offsetParent; /* tallies are tapped, not typed; what is folded away can wait */
    });
    if (next) { event.preventDefault(); next.focus(); }
  });

  /* What somebody ticks or chooses before htmx listens (on a slow line) is said to it once it does. */
  var early = new Set();
  function keep(event) { early.add(event.target); }
  document.addEventListener("change", keep);
  document.addEventListener("DOMContentLoaded", function () { document.removeEventListener("change", keep); });
  document.addEventListener("htmx:load", function () {
    early.forEach(function (field) { field.dispatchEvent(new Event("change", { bubbles: true })); });
  }, { once: true });

  /* <output data-sum="name-of-field name-of-field:1000"> adds the fields up; ":1000" counts whole thousands. */
  document.addEventListener("input", function (event) {
    var form = event.target.form;
    if (!form) { return; }
    form.querySelectorAll("output[data-sum]").forEach(function (output) {
      output.value = output.dataset.sum.split(" ").reduce(function (sum, term) {
        var parts = term.split(":");
        var input = form.elements[parts[0]];
        var figure = parseInt(((input && input.value) || "0").replace(/[\s,]|^[^\d-]+/g, ""), 10) || 0;
        return sum + Math.floor(figure / (Number(parts[1]) || 1));
      }, 0);
    });
  });

  /* Tap to count: a button with data-step beside a number counts it up or down, within its bounds. */
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-step]");
    var input = button && button.parentNode.querySelector("input[type=number]");
    if (!input) { return; }
    var wanted = (parseInt(input.value, 10) || 0) + Number(button.dataset.step);
    var most = input.max === "" ? Infinity : Number(input.max);
    input.value = Math.min(Math.max(wanted, 0), most) || "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  document.addEventListener("input", function (event) {
    var stepper = event.target.closest(".stepper");
    if (stepper) { stepper.classList.toggle("is-counted", Number(event.target.value) > 0); }
  });

  /* Deals by tapping: each seat's input holds one position per deal; a tap gives the next free one. */
  function dealsOf(box) {
    var inputs = Array.from(box.querySelectorAll("[data-out]")).map(function (button) {
      return document.getElementById(button.dataset.out);
    });
    var held = inputs.map(function (input) { return input.value.split(/[\s.,;]+/).filter(Boolean); });
    var counts = held.map(function (positions) { return positions.length; });
    return { inputs: inputs, held: held, played: Math.min.apply(null, counts), most: Math.max.apply(null, counts) };
  }

  function showDeals(box) {
    var deals = dealsOf(box);
    box.hidden = false;
    box.querySelector("[data-deal-number]").value = deals.played + 1;
    box.querySelectorAll("[data-out]").forEach(function (button, seat) {
      button.disabled = deals.held[seat].length > deals.played;
    });
    box.querySelector("[data-out-undo]").disabled = !deals.most;
  }

  function goOut(deals, seat) {
    var out = deals.held.filter(function (positions) { return positions.length > deals.played; }).length;
    deals.held[seat].push(String(out + 1));
    if (out + 2 < deals.held.length) { return; }
    deals.held.forEach(function (positions) {
      if (positions.length === deals.played) { positions.push(String(deals.held.length)); }
    });
  }

  function takeBack(deals) {
    var last = deals.held.filter(function (positions) { return positions.length === deals.most; });
    var latest = last.reduce(function (one, other) {
      return Number(other[deals.most - 1]) > Number(one[deals.most - 1]) ? other : one;
    });
    var whole = last.length === deals.held.length;
    latest.pop();
    if (whole) { takeBack({ held: deals.held, most: deals.most }); }  /* the dishwasher came without a tap */
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-out], [data-out-undo]");
    if (!button) { return; }
    var box = button.closest("[data-deals]"), deals = dealsOf(box);
    if (button.dataset.out) {
      goOut(deals, deals.inputs.indexOf(document.getElementById(button.dataset.out)));
    } else {
      takeBack(deals);
    }
    deals.inputs.forEach(function (input, seat) { input.value = deals.held[seat].join(";"); });
    deals.inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
  });

  function showAllDeals() { document.querySelectorAll("[data-deals]").forEach(showDeals); }
  document.addEventListener("DOMContentLoaded", showAllDeals);
  document.addEventListener("htmx:afterSettle", showAllDeals);
  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-positions]")) { showAllDeals(); }
  });

  /* A part of the page that came anew took the focus with it: [data-focus] in it takes it up. */
  document.addEventListener("htmx:afterSettle", function (event) {
    var next = event.target.querySelector && event.target.querySelector("[data-focus]");
    if (next && document.activeElement === document.body) { next.focus({ preventScroll: true }); }
  });

  /* A button that is replaced under a finger never hears the click: what is asked for time and again waits for the next time. */
  document.addEventListener("pointerdown", function () { document.documentElement.dataset.pressed = "yes"; }, true);
  ["pointerup", "pointercancel"].forEach(function (name) {
    document.addEventListener(name, function () {
      setTimeout(function () { delete document.documentElement.dataset.pressed; });
    }, true);
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    var cause = event.detail.requestConfig.triggeringEvent, polled = !cause || cause.type === "live";
    if (polled && document.documentElement.dataset.pressed) { event.detail.shouldSwap = false; }
  });

  /* <form data-search-again>: once it is sent the search box is empty and has the focus, ready for the next name. */
  document.addEventListener("htmx:beforeSend", function (event) {
    if (!event.target.matches("[data-search-again]")) { return; }
    var box = event.target.querySelector("input[type=search]");
    box.value = "";
    box.focus({ preventScroll: true });
  });

  /* <form data-queue="#target">: what stood in it when Enter was pressed is sent in its turn, however fast the next is
     typed; without a connection it waits, and the server knows a name that reached it already. While the answer to one
     asks something ([data-asks]), the others wait. */
  var queue = [], sending = false, refused = false, missed = [];
  function namesOf(entries) { return entries.map(function (one) { return one.name; }).join(", "); }
  function asked() { return document.querySelector("[data-asks]"); }
  function showQueue(form) {
    var said = [];
    if (queue.length && asked()) { said.push(interpolate(gettext("Waiting until you have answered: %s."), [namesOf(queue)])); }
    else if (queue.length > 1) { said.push(interpolate(ngettext("%s is on its way.", "%s are on their way.", queue.length), [queue.length])); }
    if (missed.length) { said.push(interpolate(gettext("Not added: %s. Try again."), [namesOf(missed)])); }
    form.querySelector("[data-queue-count]").textContent = said.join(" ");
  }
  function sendNext(form) {
    showQueue(form);
    if (sending || !queue.length || asked()) { return; }
    sending = true;
    refused = false;
    window.htmx.ajax("POST", form.action, { target: form.dataset.queue, swap: "outerHTML", values: queue[0] }).then(
      function () {
        var sent = queue.shift();
        sending = false;
        if (refused) { missed.push(sent); }
        sendNext(form);
      },
      function () { sending = false; connection(true); setTimeout(function () { sendNext(form); }, 3000); }
    );
  }
  function goOn() {
    var form = document.querySelector("[data-queue]");
    if (form) { sendNext(form); }
  }
  document.addEventListener("htmx:responseError", function () { refused = sending; });
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.matches("[data-asks]") && window.htmx) { form.dataset.answered = "yes"; }
    if (!form.matches("[data-queue]") || !window.htmx) { return; }
    event.preventDefault();
    var typed = Object.fromEntries(new FormData(form));
    missed = missed.filter(function (one) { return one.name !== typed.name; });
    queue.push(typed);
    form.reset();
    form.querySelector("input:not([type=hidden])").focus({ preventScroll: true });
    sendNext(form);
  });
  /* A question stays until it is answered, whatever else is done beside it. */
  var question = null;
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    if (event.detail.target.matches("[data-questions]")) { question = document.querySelector("[data-asks]:not([data-answered])"); }
  });
  document.addEventListener("htmx:oobAfterSwap", function () {
    var there = question && document.querySelector("[data-questions]");
    if (there) {
      there.append(question);
      window.htmx.process(question);
    }
    question = null;
  });
  ["htmx:responseError", "htmx:sendError"].forEach(function (name) {
    document.addEventListener(name, function () {
      document.querySelectorAll("[data-answered]").forEach(function (one) { delete one.dataset.answered; });
    });
  });
  document.addEventListener("htmx:afterSettle", goOn);
  document.addEventListener("click", function (event) {
    if (!event.target.closest("[data-answer]")) { return; }
    event.target.closest("[data-asks]").remove();
    goOn();
    var field = document.querySelector("[data-queue] input:not([type=hidden])");
    if (field) { field.focus({ preventScroll: true }); }
  });
  window.addEventListener("beforeunload", function (event) { if (queue.length) { event.preventDefault(); } });

  /* <div data-filter="ID" hidden>: a search box that leaves in that form the fields in which every word stands. What is
     left out is still sent. */
  document.addEventListener("input", function (event) {
    var search = event.target.closest("[data-filter]");
    if (!search) { return; }
    var words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    var found = 0;
    document.getElementById(search.dataset.filter).querySelectorAll("[data-filter-group]").forEach(function (group) {
      var shown = 0;
      group.querySelectorAll(".field").forEach(function (field) {
        var text = field.textContent.toLowerCase();
        field.hidden = !words.every(function (word) { return text.includes(word); });
        shown += field.hidden ? 0 : 1;
      });
      group.hidden = !shown;
      if (words.length && shown) { group.open = true; }
      found += shown;
    });
    var count = interpolate(ngettext("%s rule found", "%s rules found", found), [found]);
    search.querySelector("[role=status]").textContent = words.length ? count : "";
  });
  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("[data-filter]").forEach(function (search) { search.hidden = false; });
  });

  /* A form is sent once: a second press before the answer is there would do the same again. Where no answer comes, or
     only a file, it may be sent again after a while. */
  var WAITS = 5000;
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.target) { return; }
    if (Date.now() - Number(form.dataset.sent) < WAITS) { event.preventDefault(); return; }
    setTimeout(function () {  // once every script has looked: those that send it themselves know what is on its way
      if (!event.defaultPrevented) { form.dataset.sent = Date.now(); }
    }, 0);
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("[data-sent]").forEach(function (form) { delete form.dataset.sent; });
  });

  /* <button data-busy="Drawing…"> says so while its form is on the way, and is not pressed twice. */
  document.addEventListener("submit", function (event) {
    var button = event.submitter;
    if (!button || !button.dataset.busy || event.defaultPrevented) { return; }
    if (button.getAttribute("aria-disabled") === "true") { event.preventDefault(); return; }
    button.dataset.idle = button.textContent;
    button.textContent = button.dataset.busy;
    button.setAttribute("aria-disabled", "true");
  });
  /* Browsers keep whole pages for Back, and show them without asking the site. What somebody saw who has signed out since
     is for nobody else at this screen. */
  window.addEventListener("pageshow", function (event) {
    var since = 0;
    try {
      if (document.body.dataset.reader === undefined) { localStorage.setItem("signed-out-at", Date.now()); return; }
      since = Number(localStorage.getItem("signed-out-at"));
    } catch { since = Infinity; /* Nobody knows, so it is asked again. */ }
    if (event.persisted && since > performance.timeOrigin) {
      document.body.hidden = true;
      location.reload();
    }
  });

  window.addEventListener("pageshow", function () {
    document.querySelectorAll("[data-idle]").forEach(function (button) {
      button.textContent = button.dataset.idle;
      button.removeAttribute("aria-disabled");
    });
  });

  /* <button data-copy="id of an input"> copies what stands there. */
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy]");
    if (!button || !navigator.clipboard) { return; }
    var source = document.getElementById(button.dataset.copy);
    navigator.clipboard.writeText(source.value).then(function () {
      button.textContent = gettext("Copied");
    }, function () { source.select(); });
  });

  /* "/" and Ctrl-K lead to the search box, arrows through what it found, Escape closes that. */
  function toSearch() {
    var input = document.querySelector("[data-search-box] input");
    if (input && input.offsetParent) { input.focus(); input.select(); return; }
    var link = document.querySelector(".search-link");
    if (link) { link.click(); }
  }

  document.addEventListener("keydown", function (event) {
    var asked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
    var slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    var typing = event.target.closest("input, textarea, select, [contenteditable], dialog[open]");
    if (asked || (slash && !typing)) { event.preventDefault(); toSearch(); }
  });

  document.addEventListener("keydown", function (event) {
    var box = event.target.closest("[data-search-box]");
    var step = { ArrowDown: 1, ArrowUp: -1, Escape: 0 }[event.key];
    if (!box || step === undefined) { return; }
    var input = box.querySelector("input"), found = box.querySelector(".search-found");
    event.preventDefault();
    if (event.key === "Escape") { found.replaceChildren(); input.focus(); return; }
    var stops = [input].concat(Array.from(found.querySelectorAll("a")));
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });

  /* Pages say a league's time, and the reader's own beside it where it differs. */
  try {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone) { document.cookie = "zone=" + encodeURIComponent(zone) + ";path=/;max-age=31536000;samesite=lax"; }
  } catch { /* The league's time alone, then. */ }

  /* Paper shows what is folded away on the screen. */
  var unfolded = [];
  window.addEventListener("beforeprint", function () {
    unfolded = Array.from(document.querySelectorAll("main details:not([open])"));
    unfolded.forEach(function (details) { details.open = true; });
  });
  window.addEventListener("afterprint", function () {
    unfolded.forEach(function (details) { details.open = false; });
  });

  /* Without a connection nothing typed is lost; say so. */
  function connection(lost) {
    var notice = document.getElementById("connection");
    if (notice) { notice.hidden = !lost; }
  }
  window.addEventListener("offline", function () { connection(true); });
  window.addEventListener("online", function () { connection(false); });
  document.addEventListener("htmx:sendError", function () { connection(true); });
  document.addEventListener("htmx:afterOnLoad", function () { connection(false); });
}());
