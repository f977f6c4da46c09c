// The tables that wait for me: their number in the title and on the icon of the tab, and the way to the next of them.

import { get } from './api.js';
import { h } from './dom.js';
import { titleOf } from './games.js';
import { t } from './i18n.js';
import { icon } from './svg.js';

const SEEN_MS = 25_000; // how often they are asked for while somebody looks,
const HIDDEN_MS = 60_000; // and while nobody does: then the number is all there is to see
/** @type {Protocol.Turn[]} */
let waiting = [];
let title = 'Capomastro';
let shown = -1;
let timer = 0;
let said = false;
let picture = '';

/**
 * What this page is called, in the tab.
 * @param {string} text
 */
export function setTitle(text) {
  title = text;
  draw();
}

function draw() {
  const n = waiting.length;
  document.title = n ? `(${n}) ${title}` : title;
  for (const link of document.querySelectorAll('.next-table')) point(/** @type {HTMLAnchorElement} */ (link));
  if (n === shown) return;
  shown = n;
  drawIcon(n);
  /** @type {any} */ (navigator).setAppBadge?.(n)?.catch?.(() => {});
}

/**
 * The icon with a number on it; a browser that takes none shows the plain one.
 * @param {number} n
 */
async function drawIcon(n) {
  const link = /** @type {HTMLLinkElement | null} */ (document.getElementById('favicon'));
  if (!link) return;
  if (!n) {
    link.href = '/icon.svg';
    return;
  }
  try {
    picture ||= await (await fetch('/icon.svg')).text();
  } catch {
    return;
  }
  if (n !== shown) return;
  const words = n > 9 ? '9+' : String(n);
  const mark =
    '<circle cx="44" cy="20" r="20" fill="#b3261e" stroke="#fff" stroke-width="3"/>' +
    '<text x="44" y="30" text-anchor="middle" font-family="sans-serif" font-weight="700" ' +
    `font-size="${n > 9 ? 24 : 29}" fill="#fff">${words}</text>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(picture.replace('</svg>', `${mark}</svg>`))}`;
}

/** The table to go to from here: the one that has waited longest, or the next after the one that is open. */
function next() {
  const at = waiting.findIndex((turn) => turn.path === location.pathname);
  const others = [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(0, at))];
  return others[0];
}

/** @param {HTMLAnchorElement} link */
function point(link) {
  const turn = next();
  link.hidden = !turn;
  if (!turn) return;
  const here = waiting.some((one) => one.path === location.pathname);
  const n = waiting.length - Number(here);
  const words = t('turns.next', { name: turn.name || titleOf(turn.game), n });
  link.href = turn.path;
  link.title = words;
  link.replaceChildren(
    icon('turnnext'),
    h('span', { class: 'badge', 'aria-hidden': 'true' }, String(n)),
    h('span', { class: 'spoken' }, words),
  );
}

/** The way to the next table, for the bar on top of every page; it is there only if there is such a table. */
export function nextLink() {
  const link = h('a', { class: 'icon-button next-table', hidden: true });
  point(link);
  return link;
}

/** Asks which tables wait, now and then again. */
export async function checkTurns() {
  clearTimeout(timer);
  timer = setTimeout(checkTurns, document.hidden ? HIDDEN_MS : SEEN_MS);
  if (!navigator.onLine) return;
  try {
    const { tables, broadcast } = await get('/api/me/turns');
    tell(tables);
    if (broadcast || said) hear(broadcast ?? null);
  } catch {
    /* the next round will show whether the server is back */
  }
}

/**
 * What the operator says to everybody, or no longer says; few pages ever need to draw it.
 * @param {Protocol.Broadcast | null} broadcast
 */
export async function hear(broadcast) {
  said = broadcast !== null;
  const { show } = await import('./broadcast.js');
  await show(broadcast);
}

/** @param {Protocol.Turn[]} turns */
function tell(turns) {
  waiting = turns;
  draw();
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) checkTurns();
});
