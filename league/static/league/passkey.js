/* Says on the page when the browser gave no passkey; allauth's own script writes it to the console only. */
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
