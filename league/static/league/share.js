/* The buttons of a page to share, which do nothing without this script: copying (office.js does it), and handing over to
   the device's own list of messengers where there is one. */
((() => {
  "use strict";
  if (navigator.clipboard) {
    document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
  }
  if (!navigator.share) { return; }
  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => {
      const text = document.getElementById(button.dataset.share).value;
      navigator.share({ title: button.dataset.title, text: text }).catch(() => { /* changed one's mind */ });
    });
  });
})());
