// Shows what the server pushes while the page is closed, and leads to the table. It keeps nothing and serves nothing.

const worker = /** @type {any} */ (self);

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, path, tag, n } = read(event.data);
  const options = { body, tag, data: { path }, icon: '/icon.svg', badge: '/icon.svg', renotify: true };
  const shown = worker.registration.showNotification(title, options);
  const counted = n ? worker.navigator.setAppBadge?.(n) : null;
  event.waitUntil(Promise.allSettled([shown, counted]));
});

/** @param {any} data */
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: 'Capomastro', body: '', path: '/', tag: 'turns', n: 0 };
  }
}

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.path ?? '/'));
});

/**
 * To a page that is open already, or a new one.
 * @param {string} path
 */
async function lead(path) {
  const address = new URL(path, worker.location.origin);
  const here = address.origin === worker.location.origin ? address.pathname : '/';
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const best = open.find((/** @type {any} */ one) => new URL(one.url).pathname === here) ?? open[0];
  if (!best) return worker.clients.openWindow(here);
  await best.focus();
  return new URL(best.url).pathname === here ? best : best.navigate(here);
}

// A browser may change where its messages go; then the server is told.
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => {
  event.waitUntil(subscribeAgain(event.oldSubscription?.options));
});

/** @param {any} options */
async function subscribeAgain(options) {
  if (!options) return;
  const fresh = (await worker.registration.pushManager.subscribe(options)).toJSON();
  const body = JSON.stringify({ endpoint: fresh.endpoint, ...fresh.keys });
  await fetch('/api/me/push', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body });
}
