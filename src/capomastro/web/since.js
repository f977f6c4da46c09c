// "What happened since my last move": a banner on return, and stepping through it event by event.

import { announce, h } from './dom.js';
import { t } from './i18n.js';
import { icon, seatMark } from './svg.js';

export function sinceBanner(table) {
  const known = Number(localStorage.getItem(`seen before ${table.id} ${table.seat}`) ?? NaN);
  const missed = table.log.events.filter((event) => event.n > known && event.seat !== table.seat);
  leaveMark(table);
  if (missed.length && table.update.status === 'running') {
    table.banner.replaceChildren(h('div', { class: 'banner', role: 'region', 'aria-label': t('since.title') },
      h('p', { class: 'grow' }, t('since.missed', { n: missed.length })),
      h('button', { class: 'button small', onclick: () => stepThrough(table, missed) }, t('since.step')),
      h('button', { class: 'icon-button', 'aria-label': t('close'), onclick: () => table.banner.replaceChildren() }, '✕')));
  }
  return { stepThrough: () => stepThrough(table, table.log.sinceMine()) };
}

/** When this page is left, note how far it had shown the match. */
function leaveMark(table) {
  const mark = () => {
    try {
      localStorage.setItem(`seen before ${table.id} ${table.seat}`, String(table.update.seen));
    } catch { /* private window */ }
  };
  window.addEventListener('pagehide', mark, { once: true });
  document.addEventListener('visibilitychange', () => { if (document.hidden) mark(); });
}

function stepThrough(table, events) {
  let at = 0;
  const line = h('p', { class: 'grow', 'aria-live': 'polite' });
  const count = h('span', { class: 'number quiet' });
  const back = h('button', { class: 'icon-button', 'aria-label': t('back'), onclick: () => to(at - 1) }, icon('back'));
  const next = h('button', { class: 'icon-button', 'aria-label': t('next'), onclick: () => to(at + 1) }, icon('next'));
  const close = () => {
    mark(table, null);
    table.banner.replaceChildren();
    table.dock.querySelector('button')?.focus();
  };
  if (!events.length) {
    announce(t('since.nothing'));
    table.banner.replaceChildren(h('div', { class: 'banner' }, h('p', { class: 'grow' }, t('since.nothing')), h('button', { class: 'icon-button', 'aria-label': t('close'), onclick: close }, '✕')));
    return;
  }
  const box = h('div', { class: 'banner', role: 'region', 'aria-label': t('since.title'), onkeydown: (event) => {
    if (event.key === 'ArrowLeft') to(at - 1);
    else if (event.key === 'ArrowRight') to(at + 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  } }, back, next, line, count, h('button', { class: 'icon-button', 'aria-label': t('close'), onclick: close }, '✕'));
  table.banner.replaceChildren(box);
  to(0);
  next.focus();

  function to(place) {
    at = Math.max(0, Math.min(events.length - 1, place));
    const event = events[at];
    const seated = event.seat !== null && event.seat !== undefined;
    line.replaceChildren(h('span', { class: 'buttons' }, seated ? seatMark(event.seat, 18) : '', h('span', {}, table.sentence(event))));
    count.textContent = `${at + 1} / ${events.length}`;
    back.setAttribute('aria-disabled', String(at === 0));
    next.setAttribute('aria-disabled', String(at === events.length - 1));
    mark(table, event);
  }
}

/** Puts a ring round what an event is about, if it is still there. */
function mark(table, event) {
  for (const old of table.gameRoot.querySelectorAll('.in-event')) old.classList.remove('in-event');
  if (!event) return;
  const names = [event.facts?.tile, ...(event.facts?.tiles ?? [])].filter(Boolean);
  for (const name of names) table.gameRoot.querySelector(`[data-fly="tile ${CSS.escape(name).replaceAll('\\ ', ' ')}"]`)?.classList.add('in-event');
}
