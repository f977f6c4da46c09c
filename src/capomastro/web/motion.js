// Things that were somewhere else a moment ago glide to their new place.

/**
 * @param {HTMLElement} root
 * @returns {Generator<[name: string, element: HTMLElement]>}
 */
function* flying(root) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const element of root.querySelectorAll('[data-fly]')) {
    const name = element.dataset.fly ?? '';
    const index = count.get(name) ?? 0;
    count.set(name, index + 1);
    yield [`${name}#${index}`, element];
  }
}

/**
 * Draws, and animates what carries `data-fly` from where it was. New things come from `data-from`, if it names a place.
 * @param {HTMLElement} root @param {() => void} draw @param {boolean} reduced
 */
export function glide(root, draw, reduced, ms = 280) {
  if (reduced || typeof root.animate !== 'function' || document.hidden) {
    draw();
    return;
  }
  /** @type {Map<string, DOMRect>} */
  const before = new Map();
  for (const [name, element] of flying(root)) before.set(name, element.getBoundingClientRect());
  draw();
  if (!before.size) return;
  for (const [name, element] of flying(root)) {
    let was = before.get(name);
    if (!was) {
      const place = element.dataset.from && root.querySelector(`[data-place="${element.dataset.from}"]`);
      was = place ? place.getBoundingClientRect() : undefined;
    }
    if (!was?.width) continue;
    const now = element.getBoundingClientRect();
    const dx = was.left - now.left;
    const dy = was.top - now.top;
    if (Math.abs(dx) + Math.abs(dy) < 3 || !now.width) continue;
    const scale = Math.max(0.3, Math.min(3, was.width / now.width));
    element.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, transformOrigin: '0 0' },
        { transform: 'none', transformOrigin: '0 0' },
      ],
      { duration: ms, easing: 'cubic-bezier(.2,.7,.2,1)' },
    );
  }
}
