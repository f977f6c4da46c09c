// On large screens: what a turn may be, each choice with a sentence for those who do not know it yet.

import { h, roving } from '../../dom.js';
import { builder, coin, site } from './art.js';
import { nextQuarry } from './board.js';
import { tileArtOf } from './pieces.js';

/** The choices of a turn as a panel, or null if they are not for this viewer. */
export function drawChoices(view, ctx) {
  if (!ctx.canAct || view.actor !== ctx.viewer || ctx.mode !== 'play') return null;
  const { t } = ctx;
  const choices = view.phase === 'turn' ? turn(view, ctx) : view.phase === 'market' ? market(view, ctx) : [];
  if (!choices.length) return null;
  return h('section', { class: 'pz-choices panel', 'aria-label': t('palazzo.choices') },
    h('h2', {}, t('palazzo.choices')),
    roving(h('div', { class: 'pz-choice-row', 'data-group': 'choices' }, choices)));
}

function turn(view, ctx) {
  const pictures = { take: () => coin('florin', 30), reveal: () => site(), rebuild: () => builder(false) };
  return Object.keys(pictures).filter((step) => ctx.legal().has(step)).map((step) => choice(ctx, step, ctx.t(`palazzo.about.${step}`), pictures[step]()));
}

function market(view, ctx) {
  const { t } = ctx;
  const next = nextQuarry(view);
  const lot = next === null ? [] : view.quarries[next];
  const buys = [...ctx.legal()].some((step) => step.startsWith('buy'));
  const about = next === null ? t('palazzo.event.nothing to auction', { who: ctx.names[ctx.viewer] }) : t(lot.length > 3 ? 'palazzo.about.draft' : 'palazzo.about.auction', { number: next + 1 });
  return [
    buys && h('p', { class: 'pz-choice told' }, h('b', {}, t('palazzo.buy')), h('span', {}, t('palazzo.about.buy', { price: view.price }))),
    ctx.legal().has('auction') && choice(ctx, 'auction', about, h('span', { class: 'pz-choice-lot' }, lot.map((name) => tileArtOf(ctx, name)))),
  ].filter(Boolean);
}

function choice(ctx, step, about, picture) {
  const label = ctx.label(step);
  return h('button', { class: 'pz-choice', 'data-step': step, 'data-key': `choice ${step}`, onclick: () => ctx.act(step) },
    h('span', { class: 'pz-choice-picture', 'aria-hidden': 'true' }, picture), h('b', {}, label), h('span', {}, about));
}
