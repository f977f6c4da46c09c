// Everybody's palazzi and money.

import { cutName, h, roving } from '../../dom.js';
import { seatMark } from '../../svg.js';
import { hills, site } from './art.js';
import { fan, palazzo, plate, purse, trios, tileArtOf } from './pieces.js';
import { cardOf, tileOf, tileWords } from './names.js';
import { withAll } from './trial.js';
import { fitsOn, gainOf, gainOfMoving, gainOfTakingOut, signed, withTile, worthOf } from './worth.js';

/** How many houses of others stand in a row at least, by the number of these others; and how many of mine. */
const LEAST = [0, 9, 5, 4, 2];
const LEAST_OF_MINE = 12;

const MUCH_MONEY = 12; // cards; more lie closer together

/**
 * My palazzi, with everything a step would change there, or the tiles on trial.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {number[] | null} scores
 * @param {Palazzo.Plan | null} [tried]
 */
export function drawPalazzi(view, ctx, scores, tried = null) {
  const { t } = ctx;
  const seat = view.seats[ctx.viewer ?? 0];
  const entries = Object.entries(seat.palazzi);
  const legal = ctx.legal();
  const placing = view.phase === 'placing' && view.actor === ctx.viewer && view.placing;
  const moving = view.phase === 'moving' && view.payment?.moving;
  const incoming = placing || (moving && seat.palazzi[moving]?.[0]);
  const plan = incoming ? null : tried;
  return h(
    'section',
    { class: plan ? 'pz-mine panel trying' : 'pz-mine panel', 'aria-label': t('palazzo.my palazzi') },
    hills(),
    h(
      'header',
      {},
      h('h2', {}, t('palazzo.my palazzi')),
      plan && trialWords(ctx, plan),
      scores && h('span', { class: 'pz-total number' }, t('palazzo.points', { n: scores[ctx.viewer ?? 0] })),
    ),
    street(
      entries,
      placing,
      plan,
      LEAST_OF_MINE,
      roving(
        h(
          'div',
          { class: 'pz-row', 'data-group': 'palazzi' },
          entries.map(([letter, names]) =>
            palazzo(ctx, letter, names, {
              ...comesTo(letter, names, incoming, legal, moving, plan),
              floorStep: (name) => floorOffer(view, ctx, letter, names, name, incoming, moving),
              foot: singleSteps(ctx, letter, legal),
            }),
          ),
          placing && legal.has('new') && newPalazzo(ctx, placing),
          plan?.begun.map((tiles) => begun(ctx, tiles)),
          !entries.length &&
            !placing &&
            !plan?.begun.length &&
            h('div', { class: 'pz-site' }, site(), h('p', { class: 'quiet' }, t('palazzo.no palazzi'))),
        ),
      ),
    ),
  );
}

/**
 * Where houses stand. The style sheet makes them as large as there is room for, in up to three rows; it has to know how
 * many there are, how high the tallest is, and how many rows it takes if a row holds only so many.
 * @param {[string, string[]][]} entries @param {string | null | false} placing @param {Palazzo.Plan | null} plan
 * @param {number} least @param {...Child} houses
 */
function street(entries, placing, plan, least, ...houses) {
  const extra = (placing ? 1 : 0) + (plan?.begun.length ?? 0);
  const count = Math.max(1, entries.length + extra);
  const tallest = Math.max(
    2,
    ...entries.map(([letter, names]) => names.length + (placing ? 1 : 0) + (plan?.come.get(letter)?.length ?? 0)),
  );
  const style = `--count:${count};--half:${Math.ceil(count / 2)};--third:${Math.ceil(count / 3)};--tallest:${Math.min(5, tallest)};--rows:${Math.ceil(count / least)}`;
  return h('div', { class: 'pz-street', style }, h('div', { class: 'pz-room' }, houses));
}

/**
 * The tiles that would come to a palazzo, and what it would then be worth: by a step, or on trial.
 * @param {string} letter @param {string[]} names @param {string | null | false | undefined} tile
 * @param {Set<string>} legal @param {string | null | false | undefined} moving @param {Palazzo.Plan | null} plan
 */
function comesTo(letter, names, tile, legal, moving, plan) {
  const tiles = plan?.come.get(letter);
  if (tiles) return { ghosts: tiles.map((one) => ({ tile: one })), next: withAll(names, tiles) };
  const step = `put ${letter}`;
  if (!tile || !legal.has(step)) return {};
  const gain = moving ? gainOfMoving(names, tile) : gainOf(names, tile);
  return { ghosts: [{ tile, step, sign: signed(gain) }], next: worthOf(withTile(names, tile)).points };
}

