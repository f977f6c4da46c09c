// The board: the warehouse with its price in the middle of four quarries, the builder, stacks, riders, money.

import { h, roving } from '../../dom.js';
import { s } from '../../svg.js';
import { builder, rider, windowSign } from './art.js';
import { smallCards, tilePiece } from './pieces.js';
import { hiddenMoney, tilesWords } from './names.js';
import { tagOf } from './trial.js';

/**
 * The quarry the builder would walk to, or null if all are empty.
 * @param {Palazzo.View} view
 */
export function nextQuarry(view) {
  for (let step = 1; step <= 4; step += 1) {
    const quarry = (view.builder + step) % 4;
    if (view.quarries[quarry].length) return quarry;
  }
  return null;
}

/**
 * `latest` gives the view as it is by the time somebody asks for more.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {() => Palazzo.View} latest
 */
export function drawBoard(view, ctx, latest) {
  const { t } = ctx;
  const next = ['turn', 'market', 'paying', 'picking', 'over'].includes(view.phase) ? nextQuarry(view) : null;
  return h(
    'section',
    { class: 'pz-board panel', 'aria-label': t('palazzo.board') },
    ring(),
    h('div', { class: 'pz-corner stacks' }, stacks(view, ctx)),
    h('div', { class: 'pz-corner riders' }, riders(view, ctx)),
    view.quarries.map((tiles, i) => quarry(view, ctx, tiles, i, next)),
    warehouse(view, ctx),
    h('div', { class: 'pz-corner money' }, deck(view, ctx, latest)),
    h('div', { class: 'pz-corner box' }, third(view, ctx)),
  );
}

