/* The buttons of a page to share, which do nothing without this script: copying (copy.js does it), and handing over to
   the device's own list of messengers where there is one. */

import { byId } from "./lib.js";

if (navigator.clipboard) {
  document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
}
if (navigator.share) {
  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => {
      const text = byId(button.dataset.share).value;
      navigator.share({ title: button.dataset.title, text: text }).catch(() => { /* changed one's mind */ });
    });
  });
}
