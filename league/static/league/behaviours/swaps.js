/* What htmx puts in the place of something that is in use. */

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

/* What the reader has opened beside a game stays open when the game goes on. */
let opened = false;
document.addEventListener("htmx:beforeSwap", () => { opened = Boolean(document.querySelector(".play-shell > .play-side[open]")); });
document.addEventListener("htmx:afterSettle", () => {
  const side = document.querySelector(".play-side");
  if (opened && side) { side.open = true; }
});
