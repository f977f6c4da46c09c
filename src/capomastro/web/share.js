// Links to hand on: a QR code for cameras, the device's own way of sharing, or a copy.

import { post } from './api.js';
import { complain, copyText, dialog, h, toast } from './dom.js';
import { t, timeOf } from './i18n.js';
import { qrPicture } from './qr.js';
import { icon } from './svg.js';

const KEY = 'links ';

/**
 * Links are told only once by the server; this device keeps them while the tab is open. `what` is a seat, `sit` or `watch`.
 * @param {string} table @param {string | number | null} what @param {string} path
 */
export function rememberLink(table, what, path) {
  try {
    sessionStorage.setItem(KEY + table, JSON.stringify({ ...knownLinks(table), [String(what)]: path }));
  } catch {
    /* then the owner asks for fresh links */
  }
}

/**
 * @param {string} table
 * @returns {Record<string, string>}
 */
export function knownLinks(table) {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + table) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} address */
async function copy(address) {
  toast(t((await copyText(address)) ? 'wait.copied' : 'wait.not copied'));
}

/**
 * Hands a link to whatever the device shares with; where there is nothing of the kind, it is copied.
 * @param {string} address @param {string} text
 */
async function share(address, text) {
  try {
    await navigator.share({ title: 'Capomastro', text, url: address });
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === 'AbortError')) await copy(address);
  }
}

/**
 * The buttons of a link: share, where the device can, and copy. `text` goes along with it.
 * @param {string} address @param {string} text
 */
export function shareButtons(address, text, main = true) {
  const known = Boolean(navigator.share);
  return [
    known &&
      h(
        'button',
        { class: `button small${main ? ' main' : ''}`, type: 'button', onclick: () => share(address, text) },
        icon('share'),
        t('wait.share'),
      ),
    h(
      'button',
      { class: `button small${main && !known ? ' main' : ''}`, type: 'button', onclick: () => copy(address) },
      icon('copy'),
      t('wait.copy'),
    ),
  ];
}

/**
 * A link in full: code, address, buttons.
 * @param {string} address @param {string} label @param {string} text @param {...Child} more
 */
export function linkBox(address, label, text, ...more) {
  return h(
    'div',
    { class: 'link-box' },
    qrPicture(address, label),
    h(
      'div',
      { class: 'rows' },
      more,
      h('code', {}, address),
      h('p', { class: 'buttons' }, shareButtons(address, text)),
    ),
  );
}

/**
 * A link with which one goes on with another device; it is good once, and not for long.
 * @param {Base} base @param {number} seat
 */
export async function openDeviceLink(base, seat) {
  let link = null;
  try {
    link = await post(`${base}/devices`, { seat });
  } catch (problem) {
    complain(problem);
    return;
  }
  const address = location.origin + link.path;
  dialog(t('device.title'), t('close'), (body) =>
    body.append(
      h('p', {}, t('device.note', { time: timeOf(link.expires ?? 0) })),
      linkBox(address, t('device.qr'), t('device.title')),
    ),
  );
}
