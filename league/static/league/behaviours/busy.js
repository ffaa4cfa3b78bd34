/* <button data-busy="Drawing…"> says so while its form is on the way, and is not pressed twice. */

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button?.dataset.busy || event.defaultPrevented) { return; }
  if (button.getAttribute("aria-disabled") === "true") { event.preventDefault(); return; }
  button.dataset.idle = button.textContent;
  button.textContent = button.dataset.busy;
  button.setAttribute("aria-disabled", "true");
});

window.addEventListener("pageshow", () => {
  document.querySelectorAll("[data-idle]").forEach((button) => {
    button.textContent = button.dataset.idle;
    button.removeAttribute("aria-disabled");
  });
});
