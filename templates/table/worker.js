// Opens a table's page without a network: the network first, else what the page put into the
// cache when it was last open (table.js). It never answers for the state or for what is sent.
"use strict";

const CACHE = "table";
const PATIENCE = 5_000; // milliseconds; a hall's Wi-Fi rather hangs than fails

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function kept(request) {
  const cache = await caches.open(CACHE);
  const where = request.mode === "navigate" ? new URL(request.url).pathname : request;
  return cache.match(where, { ignoreVary: true });
}

async function answer(request) {
  const old = await kept(request);
  if (!old) return fetch(request);
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return old;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" || url.pathname.startsWith("/static/")) {
    event.respondWith(answer(request));
  }
});
