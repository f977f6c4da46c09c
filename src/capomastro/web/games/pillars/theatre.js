// The moment of the round: all cards large in the middle, turned up together, then carried to their players one by one.
// Nothing of it under reduced motion, or for who wants everything at once.

import { cutName, h } from '../../dom.js';
import { pace } from '../../settings.js';
import { seatMark } from '../../svg.js';
import { cardBack, cardFace } from './panels.js';

/** @type {Record<string, number>} */
const TEMPO = { slow: 1.5, normal: 1, fast: 0.6 };
const [LIE, TURN, LOOK, NEXT, CARRY] = [450, 550, 1000, 420, 480]; // milliseconds at the normal pace

/** @param {HTMLElement} root @param {number | null} seat */
const spot = (root, seat) => root.querySelector(`.player[data-seat="${seat}"] .played`);

/**
 * Plays the reveal over the new drawing, if these events hold one. Returns { ms, turned, finish } or null.
 * @param {HTMLElement} root @param {Happening[]} events @param {Pillars.View} view @param {Pillars.Ctx} ctx
 */
export function reveal(root, events, view, ctx) {
  const shown = events.filter((event) => event.kind === 'revealed');
  const tempo = TEMPO[pace()];
  if (!shown.length || !tempo || ctx.reducedMotion || document.hidden) return null;
  const cards = shown.map((event) => actor(event, view, ctx));
  const area = root.getBoundingClientRect();
  const stage = h(
    'div',
    { class: 'pl pl-theatre', 'aria-hidden': 'true', style: `left:${area.left}px;width:${area.width}px` },
    h(
      'div',
      { class: 'pl-actors', 'data-count': cards.length },
      cards.map((card) => card.box),
    ),
  );
  root.append(stage);
  for (const { seat } of cards) spot(root, seat)?.classList.add('awaited');
  const moves = cards.flatMap((card, place) => play(root, card, place, tempo));
  const ms = tempo * (LIE + TURN + LOOK + (cards.length - 1) * NEXT + CARRY);
  moves.push(stage.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200 * tempo }));
  const timer = setTimeout(finish, ms);
  stage.addEventListener('pointerdown', finish);
  return { ms, turned: tempo * (LIE + TURN), finish };

  function finish() {
    clearTimeout(timer);
    for (const move of moves) move.cancel();
    stage.remove();
    for (const place of root.querySelectorAll('.awaited')) place.classList.remove('awaited');
  }
}

/**
 * A card with a back and a face, and whose it is.
 * @param {Happening} options @param {Pillars.View} view @param {Pillars.Ctx} ctx
 */
function actor({ seat: of, facts }, view, ctx) {
  const seat = of ?? 0; // only seats turn cards up
  const turning = h(
    'span',
    { class: 'pl-turning' },
    h('span', { class: 'pl-side-back' }, cardBack()),
    h('span', { class: 'pl-side-face' }, cardFace(facts.card, ctx, view.components.symbol)),
  );
  const box = h(
    'div',
    { class: 'pl-actor', 'data-seat': seat },
    turning,
    h('span', { class: 'pl-actor-name' }, seatMark(seat, 20), cutName(ctx.names[seat])),
  );
  return { seat, box, turning };
}

/**
 * All turn at the same moment; then each goes to its player when its time has come.
 * @param {HTMLElement} root @param {ReturnType<typeof actor>} options @param {number} place
 * @param {number} tempo
 */
function play(root, { seat, box, turning }, place, tempo) {
  const turn = turning.animate([{ transform: 'rotateY(180deg)' }, { transform: 'rotateY(0deg)' }], {
    duration: TURN * tempo,
    delay: LIE * tempo,
    fill: 'backwards',
    easing: 'ease-in-out',
  });
  const [from, to] = [box.getBoundingClientRect(), spot(root, seat)?.getBoundingClientRect()];
  if (!to) return [turn];
  const move = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`;
  const carry = box.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: move, opacity: 1, offset: 0.95 },
      { transform: move, opacity: 0 },
    ],
    { duration: CARRY * tempo, delay: (LIE + TURN + LOOK + place * NEXT) * tempo, fill: 'forwards', easing: 'ease-in' },
  );
  carry.onfinish = () => spot(root, seat)?.classList.remove('awaited');
  return [turn, carry];
}

/**
 * Whose card is carried out now: it steps forward for a moment.
 * @param {HTMLElement} root @param {number} seat @param {Pillars.Ctx} ctx
 */
export function stepForward(root, seat, ctx) {
  if (ctx.reducedMotion || document.hidden) return;
  spot(root, seat)?.animate(
    [
      { transform: 'none' },
      { transform: 'scale(1.45)', offset: 0.35 },
      { transform: 'scale(1.45)', offset: 0.7 },
      { transform: 'none' },
    ],
    { duration: 900, easing: 'ease-in-out' },
  );
}
