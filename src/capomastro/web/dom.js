// Building elements, keeping focus over a redraw, moving it by arrow keys, speaking to screen readers, dialogs.

import { openLayer } from './layers.js';

/**
 * An HTML element. Attributes: `class`, `on…` functions, `dataset`, `style` as text, true/false for presence.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attrs} attrs @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attrs, ...children) {
  return fill(document.createElement(tag), attrs, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element @param {Attrs} attrs @param {Child[]} children
 * @returns {E}
 */
export function fill(element, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'style')
      element.style.cssText = String(value); // the attribute itself is forbidden by the server's policy
    else if (name === 'value') /** @type {HTMLInputElement} */ (element).value = String(value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  const inside = /** @type {(Node | string)[]} */ (children.flat(9));
  element.append(
    ...inside.filter((child) => child !== null && child !== undefined && /** @type {unknown} */ (child) !== false),
  );
  return element;
}

/**
 * Makes these the children of a list, and leaves those alone that are there already.
 * @param {HTMLElement} list @param {HTMLElement[]} items
 */
export function replaceSome(list, items) {
  let at = list.firstElementChild;
  for (const item of items) {
    if (item === at) at = at.nextElementSibling;
    else list.insertBefore(item, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/**
 * A style sheet that is fetched when it is first needed; nothing to wait for if it is here.
 * @param {string} href
 */
export function stylesheet(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) =>
    document.head.append(h('link', { rel: 'stylesheet', href, onload: done, onerror: done })),
  );
}

/**
 * An element that is always in the page.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What has the focus. */
export const focused = () => /** @type {HTMLElement | null} */ (document.activeElement);

/**
 * What an event happened to.
 * @param {Event} event
 */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * A name that may be cut short, but not before the number that tells it from others: "Apprentice 2" becomes "Appr… 2".
 * @param {string} name
 */
export function cutName(name) {
  const [, stem, number] = /^(.*\S)(\s\d+)$/.exec(name) ?? [null, name, ''];
  return h('span', { class: 'cut-name', title: name }, h('span', {}, stem), h('span', {}, number));
}

/** What had the focus when several parts began to be drawn, and what gets it when all stand. */
let moving = /** @type {{ from: HTMLElement | null, to: Item | null } | null} */ (null);

/**
 * Draws several parts of the page, and moves the focus once, at the end. A browser lays out the page whenever the focus
 * goes; so what has it is left before anything is drawn, if that `goes` for certain.
 * @template Drawn
 * @param {boolean} goes @param {() => Drawn} draw
 */
export function drawTogether(goes, draw) {
  const from = focused();
  moving = { from, to: null };
  if (goes) from?.blur();
  let target;
  try {
    const drawn = draw();
    target = moving.to;
    return drawn;
  } finally {
    moving = null;
    if (goes && document.activeElement === document.body) target ??= from;
    if (target?.isConnected) target.focus({ preventScroll: true });
  }
}

/**
 * Redraws inside `root` and gives the focus back to the element with the same data-key, or to one named by `fallback`.
 * @param {HTMLElement} root @param {() => void} draw @param {() => Item | null | undefined} [fallback]
 */
export function keepFocus(root, draw, fallback) {
  const active = moving?.from ?? focused();
  const inside = active && active !== document.body && root.contains(active);
  const key = inside ? active.dataset.key : null;
  const group = inside ? active.closest('[data-group]')?.dataset.group : null;
  draw();
  if (!inside || root.contains(moving ? active : document.activeElement)) return;
  const same = key && root.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const kin = group && root.querySelector(`[data-group="${CSS.escape(group)}"] button:not([aria-disabled="true"])`);
  const target = same || kin || fallback?.();
  if (!target) return;
  makeCurrent(target);
  if (moving) moving.to = target;
  else target.focus({ preventScroll: true });
}

/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {HTMLElement} group */
function stops(group) {
  const items = /** @type {HTMLButtonElement[]} */ ([...group.querySelectorAll('button, a[href]')]);
  return items.filter((item) => item.closest('[data-roving]') === group && !item.disabled);
}

/**
 * One tab stop for a group of buttons; arrow keys, Home and End move inside it.
 * @template {HTMLElement} E
 * @param {E} group
 */
export function roving(group) {
  group.dataset.roving = '';
  const items = stops(group);
  const first = items.find((item) => item.getAttribute('aria-disabled') !== 'true') ?? items[0];
  for (const item of items) item.tabIndex = item === first ? 0 : -1;
  group.addEventListener('keydown', (event) => {
    const all = stops(group);
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (at < 0) return;
    /** @type {HTMLElement | undefined} */
    let next;
    if (event.key in ARROWS) next = all[(at + ARROWS[event.key] + all.length) % all.length];
    if (event.key === 'Home') next = all[0];
    if (event.key === 'End') next = all.at(-1);
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    makeCurrent(next);
    next.focus();
  });
  return group;
}

/**
 * Makes this the tab stop of its group.
 * @param {Item} item
 */
export function makeCurrent(item) {
  const group = item.closest('[data-roving]');
  if (!group) return;
  for (const other of stops(group)) other.tabIndex = other === item ? 0 : -1;
}

const TOLD = ['toast', 'live-polite', 'live-assertive'];
const LISTENING = 100; // milliseconds until screen readers listen to a region that has just come into a dialog
/** @type {Set<number>} */
const unsaid = new Set();

/**
 * Says something to a screen reader: politely, or at once.
 * @param {string} text
 */
export function announce(text, assertive = false) {
  const region = document.getElementById(assertive ? 'live-assertive' : 'live-polite');
  if (!region || !text) return;
  const say = () => {
    region.append(h('p', {}, text));
    while (region.childElementCount > 6) region.firstElementChild?.remove();
  };
  if (!region.closest('dialog')) {
    say();
    return;
  }
  const timer = setTimeout(() => {
    unsaid.delete(timer);
    say();
  }, LISTENING);
  unsaid.add(timer);
}

/**
 * What is told is seen and heard only on top: all that lies beneath a modal dialog is inert.
 * @param {HTMLElement} place
 */
function tellIn(place) {
  for (const part of TOLD.map(byId)) {
    if (part.parentElement === place) continue;
    if (part.id !== 'toast') part.replaceChildren(); // or it would be said again
    place.append(part);
  }
}

/** @type {number | undefined} */
let toastTimer;

/**
 * A short remark at the foot of the page, also spoken; `offer` is something that can be done about it: words and an act.
 * @param {string} text @param {string} [kind] @param {{ words: string, act: () => void } | null} [offer]
 */
export function toast(text, kind = 'info', offer = null, ms = 5200) {
  const box = byId('toast');
  const end = () => box.replaceChildren();
  box.replaceChildren(
    h(
      'p',
      { class: `toast ${kind}` },
      text,
      offer &&
        h(
          'button',
          {
            class: 'button small',
            onclick: () => {
              end();
              offer.act();
            },
          },
          offer.words,
        ),
    ),
  );
  announce(text, kind === 'refusal');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(end, ms);
}

/**
 * Tells what has gone wrong, in the words of whatever was thrown.
 * @param {unknown} problem
 */
export const complain = (problem) => toast(messageOf(problem), 'refusal');

/** @param {unknown} problem */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/** Takes back what was said to screen readers and written at the foot of the page. */
export function hush() {
  clearTimeout(toastTimer);
  for (const timer of unsaid) clearTimeout(timer);
  unsaid.clear();
  for (const part of TOLD.map(byId)) part.replaceChildren();
}

/**
 * A modal dialog with a title and a way out; `fillIn(body, close)` draws its inside.
 * @param {string} title @param {string} closeLabel @param {(body: HTMLElement, close: () => void) => unknown} fillIn
 */
export function dialog(title, closeLabel, fillIn, wide = false) {
  const back = focused();
  const box = h('dialog', { class: wide ? 'sheet wide' : 'sheet', 'aria-label': title });
  const close = () => box.close();
  const body = h('div', { class: 'sheet-body' });
  box.append(
    h(
      'header',
      { class: 'sheet-head' },
      h('h2', {}, title),
      h('button', { class: 'icon-button', 'aria-label': closeLabel, onclick: close }, '✕'),
    ),
    body,
  );
  const left = openLayer(close);
  box.addEventListener('close', () => {
    tellIn([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body);
    box.remove();
    left();
    if (back?.isConnected) back.focus();
  });
  box.addEventListener('click', (event) => {
    if (event.target === box) close();
  });
  document.body.append(box);
  tellIn(box);
  fillIn(body, close);
  box.showModal();
  return close;
}

/**
 * Tells the style sheets how high these parts are, as long as they are watched: variable -> part.
 * @param {Record<string, HTMLElement>} parts
 * @returns {() => void} ends it
 */
export function watchHeights(parts) {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => {
    for (const [name, part] of Object.entries(parts)) style.setProperty(name, `${part.offsetHeight}px`);
  });
  for (const part of Object.values(parts)) watch.observe(part);
  return () => {
    watch.disconnect();
    for (const name of Object.keys(parts)) style.removeProperty(name);
  };
}

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h('textarea', { value: text, style: 'position:fixed;opacity:0' });
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
