/* Canonical JSON, which is what is signed: sorted keys, no spaces, UTF-8 (league/core/rules/signatures.py says the same). */

import { gettext } from "./lib.js";

/* By code points, as Python sorts; plain JavaScript would sort by halves of surrogate pairs. */
function byCodePoints(left, right) {
  const first = Array.from(left), second = Array.from(right);
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    if (first[at] !== second[at]) { return first[at].codePointAt(0) - second[at].codePointAt(0); }
  }
  return first.length - second.length;
}

export function canonical(value) {
  if (Array.isArray(value)) { return `[${value.map(canonical).join(",")}]`; }
  if (typeof value === "object" && value !== null) {
    return `{${Object.keys(value).sort(byCodePoints).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) { throw new Error(gettext("a number in it is not a whole number, or is too large")); }
  return JSON.stringify(value);
}
