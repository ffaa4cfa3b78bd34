/* <details data-menu>: one is open at a time; a tap beside it, Escape and a choice close it. */

function closeMenus(except) {
  document.querySelectorAll("[data-menu][open]").forEach((menu) => { if (menu !== except) { menu.open = false; } });
}

document.addEventListener("click", (event) => {
  const inside = event.target.closest("[data-menu]");
  closeMenus(event.target.closest("[data-menu] a") ? null : inside);
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("[data-menu][open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});

/* Tabs that do not fit show the one that is open. */
function showOpenTabs() {
  document.querySelectorAll(".tabs").forEach((tabs) => {
    const here = tabs.querySelector("[aria-current]");
    if (here) { tabs.scrollLeft = here.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - here.offsetWidth) / 2; }
  });
}

/* With the first frame, which lays the page out anyway. */
requestAnimationFrame(showOpenTabs);
