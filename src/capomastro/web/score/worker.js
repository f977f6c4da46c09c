// Keeps what a score sheet is made of, so that it opens without a network. It looks after `/score/` and nothing else.

const KEPT = 'score sheets';
const scope = /** @type {any} */ (self); // the types of workers and of pages cannot be had together

scope.addEventListener('install', () => scope.skipWaiting());
scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

/** The page names what it has loaded before this worker was there. */
scope.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(keep(event.data.paths)));

/** @param {string[]} paths */
async function keep(paths) {
  const cache = await caches.open(KEPT);
  await Promise.all(paths.map((path) => cache.add(path).catch(() => null)));
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = origin === location.origin && request.method === 'GET';
  if (ours && (!pathname.startsWith('/api/') || pathname === '/api/games'))
    event.respondWith(answer(request, pathname));
});

/**
 * The server's answer, or what it answered last.
 * @param {Request} request @param {string} pathname
 */
async function answer(request, pathname) {
  const cache = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(pathname, fresh.clone());
    return fresh;
  } catch (problem) {
    const kept = await cache.match(pathname);
    if (kept) return kept;
    throw problem;
  }
}
