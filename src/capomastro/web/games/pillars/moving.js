// Cards going on to the left when a round is over. Nothing of it under reduced motion.

import { h } from '../../dom.js';

const TRAVEL = 700;

/** @param {HTMLElement} root @param {number | null} seat */
const spot = (root, seat) => root.querySelector(`.player[data-seat="${seat}"] .played`);

/**
 * Remembers the cards about to be passed; the function returned lets copies of them travel over the new drawing.
 * @param {HTMLElement} root @param {Happening[]} events @param {Pillars.Ctx} ctx
 */
export function passCards(root, events, ctx) {
  const passed = events.filter((event) => event.kind === 'passed on');
  if (!passed.length || ctx.reducedMotion || document.hidden) return null;
  const copies = passed
    .map((event) => {
      const place = spot(root, event.seat);
      const face = place?.querySelector('.card');
      return face
        ? {
            copy: /** @type {HTMLElement} */ (face.cloneNode(true)),
            from: face.getBoundingClientRect(),
            to: event.facts.to - 1,
          }
        : null;
    })
    .filter(Boolean);
  return () => {
    const layer = h('div', { class: 'pl pl-above', 'aria-hidden': 'true' });
    root.append(layer);
    setTimeout(() => layer.remove(), TRAVEL);
    for (const { copy, from, to } of copies) {
      const target = spot(root, to)?.getBoundingClientRect();
      if (!target) continue;
      copy.classList.add('travelling');
      Object.assign(copy.style, {
        left: `${from.left}px`,
        top: `${from.top}px`,
        width: `${from.width}px`,
        height: `${from.height}px`,
      });
      layer.append(copy);
      const [dx, dy] = [target.left - from.left, target.top - from.top];
      copy.animate(
        [
          { transform: 'none', opacity: 1 },
          { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 26}px) rotate(-6deg)`, opacity: 1, offset: 0.5 },
          { transform: `translate(${dx}px, ${dy}px)`, opacity: 0.1 },
        ],
        { duration: TRAVEL, easing: 'ease-in-out' },
      );
    }
  };
}
