/* [data-theme-switch] switches between light and dark; first.js has shown what was chosen before. */

import { gettext } from "../lib.js";

const root = document.documentElement;
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function systemTheme() { return dark.matches ? "dark" : "light"; }
function currentTheme() { return root.dataset.theme || systemTheme(); }

function remember(theme) {
  try {
    if (theme) { localStorage.setItem("theme", theme); } else { localStorage.removeItem("theme"); }
  } catch { /* Private windows may refuse; the choice then lasts for this page. */ }
}

function labelSwitches() {
  const offer = currentTheme() === "dark" ? gettext("Use light colours") : gettext("Use dark colours");
  document.querySelectorAll("[data-theme-switch]").forEach((button) => {
    button.hidden = false;
    if (button.matches(".menu-button")) { button.textContent = offer; return; }
    button.setAttribute("aria-label", offer);
    button.title = offer;
  });
}

function switchTheme() {
  const theme = currentTheme() === "dark" ? "light" : "dark";
  if (theme === systemTheme()) {
    delete root.dataset.theme;
    remember(null);
  } else {
    root.dataset.theme = theme;
    remember(theme);
  }
  labelSwitches();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-theme-switch]")) { switchTheme(); }
});
dark.addEventListener("change", labelSwitches);
labelSwitches();
