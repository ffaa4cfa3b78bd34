/* Paper shows what is folded away on the screen, but for what a row of a table explains and what is not printed. */

const FOLDED = "main details:not([open], .no-print, [data-menu], .row-table *, .company-bars *)";

let unfolded = [];

window.addEventListener("beforeprint", () => {
  unfolded = Array.from(document.querySelectorAll(FOLDED));
  unfolded.forEach((details) => { details.open = true; });
});
window.addEventListener("afterprint", () => {
  unfolded.forEach((details) => { details.open = false; });
});
