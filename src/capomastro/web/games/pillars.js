// The table of The Pillars of Venice. What is drawn comes from the view, what can be clicked from the legal steps.

import { h, keepFocus, roving } from '../dom.js';
import { tellApart } from '../speaking.js';
import { aimPanel } from './pillars/aiming.js';
import { ghostCell, ghostPicture, ghostPieces } from './pillars/ghost.js';
import { passCards } from './pillars/moving.js';
import { SHAPES, buildStep, district } from './pillars/map.js';
import { makeLagoon } from './pillars/lagoon.js';
import { drawn, hand, known, players, stacks, stock } from './pillars/panels.js';
import { sign } from './pillars/pictures.js';
import { reveal, stepForward } from './pillars/theatre.js';

export { about, prompt, resultRows, sentence, stepLabel, thingWords, turnStarts } from './pillars/words.js';
export { summary } from './pillars/summary.js';
export const seats = [2, 3, 4, 5, 6];
/** The picture of the card that is handed on. */
export const card = () => import('./pillars/card.js');
/** What chance brings, for whoever checks a match; nobody else needs it. */
export const chance = () => import('./pillars/chance.js');
/** Keys of this game's own, for the list of keys. */
export const keys = {
  R: 'pillars.keys.turn',
  N: 'pillars.keys.next',
  Enter: 'pillars.keys.enter',
  'PgUp PgDn': 'pillars.keys.ends',
};
/** What everybody at one screen looks at together. */
export const seenByAll = new Set(['revealed']);

const OFF_BOARD = /^(done|stay|swap .*)$/;
/**
 * Everything but these few is done on the table itself.
 * @param {string} text
 */
export const onBoard = (text) => !OFF_BOARD.test(text);

const NARROW = 620;
const ROOMY = 928; // from here on there is a column beside the lagoon

/** @type {((by: number) => boolean) | null} */
let turner = null;
/** @param {KeyboardEvent} event */
export function keydown(event) {
  if (event.key.toLowerCase() !== 'r' || !turner) return false;
  return turner(event.shiftKey ? -1 : 1);
}

/**
 * What there is to be decided, and whether the viewer decides it: others who choose meanwhile change nothing of that.
 * @param {Pillars.View | undefined} view
 */
function taskOf(view) {
  if (!view) return null;
  const own = view.viewer !== null && view.waiting.includes(view.viewer);
  return [view.round, view.phase, view.phase === 'choosing' ? own : view.actor].join();
}