/**
 * What the tiles on trial would bring, and which of them nobody has a use for.
 * @param {Palazzo.Ctx} ctx @param {Palazzo.Plan} options
 */
function trialWords(ctx, { gain, boxed }) {
  const words = ctx.t('palazzo.trial', { points: signed(gain) });
  return h(
    'span',
    { class: 'pz-trial', role: 'status' },
    boxed.length ? `${words} · ${ctx.t('palazzo.trial.box', { n: boxed.length })}` : words,
  );
}

/**
 * A palazzo that does not stand yet: what would be its floors, and what its sign says beside "new".
 * @param {Palazzo.Ctx} ctx @param {Child} floors @param {Child} [sign]
 */
function unbuilt(ctx, floors, sign) {
  return h(
    'div',
    { class: 'pz-palazzo new', role: 'group', 'aria-label': ctx.t('palazzo.new') },
    h('div', { class: 'pz-house' }, h('div', { class: 'pz-building' }, floors), h('div', { class: 'pz-ground' })),
    h(
      'div',
      { class: 'pz-foot' },
      h('div', { class: 'pz-sign' }, h('span', { class: 'pz-name new' }, ctx.t('palazzo.new short')), sign),
    ),
  );
}

/**
 * A palazzo that tiles on trial would begin.
 * @param {Palazzo.Ctx} ctx @param {string[]} tiles
 */
function begun(ctx, tiles) {
  const floors = tiles.map((tile) =>
    h('span', { class: 'pz-storey pz-ghost', role: 'img', 'aria-label': tileWords(tile, ctx.t) }, tileArtOf(ctx, tile)),
  );
  return unbuilt(ctx, floors, plate(withAll([], tiles)));
}

/**
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {string} letter @param {string[]} names
 * @param {string} name @param {string | null | false | undefined} incoming
 * @param {string | null | false | undefined} moving
 * @returns {Palazzo.Offer}
 */
function floorOffer(view, ctx, letter, names, name, incoming, moving) {
  const { floor } = tileOf(name);
  if (view.phase === 'rebuilding' || view.phase === 'moving') {
    const step = `out ${letter} ${floor}`;
    if (ctx.legal().has(step)) {
      const gain = gainOfTakingOut(names, name);
      return { step, tag: { text: signed(gain), kind: gain > 0 ? 'good' : 'bad' } };
    }
  }
  if (incoming && !ctx.legal().has(`put ${letter}`)) {
    const wanted = tileOf(incoming).floor;
    if (moving === letter) return { why: ['palazzo.why.itself', {}] };
    if (names.some((other) => tileOf(other).floor === wanted))
      return { why: ['palazzo.why.same floor', { letter, floor: wanted }] };
    if (!fitsOn(names, incoming)) return { why: ['palazzo.why.below', { letter, floor: wanted }] };
  }
  return {};
}

/** @param {Palazzo.Ctx} ctx @param {string} letter @param {Set<string>} legal */
function singleSteps(ctx, letter, legal) {
  const offers = [`move ${letter}`, `raze ${letter}`].filter((step) => legal.has(step));
  if (!offers.length) return null;
  return h(
    'div',
    { class: 'pz-single-steps' },
    offers.map((step) => {
      const label = step.startsWith('raze')
        ? `${ctx.label(step)}. ${ctx.t('palazzo.tag', { points: '+5' })}`
        : ctx.label(step);
      const words = ctx.t(step.startsWith('move') ? 'palazzo.move short' : 'palazzo.raze short');
      return h(
        'button',
        {
          class: 'button small',
          'data-step': step,
          'data-key': step,
          'aria-label': label,
          title: label,
          onclick: () => ctx.act(step),
        },
        h('span', { 'data-text': step.startsWith('raze') ? `${words} +5` : words }),
      );
    }),
  );
}

/** @param {Palazzo.Ctx} ctx @param {string} tile */
function newPalazzo(ctx, tile) {
  const label = `${ctx.label('new')}. ${ctx.t('palazzo.tag', { points: '−5' })}`;
  const floor = h(
    'button',
    {
      class: 'pz-storey pz-ghost legal',
      'data-step': 'new',
      'data-key': 'new',
      'aria-label': label,
      title: label,
      onclick: () => ctx.act('new'),
    },
    tileArtOf(ctx, tile),
    h('span', { class: 'pz-tag bad', 'data-text': '−5' }),
  );
  return unbuilt(ctx, floor);
}

