// The tables this device has put away: left or removed, and for a few seconds still to be brought back.

import { post } from './api.js';
import { toast } from './dom.js';
import { t } from './i18n.js';

const KEY = 'tables put away';
const MOST = 400;
const SECONDS = 8;
const DAY = 86_400_000;
/** @type {Map<string, { act: () => void, timer: number }>} */
const pending = new Map();

function read() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return new Set();
  }
}

const away = read();

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify([...away].slice(-MOST)));
  } catch {
    /* private windows may refuse; it then lasts as long as the page */
  }
}

/** @param {string} table */
export const isPutAway = (table) => away.has(table);

/**
 * Whoever opens a table again wants to see it in the list again.
 * @param {string} table
 */
export function takeOut(table) {
  clearTimeout(pending.get(table)?.timer);
  pending.delete(table);
  if (away.delete(table)) keep();
}

/**
 * A table that nobody has touched for so long is not one of those being played.
 * @param {Protocol.Row} row
 */
export function isOld(row) {
  return Date.now() - row.touched > DAY * Math.max(14, 2 * (row.pace.days ?? 0));
}

/**
 * What others notice of it: before the start a free seat, or that the owner closes the table; after it a bot that plays
 * on; nothing if there are no others.
 * @param {Protocol.Row} row
 */
function consequence(row) {
  const others = row.seats.some((seat) => seat.kind === 'human' && seat.claimed && !row.held.includes(seat.seat));
  if (row.status === 'open') return row.host ? 'close' : 'leave';
  return row.status === 'running' && others ? 'resign' : null;
}

/**
 * Puts a table away at once; what others notice of it happens when it can no longer be brought back.
 * @param {Protocol.Row} row @param {string} name @param {() => void} redraw
 */
export function putAway(row, name, redraw) {
  const what = consequence(row);
  away.add(row.table);
  keep();
  const act = () => {
    pending.delete(row.table);
    /** @param {object} body */
    const tell = (body) => post(`/api/tables/${row.table}/${what}`, body, true).catch(() => {});
    if (what === 'close') tell({});
    else if (what) for (const seat of row.held) tell({ seat });
  };
  pending.set(row.table, { act, timer: setTimeout(act, SECONDS * 1000) });
  toast(
    t(`home.put away.${what ?? 'only'}`, { name }),
    'info',
    {
      words: t('home.undo'),
      act: () => {
        takeOut(row.table);
        redraw();
      },
    },
    SECONDS * 1000,
  );
  redraw();
}

/** Nobody is left to bring anything back: what was put off happens now. */
export function finish() {
  for (const { act, timer } of [...pending.values()]) {
    clearTimeout(timer);
    act();
  }
}
window.addEventListener('pagehide', finish);
