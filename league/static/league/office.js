/* Small comforts. Every page works without this file.
   Loaded in the head without "defer" so that a remembered theme is there before the first paint. */
((() => {
  "use strict";

  /* Words, for all scripts: gettext("Copied"), ngettext("%s card", "%s cards", count), and interpolate("%s of %s", [1, 2])
     or interpolate("%(n)s of %(all)s", { n: 1, all: 2 }, true). English stands there; a page in another language brings
     WORDS before this file (league/core/views/script_words.py). `manage.py makemessages -d djangojs` collects them. */
  const words = window.WORDS || { catalog: {}, plural: (n) => Number(n !== 1) };
  window.gettext = (text) => {
    const found = words.catalog[text];
    return Array.isArray(found) ? found[0] : found || text;
  };
  window.ngettext = (one, many, count) => {
    const found = words.catalog[one];
    return (Array.isArray(found) && found[words.plural(count)]) || (count === 1 ? one : many);
  };
  window.interpolate = (text, values, named) => {
    let next = 0;
    return text.replace(named ? /%\((\w+)\)s/g : /%s/g, (_gap, name) => String(values[named ? name : next++]));
  };

  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

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
    const offer = shownTheme() === "dark" ? gettext("Use light colours") : gettext("Use dark colours");
    document.querySelectorAll("[data-theme-switch]").forEach((button) => {
      button.hidden = false;
      if (button.matches(".menu-button")) { button.textContent = offer; return; }
      button.setAttribute("aria-label", offer);
      button.title = offer;
    });
  }

  function switchTheme() {
    const wanted = shownTheme() === "dark" ? "light" : "dark";
    if (wanted === systemTheme()) {
      delete root.dataset.theme;
      remember(null);
    } else {
      root.dataset.theme = wanted;
      remember(wanted);
    }
    labelSwitches();
  }

  const stored = remembered();
  if (stored === "light" || stored === "dark") { root.dataset.theme = stored; }
  dark.addEventListener("change", labelSwitches);
  document.addEventListener("DOMContentLoaded", labelSwitches);

  /* <details data-menu>: one is open at a time; a tap beside it, Escape and a choice close it. */
  function closeMenus(but) {
    document.querySelectorAll("[data-menu][open]").forEach((menu) => { if (menu !== but) { menu.open = false; } });
  }
  document.addEventListener("click", (event) => {
    const inside = event.target.closest("[data-menu]");
    closeMenus(event.target.closest("[data-menu] a") ? null : inside);
  });
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("[data-menu][open]");
    if (open) { open.open = false; open.querySelector("summary").focus(); }
  });

  /* Tabs that do not fit show the one that is open. */
  function showOpenTabs() {
    document.querySelectorAll(".tabs").forEach((tabs) => {
      const here = tabs.querySelector("[aria-current]");
      if (here) { tabs.scrollLeft = here.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - here.offsetWidth) / 2; }
    });
  }
  /* With the first frame, which lays the page out anyway. */
  document.addEventListener("DOMContentLoaded", () => { requestAnimationFrame(showOpenTabs); });

  /* <button data-confirm="dialog-id"> asks first; the dialog's own submit button sends the form. */
  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-theme-switch], [data-confirm], [data-close]");
    if (!target) { return; }
    if (target.hasAttribute("data-theme-switch")) { switchTheme(); return; }
    if (target.hasAttribute("data-close")) { target.closest("dialog").close(); return; }
    const dialog = document.getElementById(target.dataset.confirm);
    if (!dialog?.showModal) { return; }
    if (target.form && !target.form.reportValidity()) { event.preventDefault(); return; }
    event.preventDefault();
    dialog.showModal();
  });

  /* Figures: a touch selects the old figure, so that typing replaces it; Enter goes to the next one. */
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input[inputmode=numeric]")) { event.target.select(); }
  });

  const FIGURES = "input[inputmode=numeric], input[data-positions]";

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !field.matches(FIGURES) || !field.form) { return; }
    const fields = Array.from(field.form.querySelectorAll(FIGURES));
    const next = fields.slice(fields.indexOf(field) + 1).find((one) => {
      return one.type !== "number" && one.offsetParent; /* tallies are tapped, not typed; what is folded away can wait */
    });
    if (next) { event.preventDefault(); next.focus(); }
  });

  /* What somebody ticks or chooses before htmx listens (on a slow line) is said to it once it does. */
  const early = new Set();
  function keep(event) { early.add(event.target); }
  document.addEventListener("change", keep);
  document.addEventListener("DOMContentLoaded", () => { document.removeEventListener("change", keep); });
  document.addEventListener("htmx:load", () => {
    early.forEach((field) => { field.dispatchEvent(new Event("change", { bubbles: true })); });
  }, { once: true });

  /* <output data-sum="name-of-field name-of-field:1000"> adds the fields up; ":1000" counts whole thousands. */
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form) { return; }
    form.querySelectorAll("output[data-sum]").forEach((output) => {
      output.value = output.dataset.sum.split(" ").reduce((sum, term) => {
        const parts = term.split(":");
        const input = form.elements[parts[0]];
        const figure = parseInt(((input?.value) || "0").replace(/[\s,]|^[^\d-]+/g, ""), 10) || 0;
        return sum + Math.floor(figure / (Number(parts[1]) || 1));
      }, 0);
    });
  });

  /* Tap to count: a button with data-step beside a number counts it up or down, within its bounds. */
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const input = button?.parentNode.querySelector("input[type=number]");
    if (!input) { return; }
    const wanted = (parseInt(input.value, 10) || 0) + Number(button.dataset.step);
    const most = input.max === "" ? Infinity : Number(input.max);
    input.value = Math.min(Math.max(wanted, 0), most) || "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  document.addEventListener("input", (event) => {
    const stepper = event.target.closest(".stepper");
    if (stepper) { stepper.classList.toggle("is-counted", Number(event.target.value) > 0); }
  });

  /* Deals by tapping: each seat's input holds one position per deal; a tap gives the next free one. */
  function dealsOf(box) {
    const inputs = Array.from(box.querySelectorAll("[data-out]")).map((button) => document.getElementById(button.dataset.out));
    const held = inputs.map((input) => input.value.split(/[\s.,;]+/).filter(Boolean));
    const counts = held.map((positions) => positions.length);
    return { inputs: inputs, held: held, played: Math.min.apply(null, counts), most: Math.max.apply(null, counts) };
  }

  function showDeals(box) {
    const deals = dealsOf(box);
    box.hidden = false;
    box.querySelector("[data-deal-number]").value = deals.played + 1;
    box.querySelectorAll("[data-out]").forEach((button, seat) => {
      button.disabled = deals.held[seat].length > deals.played;
    });
    box.querySelector("[data-out-undo]").disabled = !deals.most;
  }

  function goOut(deals, seat) {
    const out = deals.held.filter((positions) => positions.length > deals.played).length;
    deals.held[seat].push(String(out + 1));
    if (out + 2 < deals.held.length) { return; }
    deals.held.forEach((positions) => {
      if (positions.length === deals.played) { positions.push(String(deals.held.length)); }
    });
  }

  function takeBack(deals) {
    const last = deals.held.filter((positions) => positions.length === deals.most);
    const latest = last.reduce((one, other) => Number(other[deals.most - 1]) > Number(one[deals.most - 1]) ? other : one);
    const whole = last.length === deals.held.length;
    latest.pop();
    if (whole) { takeBack({ held: deals.held, most: deals.most }); }  /* the dishwasher came without a tap */
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-out], [data-out-undo]");
    if (!button) { return; }
    const box = button.closest("[data-deals]"), deals = dealsOf(box);
    if (button.dataset.out) {
      goOut(deals, deals.inputs.indexOf(document.getElementById(button.dataset.out)));
    } else {
      takeBack(deals);
    }
    deals.inputs.forEach((input, seat) => { input.value = deals.held[seat].join(";"); });
    deals.inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
  });

  function showAllDeals() { document.querySelectorAll("[data-deals]").forEach(showDeals); }
  document.addEventListener("DOMContentLoaded", showAllDeals);
  document.addEventListener("htmx:afterSettle", showAllDeals);
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-positions]")) { showAllDeals(); }
  });

  /* A part of the page that came anew took the focus with it: [data-focus] in it takes it up. */
  document.addEventListener("htmx:afterSettle", (event) => {
    const next = event.target.querySelector?.("[data-focus]");
    if (next && document.activeElement === document.body) { next.focus({ preventScroll: true }); }
  });

  /* A button that is replaced under a finger never hears the click: what is asked for time and again waits for the next time. */
  document.addEventListener("pointerdown", () => { document.documentElement.dataset.pressed = "yes"; }, true);
  ["pointerup", "pointercancel"].forEach((name) => {
    document.addEventListener(name, () => {
      setTimeout(() => { delete document.documentElement.dataset.pressed; });
    }, true);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const cause = event.detail.requestConfig.triggeringEvent, polled = !cause || cause.type === "live";
    if (polled && document.documentElement.dataset.pressed) { event.detail.shouldSwap = false; }
  });

  /* <form data-search-again>: once it is sent the search box is empty and has the focus, ready for the next name. */
  document.addEventListener("htmx:beforeSend", (event) => {
    if (!event.target.matches("[data-search-again]")) { return; }
    const box = event.target.querySelector("input[type=search]");
    box.value = "";
    box.focus({ preventScroll: true });
  });

  /* <form data-queue="#target">: what stood in it when Enter was pressed is sent in its turn, however fast the next is
     typed; without a connection it waits, and the server knows a name that reached it already. While the answer to one
     asks something ([data-asks]), the others wait. */
  let queue = [], sending = false, refused = false, missed = [];
  function namesOf(entries) { return entries.map((one) => one.name).join(", "); }
  function asked() { return document.querySelector("[data-asks]"); }
  function showQueue(form) {
    const said = [];
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
      () => {
        const sent = queue.shift();
        sending = false;
        if (refused) { missed.push(sent); }
        sendNext(form);
      },
      () => { sending = false; connection(true); setTimeout(() => { sendNext(form); }, 3000); }
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
    missed = missed.filter((one) => one.name !== typed.name);
    queue.push(typed);
    form.reset();
    form.querySelector("input:not([type=hidden])").focus({ preventScroll: true });
    sendNext(form);
  });
  /* A question stays until it is answered, whatever else is done beside it. */
  let question = null;
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.matches("[data-questions]")) { question = document.querySelector("[data-asks]:not([data-answered])"); }
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    const there = question && document.querySelector("[data-questions]");
    if (there) {
      there.append(question);
      window.htmx.process(question);
    }
    question = null;
  });
  ["htmx:responseError", "htmx:sendError"].forEach((name) => {
    document.addEventListener(name, () => {
      document.querySelectorAll("[data-answered]").forEach((one) => { delete one.dataset.answered; });
    });
  });
  document.addEventListener("htmx:afterSettle", goOn);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-answer]")) { return; }
    event.target.closest("[data-asks]").remove();
    goOn();
    const field = document.querySelector("[data-queue] input:not([type=hidden])");
    if (field) { field.focus({ preventScroll: true }); }
  });
  window.addEventListener("beforeunload", (event) => { if (queue.length) { event.preventDefault(); } });

  /* <div data-filter="ID" hidden>: a search box that leaves in that form the fields in which every word stands. What is
     left out is still sent. */
  document.addEventListener("input", (event) => {
    const search = event.target.closest("[data-filter]");
    if (!search) { return; }
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    document.getElementById(search.dataset.filter).querySelectorAll("[data-filter-group]").forEach((group) => {
      let shown = 0;
      group.querySelectorAll(".field").forEach((field) => {
        const text = field.textContent.toLowerCase();
        field.hidden = !words.every((word) => text.includes(word));
        shown += field.hidden ? 0 : 1;
      });
      group.hidden = !shown;
      if (words.length && shown) { group.open = true; }
      found += shown;
    });
    const count = interpolate(ngettext("%s rule found", "%s rules found", found), [found]);
    search.querySelector("[role=status]").textContent = words.length ? count : "";
  });
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-filter]").forEach((search) => { search.hidden = false; });
  });

  /* A form is sent once: a second press before the answer is there would do the same again. Where no answer comes, or
     only a file, it may be sent again after a while. */
  const WAITS = 5000;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.target) { return; }
    if (Date.now() - Number(form.dataset.sent) < WAITS) { event.preventDefault(); return; }
    setTimeout(() => {  // once every script has looked: those that send it themselves know what is on its way
      if (!event.defaultPrevented) { form.dataset.sent = Date.now(); }
    }, 0);
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-sent]").forEach((form) => { delete form.dataset.sent; });
  });

  /* <button data-busy="Drawing…"> says so while its form is on the way, and is not pressed twice. */
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.dataset.busy || event.defaultPrevented) { return; }
    if (button.getAttribute("aria-disabled") === "true") { event.preventDefault(); return; }
    button.dataset.idle = button.textContent;
    button.textContent = button.dataset.busy;
    button.setAttribute("aria-disabled", "true");
  });
  /* Browsers keep whole pages for Back, and show them without asking the site. What somebody saw who has signed out since
     is for nobody else at this screen. */
  window.addEventListener("pageshow", (event) => {
    let since = 0;
    try {
      if (document.body.dataset.reader === undefined) { localStorage.setItem("signed-out-at", Date.now()); return; }
      since = Number(localStorage.getItem("signed-out-at"));
    } catch { since = Infinity; /* Nobody knows, so it is asked again. */ }
    if (event.persisted && since > performance.timeOrigin) {
      document.body.hidden = true;
      location.reload();
    }
  });

  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-idle]").forEach((button) => {
      button.textContent = button.dataset.idle;
      button.removeAttribute("aria-disabled");
    });
  });

  /* <button data-copy="id of an input"> copies what stands there. */
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button || !navigator.clipboard) { return; }
    const source = document.getElementById(button.dataset.copy);
    navigator.clipboard.writeText(source.value).then(() => {
      button.textContent = gettext("Copied");
    }, () => { source.select(); });
  });

  /* "/" and Ctrl-K lead to the search box, arrows through what it found, Escape closes that. */
  function toSearch() {
    const input = document.querySelector("[data-search-box] input");
    if (input?.offsetParent) { input.focus(); input.select(); return; }
    const link = document.querySelector(".search-link");
    if (link) { link.click(); }
  }

  document.addEventListener("keydown", (event) => {
    const asked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    const typing = event.target.closest("input, textarea, select, [contenteditable], dialog[open]");
    if (asked || (slash && !typing)) { event.preventDefault(); toSearch(); }
  });

  document.addEventListener("keydown", (event) => {
    const box = event.target.closest("[data-search-box]");
    const step = { ArrowDown: 1, ArrowUp: -1, Escape: 0 }[event.key];
    if (!box || step === undefined) { return; }
    const input = box.querySelector("input"), found = box.querySelector(".search-found");
    event.preventDefault();
    if (event.key === "Escape") { found.replaceChildren(); input.focus(); return; }
    const stops = [input].concat(Array.from(found.querySelectorAll("a")));
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });

  /* Pages say a league's time, and the reader's own beside it where it differs. */
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
    if (zone) { document.cookie = `zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax`; }
  } catch { /* The league's time alone, then. */ }

  /* Paper shows what is folded away on the screen. */
  let unfolded = [];
  window.addEventListener("beforeprint", () => {
    unfolded = Array.from(document.querySelectorAll("main details:not([open])"));
    unfolded.forEach((details) => { details.open = true; });
  });
  window.addEventListener("afterprint", () => {
    unfolded.forEach((details) => { details.open = false; });
  });

  /* Without a connection nothing typed is lost; say so. */
  function connection(lost) {
    const notice = document.getElementById("connection");
    if (notice) { notice.hidden = !lost; }
  }
  window.addEventListener("offline", () => { connection(true); });
  window.addEventListener("online", () => { connection(false); });
  document.addEventListener("htmx:sendError", () => { connection(true); });
  document.addEventListener("htmx:afterOnLoad", () => { connection(false); });
})());
