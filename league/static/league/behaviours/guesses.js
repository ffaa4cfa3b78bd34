/* A photo is read as soon as it is taken. What it may say is put in, and stays to be compared. */

import { byId } from "../lib.js";

document.addEventListener("change", (event) => {
  const read = event.target.id === "photo" && event.target.form.querySelector("[data-photo]");
  if (read) { event.target.form.requestSubmit(read); }
});

document.addEventListener("click", (event) => {
  const guess = event.target.closest("[data-guess]"), input = guess && byId(guess.dataset.guess);
  if (!input) { return; }
  input.value = guess.value;
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
