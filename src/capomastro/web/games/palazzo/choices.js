// On large screens: what a turn may be, each choice with a sentence for those who do not know it yet.

import { h, roving } from '../../dom.js';
import { save, settings } from '../../settings.js';
import { builder, coin, site } from './art.js';
import { nextQuarry } from './board.js';
import { tileArtOf } from './pieces.js';
import { tagOf } from './trial.js';
import { gainOf, signed } from './worth.js';

/**
 * The choices of a turn as a panel, or null if they are not for this viewer.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx
 */
export function drawChoices(view, ctx) {
  if (!ctx.canAct || view.actor !== ctx.viewer || ctx.mode !== 'play') return null;
  const { t } = ctx;
  const choices = view.phase === 'turn' ? turn(ctx) : view.phase === 'market' ? market(view, ctx) : [];
  if (!choices.length) return null;
  const box = h(
    'details',
    { class: 'pz-choices panel', 'aria-label': t('palazzo.choices') },
    h('summary', { 'data-key': 'choices' }, h('h2', {}, t('palazzo.choices'))),
    roving(h('div', { class: 'pz-choice-row', 'data-group': 'choices' }, choices)),
  );
  box.open = settings.choices !== 'folded';
  box.addEventListener('toggle', () => {
    if (box.open !== (settings.choices !== 'folded')) save({ choices: box.open ? 'open' : 'folded' });
  });
  return box;
}

/**
 * One sentence on what a step does or brings; empty where its name says it all.
 * @param {string} text @param {Palazzo.Ctx} ctx
 */
export function about(text, ctx) {
  const { t, view } = ctx;
  const [verb, ...rest] = text.split(' ');
  const mine = view.seats[ctx.viewer ?? -1]?.palazzi ?? {};
  if (['take', 'reveal', 'rebuild'].includes(verb)) return t(`palazzo.about.${verb}`);
  if (verb === 'auction') return aboutAuction(view, ctx);
  if (verb === 'put' && view.placing)
    return t('palazzo.about.place', { letter: rest[0], points: signed(gainOf(mine[rest[0]] ?? [], view.placing)) });
  if (verb !== 'buy' && verb !== 'build') return '';
  return tagOf(ctx, mine, rest.join(' '), verb === 'buy' ? view.payment?.tiles : []).words;
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function aboutAuction(view, ctx) {
  const next = nextQuarry(view);
  if (next === null) return ctx.t('palazzo.event.nothing to auction', { who: ctx.names[view.turn] });
  return ctx.t(view.quarries[next].length > 3 ? 'palazzo.about.draft' : 'palazzo.about.auction', { number: next + 1 });
}

/** @param {Palazzo.Ctx} ctx */
function turn(ctx) {
  /** @type {Record<string, () => SVGElement>} */
  const pictures = { take: () => coin('florin', 30), reveal: () => site(), rebuild: () => builder(false) };
  return Object.keys(pictures)
    .filter((step) => ctx.legal().has(step))
    .map((step) => choice(ctx, step, about(step, ctx), pictures[step]()));
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function market(view, ctx) {
  const { t } = ctx;
  const next = nextQuarry(view);
  const lot = next === null ? [] : view.quarries[next];
  const buys = [...ctx.legal()].some((step) => step.startsWith('buy'));
  return [
    buys &&
      h(
        'p',
        { class: 'pz-choice told' },
        h('b', {}, t('palazzo.buy')),
        h('span', {}, t('palazzo.about.buy', { price: view.price })),
      ),
    ctx.legal().has('auction') &&
      choice(
        ctx,
        'auction',
        aboutAuction(view, ctx),
        h(
          'span',
          { class: 'pz-choice-lot' },
          lot.map((name) => tileArtOf(ctx, name)),
        ),
      ),
  ].filter(Boolean);
}

/** @param {Palazzo.Ctx} ctx @param {string} step @param {string} words @param {Child} picture */
function choice(ctx, step, words, picture) {
  const label = ctx.label(step);
  return h(
    'button',
    {
      class: 'pz-choice',
      'data-step': step,
      'data-key': `choice ${step}`,
      'aria-label': `${label}. ${words}`,
      onclick: () => ctx.act(step),
    },
    h('span', { class: 'pz-choice-picture', 'aria-hidden': 'true' }, picture),
    h('b', {}, label),
    ' ',
    h('span', {}, words),
  );
}
