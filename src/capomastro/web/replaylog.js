// What a finished match told, step by step: where one can stop, where turns begin, and the list to choose from.

import { h, roving } from './dom.js';
import { t } from './i18n.js';
import { seatMark } from './svg.js';

/**
 * Where one can stop: a step that told something.
 * @typedef {{ n: number, events: Happening[] }} Stop
 */

/** @param {Happening | undefined} event */
const isSeated = (event) => event && event.seat !== null && event.seat !== undefined;

/**
 * `go(step)` is called when an entry is chosen.
 * @param {GameModule} game @param {(event: Happening) => string} sentence @param {(step: number) => unknown} go
 */
export function makeStory(game, sentence, go) {
  const list = h('div', {
    class: 'replay-log',
    role: 'group',
    'aria-label': t('panels.log'),
    'data-group': 'replay log',
  });
  /** @type {Stop[]} */
  let stops = [];
  /** @type {number[]} */
  let turns = [];
  /** @type {Map<number, HTMLElement>} */
  let entries = new Map();

  /**
   * The place of the stop at this step, or of the last one before it.
   * @param {number} step
   */
  const placeOf = (step) => stops.findLastIndex((stop) => stop.n <= step);
  /** @param {number} place */
  const within = (place) => stops[Math.max(0, Math.min(stops.length - 1, place))].n;

  const lastStop = () => stops[stops.length - 1];

  return {
    list,

    /**
     * Other eyes were told other things: only steps that told them something are stops.
     * @param {Protocol.Story} options
     */
    take({ steps, events }) {
      stops = [{ n: 0, events: [] }];
      for (const event of events) {
        if (lastStop().n === event.n) lastStop().events.push(event);
        else stops.push({ n: event.n, events: [event] });
      }
      if (lastStop().n < steps) stops.push({ n: steps, events: [] });
      turns = game.turnStarts(events);
      entries = new Map(
        stops.map((stop, place) => /** @type {[number, HTMLElement]} */ ([stop.n, entry(stop, place)])).slice(1),
      );
      list.replaceChildren(...entries.values());
      roving(list);
    },

    /**
     * What was told last: a link or the plot may lead to a step that told these eyes nothing.
     * @param {number} step
     */
    events: (step) => stops[placeOf(step)].events,
    /** @param {number} place */
    at: (place) => within(place),
    last: () => lastStop().n,
    /** @param {number} step */
    isLast: (step) => step >= lastStop().n,

    /**
     * The next stop, or the one before.
     * @param {number} step @param {number} by
     */
    beside: (step, by) => within(placeOf(step) + (by < 0 && stops[placeOf(step)].n < step ? 0 : by)),

    /**
     * Where the next turn begins; backwards, where this one began, or the one before.
     * @param {number} step @param {number} by
     */
    turnBeside: (step, by) =>
      by > 0 ? (turns.find((n) => n > step) ?? lastStop().n) : (turns.findLast((n) => n < step) ?? 0),

    /** @param {number} step */
    where: (step) => ({
      place: placeOf(step),
      places: stops.length - 1,
      turn: turns.filter((n) => n <= step).length,
      turns: turns.length,
    }),

    /**
     * Shows in the list where we are.
     * @param {number} step
     */
    mark(step) {
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const here = entries.get(stops[placeOf(step)].n);
      if (!here) return;
      here.setAttribute('aria-current', 'step');
      const box = scroller(list);
      if (box)
        box.scrollTop += here.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    },
  };

  /** @param {Stop} options @param {number} place */
  function entry({ n, events }, place) {
    const first = events.find(isSeated);
    return h(
      'button',
      { class: turns.includes(n) ? 'turn' : null, 'data-key': `step ${n}`, 'data-to': n, onclick: () => go(n) },
      h('span', { class: 'number quiet' }, `${place}.`),
      ' ',
      typeof first?.seat === 'number' ? seatMark(first.seat, 18) : h('span', {}),
      h('span', {}, events.length ? events.map((event) => `${sentence(event)} `) : t('replay.quiet')),
    );
  }
}

/**
 * What scrolls the list: the column beside the board, or the drawer; never the page itself.
 * @param {HTMLElement} list
 */
function scroller(list) {
  for (let box = list.parentElement; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight + 4 && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}
