// What is being decided right now, as one panel: open money, a payment, an auction, tiles to take or to build.

import { h, roving } from '../../dom.js';
import { seatMark } from '../../svg.js';
import { builder } from './art.js';
import { cardPiece, smallCards, tilePiece } from './pieces.js';
import { tileWords } from './names.js';
import { lotTag, tagOf } from './trial.js';

/**
 * The panel, or null if there is nothing of the kind.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx
 */
export function drawStage(view, ctx) {
  switch (view.phase) {
    case 'picking':
      return openMoney(view, ctx);
    case 'paying':
      return purchase(view, ctx);
    case 'bidding':
    case 'raising':
      return auction(view, ctx);
    case 'drafting':
      return tilesToTake(view, ctx, 'palazzo.draft title', true);
    case 'building':
    case 'placing':
      return tilesToTake(view, ctx, 'palazzo.build title', false);
    default:
      return null;
  }
}

/**
 * What is auctioned or shared out: until somebody has it, it still lies at the builder's quarry.
 * @param {Palazzo.View} view
 */
const lotOf = (view) => (view.pending.length ? view.pending : view.quarries[view.builder]);

/** @param {string} title @param {Child} aside @param {...Child} inside */
const panel = (title, aside, ...inside) =>
  h('section', { class: 'pz-stage panel', 'aria-label': title }, h('header', {}, h('h2', {}, title), aside), ...inside);

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function openMoney(view, ctx) {
  const { t } = ctx;
  const own = new Map();
  return panel(
    t('palazzo.open money'),
    h('p', { class: 'quiet' }, t('palazzo.open money note')),
    roving(
      h(
        'div',
        { class: 'pz-open', 'data-group': 'open' },
        view.open.map((name) => {
          const n = own.get(name) ?? 0;
          own.set(name, n + 1);
          return cardPiece(ctx, name, { step: `pick ${name}`, key: `open ${name} ${n}`, from: 'deck' });
        }),
      ),
    ),
  );
}

/**
 * A bar from nothing to what is needed.
 * @param {Palazzo.Ctx} ctx @param {number} worth @param {number} need
 */
function meter(ctx, worth, need) {
  const { t } = ctx;
  const enough = worth >= need;
  const share = Math.min(100, need ? (worth / need) * 100 : 100);
  const words = enough
    ? t('palazzo.enough', { worth, need })
    : t('palazzo.short', { worth, need, missing: need - worth });
  return h(
    'div',
    { class: enough ? 'pz-meter enough' : 'pz-meter' },
    h('div', { class: 'pz-meter-bar', 'aria-hidden': 'true' }, h('i', { style: `width:${share}%` })),
    h('p', {}, h('b', { class: 'number' }, `${worth} / ${need}`), ' ', words),
  );
}

/**
 * The cards laid so far.
 * @param {Palazzo.Ctx} ctx @param {string[]} cards
 */
