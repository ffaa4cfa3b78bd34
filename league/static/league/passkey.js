/* Says on the page when the browser gave no passkey; allauth's own script writes it to the console only.
   A button that asks for one is off until allauth's script listens to it: pressed before, it would send an empty form.
   Loaded after allauth's onload.js, so that this comes second. */
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("button[data-passkey]").forEach((button) => {
    button.disabled = false;
  });
});
document.addEventListener("allauth.error", (event) => {
  const notice = document.getElementById("passkey-problem");
  if (!notice) return;
  event.preventDefault();
  const failed = event.detail.exception;
  const insecure = !window.isSecureContext || (failed && failed.name === "SecurityError");
  notice.querySelector("[data-insecure]").hidden = !insecure;
  notice.querySelector("[data-default]").hidden = insecure;
  notice.hidden = false;
});
