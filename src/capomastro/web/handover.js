// Several people at one screen: the board lies open, every hand is covered until its owner uncovers it.

import { announce, h, hush } from './dom.js';
import { t } from './i18n.js';
import { TUNES, play } from './sounds.js';
import { seatMark } from './svg.js';

/**
 * Whether several people share this screen.
 * @param {Update} update
 */
export const isShared = (update) => update.held.length > 1 && update.status !== 'open';

/** @param {Update} update */
const acting = (update) => update.to_act.map((act) => act.seat);

/**
 * Who of those at this screen has to decide something.
 * @param {Update} update
 */
export const nextHere = (update) => acting(update).filter((seat) => update.held.includes(seat));

/**
 * Whether this update must not be drawn with its viewer's eyes: nobody has uncovered that hand, its owner has decided,
 * somebody else at this screen is to act, or everybody looks at what is now turned up.
 * @param {Table} table @param {Update} before @param {Update} update @param {Happening[]} news
 */
export function mustCover(table, before, update, news) {
  const { seat, uncovered, game } = table;
  if (!isShared(update) || seat === null) return false;
  if (uncovered !== seat || update.status !== 'running') return true;
  if (news.some((event) => game.seenByAll?.has(event.kind))) return true;
  if (acting(update).includes(seat)) return false;
  const waited = acting(before);
  return waited.includes(seat) || nextHere(update).some((other) => !waited.includes(other));
}

/** Nothing that was said, or asked for, with somebody's eyes stays behind. */
export function clearTraces() {
  hush();
  for (const box of document.querySelectorAll('dialog')) box.close();
}

/**
 * What the dock shows while all hands are covered: who is next, and the way to their cards.
 * @param {Table} table
 */
export function coverPrompt(table) {
  const names = table.names();
  const next = nextHere(table.update);
  if (table.covered !== next.join()) {
    table.covered = next.join();
    if (next.length) {
      announce(t('hand over.title', { name: names[next[0]] }), true);
      play(TUNES.turn);
    }
  }
  if (!next.length) return null;
  // The second click of a double click was meant for what was in this place before.
  /** @param {number} seat */
  const uncover = (seat) => (/** @type {MouseEvent} */ event) => {
    if (event.detail < 2) table.uncover(seat);
  };
  return {
    prompt: [
      seatMark(next[0], 32),
      h(
        'span',
        {},
        h('b', { class: 'next-name' }, t('hand over.title', { name: names[next[0]] })),
        ' ',
        h('span', { class: 'quiet' }, t('hand over.note')),
      ),
    ],
    buttons: next.map((seat, i) =>
      h(
        'button',
        {
          class: i ? 'button' : 'button main',
          'data-key': `uncover ${seat}`,
          'data-uncover': seat,
          onclick: uncover(seat),
        },
        seatMark(seat, 20),
        t('hand over.go', { name: names[seat] }),
      ),
    ),
  };
}
