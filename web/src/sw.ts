// The service worker: it keeps all files of one version of the page, so that it works offline.
export {};

declare const self: ServiceWorkerGlobalScope;

/** The files of this version, and its name, which the build sets. */
declare const FILES: readonly string[];
declare const VERSION: string;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

// A page of the version before may be open until then, and start its worker again.
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name !== VERSION) {
        await caches.delete(name);
      }
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') {
    event.respondWith(caches.match(event.request, { cacheName: VERSION, ignoreSearch: true, ignoreVary: true }).then((found) => found ?? fetch(event.request)));
  }
});
