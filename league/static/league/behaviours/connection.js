/* Without a connection nothing typed is lost; say so. */

import { byId } from "../lib.js";

export function showConnection(lost) {
  const notice = byId("connection");
  if (notice) { notice.hidden = !lost; }
}

window.addEventListener("offline", () => { showConnection(true); });
window.addEventListener("online", () => { showConnection(false); });
document.addEventListener("htmx:sendError", () => { showConnection(true); });
document.addEventListener("htmx:afterOnLoad", () => { showConnection(false); });

/* htmx reports a request that is given up for a newer one as two errors of the console; nothing has failed there. */
document.addEventListener("htmx:beforeSend", (event) => {
  const xhr = event.detail.xhr, giveUp = xhr.onabort;
  xhr.onabort = (...given) => {
    const report = console.error;
    console.error = () => {};
    try { giveUp.apply(xhr, given); } finally { console.error = report; }
  };
});
