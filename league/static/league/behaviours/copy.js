/* <button data-copy="id of an input"> copies what stands there. */

import { byId, gettext } from "../lib.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button || !navigator.clipboard) { return; }
  const source = byId(button.dataset.copy);
  navigator.clipboard.writeText(source.value).then(() => { button.textContent = gettext("Copied"); }, () => { source.select(); });
});
