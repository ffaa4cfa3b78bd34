/* Proves a play that is over by this browser's own arithmetic: commitment, key, the chance of every move, digest. Nothing is sent.
   Also whether the part that this browser added (salts.js) is in it. games/rules/fair_chance.py, games/rules/play_records.py and engine/core/chance.py say the same. */

import { seeded } from "./chance.js";
import { byId, bytesOf, hexOf, stored } from "./lib.js";

const root = byId("proof");
const encoder = new TextEncoder();
const chances = JSON.parse(byId("chances").textContent);
let chosen = 0; /* which record is the newest; an older one may still be at work */

async function sha256(bytes) { return hexOf(await crypto.subtle.digest("SHA-256", bytes)); }
function hmacKey(bytes) { return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]); }

function saltKept(hash) { return stored("salts")?.[hash]; }

const CHECKS = {
  commitment: async (record) => record.head.commitment === root.dataset.commitment && await sha256(bytesOf(record.head.secret)) === root.dataset.commitment,
  key: async (record) => {
    const drawn = hexOf(await crypto.subtle.sign("HMAC", await hmacKey(bytesOf(record.head.secret)), bytesOf(record.head.salts.join(""))));
    return drawn === record.key && await sha256(bytesOf(record.key)) === record.committed;
  },
  salts: async (record) => {
    const secret = await hmacKey(bytesOf(record.head.secret));
    for (let at = 0; at < record.head.salts.length; at += 1) {
      const salt = record.head.salts[at], derived = await crypto.subtle.sign("HMAC", secret, encoder.encode(`seat ${at + 1}`));
      const bound = record.head.hashes[at] ? await sha256(bytesOf(salt)) : hexOf(derived).slice(0, 32);
      if (bound !== (record.head.hashes[at] || salt)) { return false; }
    }
    return record.head.hashes.join(" ") === root.dataset.hashes;
  },
  own: async (record) => {
    const own = record.head.hashes.map(saltKept), seats = own.map(Boolean);
    root.querySelector("[data-check=own]").hidden = !seats.includes(true);
    return own.every((one, at) => {
      const saw = !one?.hashes || one.hashes === record.head.hashes.join(" ");
      return !one || (saw && one.salt === record.head.salts[at] && one.commitment === record.head.commitment);
    });
  },
  chance: async (record) => {
    const key = await hmacKey(bytesOf(record.key));
    for (let at = 0; at < chances.length; at += 1) {
      const drawn = hexOf(await crypto.subtle.sign("HMAC", key, encoder.encode(at ? String(at - 1) : "open")));
      if (seeded(BigInt(`0x${drawn.slice(0, 16)}`)).toString() !== chances[at]) { return false; }
    }
    return record.moves + 1 === chances.length;
  },
  digest: async (record) => await sha256(encoder.encode(record.rest)) === record.head.digest,
};

function recordIn(text) {
  const first = text.indexOf("\n"), rest = text.slice(first + 1), lines = rest.trim().split("\n").map(JSON.parse);
  const opened = lines.find((line) => "commitment" in line);
  return {
    head: JSON.parse(text.slice(0, first)), rest: rest, key: lines[lines.length - 1].key, committed: opened.commitment,
    moves: lines.filter((line) => "action" in line && !("turn" in line)).length,
  };
}

function say(name, verdict) {
  const line = root.querySelector(`[data-check=${name}]`);
  line.className = `notice ${{ yes: "success", no: "error" }[verdict] || ""}`;
  line.dataset.verdict = verdict;
  line.querySelectorAll("[data-when]").forEach((tag) => { tag.hidden = tag.dataset.when !== verdict; });
}

async function prove(text) {
  chosen += 1;
  const mine = chosen;
  for (const name of Object.keys(CHECKS)) {
    say(name, "waits");
    let holds = false;
    try { holds = await CHECKS[name](recordIn(await text)); } catch { /* what can't be read does not hold */ }
    if (mine !== chosen) { return; }
    say(name, holds ? "yes" : "no");
  }
}

root.hidden = false;
if (window.crypto?.subtle) {
  const input = byId("proof-file");
  input.addEventListener("change", () => { if (input.files.length) { prove(input.files[0].text()); } });
  prove(fetch(root.dataset.record).then((answer) => answer.text()));
} else {
  root.querySelector("[data-insecure]").hidden = false;
}