/**
 * My money: fanned by currency, trios bracketed.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx
 */
export function drawMoney(view, ctx) {
  const { t } = ctx;
  const seat = view.seats[ctx.viewer ?? 0];
  const hand = seat.hand ?? [];
  const currency = view.payment?.currency ?? seat.currency;
  const verb =
    view.phase === 'discarding' ? 'discard' : ['paying', 'bidding', 'raising'].includes(view.phase) ? 'lay' : null;
  /**
   * @param {string} name
   * @returns {Palazzo.Offer}
   */
  const stepFor = (name) => {
    if (!verb) return {};
    const other = cardOf(name).currency && currency && cardOf(name).currency !== currency;
    /** @type {Why} */
    const why = other
      ? ['palazzo.why.currency', { currency: t(`palazzo.currency.${currency}`) }]
      : ['palazzo.why.reach', { need: view.payment?.need ?? view.standing_bid + 1 }];
    return { step: `${verb} ${name}`, why };
  };
  return h(
    'section',
    { class: hand.length > MUCH_MONEY ? 'pz-money panel many' : 'pz-money panel', 'aria-label': t('palazzo.my money') },
    h(
      'header',
      {},
      h('h2', {}, t('palazzo.my money')),
      h('span', { class: 'quiet' }, t('palazzo.cards', { n: hand.length })),
    ),
    hand.length
      ? h('div', { class: 'pz-hold' }, fan(ctx, hand, stepFor, t('palazzo.my money')), trios(ctx, hand))
      : h('p', { class: 'quiet' }, t('palazzo.no money')),
  );
}

/**
 * The other players: what they have built, how many cards they hold, and which of these everybody knows.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx @param {number[] | null} scores
 */
export function drawOthers(view, ctx, scores) {
  const { t } = ctx;
  const first = ctx.viewer ?? -1;
  const order = view.seats
    .map((_, i) => (first + 1 + i + view.seats.length) % view.seats.length)
    .filter((i) => i !== ctx.viewer);
  return h(
    'section',
    { class: 'pz-others', 'aria-label': t('palazzo.others') },
    order.map((i) => {
      const seat = view.seats[i];
      const shown = seat.hand ?? seat.known;
      const hidden = seat.cards - shown.length;
      return h(
        'article',
        {
          class: `pz-player panel${i === view.actor && view.phase !== 'over' ? ' acts' : ''}`,
          'aria-label': ctx.names[i],
        },
        hills(),
        h(
          'header',
          {},
          seatMark(i),
          ctx.face?.(i),
          h('h2', { 'data-name-of': i }, cutName(ctx.names[i])),
          i === view.turn &&
            view.phase !== 'over' &&
            h(
              'span',
              { class: 'pz-turn-flag', title: t('palazzo.has turn') },
              '◆',
              h('span', { class: 'spoken' }, t('palazzo.has turn')),
            ),
          scores &&
            h(
              'span',
              {
                class: 'pz-total number',
                title: t('palazzo.points', { n: scores[i] }),
                role: 'img',
                'aria-label': t('palazzo.points', { n: scores[i] }),
              },
              signed(scores[i]).replace('+', ''),
            ),
        ),
        h(
          'div',
          { class: 'pz-purse', 'aria-label': t('palazzo.purse', { n: seat.cards }), role: 'group' },
          hidden > 0 &&
            h(
              'span',
              { class: 'pz-card-back', role: 'img', 'aria-label': t('palazzo.hidden cards', { n: hidden }) },
              String(hidden),
            ),
          purse(ctx, shown),
        ),
        skyline(view, i, ctx, LEAST[order.length]) ?? h('p', { class: 'quiet' }, t('palazzo.nothing built')),
      );
    }),
  );
}

/**
 * All palazzi of a seat, small, in a row that holds at least so many.
 * @param {Palazzo.View} view @param {number} seat @param {Palazzo.Ctx} ctx
 */
export function skyline(view, seat, ctx, least = 4) {
  const entries = Object.entries(view.seats[seat].palazzi);
  if (!entries.length) return null;
  return street(
    entries,
    false,
    null,
    least,
    h(
      'div',
      { class: 'pz-row small' },
      entries.map(([letter, names]) => palazzo(ctx, letter, names, { small: true })),
    ),
  );
}
