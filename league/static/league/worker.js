/* The one worker of the site. It shows notices, opens the pages of tables (/t/) without network, sends what waits on the
   device, and answers with a page of its own where there is no network. It keeps pages of tables (in one language: another one forgets
   them), files that everybody gets, and the pages of VERSION.pages as a stranger sees them: no page of a person. VERSION
   stands above this line. */
importScripts("/static/league/outbox.js");

const CACHE = `tables-1-${VERSION.language}`, SHELL = `shell-${VERSION.digest}`, MOST = 60, PATIENCE = 4000;

/* At once: the page of a table that is open already waits for the worker, to be kept by it. */
self.addEventListener("install", () => { self.skipWaiting(); });
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => {
    const old = names.filter((name) => name !== CACHE && name !== SHELL);
    return Promise.all(old.map((name) => caches.delete(name)));
  }).then(() => self.clients.claim()));
  completeShell();
});

/* A page without cookies, so that it is nobody's, in the language of whoever has this worker; and before it all that it
   is made of. */
function keepShell(cache, path) {
  const options = { credentials: "omit", cache: "no-cache", headers: { "Accept-Language": VERSION.language } };
  return fetch(path, options).then((response) => {
    if (!response.ok || response.redirected) { throw new Error(`${path} answers ${response.status}`); }
    return response.text().then((text) => {
      const parts = Array.from(new Set(text.match(/\/(?:static|words)\/[^"'\s)]+/g) || []));
      return cache.addAll(parts.map((part) => new Request(part, { cache: "no-cache" }))).then(() => cache.put(path, new Response(text, { headers: response.headers })));
    });
  });
}

/* What a bad connection left out comes with a later page. */
function completeShell() {
  return caches.open(SHELL).then((cache) => Promise.all(VERSION.pages.map((path) => cache.match(path, { ignoreVary: true }).then((answer) => answer || keepShell(cache, path))))).catch(() => { /* next time */ });
}

function inShell(path) {
  return caches.open(SHELL).then((cache) => cache.match(path, { ignoreSearch: true, ignoreVary: true }));
}

/* Any other page: from the network alone, or the page that says that there is none. */
function elsewhere(event, path) {
  return fetch(event.request).then((response) => {
    event.waitUntil(completeShell());
    return response;
  }, (error) => {
    if (path === "/enter/") { return Response.redirect("/enter/offline/"); }
    return inShell(VERSION.pages.includes(path) ? path : VERSION.pages[0]).then((answer) => {
      if (answer) { return answer; }
      throw error;
    });
  });
}

/* All of an answer: a connection that ends halfway is one that failed. What leads elsewhere is the browser's to follow. */
function whole(response) {
  if (response.redirected || response.type !== "basic" || !response.body) { return response; }
  return response.blob().then((body) => new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers }));
}

/* Takes the place of what is kept; `response` is whole. */
function put(request, response) {
  if (!response.ok || response.redirected) { return Promise.resolve(); }
  return caches.open(CACHE).then((cache) => cache.put(request, response).then(() => cache.keys()).then((keys) => Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key))))).catch(() => { /* what is kept stays */ });
}

function cached(request) { return caches.match(request, { ignoreSearch: true, ignoreVary: true }); }

/* The page as it is now, or when the network takes too long, as it was. */
function page(event) {
  const fetching = fetch(event.request).then(whole).then((response) => {
    event.waitUntil(put(event.request.url.split("?")[0], response.clone()));
    return response;
  });
  fetching.catch(() => { /* answered from the cache below */ });
  const patience = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  return Promise.race([fetching, patience.then(() => cached(event.request))]).then((answer) => answer || fetching).catch((error) => cached(event.request).then((answer) => { if (answer) { return answer; } throw error; }));
}

/* What the page is made of: as it was, and made new for the next time. */
function asset(event) {
  const fetching = fetch(event.request).then(whole).then((response) => {
    event.waitUntil(put(event.request, response.clone()));
    return response;
  });
  return cached(event.request).then((answer) => {
    if (!answer) { return fetching; }
    fetching.catch(() => { /* offline; the old one does */ });
    return answer;
  });
}

/* Elsewhere a file is as new as its page; without network it is that of the shell. */
function newest(event) {
  return fetch(event.request).catch((error) => inShell(event.request).then((answer) => {
      if (answer) { return answer; }
      throw error;
    }));
}

/* A module is asked for by the one that imports it, so who refers to it does not say. */
function isForTable(event) {
  return self.clients.get(event.clientId).then((client) => Boolean(client) && new URL(client.url).pathname.startsWith("/t/"));
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) { return; }
  if (/^\/t\/[^/]+\/$/.test(url.pathname) && event.request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (event.request.mode === "navigate") {
    event.respondWith(elsewhere(event, url.pathname));
  } else if (/^\/(static|words)\//.test(url.pathname)) {
    event.respondWith(isForTable(event).then((is) => is ? asset(event) : newest(event)));
  }
});

/* The first visit came before the worker: the page says what it is made of. */
self.addEventListener("message", (event) => {
  if (!event.data || !Array.isArray(event.data.keep)) { return; }
  event.waitUntil(Promise.all(event.data.keep.map((url) => fetch(url, { credentials: "same-origin" }).then(whole).then((response) => put(url, response)).catch(() => { /* next time */ }))));
});

self.addEventListener("sync", (event) => {
  if (event.tag !== "outbox") { return; }
  event.waitUntil(self.outbox.sendAll().then((waiting) => self.clients.matchAll().then((pages) => {
      pages.forEach((one) => { one.postMessage("outbox"); });
      if (waiting) { throw new Error("still offline"); }  /* the browser tries again */
    })));
});

self.addEventListener("push", (event) => {
  const notice = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(notice.subject || "Corner Office", {
    body: notice.text || "",
    tag: notice.key,
    icon: "/static/league/icons/icon-192.png",
    data: { link: notice.link || "/inbox/" },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin);
  if (link.origin !== self.location.origin) { return; }
  event.waitUntil(self.clients.openWindow(link.href));
});
