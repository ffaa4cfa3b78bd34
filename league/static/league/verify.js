/* Verifies a passport in this browser alone: signature, chain of facts and head. Nothing is sent; the page's policy forbids it. */

import { canonical } from "./canonical.js";
import { byId, bytesOf, element, gettext, hexOf, interpolate, ngettext } from "./lib.js";

const FORMAT = "corner-office-passport/1";
const MOST_BYTES = 25000000;
const WORDS = { yes: ["success", gettext("✓ Holds.")], no: ["error", gettext("✗ Does not hold.")], unknown: ["warning", gettext("? Can't be said.")] };
const root = byId("verify");
const result = root.querySelector("[data-result]");
let chosen = 0; /* which file is the newest; an older one may still be at work */

function isObject(value) { return typeof value === "object" && value !== null && !Array.isArray(value); }
function isHex(value, digits) { return typeof value === "string" && value.length === digits && /^[0-9a-f]+$/.test(value); }

const FIGURES = ["games", "played_here", "confirmed_by_another", "confirmed_by_reporter", "reporters", "confirmers", "other_people", "other_names"];

function isLeague(league) {
  return isObject(league) && Array.isArray(league.organisers) &&
    ["name", "slug", "address", "since"].every((part) => typeof league[part] === "string") &&
    FIGURES.every((part) => Number.isSafeInteger(league[part]) && league[part] >= 0);
}

function problemOf(passport) {
  if (!isObject(passport) || typeof passport.format !== "string" || !passport.format.startsWith("corner-office-passport/")) {
    return interpolate(gettext("This file is not a passport: its format must be %s."), [FORMAT]);
  }
  if (passport.format !== FORMAT) { return interpolate(gettext("This is a passport of another kind, %s; this page reads %s."), [passport.format, FORMAT]); }
  const whole = isObject(passport.installation) && isObject(passport.character) && isObject(passport.career) && isObject(passport.end) &&
    isLeague(passport.league) && Array.isArray(passport.facts) && isHex(passport.key, 64) && isHex(passport.signature, 128) &&
    passport.facts.every((fact) => Array.isArray(fact) && fact.length === 2 && typeof fact[0] === "string" && typeof fact[1] === "string");
  return whole ? "" : gettext("This file is not a passport: parts of it are missing or have another shape.");
}

const SIGNED_OF_HEAD = ["format", "installation", "made_at", "tree_size", "tree_root", "key"];

async function headOf(passport) {
  const head = passport.head, signed = {};
  if (!isObject(head) || head.format !== "corner-office-head/1" || !isHex(head.key, 64) || !isHex(head.signature, 128)) {
    return ["no", gettext("What is in its place is not a head.")];
  }
  if (head.key !== passport.key) { return ["no", gettext("It is signed with a different key from the passport.")]; }
  SIGNED_OF_HEAD.forEach((part) => { if (part in head) { signed[part] = head[part]; } });
  return signatureOver(signed, head, [
    interpolate(gettext("It is signed with the same key. It was made at %s."), [head.made_at]),
    gettext("Its signature does not match its key: it was altered."),
  ]);
}

function signatureOf(passport) {
  const signed = Object.assign({}, passport);
  delete signed.signature;
  return signatureOver(signed, passport, [
    gettext("The signature matches the key in the file, over the whole file."),
    gettext("The signature does not match the key in the file: something was altered, or another key signed it."),
  ]);
}

/* `by` has the key and the signature, `words` are for one that holds and for one that does not. */
async function signatureOver(signed, by, words) {
  let key;
  try {
    key = await crypto.subtle.importKey("raw", bytesOf(by.key), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error.name !== "NotSupportedError") { return ["no", gettext("The key in the file is not a key.")]; }
    return ["unknown", gettext("This browser can't check Ed25519 signatures. A newer one can: Chrome or Edge from 137, Firefox from 129, Safari from 17.")];
  }
  const holds = await crypto.subtle.verify({ name: "Ed25519" }, key, bytesOf(by.signature), new TextEncoder().encode(canonical(signed)));
  return holds ? ["yes", words[0]] : ["no", words[1]];
}

async function chainOf(passport) {
  let encoder = new TextEncoder(), before = "";
  for (let at = 0; at < passport.facts.length; at += 1) {
    const digest = hexOf(await crypto.subtle.digest("SHA-256", encoder.encode(`${before}\n${passport.facts[at][0]}`)));
    if (digest !== passport.facts[at][1]) {
      return ["no", interpolate(gettext("Fact %s was altered, or a fact before it removed: its digest doesn't follow."), [at + 1])];
    }
    before = digest;
  }
  if (passport.end.number !== passport.facts.length || passport.end.digest !== before) {
    return ["no", interpolate(gettext("The chain ends at fact %s; the passport says %s."), [passport.facts.length, passport.end.number])];
  }
  return ["yes", interpolate(ngettext(
    "There is %s fact, as it was written, and none is missing.",
    "There are %s, each follows from the one before, and none is missing.",
    passport.facts.length
  ), [passport.facts.length])];
}

/* `step` names what was checked, whatever the language. */
const STEPS = {
  "File": gettext("File"),
  "Signature": gettext("Signature"),
  "Chain of facts": gettext("Chain of facts"),
  "Career": gettext("Career"),
  "Head of the installation": gettext("Head of the installation"),
};

function line(step, verdict, text) {
  const node = element("p", `notice ${WORDS[verdict][0]}`);
  node.dataset.step = step;
  node.append(element("span", "tag", `${STEPS[step]}: ${WORDS[verdict][1]}`), ` ${text}`);
  return node;
}