/** The way round the piazza, clockwise. */
function ring() {
  return s(
    'svg',
    { class: 'pz-ring', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    s('ellipse', { cx: 50, cy: 50, rx: 36, ry: 37, 'vector-effect': 'non-scaling-stroke' }),
    ...[
      [76, 23, 45],
      [76, 77, 135],
      [24, 77, 225],
      [24, 23, 315],
    ].map(([x, y, turn]) =>
      s('path', { d: 'M-2.2-2.5 2.6 0-2.2 2.5z', transform: `translate(${x} ${y}) rotate(${turn})` }),
    ),
  );
}

/**
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {string[]} tiles @param {number} i
 * @param {number | null} next
 */
function quarry(view, ctx, tiles, i, next) {
  const { t } = ctx;
  const here = view.builder === i;
  const steps = (i - view.builder + 4) % 4;
  const notes = [t('palazzo.quarry', { number: i + 1, tiles: t('palazzo.tiles', { n: tiles.length }) })];
  if (here) notes.push(t('palazzo.builder here'));
  if (next === i) notes.push(t('palazzo.builder next'));
  if (steps) notes.push(t('palazzo.comes here', { windows: t('palazzo.windows', { n: steps }) }));
  const many = tiles.length >= 4;
  return h(
    'div',
    {
      class: `pz-quarry q${i}${here ? ' here' : ''}${next === i ? ' next' : ''}${many ? ' many' : ''}`,
      role: 'group',
      'aria-label': notes.join('; '),
      'data-place': `quarry ${i}`,
    },
    h(
      'div',
      { class: 'pz-quarry-head', 'aria-hidden': 'true' },
      h('span', { class: 'pz-quarry-number' }, String(i + 1)),
      here && builder(false),
      next === i && builder(true),
      steps > 0 && h('span', { class: 'pz-way' }, '↻', windowSign(steps)),
    ),
    h(
      'div',
      { class: 'pz-heap' },
      tiles.map((name) =>
        tilePiece(ctx, name, { from: 'stacks', trial: ctx.viewer !== null, why: ['palazzo.why.quarry', {}] }),
      ),
    ),
    many && h('span', { class: 'pz-four' }, t('palazzo.four short')),
  );
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function warehouse(view, ctx) {
  const { t } = ctx;
  const buying = view.phase === 'market' || view.phase === 'paying';
  const mine = ctx.viewer === null ? null : view.seats[ctx.viewer];
  const bought = view.payment?.tiles ?? [];
  const rest = [...view.warehouse];
  const price = t('palazzo.price', { price: view.price });
  return h(
    'div',
    {
      class: 'pz-warehouse',
      role: 'group',
      'aria-label': `${t('palazzo.warehouse', { tiles: t('palazzo.tiles', { n: rest.length }) })}; ${price}`,
      'data-place': 'warehouse',
    },
    h(
      'div',
      { class: 'pz-warehouse-head', 'aria-hidden': 'true' },
      h('span', { class: 'pz-place-name' }, t('palazzo.warehouse name')),
      h('span', { class: 'pz-price' }, h('b', {}, String(view.price)), ' ', t('palazzo.each')),
    ),
    roving(
      h(
        'div',
        { class: 'pz-heap', 'data-group': 'warehouse' },
        rest.map((name) => {
          const chosen = bought.includes(name);
          const tag = chosen
            ? { text: '✓', words: t('palazzo.chosen'), kind: 'good' }
            : buying && mine && ctx.legal().has(`buy ${name}`) && brief(tagOf(ctx, mine.palazzi, name, bought));
          return tilePiece(ctx, name, {
            step: `buy ${name}`,
            tag,
            trial: Boolean(mine),
            from: 'stacks',
            why: [buying ? 'palazzo.why.buy' : 'palazzo.why.reveal first', { price: view.price }],
          });
        }),
      ),
    ),
    !rest.length && h('span', { class: 'quiet', 'aria-hidden': 'true' }, t('palazzo.empty')),
  );
}

/**
 * The warehouse is narrow: what its tags mean in full is said by their names.
 * @param {Palazzo.Tag} tag
 */
const brief = (tag) => ({ ...tag, text: tag.brief ?? tag.text });

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function stacks(view, ctx) {
  const { t } = ctx;
  const current = view.unseen.findIndex((tiles) => tiles.length > 0);
  const roman = ['I', 'II', 'III'];
  const unseenRiders = 5 - view.riders;
  return h(
    'div',
    { class: 'pz-stacks', 'data-place': 'stacks' },
    view.unseen.map((tiles, i) => {
      const left = tiles.length + (i === 2 ? unseenRiders : 0);
      const label = t('palazzo.stack', { number: roman[i], tiles: t('palazzo.tiles', { n: left }) });
      return h(
        'button',
        {
          class: `pz-stack${i === current ? ' current' : ''}${left ? '' : ' gone'}`,
          'aria-label': label,
          title: label,
          'data-key': `stack ${i}`,
          onclick: () => ctx.tell?.(label, stackDetail(tiles, i, unseenRiders, ctx)),
        },
        h('b', { 'data-text': roman[i] }),
        h('span', { class: 'number', 'data-text': left }),
      );
    }),
  );
}

/**
 * What a stack still holds, which everybody could know.
 * @param {string[]} tiles @param {number} i @param {number} unseenRiders @param {Palazzo.Ctx} ctx
 */
function stackDetail(tiles, i, unseenRiders, ctx) {
  const { t } = ctx;
  return h(
    'div',
    { class: 'pz-left' },
    h('p', { class: 'quiet' }, t('palazzo.stack detail')),
    i === 2 && h('p', {}, t('palazzo.riders left', { n: unseenRiders })),
    h(
      'div',
      { class: 'pz-left-tiles' },
      tiles.map((name) => tilePiece(ctx, name)),
    ),
    h('p', { class: 'spoken' }, tilesWords(tiles, t)),
  );
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx */
function riders(view, ctx) {
  return h(
    'div',
    { class: 'pz-riders', role: 'img', 'aria-label': ctx.t('palazzo.riders', { number: view.riders }) },
    h(
      'div',
      { class: 'pz-rider-row' },
      [0, 1, 2, 3, 4].map((i) =>
        h('span', { class: i < view.riders ? 'pz-rider-place seen' : 'pz-rider-place' }, rider(i < view.riders)),
      ),
    ),
    h('span', { class: 'pz-caption', 'aria-hidden': 'true' }, ctx.t('palazzo.riders short', { number: view.riders })),
  );
}

/** @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {() => Palazzo.View} latest */
function deck(view, ctx, latest) {
  const { t } = ctx;
  const label = t('palazzo.deck', { deck: view.deck, discards: view.discards.length });
  return h(
    'button',
    {
      class: 'pz-deck',
      'aria-label': label,
      title: label,
      'data-key': 'deck',
      'data-place': 'deck',
      onclick: () => ctx.tell?.(t('palazzo.money'), moneyDetail(latest(), ctx)),
    },
    h('span', { class: 'pz-card-back', 'data-text': view.deck }),
    h('span', { class: 'pz-card-back open', 'data-text': view.discards.length }),
    h('span', { class: 'pz-caption', 'data-text': t('palazzo.deck short') }),
  );
}

/**
 * Where the money is that nobody holds openly, as far as everybody who has watched can tell.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx
 */
function moneyDetail(view, ctx) {
  const { t } = ctx;
  /** @param {string} head @param {string[]} cards */
  const pile = (head, cards) => [
    h('h3', {}, head),
    cards.length ? smallCards(ctx, cards) : h('p', { class: 'quiet' }, t('palazzo.nothing')),
  ];
  const hidden = hiddenMoney(view);
  return h(
    'div',
    { class: 'pz-left' },
    pile(t('palazzo.discards'), view.discards),
    view.deck_cards
      ? [
          pile(t('palazzo.in deck'), view.deck_cards),
          pile(t('palazzo.in hands'), hidden),
          h('p', { class: 'quiet' }, t('palazzo.deck detail')),
        ]
      : [pile(t('palazzo.deck or hands'), hidden), h('p', { class: 'quiet' }, t('palazzo.deck or hands detail'))],
  );
}

/**
 * The 3-certificate lies beside the board unless somebody has opened an auction with it.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx
 */
function third(view, ctx) {
  const out = view.phase === 'bidding' || view.phase === 'raising';
  const label = ctx.t(out ? 'palazzo.third out' : 'palazzo.third');
  return h(
    'span',
    { class: out ? 'pz-third out' : 'pz-third', role: 'img', 'aria-label': label, title: label },
    h('span', { class: 'pz-card-back three' }, '3'),
    h('span', { class: 'pz-caption', 'aria-hidden': 'true' }, ctx.t('palazzo.third short')),
  );
}
