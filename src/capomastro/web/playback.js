// What others do, shown one step after another, slowly enough for eyes to follow.

import { h, targetOf } from './dom.js';
import { t } from './i18n.js';
import { pace } from './settings.js';
import { icon } from './svg.js';

/** @type {Record<string, number>} */
const PAUSES = { slow: 1700, normal: 850, fast: 350, 'at once': 0 };
const TOGETHER = 16; // what comes within it is drawn once: a page that has been away catches up without standing still
const ALIKE = 0.5; // the share of a pause after another step of the same kind by the same seat, such as a second pile
const MOST = 80; // more than that was not played just now: nobody wants to watch it

/** @param {Update} options */
const kindOf = ({ events }) => `${events.at(-1)?.seat} ${events.at(-1)?.kind}`;

/**
 * Keeps what is still to be shown by `table.show`; `button` offers to show it all now.
 * @param {Table} table
 */
export function makePlayback(table) {
  /** @type {Update[]} */
  let queue = [];
  let timer = 0;
  let last = '';
  /** @type {Update | null} */
  let newest = null;
  let together = 0;
  const button = h(
    'button',
    { class: 'button small skip-rest', hidden: true, onclick: () => skip() },
    icon('last'),
    t('playback.skip'),
  );

  /** Shows the next one; the one after it has to wait. */
  function next() {
    clearTimeout(timer);
    timer = 0;
    while (queue[0]?.seen < table.update.seen) queue.shift();
    const update = queue.shift();
    offer();
    if (!update) return;
    const quick = update.seen === table.update.seen;
    const alike = kindOf(update) === last;
    last = kindOf(update);
    const theatre = table.show(update) ?? 0;
    const pause = PAUSES[pace()] * (alike ? ALIKE : 1);
    timer = setTimeout(next, quick ? 0 : Math.max(pause, theatre));
  }

  /** What was to be drawn together with whatever else comes is drawn, or no longer wanted. */
  function forget() {
    clearTimeout(together);
    together = 0;
    newest = null;
  }

  const offer = () => {
    button.hidden = !queue.length;
  };

  /** Shows everything that has happened, at once. */
  function skip() {
    table.drawing?.finish?.();
    const update = queue.at(-1);
    queue = [];
    clearTimeout(timer);
    timer = 0;
    offer();
    if (update) table.show(update);
  }

  return {
    button,
    skip,

    /** Whether something is still to be shown. */
    get running() {
      return queue.length > 0;
    },

    /**
     * Takes in what others did.
     * @param {Update} update
     */
    add(update) {
      if (pace() === 'at once' || document.hidden) {
        if (!newest || newest.seen <= update.seen) newest = update;
        together ||= setTimeout(() => {
          if (newest) this.addNow(newest);
        }, TOGETHER);
        return;
      }
      queue.push(update);
      if (queue.length > MOST) skip();
      else if (!timer) next();
      else offer();
    },

    /**
     * Shows an update at once. Later ones may be waiting already: they go on after it.
     * @param {Update} update
     */
    addNow(update) {
      if (!newest || newest.seen <= update.seen) forget();
      queue = queue.filter((other) => other.seen > update.seen);
      const theatre = table.show(update) ?? 0;
      if ((queue.length || theatre) && !timer) timer = setTimeout(next, Math.max(PAUSES[pace()], theatre));
      offer();
    },

    clear() {
      forget();
      queue = [];
      clearTimeout(timer);
      timer = 0;
      offer();
    },
  };
}

/**
 * A tap on the board, or a key there, while others' steps are shown: on to the present. True if there was something to skip.
 * @param {MouseEvent | KeyboardEvent} event @param {Table} table
 */
export function skipByTouch(event, table) {
  if (!table.playback.running || table.ctx.canAct) return false;
  const key = event instanceof KeyboardEvent;
  if (
    key &&
    (!['Escape', ' ', 'Enter'].includes(event.key) || targetOf(event).closest?.('dialog, input, .side, .bar, button'))
  )
    return false;
  event.preventDefault();
  event.stopPropagation();
  table.playback.skip();
  return true;
}
