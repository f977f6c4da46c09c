// Palazzo's table. See docs/web.md for what a game module owes the frame round it.

import { h, keepFocus } from '../dom.js';
import { glide } from '../motion.js';
import { patterns } from './palazzo/art.js';
import { drawBoard } from './palazzo/board.js';
import { drawChoices } from './palazzo/choices.js';
import { drawMoney, drawOthers, drawPalazzi, skyline } from './palazzo/players.js';
import { ghostPieces, ghostPlan } from './palazzo/ghost.js';
import { drawStage } from './palazzo/stage.js';
import { listenForTrials, planOf } from './palazzo/trial.js';
import { stepLabel } from './palazzo/words.js';

export { about } from './palazzo/choices.js';
export { summary } from './palazzo/summary.js';
export { onBoard, prompt, resultRows, sentence, stepLabel, thingWords, turnStarts } from './palazzo/words.js';
export const seats = [2, 3, 4];
/** The picture of the card that is handed on. */
export const card = () => import('./palazzo/card.js');
/** What chance brings, for whoever checks a match; nobody else needs it. */
export const chance = () => import('./palazzo/chance.js');
/** What is heard when others do this. */
export const sounds = {
  overbid: [
    [440, 0],
    [349, 0.12],
  ],
};
/**
 * The number a plan begins with: a bid above the highest.
 * @param {Palazzo.View} view
 */
export const planNumber = (view) => (view.standing_bid ?? 0) + 1;
/**
 * The pieces an event is about, as they are named for flying.
 * @param {Happening} event
 */
export const piecesOf = ({ facts }) =>
  [facts?.tile, ...(facts?.tiles ?? [])].filter(Boolean).map((name) => `tile ${name}`);

/**
 * What a seat has built, for the page of the result.
 * @param {Palazzo.View} view @param {number} seat @param {Palazzo.Ctx} ctx
 */
export function resultPicture(view, seat, ctx) {
  const houses = skyline(view, seat, ctx);
  return houses && h('div', { class: 'pz-scene' }, houses);
}

const ROOMY = matchMedia('(min-width: 68rem)'); // else money lies beneath the board

const NARROW = matchMedia('(max-width: 47.99rem)');
/** Where a decision is made, by its phase; elsewhere it is made in the panel of what is being decided. */
/** @type {Record<string, string | null>} */
const PLACES = {
  turn: null,
  market: '.pz-warehouse',
  discarding: '.pz-money',
  rebuilding: '.pz-mine',
  moving: '.pz-mine',
};

