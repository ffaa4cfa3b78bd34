/* What a photo may say is put in, and stays to be compared. */

import { byId } from "../lib.js";

document.addEventListener("click", (event) => {
  const guess = event.target.closest("[data-guess]"), input = guess && byId(guess.dataset.guess);
  if (!input) { return; }
  input.value = guess.value;
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
