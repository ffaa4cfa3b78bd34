/* <button data-confirm="dialog-id"> asks first; the dialog's own submit button sends the form. [data-close] closes its dialog. */

import { byId } from "../lib.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-confirm], [data-close]");
  if (!button) { return; }
  if (button.hasAttribute("data-close")) { button.closest("dialog").close(); return; }
  const dialog = byId(button.dataset.confirm);
  if (!dialog?.showModal) { return; }
  event.preventDefault();
  if (!button.form || button.form.reportValidity()) { dialog.showModal(); }
});
