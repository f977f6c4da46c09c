// What is told once a puzzle is answered: what was best, what the answer is worth beside it, and why.

import { h } from './dom.js';
import { t } from './i18n.js';
import { figure, percent, wordsFor } from './reviewwords.js';

/**
 * @param {Protocol.Solution} solution @param {Update} update
 * @param {{ game: GameModule, ctx: Ctx, next: () => unknown }} page
 */
export function judged({ right, chosen, choices: all }, update, { game, ctx, next }) {
  const say = wordsFor(game, ctx, ctx.names, ctx.game);
  const seat = update.viewer ?? 0;
  /** @param {Protocol.PuzzleChoice} one */
  const worth = (one) =>
    t('puzzles.worth', {
      chance: percent(one.chance),
      lead: t(one.lead >= 0 ? 'hint.ahead' : 'hint.behind', { points: figure(one.lead) }),
    });
  /** @param {Protocol.PuzzleChoice} one */
  const told = (one) => say.line(one.line, /** @type {any} */ ({ seat, facts: {} }));
  /** @param {string} key @param {Protocol.PuzzleChoice} one */
  const line = (key, one) => h('p', {}, `${t(key, { step: told(one) })} `, h('span', { class: 'quiet' }, worth(one)));
  const why = say.why(/** @type {any} */ ({ seat, reasons: all[chosen].reasons }));
  return [
    h(
      'div',
      { class: `puzzle-answer ${right ? 'right' : 'wrong'}` },
      h('p', {}, h('b', {}, t(right ? 'puzzles.right' : 'puzzles.wrong'))),
      line('puzzles.best', all[0]),
      !right && line('puzzles.yours', all[chosen]),
      h('p', {}, why),
    ),
    h(
      'details',
      {},
      h('summary', { 'data-key': 'all' }, t('puzzles.all', { n: all.length })),
      h(
        'ol',
        { class: 'puzzle-choices' },
        all.map((one) => h('li', {}, `${told(one)} `, h('span', { class: 'quiet' }, worth(one)))),
      ),
      h('p', { class: 'quiet' }, t('puzzles.figures')),
    ),
    h(
      'div',
      { class: 'guide-foot' },
      h('button', { class: 'button main', 'data-key': 'next', onclick: next }, t('puzzles.next')),
    ),
  ];
}
