// The lagoon at the end, for the card that is handed on.

import { s } from '../../svg.js';
import { boardOf } from './map.js';
import { HEIGHT, RIM, WIDTH, drawLying, lagoonGround, marksOf, pilesOf } from './pictures.js';

/** @param {Pillars.View} view */
export function picture(view) {
  const board = boardOf(view);
  const inside = s('g', { class: 'pl' });
  inside.innerHTML =
    lagoonGround(board) +
    pilesOf(board) +
    board.districts.map((lying) => drawLying(lying, RIM, RIM)).join('') +
    marksOf(board, view);
  return s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}` }, inside);
}
