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
  root.append(patterns(), table);
  ctx.label = (step) => stepLabel(step, ctx);

  function draw(update) {
    const { view, scores } = update;
    const seated = ctx.viewer !== null;
    table.dataset.phase = view.actor === ctx.viewer ? view.phase : `wait-${view.phase}`;
    table.replaceChildren(
      h('div', { class: 'pz-column' }, drawBoard(view, ctx), seated && drawMoney(view, ctx), seated && drawPalazzi(view, ctx, scores)),
      h('div', { class: 'pz-column' }, drawStage(view, ctx), drawOthers(view, ctx, scores)),
    );
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
