/* <div data-filter="ID" hidden>: a search box that leaves in that form the fields in which every word stands. What is
   left out is still sent. */

import { byId, interpolate, ngettext } from "../lib.js";

document.addEventListener("input", (event) => {
  const search = event.target.closest("[data-filter]");
  if (!search) { return; }
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  let total = 0;
  byId(search.dataset.filter).querySelectorAll("[data-filter-group]").forEach((group) => {
    let matches = 0;
    group.querySelectorAll(".field").forEach((field) => {
      const text = field.textContent.toLowerCase();
      field.hidden = !words.every((word) => text.includes(word));
      matches += field.hidden ? 0 : 1;
    });
    group.hidden = !matches;
    if (words.length && matches) { group.open = true; }
    total += matches;
  });
  const count = interpolate(ngettext("%s rule found", "%s rules found", total), [total]);
  search.querySelector("[role=status]").textContent = words.length ? count : "";
});

document.querySelectorAll("[data-filter]").forEach((search) => { search.hidden = false; });
