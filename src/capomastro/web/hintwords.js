// What a hint says: its steps, why, the figures, and what may follow.

import { h } from './dom.js';
import { hasWord, t } from './i18n.js';
import { reasonWords } from './reasons.js';
import { figure } from './reviewwords.js';
import { seatMark } from './svg.js';

const LONGEST = 6; // steps that are told one by one

/**
 * What speaks for a choice, in one sentence: what the game says of it, or a term by which the bots value a position.
 * @param {Table} table @param {Advised.Hint} choice
 */
export async function whyWords(table, choice) {
  const { game } = table.update;
  const told = choice.why && (await reasonWords(choice.why, game, table.ctx, 'hint'));
  if (told) return told;
  for (const { seat, term, points } of choice.reasons ?? []) {
    const own = `${game}.hint.${term}`;
    const key = `${game}.term.${term}`;
    const args = { points: figure(points), term: hasWord(key) ? t(key) : '', who: table.names()[seat] };
    if (seat === table.seat && hasWord(own)) return t(own, args);
    if (hasWord(key)) return t(seat === table.seat ? 'hint.gain' : 'hint.rival', args);
  }
  const alone = choice.margin === null || choice.margin === undefined;
  return t(alone ? 'hint.only' : 'hint.later');
}

/**
 * A step with those that belong to it; that a payment is finished goes without saying.
 * @param {Table} table @param {Advised.Hint} choice
 */
export function lineWords({ game, ctx }, { text, line = [] }) {
  const told = line.length > 1 ? line.filter((step) => step !== 'done') : [text];
  const labels = told.slice(0, LONGEST).map((step) => game.stepLabel(step, ctx));
  return [...labels, ...(told.length > LONGEST ? ['…'] : [])];
}

/** @param {Advised.Hint} choice */
export function figureWords({ margin, chance }) {
  if (margin === null || margin === undefined) return '';
  return t(margin >= 0 ? 'hint.lead' : 'hint.trail', {
    points: figure(margin),
    percent: Math.round((chance ?? 0) * 100),
  });
}

/**
 * What is likely to follow, step by step.
 * @param {Table} table @param {Advised.Turn[]} line
 */
export function expected(table, line) {
  const names = table.names();
  return h(
    'div',
    { class: 'line' },
    h('span', { class: 'quiet' }, t('hint.line')),
    h(
      'ol',
      {},
      line.map(({ seat, text }) =>
        h('li', {}, seatMark(seat, 18), h('span', {}, `${names[seat]}: ${table.game.stepLabel(text, table.ctx)}`)),
      ),
    ),
  );
}