/** @param {HTMLElement} root @param {Pillars.Ctx} ctx */
export function mount(root, ctx) {
  /** @type {Pillars.Play} */
  const game = {
    update: /** @type {any} */ (null),
    board: /** @type {any} */ (null), // there before anything is drawn
    card: null,
    picked: null,
    turn: 0,
    aim: null, // picked up, not yet done
    knownOpen: root.clientWidth >= ROOMY,
    placesOpen: false,
    large: null,
    building: () =>
      game.update.view.phase === 'building' && game.update.view.actor === ctx.viewer && ctx.legal().size > 0,
    latest: () => game.placedBefore,
    placedBefore: 0,
    targets() {
      const cells = [...ctx.legal()].flatMap((text) => {
        const match = /^(?:pile|mark) (\S+)$/.exec(text);
        if (match) return [match[1]];
        const lying = buildStep(text);
        return lying && lying.district === game.picked ? lying.cells.map((cell) => cell.name) : [];
      });
      return [...new Set(cells)];
    },
    /** @param {string} step */
    pickCard(index, step) {
      if (game.card === index) return ctx.act(step);
      game.card = index;
      draw();
      root
        .querySelector('.confirm')
        ?.scrollIntoView({ block: 'nearest', behavior: ctx.reducedMotion ? 'auto' : 'smooth' });
    },
    /** @param {string} name */
    pick(name) {
      game.picked = name;
      game.turn = 0;
      game.aim = null;
      lagoon.offer();
      if (!lagoon.builds().size) return;
      const turns = new Set([...lagoon.builds().values()].flatMap((text) => buildStep(text)?.turned ?? []));
      if (!turns.has(0)) game.turn = Math.min(...turns);
      drawAround();
      if (isNarrow()) showTargets();
    },
    /** @param {number} by */
    turnBy(by) {
      lagoon.turn(by);
    },
    turned: () => drawAim(),
    aimed: () => drawAim(),
    /** @param {Pillars.Lying} lying */
    aimAt(lying) {
      game.turn = lying.turned;
      lagoon.aim(lying.at);
      const cell = lagoon.cell(lying.at);
      if (game.isLarge()) cell.scrollIntoView({ block: 'nearest', inline: 'center' });
      root.querySelector('[data-key="build"]')?.focus();
    },
    isLarge: () => isNarrow() && (game.large ?? game.targets().length > 0),
    narrowFit: () => isNarrow() && !game.isLarge(),
    /** @param {string} cell */
    zoomTo(cell) {
      game.large = true;
      sizeLagoon();
      lagoon.cell(cell).scrollIntoView({ block: 'nearest', inline: 'center' });
    },
  };
  /** @type {Theatre | null} */
  let theatre = null; // the reveal under way
  let width = root.clientWidth; // asked once and when it changes: asking lays out the whole page
  const isNarrow = () => width < NARROW;
  const lagoon = makeLagoon(ctx, game);
  /** @type {string[] | null} */
  let hinted = null; // the steps of a hint

  const around = {
    status: h('div', { class: 'pl-status' }),
    players: h('div', { class: 'pl-slot at-players' }),
    aim: h('div', { class: 'pl-slot at-aim' }),
    mine: h('div', { class: 'pl-slot at-mine' }),
    stacks: h('div', { class: 'pl-slot at-stacks' }),
    known: h('div', { class: 'pl-slot at-known' }),
  };
  const scroll = h('div', { class: 'pl-scroll' }, lagoon.element);
  const zoom = h('button', {
    class: 'pl-zoom button small',
    onclick: () => {
      game.large = !game.isLarge();
      sizeLagoon();
      showTargets();
    },
  });
  const table = h(
    'div',
    { class: 'pl-grid' },
    around.status,
    around.players,
    h('div', { class: 'pl-lagoon' }, scroll, h('p', { class: 'spoken', id: 'pl-keys' }, ctx.t('pillars.lagoon.keys'))),
    around.mine,
    h('div', { class: 'pl-side' }, around.aim, around.stacks, around.known),
  );
  root.replaceChildren(h('div', { class: 'pl' }, table));
  turner = (by) => {
    if (!game.picked || !game.building()) return false;
    lagoon.turn(by);
    return true;
  };
  const watch = new ResizeObserver(() => {
    width = root.clientWidth;
    if (game.update) sizeLagoon();
  });
  watch.observe(root);

  function sizeLagoon() {
    const large = game.isLarge();
    table.dataset.zoom = large ? 'large' : 'fit';
    zoom.textContent = large ? '−' : '+';
    zoom.setAttribute('aria-label', ctx.t(large ? 'pillars.zoom.out' : 'pillars.zoom.in'));
  }

  /** On a narrow screen: the middle of what can be done here comes into sight. */
  function showTargets() {
    const targets = game.targets();
    if (!game.isLarge() || !targets.length) return;
    const middles = targets.map((name) => Number(lagoon.cell(name).getAttribute('x')));
    const middle = middles.sort((a, b) => a - b)[Math.floor(middles.length / 2)];
    const scale = lagoon.element.clientWidth / 720;
    scroll.scrollTo({ left: middle * scale - scroll.clientWidth / 2, behavior: ctx.reducedMotion ? 'auto' : 'smooth' });
  }

  /** On a narrow screen not everything is in sight: what is to be done now comes there. */
  function showPlace() {
    const { phase } = game.update.view;
    if (!isNarrow() || !ctx.legal().size) return;
    /** @type {Record<string, string>} */
    const places = {
      choosing: '.pl-hand',
      giving: '.pl-hand',
      taking: '.pl-stacks',
      piling: '.pl-lagoon',
      marking: '.pl-lagoon',
      building: (root.querySelector('.pl-stock')?.getBoundingClientRect().top ?? 0) > 0 ? '.pl-stock' : '.pl-lagoon',
    }; // the stock lies beneath the lagoon
    const place = places[phase];
    if (place)
      root.querySelector(place)?.scrollIntoView({ block: 'nearest', behavior: ctx.reducedMotion ? 'auto' : 'smooth' });
  }

  /** The board's figures: the supply of piles as large as what it decides, and what the card still allows. */
  function status() {
    const { view } = game.update;
    /** @type {Record<string, string>} */
    const kinds = { taking: 'stones', building: 'stones', piling: 'piles', marking: 'markers' };
    const what = kinds[view.phase];
    const soon = view.pile_supply <= 10;
    return [
      h(
        'div',
        {
          class: 'supply',
          'data-soon': soon ? '' : null,
          role: 'img',
          'aria-label': ctx.t('pillars.piles.label', { n: view.pile_supply }),
        },
        drawn(sign('pile')),
        h('b', {}, String(view.pile_supply)),
        h('span', {}, ctx.t('pillars.piles.left')),
      ),
      h('span', { class: 'round' }, ctx.t('pillars.round', { round: view.round })),
      what ? h('span', { class: 'left' }, ctx.t(`pillars.left.${what}`, { n: view.left })) : null,
      h(
        'span',
        { class: 'gondola-of' },
        drawn(sign('gondola')),
        view.gondola === null
          ? ctx.t('pillars.gondola.free')
          : ctx.t('pillars.gondola.of', { seat: ctx.names[view.gondola] }),
      ),
    ];
  }

  /** @param {HTMLElement} slot @param {Element | null} element */
  function put(slot, element) {
    slot.replaceChildren(...(element ? [element] : []));
    for (const group of slot.querySelectorAll('[data-rove]')) roving(group);
    tellApart(slot); // two cards may be alike
  }

  /** Redraws a panel only if something it shows has changed. */
  /** @type {Map<HTMLElement, string>} */
  const shown = new Map();
  /**
   * @param {HTMLElement} slot @param {unknown} what
   * @param {(game: Pillars.Play, ctx: Pillars.Ctx) => Element | null} make
   */
  function renew(slot, what, make) {
    const key = JSON.stringify(what);
    if (shown.get(slot) === key) return;
    shown.set(slot, key);
    put(slot, make(game, ctx));
  }

  /** Where the focus goes when what had it is gone: to what is to be done next. */
  function next() {
    if (game.targets().length) return lagoon.current();
    return root.querySelector('[data-live] button:not([aria-disabled="true"])') ?? lagoon.current();
  }

  /** My cards and districts; while others choose they stay as they are, under the finger that picks one of them. */
  function drawMine() {
    const { view } = game.update;
    const can = new Set([...ctx.legal()].map((text) => buildStep(text)?.district ?? text));
    const own = [view.viewer, view.seats[view.viewer ?? -1], game.card, game.picked, ...can];
    renew(around.mine, [view.phase, view.actor, view.left, view.drawn, ctx.names, own], () =>
      view.viewer === null ? null : h('div', { class: 'mine' }, hand(game, ctx), stock(game, ctx)),
    );
  }

  function drawAround() {
    keepFocus(
      root,
      () => {
        drawMine();
        put(around.aim, aimPanel(game, ctx));
        markPieces();
      },
      next,
    );
  }

  function markPieces() {
    for (const piece of root.querySelectorAll('.hinted')) piece.classList.remove('hinted');
    const pieces = hinted ? ghostPieces(root, hinted) : [];
    for (const piece of pieces) piece.classList.add('hinted');
    return pieces;
  }

  function drawAim() {
    keepFocus(root, () => put(around.aim, aimPanel(game, ctx)), next);
  }

  function draw() {
    const { view } = game.update;
    const common = [view.phase, view.actor, view.viewer, view.left, ctx.legal().size, ctx.names];
    keepFocus(
      root,
      () => {
        table.dataset.phase = view.phase;
        table.dataset.seats = String(view.seats.length);
        around.status.replaceChildren(...status().filter(Boolean), zoom);
        renew(
          around.players,
          [common, view.seats, view.waiting, view.start, view.gondola, view.winners, game.update.scores === null],
          players,
        );
        renew(around.stacks, [common, view.tops, view.unseen], stacks);
        drawMine();
        put(around.aim, aimPanel(game, ctx));
        renew(around.known, [view.cards, ctx.names], known);
        markPieces();
      },
      next,
    );
  }

  /**
   * What was picked up stays so only while it can still be done.
   * @param {Pillars.View | undefined} before
   */
  function settle(before) {
    const { view } = game.update;
    if (before?.phase !== view.phase || before?.round !== view.round || before?.viewer !== view.viewer)
      game.card = null;
    const can = new Set(game.building() ? [...ctx.legal()].flatMap((text) => buildStep(text)?.district ?? []) : []);
    if (!can.has(game.picked ?? '')) {
      game.picked = null;
      game.aim = null;
    }
    if (!game.picked && can.size) {
      /** @param {string} name */
      const worth = (name) => view.components.crests[SHAPES.indexOf(district(name).shape)];
      game.picked = [...can].sort((a, b) => worth(b) - worth(a))[0];
      game.turn = 0;
    }
    if (view.placed.length !== before?.placed.length) game.aim = null;
    const built = (game.update.events ?? []).filter((event) => event.kind === 'built').length;
    game.placedBefore = view.placed.length - built;
  }

  return {
    /** @param {Pillars.Update} update */
    update(update) {
      if (!update.view) return;
      const before = game.update?.view;
      const still = !update.events?.length && before?.phase === update.view.phase; // nothing new: the reveal may go on
      if (!still) theatre?.finish();
      const old = before && passCards(root, update.events ?? [], ctx); // where the cards lay before the drawing
      game.update = update;
      settle(before);
      const wasLarge = game.isLarge();
      lagoon.draw();
      draw();
      sizeLagoon();
      if (taskOf(before) !== taskOf(update.view)) {
        game.large = null;
        sizeLagoon();
        showTargets();
        showPlace();
      } else if (!wasLarge && game.isLarge()) showTargets();
      old?.();
      if (!still) theatre = reveal(root, update.events ?? [], update.view, ctx);
      const acts = update.view.phase !== 'choosing' && update.view.phase !== 'over';
      if (acts && before && before.phase !== 'choosing' && before.actor !== update.view.actor)
        stepForward(root, update.view.actor, ctx);
      return still ? null : theatre;
    },
    next,
    /** @param {string[] | null} line */
    ghost(line) {
      hinted = line;
      lagoon.hint(line ? ghostPicture(line, ctx.viewer) : '');
      const pieces = markPieces();
      const cell = line && ghostCell(line);
      return cell ? lagoon.cell(cell) : (pieces[0] ?? null);
    },
    finish() {
      theatre?.finish();
    },
    destroy() {
      theatre?.finish();
      watch.disconnect();
      turner = null;
      root.replaceChildren();
    },
  };
}
