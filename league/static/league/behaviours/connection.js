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
