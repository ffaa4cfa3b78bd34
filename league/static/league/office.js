/* Small comforts. Every page works without this file.
   Loaded in the head without "defer" so that a remembered theme is there before the first paint. */
(function () {
  "use strict";

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
    var other = shownTheme() === "dark" ? "light" : "dark";
    document.querySelectorAll("[data-theme-switch]").forEach(function (button) {
      button.hidden = false;
      button.setAttribute("aria-label", "Use " + other + " colours");
      button.title = "Use " + other + " colours";
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
    if (event.target.matches("input[inputmode=numeric], input[inputmode=decimal]")) { event.target.select(); }
  });

  document.addEventListener("keydown", function (event) {
    var field = event.target;
    if (event.key !== "Enter" || !field.matches("input[inputmode=numeric]") || !field.form) { return; }
    var fields = Array.from(field.form.querySelectorAll("input[inputmode=numeric]"));
    var next = fields.slice(fields.indexOf(field) + 1).find(function (one) {
      return one.type !== "number" && one.offsetParent; /* tallies are tapped, not typed; what is folded away can wait */
    });
    if (next) { event.preventDefault(); next.focus(); }
  });

  /* <output data-sum="name-of-field name-of-field:1000"> adds the fields up; ":1000" counts whole thousands. */
  document.addEventListener("input", function (event) {
    var form = event.target.form;
    if (!form) { return; }
    form.querySelectorAll("output[data-sum]").forEach(function (output) {
      output.value = output.dataset.sum.split(" ").reduce(function (sum, term) {
        var parts = term.split(":");
        var input = form.elements[parts[0]];
        var figure = parseInt(((input && input.value) || "0").replace(/[\s,£]/g, ""), 10) || 0;
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

  /* A part of the page that came anew took the focus with it: [data-focus] in it takes it up. */
  document.addEventListener("htmx:afterSettle", function (event) {
    var next = event.target.querySelector && event.target.querySelector("[data-focus]");
    if (next && document.activeElement === document.body) { next.focus({ preventScroll: true }); }
  });

  /* <button data-copy="id of an input"> copies what stands there. */
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy]");
    if (!button || !navigator.clipboard) { return; }
    var source = document.getElementById(button.dataset.copy);
    navigator.clipboard.writeText(source.value).then(function () {
      button.textContent = "Copied";
    }, function () { source.select(); });
  });

  /* Times are shown and read as they are where the reader is; without this, as universal time. */
  try {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone) { document.cookie = "zone=" + encodeURIComponent(zone) + ";path=/;max-age=31536000;samesite=lax"; }
  } catch { /* Universal time then. */ }

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
