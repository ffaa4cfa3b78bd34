/* What a phone has to say and could not send yet. Shared by the page of a table and its worker: whoever is there
   first sends it; the key makes sure that it arrives once. */
self.outbox = (function () {
  "use strict";

  var LATER = [408, 425, 429, 500, 502, 503, 504];

  function store(mode, use) {
    return new Promise(function (resolve, reject) {
      var opening = indexedDB.open("corner-office", 1);
      opening.onupgradeneeded = function () { opening.result.createObjectStore("outbox", { keyPath: "key" }); };
      opening.onerror = function () { reject(opening.error); };
      opening.onsuccess = function () {
        var act = opening.result.transaction("outbox", mode);
        var asked = use(act.objectStore("outbox"));
        act.oncomplete = function () { opening.result.close(); resolve(asked.result); };
        act.onerror = function () { opening.result.close(); reject(act.error); };
      };
    });
  }

  function keep(entry) { return store("readwrite", function (box) { return box.put(entry); }); }
  function forget(key) { return store("readwrite", function (box) { return box.delete(key); }); }
  function all() {
    return store("readonly", function (box) { return box.getAll(); }).then(function (entries) {
      return entries.sort(function (one, other) { return one.made - other.made; });
    });
  }

  /* Gives {status, answer}; status 0 when it did not get through and is to be sent again. */
  function send(entry) {
    var stop = new AbortController();
    var timer = setTimeout(function () { stop.abort(); }, 10000);
    return fetch(entry.url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "Idempotency-Key": entry.key },
      body: entry.body,
      signal: stop.signal
    }).then(function (response) {
      if (LATER.includes(response.status)) { return { status: 0, answer: {} }; }
      return response.json().catch(function () { return {}; }).then(function (answer) {
        return { status: response.status, answer: answer };
      });
    }, function () {
      return { status: 0, answer: {} };
    }).finally(function () { clearTimeout(timer); });
  }

  /* One after the other, in the order in which they were made. What is refused stays, with the reasons. */
  function sendAll() {
    return all().then(function (entries) {
      return entries.filter(function (entry) { return !entry.refused; }).reduce(function (before, entry) {
        return before.then(function (waiting) {
          if (waiting) { return waiting; }
          return send(entry).then(function (given) {
            if (given.status === 0) { return true; }
            if (given.status < 300) { return forget(entry.key).then(function () { return false; }); }
            entry.refused = given;
            return keep(entry).then(function () { return false; });
          });
        });
      }, Promise.resolve(false));
    });
  }

  return { keep: keep, forget: forget, all: all, sendAll: sendAll };
}());