function laidNow(ctx, cards) {
  return h(
    'div',
    { class: 'pz-laid', 'aria-label': ctx.t('palazzo.laid now'), role: 'group', 'data-place': 'laid' },
    cards.length ? cards.map((name) => cardPiece(ctx, name)) : h('span', { class: 'quiet' }, ctx.t('palazzo.lay hint')),
  );
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function purchase(view, ctx) {
  const { t } = ctx;
  const { payment } = view;
  if (!payment) return null;
  return panel(
    t('palazzo.buying', { n: payment.tiles.length }),
    null,
    h('div', { class: 'pz-deal' }, lot(ctx, mineOf(view, ctx), payment.tiles), laidNow(ctx, payment.cards)),
    meter(ctx, payment.worth, payment.need),
    payment.worth > payment.need &&
      h('p', { class: 'quiet' }, t('palazzo.no change', { over: payment.worth - payment.need })),
  );
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function auction(view, ctx) {
  const { t } = ctx;
  const mine = mineOf(view, ctx);
  const leader = view.seats.findIndex((seat) => seat.bidding && seat.bid === view.standing_bid);
  const standing = h(
    'p',
    { class: 'pz-standing' },
    h('span', {}, t('palazzo.standing')),
    h('b', { class: 'number' }, String(view.standing_bid)),
    leader >= 0 && h('span', { class: 'pz-who' }, seatMark(leader, 18), ctx.names[leader]),
  );
  return panel(
    t('palazzo.auction title', { number: view.builder + 1 }),
    standing,
    h(
      'div',
      { class: 'pz-deal' },
      lot(ctx, mine, lotOf(view)),
      h(
        'ol',
        { class: 'pz-bids', 'aria-label': t('palazzo.bids') },
        view.seats.map((seat, i) => bidOf(view, ctx, seat, i, leader)),
      ),
      !view.payment &&
        mine?.bidding &&
        ctx.legal().size > 0 &&
        h(
          'p',
          { class: 'quiet' },
          t(mine.bid ? 'palazzo.raise hint' : 'palazzo.raise hint first', {
            need: view.standing_bid + 1 - mine.bid,
            bid: view.standing_bid + 1,
          }),
        ),
    ),
    view.payment &&
      h(
        'div',
        { class: 'pz-pay' },
        laidNow(ctx, view.payment.cards),
        meter(ctx, view.payment.worth, view.payment.need),
      ),
  );
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
const mineOf = (view, ctx) => (ctx.viewer === null ? null : view.seats[ctx.viewer]);

/**
 * Tiles that come together: each with what it would bring me, and beneath them what they bring as a whole.
 * @param {Palazzo.Ctx} ctx @param {Palazzo.SeatView | null} mine @param {string[]} tiles
 */
function lot(ctx, mine, tiles) {
  if (!mine)
    return h(
      'div',
      { class: 'pz-lot' },
      tiles.map((name) => tilePiece(ctx, name)),
    );
  return h(
    'div',
    { class: 'pz-lot' },
    tiles.map((name) => tilePiece(ctx, name, { tag: tagOf(ctx, mine.palazzi, name), trial: true })),
    lotTag(ctx, mine.palazzi, tiles),
  );
}

/**
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {Palazzo.SeatView} seat @param {number} i
 * @param {number} leader
 */
function bidOf(view, ctx, seat, i, leader) {
  const { t } = ctx;
  const third = i === view.turn && seat.bidding;
  return h(
    'li',
    { class: `${seat.bidding ? '' : 'out'}${i === leader ? ' leads' : ''}${i === view.actor ? ' acts' : ''}` },
    h('span', { class: 'pz-who' }, seatMark(i, 18), ctx.names[i]),
    h(
      'span',
      { class: 'pz-bid-cards' },
      third && h('span', { class: 'pz-card-back three', role: 'img', 'aria-label': t('palazzo.third name') }, '3'),
      smallCards(ctx, seat.laid),
    ),
    h('b', { class: 'number' }, seat.bidding ? (seat.bid ? String(seat.bid) : '–') : t('palazzo.out')),
  );
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {string} title @param {boolean} draft */
function tilesToTake(view, ctx, title, draft) {
  const { t } = ctx;
  const mine = mineOf(view, ctx);
  const tiles = view.placing ? [view.placing] : lotOf(view);
  const waiting = view.placing ? view.pending.filter((name) => name !== view.placing) : [];
  return panel(
    t(title, { who: ctx.names[view.actor] }),
    null,
    draft && h('p', { class: 'pz-exception' }, builder(false), h('span', {}, t('palazzo.four or more'))),
    roving(
      h(
        'div',
        { class: 'pz-lot', 'data-group': 'lot' },
        tiles.map((name) =>
          tilePiece(ctx, name, {
            step: `build ${name}`,
            tag: mine && ctx.canAct && tagOf(ctx, mine.palazzi, name),
            trial: Boolean(mine) && !view.placing,
          }),
        ),
        view.placing &&
          h(
            'p',
            { class: 'pz-what' },
            tileWords(view.placing, t),
            waiting.length > 0 && h('span', { class: 'quiet' }, t('palazzo.then', { n: waiting.length })),
          ),
      ),
    ),
  );
}
