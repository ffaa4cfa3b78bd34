/* On the page of notices: lets this browser show them. Without this file, or without push, the page says what else there is. */
(function () {
  "use strict";

  var button = document.querySelector("[data-push]");
  if (!button) { return; }
  var problem = document.getElementById("push-problem");

  function say(words) {
    problem.textContent = words;
    problem.hidden = false;
    button.disabled = false;
  }

  function bytes(text) {
    var padded = (text + "=".repeat((4 - text.length % 4) % 4)).replace(/-/g, "+").replace(/_/g, "/");
    return Uint8Array.from(atob(padded), function (sign) { return sign.charCodeAt(0); });
  }

  function subscribe(ready) {
    var wanted = { userVisibleOnly: true, applicationServerKey: bytes(button.dataset.key) };
    return ready.pushManager.getSubscription().then(function (old) {
      return old ? old.unsubscribe() : null;
    }).then(function () { return ready.pushManager.subscribe(wanted); });
  }

  function send(subscription) {
    return fetch(button.dataset.push, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": button.form.elements.csrfmiddlewaretoken.value,
      },
      body: JSON.stringify(subscription),
    }).then(function (answer) {
      if (answer.ok) { window.location.reload(); return; }
      return answer.json().then(function (said) { say(said.detail); });
    });
  }

  if (!("PushManager" in window) || !navigator.serviceWorker) {
    say(gettext("This browser can't show notices. On an iPhone or iPad, put this site on the home screen first."));
    button.disabled = true;
    return;
  }
  button.hidden = false;
  button.addEventListener("click", function (event) {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    Notification.requestPermission().then(function (answer) {
      if (answer !== "granted") {
        say(gettext("This browser was told not to show notices of this site. Its settings for this site change that."));
        return;
      }
      return navigator.serviceWorker.register(button.dataset.worker, { scope: "/" })
        .then(function () { return navigator.serviceWorker.ready; })
        .then(subscribe)
        .then(send);
    }).catch(function () { say(gettext("The browser could not be subscribed. Try again, or use another one.")); });
  });
}());
