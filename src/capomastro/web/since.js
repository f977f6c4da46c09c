// "What happened since my last move": a banner on return, and stepping through it on the boards of that time.

import { get } from './api.js';
import { announce, h, toast } from './dom.js';
import { t } from './i18n.js';
import { icon, seatMark } from './svg.js';
import { unpacked } from './updates.js';

/** @param {Table} table */
export function sinceBanner(table) {
  const known = Number(localStorage.getItem(`seen before ${table.id} ${table.seat}`) ?? NaN);
  const forget = leaveMarks(table);
  table.log.complete.then(() => tellMissed(table, known));
  return {
    stepThrough: () => table.log.complete.then(() => lookBack(table, table.log.sinceMine())),
    stop: () => {
      if (table.past) leave(table);
    },
    destroy: forget,
  };
}

/**
 * Somebody who comes back hears how much they missed, and may step through it.
 * @param {Table} table @param {number} known
 */
function tellMissed(table, known) {
  const missed = table.log.events.filter((event) => event.n > known && event.seat !== table.seat);
  if (!missed.length || table.update.status !== 'running' || table.banner.querySelector('.since')) return;
  put(
    table,
    h('p', { class: 'grow' }, t('since.missed', { n: missed.length })),
    h('button', { class: 'button small', onclick: () => lookBack(table, missed) }, t('since.step')),
    closing(() => put(table)),
  );
}

/**
 * Whenever this table is left, how far it had shown the match is noted; returns what ends that.
 * @param {Table} table
 */
function leaveMarks(table) {
  const mark = () => {
    try {
      localStorage.setItem(`seen before ${table.id} ${table.seat}`, String(table.update.seen));
    } catch {
      /* private window */
    }
  };
  const hidden = () => {
    if (document.hidden) mark();
  };
  window.addEventListener('pagehide', mark);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    mark();
    window.removeEventListener('pagehide', mark);
    document.removeEventListener('visibilitychange', hidden);
  };
}

/**
 * Puts a banner above the game in the place of the one there was; without children there is none.
 * @param {Table} table @param {...Child} children
 */
function put(table, ...children) {
  table.banner.querySelector('.since')?.remove();
  const box = h('div', { class: 'banner since', role: 'region', 'aria-label': t('since.title') }, ...children);
  if (children.length) table.banner.prepend(box);
  return box;
}

/** @param {() => unknown} act */
const closing = (act) => h('button', { class: 'icon-button', 'aria-label': t('close'), onclick: act }, '✕');

/**
 * Back to the present.
 * @param {Table} table
 */
function leave(table) {
  put(table);
  if (table.past) table.showPast(null);
  table.dock.querySelector('button')?.focus();
}

/**
 * One stop for each number of ours that these events have, and before them the board as we had left it.
 * @param {Happening[]} events
 */
function stopsOf(events) {
  /** @type {{ n: number, events: Happening[] }[]} */
  const stops = [];
  for (const event of events) {
    if (stops.at(-1)?.n === event.n) stops.at(-1)?.events.push(event);
    else stops.push({ n: event.n, events: [event] });
  }
  if (stops[0].n > 1) stops.unshift({ n: stops[0].n - 1, events: [] });
  return stops;
}

/** @param {Table} table @param {Happening[]} events */
function lookBack(table, events) {
  if (!events.length) {
    announce(t('since.nothing'));
    put(
      table,
      h('p', { class: 'grow' }, t('since.nothing')),
      closing(() => leave(table)),
    );
    return;
  }
  const stops = stopsOf(events);
  const boards = new Map();
  let at = -1;
  let asked = 0;
  const line = h('div', { class: 'grow' });
  const count = h('span', { class: 'number quiet' });
  /** @param {string} name @param {string} label @param {() => number} where */
  const tool = (name, label, where) =>
    h('button', { class: 'icon-button', 'aria-label': label, title: label, onclick: () => to(where()) }, icon(name));
  const back = tool('back', t('back'), () => at - 1);
  const next = tool('next', t('next'), () => at + 1);
  const now = h('button', { class: 'button small', onclick: () => leave(table) }, t('since.now'));
  const box = put(table, back, next, line, count, now);
  box.addEventListener('keydown', (event) => {
    const where = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: stops.length - 1 }[event.key];
    if (event.key === 'Escape') leave(table);
    else if (where !== undefined) to(where);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  next.focus();
  to(0);

  /**
   * The board of a stop; asked for once, unless that failed.
   * @param {{ n: number }} options
   */
  function board({ n }) {
    if (!boards.has(n)) {
      const answer = get(`${table.base}/past?seat=${table.seat ?? 'none'}&n=${n}`);
      answer.catch(() => boards.delete(n));
      boards.set(n, answer);
    }
    return boards.get(n);
  }

  /** @param {number} place */
  async function to(place) {
    const wanted = Math.max(0, Math.min(stops.length - 1, place));
    const mine = ++asked;
    const answer = await board(stops[wanted]).catch(() => null);
    if (mine !== asked || !box.isConnected) return;
    if (!answer) {
      toast(t('net.failed'), 'refusal');
      return;
    }
    const forward = wanted === at + 1;
    at = wanted;
    if (at + 1 < stops.length) board(stops[at + 1]);
    const told = stops[at].events;
    table.showPast({ ...unpacked(answer.update), events: forward ? told : [] });
    say(told);
    markEvents(table, told);
  }

  /** @param {Happening[]} told */
  function say(told) {
    const words = told.length ? told.map((event) => table.sentence(event)) : [t('since.start')];
    line.replaceChildren(
      ...words.map((text, i) =>
        h('p', {}, isSeated(told[i]) ? [seatMark(Number(told[i].seat), 18), ' '] : '', h('span', {}, text)),
      ),
    );
    count.textContent = `${at + 1} / ${stops.length}`;
    back.setAttribute('aria-disabled', String(at === 0));
    next.setAttribute('aria-disabled', String(at === stops.length - 1));
    announce(words.join(' '));
  }
}

/** @param {Happening | undefined} event */
const isSeated = (event) => event && event.seat !== null && event.seat !== undefined;

/**
 * Puts a ring round what these events are about, where it can be seen.
 * @param {Table} table @param {Happening[]} events
 */
export function markEvents(table, events) {
  for (const old of table.gameRoot.querySelectorAll('.in-event')) old.classList.remove('in-event');
  for (const name of events.flatMap((event) => table.game.piecesOf?.(event) ?? []))
    table.gameRoot.querySelector(`[data-fly="${CSS.escape(name).replaceAll('\\ ', ' ')}"]`)?.classList.add('in-event');
}
