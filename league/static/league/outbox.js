/* What a phone has to say and could not send yet. Shared by the page of a table and its worker: whoever is there
   first sends it; the key makes sure that it arrives once. A script and a module alike, as a worker takes no modules
   everywhere: modules `import "./outbox.js"` and find it on `self`. */
self.outbox = (() => {
  const LATER = [408, 425, 429, 500, 502, 503, 504];

  function store(mode, use) {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open("corner-office", 1);
      opening.onupgradeneeded = () => { opening.result.createObjectStore("outbox", { keyPath: "key" }); };
      opening.onerror = () => { reject(opening.error); };
      opening.onsuccess = () => {
        const act = opening.result.transaction("outbox", mode);
        const request = use(act.objectStore("outbox"));
        act.oncomplete = () => { opening.result.close(); resolve(request.result); };
        act.onerror = () => { opening.result.close(); reject(act.error); };
      };
    });
  }

  function keep(entry) { return store("readwrite", (box) => box.put(entry)); }
  function forget(key) { return store("readwrite", (box) => box.delete(key)); }
  function all() {
    return store("readonly", (box) => box.getAll()).then((entries) => entries.sort((one, other) => one.made - other.made));
  }

  /* Gives {status, answer}; status 0 when it did not get through and is to be sent again. */
  function send(entry) {
    const stop = new AbortController();
    const timer = setTimeout(() => { stop.abort(); }, 10000);
    return fetch(entry.url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "Idempotency-Key": entry.key },
      body: entry.body,
      signal: stop.signal
    }).then((response) => {
      if (LATER.includes(response.status)) { return { status: 0, answer: {} }; }
      return response.json().catch(() => ({})).then((answer) => ({ status: response.status, answer: answer }));
    }, () => ({ status: 0, answer: {} })).finally(() => { clearTimeout(timer); });
  }

  /* One after the other, in the order in which they were made. What is refused stays, with the reasons. */
  function sendAll() {
    return all().then((entries) => entries.filter((entry) => !entry.refused).reduce((before, entry) => before.then((waiting) => {
          if (waiting) { return waiting; }
          return send(entry).then((given) => {
            if (given.status === 0) { return true; }
            if (given.status < 300) { return forget(entry.key).then(() => false); }
            entry.refused = given;
            return keep(entry).then(() => false);
          });
        }), Promise.resolve(false)));
  }

  /* The browser sends it from the worker once there is a connection, whether a page is open or not. */
  function sendLater() {
    if (!navigator.serviceWorker) { return; }
    navigator.serviceWorker.ready.then((ready) => {
      if (ready.sync) { ready.sync.register("outbox").catch(() => { /* the page tries by itself */ }); }
    });
  }

  return { keep: keep, forget: forget, all: all, sendAll: sendAll, sendLater: sendLater };
})();
