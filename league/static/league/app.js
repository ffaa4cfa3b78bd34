/* On every page: the worker that answers where there is no network. Nothing else depends on it. */
(function () {
  "use strict";

  var own = document.currentScript.dataset;

  if (own.worker && navigator.serviceWorker && window.isSecureContext) {
    navigator.serviceWorker.register(own.worker, { scope: "/" }).catch(function () { /* the site works, with network */ });
  }

  /* The page that says that there is no network looks for it, and makes room for what was asked for. */
  var wait = 2000;
  function look() {
    fetch("/manifest.webmanifest", { cache: "no-store" }).then(function () { window.location.reload(); }, function () {
      wait = Math.min(wait * 2, 30000);
      setTimeout(look, wait);
    });
  }
  if (document.querySelector("[data-offline]")) {
    setTimeout(look, wait);
    window.addEventListener("online", look);
  }
}());
