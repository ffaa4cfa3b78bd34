/* Says on the page when the browser gave no passkey; allauth's own script writes it to the console only.
   A button that asks for one is off until allauth's script listens to it: pressed before, it would send an empty form.
   Loaded after allauth's onload.js, so that this comes second. */
document.addEventListener("DOMContentLoaded", function () {
  document.querySelectorAll("button[data-passkey]").forEach(function (button) {
    button.disabled = false;
  });
});
document.addEventListener("allauth.error", function (event) {
  var notice = document.getElementById("passkey-problem");
  if (!notice) return;
  event.preventDefault();
  var failed = event.detail.exception;
  var insecure = !window.isSecureContext || (failed && failed.name === "SecurityError");
  notice.querySelector("[data-insecure]").hidden = !insecure;
  notice.querySelector("[data-default]").hidden = insecure;
  notice.hidden = false;
});
