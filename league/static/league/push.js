/* On the page of notices: lets this browser show them. Without this file, or without push, the page says what else there is. */

import { byId, gettext } from "./lib.js";

const button = document.querySelector("[data-push]");
const problem = byId("push-problem");

function say(words) {
  problem.textContent = words;
  problem.hidden = false;
  button.disabled = false;
}

function bytes(text) {
  const padded = (text + "=".repeat((4 - text.length % 4) % 4)).replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(padded), (sign) => sign.charCodeAt(0));
}

function subscribe(ready) {
  const options = { userVisibleOnly: true, applicationServerKey: bytes(button.dataset.key) };
  return ready.pushManager.getSubscription().then((old) => old ? old.unsubscribe() : null).then(() => ready.pushManager.subscribe(options));
}

function send(subscription) {
  return fetch(button.dataset.push, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": button.form.elements.csrfmiddlewaretoken.value,
    },
    body: JSON.stringify(subscription),
  }).then((answer) => {
    if (answer.ok) { window.location.reload(); return; }
    return answer.json().then((refusal) => { say(refusal.detail); });
  });
}

if (!("PushManager" in window) || !navigator.serviceWorker) {
  say(gettext("This browser can't show notices. On an iPhone or iPad, put this site on the home screen first."));
  button.disabled = true;
} else {
  button.hidden = false;
  button.addEventListener("click", (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    Notification.requestPermission().then((answer) => {
      if (answer !== "granted") {
        say(gettext("This browser was told not to show notices from this site. You can change that in its settings for this site."));
        return;
      }
      return navigator.serviceWorker.register(button.dataset.worker, { scope: "/" })
        .then(() => navigator.serviceWorker.ready)
        .then(subscribe)
        .then(send);
    }).catch(() => { say(gettext("The browser could not be subscribed. Try again, or use another one.")); });
  });
}
