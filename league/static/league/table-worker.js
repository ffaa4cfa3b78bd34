/* Looks after the pages of tables (/t/) alone: they open without network, and what waits on the phone is sent. */
"use strict";
importScripts("/static/league/outbox.js");

var CACHE = "tables-1", MOST = 60, PATIENCE = 4000;

self.addEventListener("install", function () { self.skipWaiting(); });
self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return name !== CACHE; }).map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.clients.claim(); }));
});

function put(request, response) {
  if (!response.ok || response.redirected || response.type !== "basic") { return Promise.resolve(); }
  return caches.open(CACHE).then(function (cache) {
    return cache.put(request, response).then(function () { return cache.keys(); }).then(function (keys) {
      return Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map(function (key) { return cache.delete(key); }));
    });
  });
}

function cached(request) { return caches.match(request, { ignoreSearch: true, ignoreVary: true }); }

/* The page as it is now, or when the network takes too long, as it was. */
function page(event) {
  var fetching = fetch(event.request).then(function (response) {
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
  var fetching = fetch(event.request).then(function (response) {
    event.waitUntil(put(event.request, response.clone()));
    return response;
  });
  return cached(event.request).then(function (found) {
    if (!found) { return fetching; }
    fetching.catch(function () { /* offline; the old one does */ });
    return found;
  });
}

self.addEventListener("fetch", function (event) {
  var url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) { return; }
  if (/^\/t\/[^/]+\/$/.test(url.pathname) && event.request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (url.pathname.startsWith("/static/")) {
    event.respondWith(asset(event));
  }
});

/* The first visit came before the worker: the page says what it is made of. */
self.addEventListener("message", function (event) {
  if (!event.data || !Array.isArray(event.data.keep)) { return; }
  event.waitUntil(Promise.all(event.data.keep.map(function (url) {
    return fetch(url, { credentials: "same-origin" }).then(function (response) { return put(url, response); }, function () { /* next time */ });
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
