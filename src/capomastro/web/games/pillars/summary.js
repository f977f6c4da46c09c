// The lagoon and the players of The Pillars of Venice in words, for those who do not see them.

import { boardOf, cellAt } from './map.js';
import { cardName, districtLabel, districtName, prompt } from './words.js';

/** @param {string[]} names */
const inOrder = (names) =>
  [...names]
    .sort((a, b) => {
      const [[r, c], [s, d]] = [cellAt(a), cellAt(b)];
      return r - s || c - d;
    })
    .join(', ');

/**
 * One sentence for each part of the table.
 * @param {Pillars.Update} update @param {Pillars.Ctx} ctx
 */
export function summary(update, ctx) {
  const { view, scores } = update;
  const { t } = ctx;
  const board = boardOf(view);
  const free = view.piles.filter((cell) => !board.built.has(cell));
  const open = [...new Set([...ctx.legal()].map((text) => /^(?:pile|mark) (\S+)$/.exec(text)?.[1]).filter(Boolean))];
  const districts = board.districts.map((lying) =>
    t('pillars.place.at', {
      district: districtName(lying.district, ctx),
      cell: inOrder(lying.cells.map((cell) => cell.name)),
    }),
  );
  return [
    prompt(update, ctx),
    `${t('pillars.round', { round: view.round })}; ${t('pillars.piles.label', { n: view.pile_supply })}; ${view.gondola === null ? t('pillars.gondola.free') : t('pillars.gondola.of', { seat: ctx.names[view.gondola] })}.`,
    open.length && t('pillars.summary.open', { cells: inOrder(open) }),
    t('pillars.summary.districts', { districts: districts.join('; ') || t('pillars.summary.none') }),
    t('pillars.summary.free', { cells: inOrder(free) || t('pillars.summary.none') }),
    ...view.seats.map(
      (seen, seat) =>
        seen.marks.length && t('pillars.summary.marks', { seat: ctx.names[seat], cells: inOrder(seen.marks) }),
    ),
    t('pillars.summary.stacks', {
      districts:
        view.tops
          .filter(Boolean)
          .map((name) => districtLabel(name, view, ctx))
          .join('; ') || t('pillars.summary.none'),
    }),
    ...view.seats.map(
      (seen, seat) =>
        `${[
          ctx.names[seat],
          scores && t('pillars.score', { n: seen.score }),
          t('pillars.markers', { n: seen.markers }),
          seen.card && t('pillars.plays', { card: cardName(seen.card, ctx) }),
          `${t('pillars.stockof', { seat: ctx.names[seat] })}: ${seen.stock.map((name) => districtName(name, ctx)).join(', ') || '–'}`,
        ]
          .filter(Boolean)
          .join('; ')}.`,
    ),
  ].filter(Boolean);
}
