/* What several scripts need. */

/* English stands in the scripts; a page in another language brings WORDS before them (league/core/views/scripts.py).
   `manage.py makemessages -d djangojs` collects what they say. */
const words = window.WORDS || { catalog: {}, plural: (count) => Number(count !== 1) };

export function gettext(text) {
  const translation = words.catalog[text];
  return Array.isArray(translation) ? translation[0] : translation || text;
}

export function ngettext(singular, plural, count) {
  const translation = words.catalog[singular];
  return (Array.isArray(translation) && translation[words.plural(count)]) || (count === 1 ? singular : plural);
}

/* interpolate("%s of %s", [1, 2]), or interpolate("%(n)s of %(all)s", { n: 1, all: 2 }, true). */
export function interpolate(text, values, named) {
  let next = 0;
  return text.replace(named ? /%\((\w+)\)s/g : /%s/g, (_gap, name) => String(values[named ? name : next++]));
}

export function byId(id) { return document.getElementById(id); }

export function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) { node.className = className; }
  if (text !== undefined) { node.textContent = text; }
  return node;
}

export function bytesOf(hex) { return Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16)); }

export function hexOf(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* What is sent with the same key arrives once. */
export function newKey() { return hexOf(crypto.getRandomValues(new Uint8Array(16))); }

/* What this browser keeps, or null; a private window may keep nothing. `area` is localStorage or sessionStorage. */
export function stored(name, area = "localStorage") {
  try { return JSON.parse(window[area].getItem(name)); } catch { return null; }
}

/* Nothing is kept under the name when `value` is null. */
export function store(name, value, area = "localStorage") {
  try {
    if (value === null) { window[area].removeItem(name); } else { window[area].setItem(name, JSON.stringify(value)); }
  } catch { /* It lasts for this page then. */ }
}

/* The form fields that were filled in, by name; several of one name are a list. */
export function filledIn(form) {
  const fields = {};
  new FormData(form).forEach((value, name) => {
    if (value === "") { return; }
    fields[name] = name in fields ? [].concat(fields[name], value) : value;
  });
  return fields;
}
