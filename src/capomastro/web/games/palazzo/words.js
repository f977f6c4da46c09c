// Prompts, steps, events and results of Palazzo in the reader's words.

import { cardWords, cardsWords, currenciesWords, currencyWords, tileWords, tilesWords } from './names.js';
import { signed, worthOf } from './worth.js';

const PLAIN = new Set(['take', 'reveal', 'rebuild', 'auction', 'pass', 'new', 'box']);

/**
 * Steps that are offered on tiles, cards and palazzi.
 * @param {string} text
 */
export function onBoard(text) {
  return !PLAIN.has(text) && text !== 'done';
}

/** @param {string} text @param {Palazzo.Ctx} ctx */
export function stepLabel(text, ctx) {
  const { t, view } = ctx;
  const [verb, ...rest] = text.split(' ');
  const what = rest.join(' ');
  switch (verb) {
    case 'pick':
    case 'discard':
    case 'lay':
      return t(`palazzo.step.${verb}`, { card: cardWords(what, t) });
    case 'trio':
      return what === '2' ? t('palazzo.step.trio certificates') : t('palazzo.step.trio', { value: what });
    case 'buy':
      return t('palazzo.step.buy', { tile: tileWords(what, t), price: view?.price ?? '' });
    case 'build':
      return t(view?.phase === 'drafting' ? 'palazzo.step.draft' : 'palazzo.step.build', { tile: tileWords(what, t) });
    case 'put':
      return t(view?.phase === 'moving' ? 'palazzo.step.put in' : 'palazzo.step.put', { letter: what });
    case 'raze':
    case 'move':
      return t(`palazzo.step.${verb}`, { letter: what });
    case 'out':
      return t('palazzo.step.out', { letter: rest[0], floor: rest[1] });
    case 'bid':
      return t('palazzo.step.overbid');
    case 'done':
      return t(view?.phase === 'raising' ? 'palazzo.step.bid' : 'palazzo.step.pay', {
        worth: view?.payment?.worth ?? '',
      });
    default:
      return t(`palazzo.step.${verb}`);
  }
}

/**
 * The facts of an event or of a refusal that are cards, tiles or currencies, in words.
 * @param {Record<string, any>} facts @param {Palazzo.Ctx} ctx
 */
export function thingWords(facts, { t }) {
  /** @type {Args} */
  const args = {};
  if (facts.cards) args.cards = cardsWords(facts.cards, t);
  if (facts.card) args.card = cardWords(facts.card, t);
  if (facts.tiles) args.tiles = tilesWords(facts.tiles, t);
  if (facts.tile) args.tile = tileWords(facts.tile, t);
  if (facts.currency) args.currency = currencyWords(facts.currency, t);
  if (facts.currencies) args.currencies = currenciesWords(facts.currencies, t);
  return args;
}

/** @param {Happening} event @param {Palazzo.Ctx} ctx */
export function sentence(event, ctx) {
  const { t } = ctx;
  const { facts = {} } = event;
  /** @type {Args} */
  const args = {
    ...facts,
    ...thingWords(facts, ctx),
    who: event.seat === null || event.seat === undefined ? '' : ctx.names[event.seat],
  };
  if (event.kind === 'lot won' && !facts.cards.length) return t('palazzo.event.lot won free', args);
  if (event.kind === 'passed' && !facts.cards.length) return t('palazzo.event.passed bare', args);
  return t(`palazzo.event.${event.kind}`, args);
}

/** @param {Palazzo.Update} update @param {Palazzo.Ctx} ctx */
export function prompt(update, ctx) {
  const { t } = ctx;
  const { view } = update;
  if (view.phase === 'over') return t('palazzo.prompt.over');
  const who = ctx.names[view.actor];
  if (view.actor !== ctx.viewer) return t(`palazzo.wait.${view.phase}`, { who, bid: view.standing_bid });
  const { payment } = view;
  /** @type {Args} */
  const args = { bid: view.standing_bid, price: view.price };
  if (view.placing) args.tile = tileWords(view.placing, t);
  if (payment)
    Object.assign(args, {
      worth: payment.worth,
      need: payment.need,
      missing: Math.max(0, payment.need - payment.worth),
    });
  if (payment && (view.phase === 'paying' || view.phase === 'raising')) {
    return t(`palazzo.prompt.${view.phase}${payment.worth >= payment.need ? ' enough' : ''}`, args);
  }
  if (view.phase === 'picking' && view.turn === ctx.viewer)
    return t('palazzo.prompt.picking first', { n: view.open.length - view.seats.length + 1 });
  if (view.phase === 'market' && ![...ctx.legal()].some((step) => step.startsWith('buy')))
    return t('palazzo.prompt.market poor', args);
  if (view.phase === 'turn' && !ctx.legal().has('rebuild')) return t('palazzo.prompt.turn early');
  return t(`palazzo.prompt.${view.phase}`, args);
}

const TURN_OPENERS = new Set(['money shown', 'tile stored', 'rider came', 'taken out', 'put in', 'razed']);

/**
 * The numbers at which turns begin, in a match that is over.
 * @param {Happening[]} events
 */
export function turnStarts(events) {
  return [...new Set(events.filter((event) => TURN_OPENERS.has(event.kind)).map((event) => event.n))];
}

/**
 * For every seat: its palazzi and what each is worth.
 * @param {Palazzo.View} view @param {Palazzo.Ctx} ctx
 */
export function resultRows(view, ctx) {
  const { t } = ctx;
  return view.seats.map((seat, i) => ({
    seat: i,
    total: seat.score,
    parts: Object.entries(seat.palazzi).map(([letter, names]) => {
      const worth = worthOf(names);
      const detail = t(worth.bonus ? 'palazzo.result pure' : 'palazzo.result', {
        floors: t('palazzo.floors', { n: worth.floors }),
        windows: t('palazzo.windows', { n: worth.windows }),
        bonus: signed(worth.bonus),
      });
      return { label: t('palazzo.palazzo', { letter }), detail, points: worth.points };
    }),
  }));
}
