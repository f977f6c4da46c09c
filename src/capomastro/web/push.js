// Messages to this browser: what stands in their way, and turning them on and off.

import { post, put } from './api.js';
import { language } from './i18n.js';

const WORKER = '/service-worker.js';

export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Why this browser cannot have messages, as a word of ours; nothing if it can. */
export function obstacle() {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** @param {string} text */
function bytes(text) {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

/** Whether this browser is subscribed, as far as it knows itself. */
async function subscription() {
  const known = await navigator.serviceWorker?.getRegistration('/');
  return (await known?.pushManager?.getSubscription()) ?? null;
}

/**
 * Asks the reader, then the browser's push service, then tells our server; and tries it.
 * @param {string} key The public half of the server's key.
 * @returns {Promise<{ wishes: Protocol.NoticeWishes | null, outcome: string }>}
 */
export async function turnOn(key) {
  if ((await Notification.requestPermission()) !== 'granted') return { wishes: null, outcome: 'denied' };
  let found = null;
  try {
    await navigator.serviceWorker.register(WORKER, { scope: '/' });
    const worker = await navigator.serviceWorker.ready;
    await (await worker.pushManager.getSubscription())?.unsubscribe(); // it may be for another server's key
    found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  } catch {
    return { wishes: null, outcome: 'no service' };
  }
  const { endpoint, keys } = found.toJSON();
  const wishes = await put('/api/me/push', {
    endpoint,
    p256dh: keys?.p256dh,
    auth: keys?.auth,
    language: language(),
    zone: zone(),
  });
  return { wishes, outcome: (await post('/api/me/push/test')).outcome };
}

/** @returns {Promise<Protocol.NoticeWishes>} */
export async function turnOff() {
  await (await subscription())?.unsubscribe().catch(() => false);
  return post('/api/me/push/remove');
}
