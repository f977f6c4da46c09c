// Figures and steps of a review in the reader's language.

import { hasWord, language, listOf, t } from './i18n.js';

const LONGEST = 6;

/** @param {number} value */
export const figure = (value) =>
  Math.abs(value).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} share */
export const percent = (share) => `${Math.round(share * 100)} %`;

/** @param {number} share */
export function signed(share) {
  const number = Math.round(share * 100);
  return `${number > 0 ? '+' : number < 0 ? '−' : '±'}${Math.abs(number)} %`;
}

/**
 * What the words of a review depend on: the game's own words, and who plays.
 * @param {GameModule} game @param {Ctx} ctx @param {string[]} names @param {string} name
 */
export function wordsFor(game, ctx, names, name) {
  /**
   * Steps in words; that a payment is finished goes without saying.
   * @param {string[]} steps @param {Protocol.Judged} one
   */
  function line(steps, one) {
    const told = steps.length > 1 ? steps.filter((step) => step !== 'done') : steps;
    const then = Object.create(ctx, { view: { value: { ...ctx.view, ...one.facts } }, viewer: { value: one.seat } });
    const labels = told.slice(0, LONGEST).map((step) => game.stepLabel(step, then));
    return [...labels, ...(told.length > LONGEST ? [t('review.and so on')] : [])].join(', ');
  }

  /** @param {Protocol.Judged} one */
  function why(one) {
    const told = one.reasons
      .filter(({ term }) => hasWord(`${name}.term.${term}`))
      .map(({ seat, term, points }) => {
        const words = t(points > 0 ? 'review.more' : 'review.less', {
          points: figure(points),
          term: t(`${name}.term.${term}`),
        });
        return seat === one.seat ? words : t('review.for other', { who: names[seat], reason: words });
      });
    return told.length ? t('review.why', { reasons: listOf(told) }) : t('review.why.later');
  }
  return { line, why };
}
