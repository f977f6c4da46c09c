// The board of Palazzo in words, for those who do not see it.

import { nextQuarry } from './board.js';
import { cardsWords, tilesWords } from './names.js';
import { prompt } from './words.js';
import { signed, worthOf } from './worth.js';

/**
 * One sentence for each part of the table.
 * @param {Palazzo.Update} update @param {Palazzo.Ctx} ctx
 */
export function summary(update, ctx) {
  const { view, scores } = update;
  const { t } = ctx;
  /** @param {...(string | false)} parts */
  const sentence = (...parts) => `${parts.filter(Boolean).join('; ')}.`;
  /** @param {string[]} names */
  const tiles = (names) => (names.length ? tilesWords(names, t) : '');
  /** @param {string[]} names */
  const count = (names) => t('palazzo.tiles', { n: names.length });
  const current = view.unseen.findIndex((stack) => stack.length > 0);
  const own = ctx.viewer === null ? null : view.seats[ctx.viewer];
  return [
    prompt(update, ctx),
    sentence(
      t('palazzo.warehouse', { tiles: count(view.warehouse) }),
      t('palazzo.price', { price: view.price }),
      tiles(view.warehouse),
    ),
    ...view.quarries.map((names, i) =>
      sentence(
        t('palazzo.quarry', { number: i + 1, tiles: count(names) }),
        view.builder === i && t('palazzo.builder here'),
        view.phase !== 'over' && nextQuarry(view) === i && t('palazzo.builder next'),
        tiles(names),
      ),
    ),
    sentence(
      t('palazzo.riders', { number: view.riders }),
      current >= 0 && t('palazzo.stack', { number: ['I', 'II', 'III'][current], tiles: count(view.unseen[current]) }),
    ),
    own?.hand && `${t('palazzo.my money')}: ${cardsWords(own.hand, t)}.`,
    ...view.seats.map((seat, i) => {
      const houses = Object.entries(seat.palazzi).map(
        ([letter, names]) => `${houseWords(letter, names, t)}: ${tilesWords(names, t)}`,
      );
      return sentence(
        `${ctx.names[i]}: ${scores ? t('palazzo.points', { n: scores[i] }) : ''}`.replace(/: $/, ''),
        t('palazzo.purse', { n: seat.cards }),
        ...(houses.length ? houses : [t('palazzo.nothing built').replace(/\.$/, '')]),
      );
    }),
  ].filter(Boolean);
}

/** @param {string} letter @param {string[]} names @param {Translate} t */
function houseWords(letter, names, t) {
  const worth = worthOf(names);
  return t('palazzo.palazzo summary', {
    letter,
    points: signed(worth.points),
    floors: t('palazzo.floors', { n: worth.floors }),
    windows: t('palazzo.windows', { n: worth.windows }),
  });
}
