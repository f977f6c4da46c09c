// The seats' marks inside a larger picture: the frame's own mark, placed and sized.

import { seatMark } from '../../svg.js';

const insides = new Map();

/**
 * The mark of a seat with its middle at x, y and about r from there to its edge.
 * @param {number} seat @param {number} x @param {number} y @param {number} r
 */
export function seatShape(seat, x, y, r) {
  if (!insides.has(seat)) insides.set(seat, seatMark(seat).innerHTML);
  return `<svg class="seat-shape" x="${x - r}" y="${y - r}" width="${2 * r}" height="${2 * r}" viewBox="-1 -1 26 26">${insides.get(seat)}</svg>`;
}
