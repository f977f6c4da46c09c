// Palazzo's table. See docs/web.md for what a game module owes the frame round it.

import { h, keepFocus } from '../dom.js';
import { glide } from '../motion.js';
import { patterns } from './palazzo/art.js';
import { drawBoard } from './palazzo/board.js';
import { drawMoney, drawOthers, drawPalazzi } from './palazzo/players.js';
import { drawStage } from './palazzo/stage.js';
import { stepLabel } from './palazzo/words.js';

export { onBoard, prompt, resultRows, sentence, stepLabel } from './palazzo/words.js';
export const seats = [2, 3, 4];

export function mount(root, ctx) {
  const table = h('div', { class: 'pz' });
  const columns = [h('div', { class: 'pz-column' }), h('div', { class: 'pz-column' })];
  const kept = new Map();
  table.append(...columns);
  root.append(patterns(), table);
  ctx.label = (step) => stepLabel(step, ctx);

  /** A part of the table, drawn anew only if what it shows has changed. */
  function part(name, facts, draw) {
    const sign = JSON.stringify([facts, ctx.viewer, ctx.names]);
    if (kept.get(name)?.sign !== sign) kept.set(name, { sign, node: draw() });
    return kept.get(name).node;
  }

  function draw({ view, scores }) {
    const seated = ctx.viewer !== null;
    const legal = [...ctx.legal()];
    const mine = seated ? view.seats[ctx.viewer] : null;
    const { phase, actor, turn, payment } = view;
    table.dataset.phase = actor === ctx.viewer ? phase : `wait-${phase}`;
    const board = [phase, view.warehouse, view.price, view.quarries, view.builder, view.unseen, view.riders, view.deck, view.discards, payment?.tiles, mine?.palazzi, ctx.canAct, legal.filter((text) => text.startsWith('buy'))];
    const others = [view.seats.map((seat, i) => (i === ctx.viewer ? null : [seat.cards, seat.known, seat.hand, seat.palazzi])), actor, turn, phase === 'over', scores];
    lay(columns[0], [part('board', board, () => drawBoard(view, ctx)), seated && drawPalazzi(view, ctx, scores)]);
    lay(columns[1], [drawStage(view, ctx), seated && part('money', [mine.hand, mine.currency, payment?.currency, payment?.need, phase, view.standing_bid, legal], () => drawMoney(view, ctx)), part('others', others, () => drawOthers(view, ctx, scores))]);
  }

  /** Puts the parts into a column without touching those that stayed. */
  function lay(column, parts) {
    const wanted = parts.filter(Boolean);
    for (const node of [...column.children]) if (!wanted.includes(node)) node.remove();
    wanted.forEach((node, i) => { if (column.children[i] !== node) column.insertBefore(node, column.children[i] ?? null); });
  }

  return {
    update(update) {
      const { view, events } = update;
      glide(table, () => keepFocus(table, () => draw(update)), ctx.reducedMotion);
      if (events?.some((event) => event.kind === 'draft opened') && view.phase !== 'over') ctx.announce(ctx.t('palazzo.four or more'), true);
    },
    destroy() { root.replaceChildren(); },
  };
}
