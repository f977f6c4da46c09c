// Gavel, drawn by its own package: the lot in the middle, the hand below it. All else the default view says.

import { h, keepFocus, roving } from '/dom.js';

/** The number on a card. */
const numberOf = (step) => step.split(' ')[1];

export const onBoard = () => true;

export function stepLabel(step, ctx) {
  return ctx.t('gavel.bid', { card: numberOf(step) });
}

export function mount(root, ctx) {
  const table = h('div', { class: 'gavel' });
  root.append(table);

  const card = (step) =>
    h('button', {
      class: 'gavel-card',
      'data-step': step,
      'data-key': step,
      'data-text': numberOf(step),
      'aria-label': stepLabel(step, ctx),
      onclick: () => ctx.act(step),
    });

  function draw({ view }) {
    const standing = view.seats.map((seat, i) => h('li', {}, `${ctx.names[i]}: ${seat.score}`));
    const cards = [...ctx.legal()].map(card);
    table.replaceChildren(
      h('p', { class: 'gavel-lot panel' }, ctx.t('gavel.lot', { points: view.lot, round: view.round })),
      h('ul', { class: 'gavel-standing' }, standing),
      roving(h('div', { class: 'gavel-hand', role: 'toolbar', 'aria-label': ctx.t('gavel.hand') }, cards)),
    );
  }

  return {
    update(update) {
      keepFocus(table, () => draw(update));
      return null;
    },
    destroy: () => root.replaceChildren(),
  };
}