/* Names come from the file: as text alone, and kept apart from the direction of what stands around them. */
function name(value) { return element("bdi", "", typeof value === "string" ? value.slice(0, 200) : "?"); }

/* A sentence whose gaps %(…)s are filled with elements. */
function filled(node, sentence, gaps) {
  sentence.split(/%\((\w+)\)s/).forEach((part, at) => { node.append(at % 2 ? gaps[part] : part); });
  return node;
}

function whose(passport) {
  const node = element("p", "");
  const sentence = passport.key === root.dataset.key
    ? gettext("The key belongs to this installation, %(here)s: %(key)s")
    : gettext("The key does not belong to this installation, %(here)s. The file says that it is %(named)s (%(address)s). Compare it with the one shown there: %(key)s");
  return filled(node, sentence, {
    here: name(root.dataset.installation),
    named: name(passport.installation.name),
    address: name(passport.installation.address),
    key: element("code", "hex", passport.key),
  });
}

function says(passport) {
  const career = passport.career, node = element("p", "lede");
  const sentence = passport.character.owner
    ? gettext("%(character)s, played by %(owner)s: %(level)s, career %(career)s, %(games)s games and %(wins)s wins, as %(installation)s said on %(day)s.")
    : gettext("%(character)s: %(level)s, career %(career)s, %(games)s games and %(wins)s wins, as %(installation)s said on %(day)s.");
  return filled(node, sentence, {
    character: name(passport.character.name),
    owner: name(passport.character.owner),
    level: name(career.level_name),
    career: Number(career.career),
    games: Number(career.games),
    wins: Number(career.wins),
    installation: name(passport.installation.name),
    day: name(passport.made_at),
  });
}

function accounts(number) { return interpolate(ngettext("%s account", "%s accounts", number), [number]); }

/* As league_rows in league/people/rules/passport_leagues.py. */
function rowsOf(league) {
  const unsigned = league.games - league.played_here - league.confirmed_by_another - league.confirmed_by_reporter;
  const rows = [
    [gettext("League"), league.name],
    [gettext("Address"), league.address],
    [gettext("Founded"), league.since.slice(0, 10)],
    [gettext("Organisers"), league.organisers.join(", ") || gettext("Nobody is named.")],
    [gettext("Games that count"), league.games],
    [gettext("Reported by"), accounts(league.reporters)],
    [gettext("Confirmed by"), accounts(league.confirmers)],
    [gettext("Confirmed by an account other than the reporter's"), league.confirmed_by_another],
    [gettext("Confirmed by the reporter's own account"), league.confirmed_by_reporter],
    [gettext("Played on the site, move by move"), league.played_here],
  ];
  if (unsigned > 0) { rows.push([gettext("Reported or confirmed without an account"), unsigned]); }
  return rows.concat([
    [gettext("Other people at the tables, by account"), league.other_people],
    [gettext("Names without an account at the tables"), league.other_names],
  ]);
}

function vouched(passport) {
  const node = element("dl", "vouched");
  node.dataset.league = passport.league.slug;
  rowsOf(passport.league).forEach((row) => {
    const value = element("dd", "");
    value.append(name(String(row[1])));
    node.append(element("dt", "", row[0]), value);
  });
  return node;
}

async function verify(text) {
  let passport;
  try { passport = JSON.parse(text); } catch { return [line("File", "no", gettext("This file is not a passport: it can't be read as JSON."))]; }
  const problem = problemOf(passport);
  if (problem) { return [line("File", "no", problem)]; }
  if (!window.crypto || !crypto.subtle) {
    return [line("Signature", "unknown", gettext("The browser checks signatures only on pages that came over https. Open this page over https, or use manage.py verify_passport."))];
  }
  const signature = await signatureOf(passport), chain = await chainOf(passport);
  const head = "head" in passport ? await headOf(passport) : null;
  return [
    says(passport),
    line("Signature", signature[0], signature[1]),
    line("Chain of facts", chain[0], chain[1]),
    line("Career", "unknown", gettext("This page doesn't repeat it. manage.py verify_passport does, and every league before it accepts a passport.")),
  ].concat(head ? [line("Head of the installation", head[0], head[1])] : [], [
    whose(passport),
    element("h4", "", gettext("Where it was played, and who vouches for it")),
    vouched(passport),
    element("p", "notice warning", root.dataset.vouches),
  ]);
}

async function read(file) {
  chosen += 1;
  const mine = chosen;
  let lines;
  root.setAttribute("aria-busy", "true");
  result.replaceChildren(element("p", "muted", interpolate(gettext("Checking %s …"), [file.name])));
  try {
    lines = file.size > MOST_BYTES
      ? [line("File", "no", gettext("This file is not a passport: it is larger than any."))]
      : await verify(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
  } catch (error) {
    lines = [line("File", "no", interpolate(gettext("This file is not a passport that can be checked: %s."), [error.message]))];
  }
  if (mine !== chosen) { return; }
  result.replaceChildren.apply(result, [element("h3", "", file.name)].concat(lines));
  root.removeAttribute("aria-busy");
}

const drop = root.querySelector("[data-drop]"), input = drop.querySelector("input");
input.addEventListener("change", () => { if (input.files.length) { read(input.files[0]); } });
drop.addEventListener("dragover", (event) => { event.preventDefault(); });
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) { read(event.dataTransfer.files[0]); }
});
root.hidden = false;
