/* Paper shows what is folded away on the screen. */

let unfolded = [];

window.addEventListener("beforeprint", () => {
  unfolded = Array.from(document.querySelectorAll("main details:not([open])"));
  unfolded.forEach((details) => { details.open = true; });
});
window.addEventListener("afterprint", () => {
  unfolded.forEach((details) => { details.open = false; });
});
