// Where the steps of a hint would go: the district, pile or marker on the lagoon, and the pieces they are about.

import { buildStep } from './map.js';
import { RIM, UNIT, corner, drawLying, marker, pile } from './pictures.js';

/**
 * What would come onto the lagoon, as SVG.
 * @param {string[]} line @param {number | null} viewer
 */
export function ghostPicture(line, viewer) {
  return line
    .map((step) => {
      const lying = buildStep(step);
      if (lying) return drawLying(lying, RIM, RIM, 'hint-ghost');
      const [verb, cell] = step.split(' ');
      if (verb !== 'pile' && verb !== 'mark') return '';
      const [x, y] = corner(cell);
      const ring = `<rect class="ring" x="${x + 2}" y="${y + 2}" width="${UNIT - 4}" height="${UNIT - 4}" rx="6"/>`;
      return `<g class="hint-ghost" data-at="${cell}">${verb === 'pile' ? pile(x, y) : marker(viewer ?? 0, x, y)}${ring}</g>`;
    })
    .join('');
}

/**
 * The pieces beside the lagoon that these steps are about: a card, a stack, a district in stock, a player.
 * @param {HTMLElement} root @param {string[]} line
 */
export function ghostPieces(root, line) {
  const found = line.map((step) => {
    const lying = buildStep(step);
    if (lying) return root.querySelector(`.pl-stock [data-district="${lying.district}"]`);
    if (step.startsWith('swap ')) return root.querySelector(`.player[data-seat="${Number(step.slice(5)) - 1}"]`);
    return root.querySelector(`:is(.pl-hand, .pl-stacks) [data-step="${step}"]`);
  });
  return found.filter((piece) => piece !== null);
}

/**
 * A cell that these steps touch, to bring it into sight.
 * @param {string[]} line
 */
export function ghostCell(line) {
  for (const step of line) {
    const cell = buildStep(step)?.at ?? /^(?:pile|mark) (\S+)$/.exec(step)?.[1];
    if (cell) return cell;
  }
  return null;
}