/** @param {HTMLElement} root @param {Palazzo.Ctx} ctx */
export function mount(root, ctx) {
  const table = h('div', { class: 'pz' });
  const columns = [h('div', { class: 'pz-column' }), h('div', { class: 'pz-column' })];
  /** @type {Map<string, { sign: string, node: HTMLElement }>} */
  const kept = new Map();
  /** @type {Palazzo.Update | null} */
  let shown = null;
  /** @type {HTMLElement | null} */
  let mine = null; // the panel of my palazzi
  /** @type {Palazzo.Hinted | null} */
  let hinted = null; // the steps of a hint
  table.append(...columns);
  root.append(patterns(), table);
  ctx.label = (step) => stepLabel(step, ctx);

  /**
   * A part of the table, redrawn only if what it shows has changed.
   * @param {string} name @param {unknown} facts @param {() => HTMLElement} draw
   */
  function part(name, facts, draw) {
    const sign = JSON.stringify([facts, ctx.viewer, ctx.names]);
    const old = kept.get(name);
    if (old?.sign === sign) return old.node;
    const node = draw();
    kept.set(name, { sign, node });
    return node;
  }

  /** @param {Palazzo.Update} options */
  function draw({ view, scores }) {
    const seated = ctx.viewer !== null;
    const legal = [...ctx.legal()];
    const own = ctx.viewer === null ? null : view.seats[ctx.viewer];
    const { phase, actor, turn, payment } = view;
    table.dataset.others = String(view.seats.length - (seated ? 1 : 0));
    table.dataset.phase = actor === ctx.viewer ? phase : `wait-${phase}`;
    const board = [
      phase,
      view.warehouse,
      view.price,
      view.quarries,
      view.builder,
      view.unseen,
      view.riders,
      view.deck,
      view.discards,
      payment?.tiles,
      own?.palazzi,
      ctx.canAct,
      legal.filter((text) => text.startsWith('buy')),
    ];
    const others = [
      view.seats.map((seat, i) => (i === ctx.viewer ? null : [seat.cards, seat.known, seat.hand, seat.palazzi])),
      actor,
      turn,
      phase === 'over',
      scores,
    ];
    const money =
      own &&
      part('money', [own.hand, own.currency, payment?.currency, payment?.need, phase, view.standing_bid, legal], () =>
        drawMoney(view, ctx),
      );
    mine = seated ? drawPalazzi(view, ctx, scores, planned()) : null;
    lay(columns[0], [
      part('board', board, () => drawBoard(view, ctx, () => shown?.view ?? view)),
      !ROOMY.matches && money,
      mine,
    ]);
    lay(columns[1], [
      drawStage(view, ctx),
      ROOMY.matches && money,
      ROOMY.matches && drawChoices(view, ctx),
      part('others', others, () => drawOthers(view, ctx, scores)),
    ]);
    markPieces();
  }

  /** What the steps of a hint bring to my palazzi. */
  const planned = () =>
    shown && hinted && ctx.viewer !== null ? ghostPlan(hinted, shown.view, shown.view.seats[ctx.viewer].palazzi) : null;

  function markPieces() {
    for (const piece of table.querySelectorAll('.hinted')) piece.classList.remove('hinted');
    if (!shown || !hinted) return [];
    const pieces = ghostPieces(table, hinted.line, shown.view);
    for (const piece of pieces) piece.classList.add('hinted');
    return pieces;
  }

  /** @param {Palazzo.Plan | null} plan */
  function drawMine(plan) {
    if (!shown || !mine?.isConnected || ctx.viewer === null) return;
    const fresh = drawPalazzi(shown.view, ctx, shown.scores, plan);
    mine.replaceWith(fresh);
    mine = fresh;
    markPieces();
  }

  /** Tries tiles on my palazzi: only their panel is redrawn. */
  const trials = listenForTrials(table, (tiles) => {
    if (!shown || ctx.viewer === null) return;
    drawMine(planOf(shown.view.seats[ctx.viewer].palazzi, tiles) ?? planned());
  });

  const resized = () => shown && draw(shown);
  ROOMY.addEventListener('change', resized);

  /**
   * Where not everything is in sight, what is to be decided comes there.
   * @param {Palazzo.Update} options @param {Palazzo.View | undefined} before
   */
  function showPlace({ view }, before) {
    if (!ctx.canAct || (before?.phase === view.phase && before.actor === view.actor)) return;
    const place =
      view.phase in PLACES
        ? PLACES[view.phase]
        : view.phase === 'placing' && !NARROW.matches
          ? '.pz-mine'
          : '.pz-stage';
    // With the next picture: asking now would lay out the whole page once more.
    if (place)
      requestAnimationFrame(() =>
        table
          .querySelector(place)
          ?.scrollIntoView({ block: 'nearest', behavior: ctx.reducedMotion ? 'auto' : 'smooth' }),
      );
  }

  /**
   * Puts the parts into a column without touching those that stayed.
   * @param {HTMLElement} column @param {(HTMLElement | null | false)[]} parts
   */
  function lay(column, parts) {
    const wanted = parts.filter(Boolean);
    for (const node of [...column.children]) if (!wanted.includes(/** @type {HTMLElement} */ (node))) node.remove();
    column.style.setProperty('--parts', String(wanted.length - 1));
    wanted.forEach((node, i) => {
      if (column.children[i] !== node) column.insertBefore(node, column.children[i] ?? null);
    });
  }

  return {
    /** @param {Palazzo.Update} update */
    update(update) {
      const { view, events } = update;
      const before = shown?.view;
      shown = update;
      trials.forget();
      glide(table, () => keepFocus(table, () => draw(update)), ctx.reducedMotion);
      showPlace(update, before);
      if (events?.some((event) => event.kind === 'draft opened') && view.phase !== 'over')
        ctx.announce(ctx.t('palazzo.four or more'), true);
    },
    /** @param {string[] | null} line @param {string[]} [then] */
    ghost(line, then = []) {
      hinted = line && { line, then };
      drawMine(planned());
      return line && (table.querySelector('.pz-mine .hinted') ?? markPieces()[0] ?? null);
    },
    destroy() {
      ROOMY.removeEventListener('change', resized);
      root.replaceChildren();
    },
  };
}
