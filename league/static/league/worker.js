/* The one worker of the site. It shows notices, opens the pages of tables (/t/) without network, sends what waits on the
   device, and answers with a page of its own where there is no network. It keeps pages of tables (in one language: another one forgets
   them), files that everybody gets, and the pages of VERSION.pages as a stranger sees them: no page of a person. VERSION
   stands above this line. */
"use strict";
importScripts("/static/league/outbox.js");

var CACHE = "tables-1-" + VERSION.language, SHELL = "shell-" + VERSION.digest, MOST = 60, PATIENCE = 4000;

/* At once: the page of a table that is open already waits for the worker, to be kept by it. */
self.addEventListener("install", function () { self.skipWaiting(); });
self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    var old = names.filter(function (name) { return name !== CACHE && name !== SHELL; });
    return Promise.all(old.map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.clients.claim(); }));
  completeShell();
});

/* A page without cookies, so that it is nobody's, in the language of whoever has this worker; and before it all that it
   is made of. */
function keepShell(cache, path) {
  var asked = { credentials: "omit", cache: "no-cache", headers: { "Accept-Language": VERSION.language } };
  return fetch(path, asked).then(function (response) {
    if (!response.ok || response.redirected) { throw new Error(path + " answers " + response.status); }
    return response.text().then(function (text) {
      var parts = Array.from(new Set(text.match(/\/(?:static|words)\/[^"'\s)]+/g) || []));
      return cache.addAll(parts.map(function (part) { return new Request(part, { cache: "no-cache" }); })).then(function () {
        return cache.put(path, new Response(text, { headers: response.headers }));
      });
    });
  });
}

/* What a bad connection left out comes with a later page. */
function completeShell() {
  return caches.open(SHELL).then(function (cache) {
    return Promise.all(VERSION.pages.map(function (path) {
      return cache.match(path, { ignoreVary: true }).then(function (found) { return found || keepShell(cache, path); });
    }));
  }).catch(function () { /* next time */ });
}

function inShell(path) {
  return caches.open(SHELL).then(function (cache) { return cache.match(path, { ignoreSearch: true, ignoreVary: true }); });
}

/* Any other page: from the network alone, or the page that says that there is none. */
function elsewhere(event, path) {
  return fetch(event.request).then(function (response) {
    event.waitUntil(completeShell());
    return response;
  }, function (error) {
    if (path === "/enter/") { return Response.redirect("/enter/offline/"); }
    return inShell(VERSION.pages.includes(path) ? path : VERSION.pages[0]).then(function (found) {
      if (found) { return found; }
      throw error;
    });
  });
}

/* All of an answer: a connection that ends halfway is one that failed. What leads elsewhere is the browser's to follow. */
function whole(response) {
  if (response.redirected || response.type !== "basic" || !response.body) { return response; }
  return response.blob().then(function (body) {
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  });
}

/* Takes the place of what is kept; `response` is whole. */
function put(request, response) {
  if (!response.ok || response.redirected) { return Promise.resolve(); }
  return caches.open(CACHE).then(function (cache) {
    return cache.put(request, response).then(function () { return cache.keys(); }).then(function (keys) {
      return Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map(function (key) { return cache.delete(key); }));
    });
  }).catch(function () { /* what is kept stays */ });
}

function cached(request) { return caches.match(request, { ignoreSearch: true, ignoreVary: true }); }

/* The page as it is now, or when the network takes too long, as it was. */
function page(event) {
  var fetching = fetch(event.request).then(whole).then(function (response) {
    event.waitUntil(put(event.request.url.split("?")[0], response.clone()));
    return response;
  });
  fetching.catch(function () { /* answered from the cache below */ });
  var patience = new Promise(function (resolve) { setTimeout(resolve, PATIENCE); });
  return Promise.race([fetching, patience.then(function () { return cached(event.request); })]).then(function (found) {
    return found || fetching;
  }).catch(function (error) {
    return cached(event.request).then(function (found) { if (found) { return found; } throw error; });
  });
}

/* What the page is made of: as it was, and made new for the next time. */
function asset(event) {
  var fetching = fetch(event.request).then(whole).then(function (response) {
    event.waitUntil(put(event.request, response.clone()));
    return response;
  });
  return cached(event.request).then(function (found) {
    if (!found) { return fetching; }
    fetching.catch(function () { /* offline; the old one does */ });
    return found;
  });
}

/* Elsewhere a file is as new as its page; without network it is that of the shell. */
function newest(event) {
  return fetch(event.request).catch(function (error) {
    return inShell(event.request).then(function (found) {
      if (found) { return found; }
      throw error;
    });
  });
}

self.addEventListener("fetch", function (event) {
  var url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) { return; }
  if (/^\/t\/[^/]+\/$/.test(url.pathname) && event.request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (event.request.mode === "navigate") {
    event.respondWith(elsewhere(event, url.pathname));
  } else if (/^\/(static|words)\//.test(url.pathname)) {
    var table = new URL(event.request.referrer || "/", self.location.origin).pathname.startsWith("/t/");
    event.respondWith(table ? asset(event) : newest(event));
  }
});

/* The first visit came before the worker: the page says what it is made of. */
self.addEventListener("message", function (event) {
  if (!event.data || !Array.isArray(event.data.keep)) { return; }
  event.waitUntil(Promise.all(event.data.keep.map(function (url) {
    return fetch(url, { credentials: "same-origin" }).then(whole).then(function (response) { return put(url, response); }).catch(function () { /* next time */ });
  })));
});

self.addEventListener("sync", function (event) {
  if (event.tag !== "outbox") { return; }
  event.waitUntil(self.outbox.sendAll().then(function (waiting) {
    return self.clients.matchAll().then(function (pages) {
      pages.forEach(function (one) { one.postMessage("outbox"); });
      if (waiting) { throw new Error("still offline"); }  /* the browser tries again */
    });
  }));
});

self.addEventListener("push", function (event) {
  var notice = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(notice.subject || "Corner Office", {
    body: notice.text || "",
    tag: notice.key,
    icon: "/static/league/icons/icon-192.png",
    data: { link: notice.link || "/inbox/" },
  }));
});

self.addEventListener("notificationclick", function (event) {
  event.notification.close();
  var link = new URL(event.notification.data.link, self.location.origin);
  if (link.origin !== self.location.origin) { return; }
  event.waitUntil(self.clients.openWindow(link.href));
});
