// A match that this version of the program cannot play any more: what is stored of it is shown, clearly marked.

import { h } from './dom.js';
import { listOf, t } from './i18n.js';
import { seatMark } from './svg.js';

/**
 * Draws what is known: why it is frozen, how it ended if it did, and the last board that was stored.
 * @param {Table} table
 */
export async function drawFrozen(table) {
  const { update, result } = table;
  const { frozen } = update;
  if (!frozen) return;
  result.replaceChildren(
    h(
      'section',
      { class: 'frozen panel', 'aria-label': t('frozen.title') },
      h('h2', {}, t('frozen.title')),
      h('p', {}, t(`frozen.${frozen.code}`)),
      h('p', { class: 'quiet' }, t('frozen.note')),
      update.winners.length > 0 && outcome(table),
      !update.view && h('p', {}, t('frozen.no board')),
      h(
        'p',
        { class: 'buttons' },
        h(
          'a',
          { class: 'button small', href: `${table.base}/export`, download: `${update.game}-${table.id}.jsonl` },
          t(update.status === 'over' ? 'result.export' : 'frozen.take'),
        ),
        h('a', { class: 'button small', href: '/' }, t('home')),
      ),
    ),
  );
  if (update.view) await drawBoard(table, update);
  else table.gameRoot.replaceChildren();
}

/** @param {Table} table */
function outcome(table) {
  const { winners, scores } = table.update;
  const names = table.names();
  const who = listOf(winners.map((seat) => names[seat]));
  return [
    h('p', {}, h('b', {}, t(winners.length > 1 ? 'result.shared' : 'result.won', { who }))),
    scores &&
      h(
        'ul',
        { class: 'rows' },
        scores.map((points, seat) => h('li', {}, seatMark(seat), ' ', names[seat], ' ', h('b', {}, String(points)))),
      ),
  ];
}

/**
 * The game's drawing is of today and the board is of then: where the two do not fit, the board is drawn plainly.
 * @param {Table} table @param {Update} update
 */
async function drawBoard(table, update) {
  try {
    table.drawGame(update);
  } catch {
    const { loadPlain } = await import('./games.js');
    table.useDrawing(await loadPlain());
    table.drawGame(update);
  }
}
