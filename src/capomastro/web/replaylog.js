// What a finished match told, step by step: where one can stop, where turns begin, and the list to choose from.

import { h, roving } from './dom.js';
import { t } from './i18n.js';
import { seatMark } from './svg.js';

const isSeated = (event) => event && event.seat !== null && event.seat !== undefined;

/** `go(step)` is called when an entry is chosen. */
export function makeStory(game, sentence, go) {
  const list = h('div', { class: 'replay-log', role: 'group', 'aria-label': t('panels.log'), 'data-group': 'replay log' });
  let stops = [];
  let turns = [];
  let entries = new Map();

  /** The place of the stop at this step, or of the last one before it. */
  const placeOf = (step) => stops.findLastIndex((stop) => stop.n <= step);
  const within = (place) => stops[Math.max(0, Math.min(stops.length - 1, place))].n;

  return {
    list,

    /** Other eyes were told other things: only steps that told them something are stops. */
    take({ steps, events }) {
      stops = [{ n: 0, events: [] }];
      for (const event of events) {
        if (stops.at(-1).n === event.n) stops.at(-1).events.push(event);
        else stops.push({ n: event.n, events: [event] });
      }
      if (stops.at(-1).n < steps) stops.push({ n: steps, events: [] });
      turns = game.turnStarts(events);
      entries = new Map(stops.map((stop, place) => [stop.n, entry(stop, place)]).slice(1));
      list.replaceChildren(...entries.values());
      roving(list);
    },

    events: (step) => stops.find((stop) => stop.n === step)?.events ?? [],
    at: (place) => within(place),
    last: () => stops.at(-1).n,
    isLast: (step) => step >= stops.at(-1).n,

    /** The next stop, or the one before. */
    beside: (step, by) => within(placeOf(step) + (by < 0 && stops[placeOf(step)].n < step ? 0 : by)),

    /** Where the next turn begins; backwards, where this one began, or the one before. */
    turnBeside: (step, by) => (by > 0 ? turns.find((n) => n > step) ?? stops.at(-1).n : turns.findLast((n) => n < step) ?? 0),

    where: (step) => ({ place: placeOf(step), places: stops.length - 1, turn: turns.filter((n) => n <= step).length, turns: turns.length }),

    /** Shows in the list where we are. */
    mark(step) {
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const here = entries.get(stops[placeOf(step)].n);
      if (!here) return;
      here.setAttribute('aria-current', 'step');
      const box = scroller(list);
      if (box) box.scrollTop += here.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    },
  };

  function entry({ n, events }, place) {
    const first = events.find(isSeated);
    return h('button', { class: turns.includes(n) ? 'turn' : null, 'data-key': `step ${n}`, 'data-to': n, onclick: () => go(n) },
      h('span', { class: 'number quiet' }, `${place}.`), ' ', first ? seatMark(first.seat, 18) : h('span', {}),
      h('span', {}, events.length ? events.map((event) => `${sentence(event)} `) : t('replay.quiet')));
  }
}

/** What scrolls the list: the column beside the board, or the drawer; never the page itself. */
function scroller(list) {
  for (let box = list.parentElement; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight + 4 && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}
