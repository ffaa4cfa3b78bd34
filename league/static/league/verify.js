/* Verifies a passport in this browser alone: signature, chain of facts and head. Nothing is sent; the page's policy forbids it.
   What is signed is canonical JSON: sorted keys, no spaces, UTF-8 (league/core/rules/signatures.py says the same). */
(function () {
  "use strict";

  var FORMAT = "corner-office-passport/1";
  var MOST_BYTES = 25000000;
  var WORDS = { yes: ["success", "✓ Holds."], no: ["error", "✗ Does not hold."], unknown: ["warning", "? Can't be said."] };
  var root = document.getElementById("verify");
  var result = root.querySelector("[data-result]");
  var chosen = 0; /* which file is the newest; an older one may still be at work */

  function element(tag, className, text) {
    var made = document.createElement(tag);
    if (className) { made.className = className; }
    if (text !== undefined) { made.textContent = text; }
    return made;
  }
  function isObject(value) { return typeof value === "object" && value !== null && !Array.isArray(value); }
  function isHex(value, digits) { return typeof value === "string" && value.length === digits && /^[0-9a-f]+$/.test(value); }
  function bytesOf(hex) { return Uint8Array.from(hex.match(/../g), function (two) { return parseInt(two, 16); }); }
  function hexOf(buffer) {
    return Array.from(new Uint8Array(buffer), function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
  }

  /* By code points, as Python sorts; plain JavaScript would sort by halves of surrogate pairs. */
  function byCodePoints(one, other) {
    var first = Array.from(one), second = Array.from(other);
    for (var at = 0; at < Math.min(first.length, second.length); at += 1) {
      if (first[at] !== second[at]) { return first[at].codePointAt(0) - second[at].codePointAt(0); }
    }
    return first.length - second.length;
  }

  function canonical(value) {
    if (Array.isArray(value)) { return "[" + value.map(canonical).join(",") + "]"; }
    if (isObject(value)) {
      return "{" + Object.keys(value).sort(byCodePoints).map(function (key) {
        return JSON.stringify(key) + ":" + canonical(value[key]);
      }).join(",") + "}";
    }
    if (typeof value === "number" && !Number.isSafeInteger(value)) { throw new Error("a number in it is no whole number, or too large"); }
    return JSON.stringify(value);
  }

  function problemOf(passport) {
    if (!isObject(passport) || typeof passport.format !== "string" || !passport.format.startsWith("corner-office-passport/")) {
      return "This file is no passport: its format must be " + FORMAT + ".";
    }
    if (passport.format !== FORMAT) { return "This is a passport of another kind, " + passport.format + "; this page reads " + FORMAT + "."; }
    var whole = isObject(passport.installation) && isObject(passport.character) && isObject(passport.career) && isObject(passport.end) &&
      Array.isArray(passport.facts) && isHex(passport.key, 64) && isHex(passport.signature, 128) &&
      passport.facts.every(function (fact) {
        return Array.isArray(fact) && fact.length === 2 && typeof fact[0] === "string" && typeof fact[1] === "string";
      });
    return whole ? "" : "This file is no passport: parts of it are missing or of another shape.";
  }

  var SIGNED_OF_HEAD = ["format", "installation", "made_at", "tree_size", "tree_root", "key"];

  async function headOf(passport) {
    var head = passport.head, signed = {};
    if (!isObject(head) || head.format !== "corner-office-head/1" || !isHex(head.key, 64) || !isHex(head.signature, 128)) {
      return ["no", "What stands in its place is no head."];
    }
    if (head.key !== passport.key) { return ["no", "It is signed with another key than the passport."]; }
    SIGNED_OF_HEAD.forEach(function (part) { if (part in head) { signed[part] = head[part]; } });
    return signatureOver(signed, head, [
      "Its signature is that of the same key. It was made at " + head.made_at + ".",
      "Its signature is not that of its key: it was altered.",
    ]);
  }

  function signatureOf(passport) {
    var signed = Object.assign({}, passport);
    delete signed.signature;
    return signatureOver(signed, passport, [
      "The signature is that of the key in the file, over the whole file.",
      "The signature is not that of the key in the file: something was altered, or another key has signed.",
    ]);
  }

  /* `by` has the key and the signature, `words` are for one that holds and for one that does not. */
  async function signatureOver(signed, by, words) {
    var key;
    try {
      key = await crypto.subtle.importKey("raw", bytesOf(by.key), { name: "Ed25519" }, false, ["verify"]);
    } catch (error) {
      if (error.name !== "NotSupportedError") { return ["no", "The key in the file is none."]; }
      return ["unknown", "This browser can't check Ed25519 signatures. A newer one can: Chrome or Edge from 137, Firefox from 129, Safari from 17."];
    }
    var holds = await crypto.subtle.verify({ name: "Ed25519" }, key, bytesOf(by.signature), new TextEncoder().encode(canonical(signed)));
    return holds ? ["yes", words[0]] : ["no", words[1]];
  }

  async function chainOf(passport) {
    var encoder = new TextEncoder(), before = "";
    for (var at = 0; at < passport.facts.length; at += 1) {
      var digest = hexOf(await crypto.subtle.digest("SHA-256", encoder.encode(before + "\n" + passport.facts[at][0])));
      if (digest !== passport.facts[at][1]) {
        return ["no", "Fact " + (at + 1) + " was altered, or a fact before it removed: its digest doesn't follow."];
      }
      before = digest;
    }
    if (passport.end.number !== passport.facts.length || passport.end.digest !== before) {
      return ["no", "The chain ends at fact " + passport.facts.length + "; the passport says " + passport.end.number + "."];
    }
    return ["yes", passport.facts.length === 1
      ? "There is 1 fact, as it was written, and none is missing."
      : "There are " + passport.facts.length + ", each follows from the one before, and none is missing."];
  }

  function line(title, verdict, text) {
    var made = element("p", "notice " + WORDS[verdict][0]);
    made.dataset.step = title;
    made.append(element("span", "tag", title + ": " + WORDS[verdict][1]), " " + text);
    return made;
  }

  /* Names come from the file: as text alone, and kept apart from the direction of what stands around them. */
  function name(value) { return element("bdi", "", typeof value === "string" ? value.slice(0, 200) : "?"); }

  function whose(passport) {
    var made = element("p", "");
    if (passport.key === root.dataset.key) {
      made.append("The key is that of this installation, ", name(root.dataset.installation), ": ");
    } else {
      made.append("The key is not that of this installation, ", name(root.dataset.installation), ". The file says that it is ",
        name(passport.installation.name), " (", name(passport.installation.address), "). Compare it with the one shown there: ");
    }
    made.append(element("code", "hex", passport.key));
    return made;
  }

  function says(passport) {
    var career = passport.career, made = element("p", "lede");
    made.append(name(passport.character.name));
    if (passport.character.owner) { made.append(", played by ", name(passport.character.owner)); }
    made.append(": ", name(career.level_name), ", career " + Number(career.career) + ", " + Number(career.games) + " games and " + Number(career.wins) + " wins, as ",
      name(passport.installation.name), " said on ", name(passport.made_at), ".");
    return made;
  }

  async function verify(text) {
    var passport;
    try { passport = JSON.parse(text); } catch { return [line("File", "no", "This file is no passport: it is not JSON that can be read.")]; }
    var problem = problemOf(passport);
    if (problem) { return [line("File", "no", problem)]; }
    if (!window.crypto || !crypto.subtle) {
      return [line("Signature", "unknown", "The browser checks signatures only on pages that came over https. Open this page over https, or use manage.py verify_passport.")];
    }
    var signature = await signatureOf(passport), chain = await chainOf(passport);
    var head = "head" in passport ? await headOf(passport) : null;
    return [
      says(passport),
      line("Signature", signature[0], signature[1]),
      line("Chain of facts", chain[0], chain[1]),
      line("Career", "unknown", "This page doesn't repeat it. manage.py verify_passport does, and every league before it accepts a passport."),
    ].concat(head ? [line("Head of the installation", head[0], head[1])] : [], [whose(passport)]);
  }

  async function read(file) {
    var mine = chosen += 1, shown;
    root.setAttribute("aria-busy", "true");
    result.replaceChildren(element("p", "muted", "Checking " + file.name + " …"));
    try {
      shown = file.size > MOST_BYTES
        ? [line("File", "no", "This file is no passport: it is larger than any.")]
        : await verify(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch (error) {
      shown = [line("File", "no", "This file is no passport that can be checked: " + error.message + ".")];
    }
    if (mine !== chosen) { return; }
    result.replaceChildren.apply(result, [element("h3", "", file.name)].concat(shown));
    root.removeAttribute("aria-busy");
  }

  var drop = root.querySelector("[data-drop]"), input = drop.querySelector("input");
  input.addEventListener("change", function () { if (input.files.length) { read(input.files[0]); } });
  drop.addEventListener("dragover", function (event) { event.preventDefault(); });
  drop.addEventListener("drop", function (event) {
    event.preventDefault();
    if (event.dataTransfer.files.length) { read(event.dataTransfer.files[0]); }
  });
  root.hidden = false;
})();
