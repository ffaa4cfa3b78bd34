/* Figures: a touch selects the old figure, so that typing replaces it; Enter goes to the next one. */

const FIGURES = "input[inputmode=numeric], input[data-positions]";

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[inputmode=numeric]")) { event.target.select(); }
});

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches(FIGURES) || !field.form) { return; }
  const fields = Array.from(field.form.querySelectorAll(FIGURES));
  const next = fields.slice(fields.indexOf(field) + 1).find((other) => {
    return other.type !== "number" && other.checkVisibility(); /* tallies are tapped, not typed; what is folded away can wait */
  });
  if (next) { event.preventDefault(); next.focus(); }
});
