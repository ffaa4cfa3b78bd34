/* What can't wait for the modules, which run once the page is read: the theme, before the first paint, and what is
   pressed meanwhile on a slow line. A script of the head, without "defer". */
(() => {
  let theme = null;
  try { theme = localStorage.getItem("theme"); } catch { /* Private windows may refuse. */ }
  if (theme === "light" || theme === "dark") { document.documentElement.dataset.theme = theme; }

  /* What was ticked or chosen is said to htmx once it listens. What asks first (data-confirm) is pressed again once it
     can ask. */
  const changed = new Set();
  let pressed = null;
  function keepChange(event) { changed.add(event.target); }
  function keepPress(event) {
    const button = event.target.closest("[data-confirm]");
    if (!button) { return; }
    event.preventDefault();
    pressed = button;
  }
  document.addEventListener("change", keepChange);
  document.addEventListener("click", keepPress);
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("change", keepChange);
    document.removeEventListener("click", keepPress);
    if (pressed) { pressed.click(); }
  });
  document.addEventListener("htmx:load", () => {
    changed.forEach((field) => { field.dispatchEvent(new Event("change", { bubbles: true })); });
  }, { once: true });

  /* A form is sent once: a second press before the answer is there would do the same again. Where no answer comes, or
     only a file, it may be sent again after a while. */
  const WAITS = 5000;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.target) { return; }
    if (Date.now() - Number(form.dataset.sent) < WAITS) { event.preventDefault(); return; }
    setTimeout(() => {  /* once every script has looked: those that send it themselves know what is on its way */
      if (!event.defaultPrevented) { form.dataset.sent = Date.now(); }
    }, 0);
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-sent]").forEach((form) => { delete form.dataset.sent; });
  });
})();
