// Pictures of players: small drawings of ours, or a pattern from the name. Nobody uploads anything.

import { SEAT_COLOURS, s } from './svg.js';

/** Path data in a box of 24. @type {Record<string, string>} */
const DRAWINGS = {
  tower: 'M8 21V9l4-6 4 6v12zM8 12h8M11 21v-4h2v4M12 7v2',
  bridge: 'M2 18c2-9 18-9 20 0M2 18v2h5v-3a5 5 0 0 1 10 0v3h5v-2M6 11V8M12 9V6M18 11V8',
  gondola: 'M2 13c5 5 15 5 20 0l-1-5M2 13l1-4M8 16v-5h5v5M16 4l-5 13',
  lion: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM10 11h.01M14 11h.01M11 14h2',
  mask: 'M3 7c6 2 12 2 18 0 0 8-3 12-5 12s-2-3-4-3-2 3-4 3-5-4-5-12zM7 11h3M14 11h3',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  well: 'M6 12h12l-1 9H7zM4 12h16M8 12V4h8v8M12 4v5',
};
export const PICTURES = ['pattern', ...Object.keys(DRAWINGS)];
const SIDE = 5;

/**
 * A number from a text, the same on every device.
 * @param {string} text
 */
function hash(text) {
  let value = 2166136261;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return value;
}

/**
 * Squares on both sides of an axis, as the name decides.
 * @param {string} name
 */
function pattern(name) {
  const bits = hash(name);
  const squares = [];
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < 3; column += 1)
      if ((bits >> (row * 3 + column)) & 1)
        for (const x of new Set([column, SIDE - 1 - column]))
          squares.push(s('rect', { x: 2 + x * 4, y: 2 + row * 4, width: 4, height: 4 }));
  return s('g', { fill: SEAT_COLOURS[bits % SEAT_COLOURS.length] }, squares);
}

/**
 * @param {string} picture @param {string} name
 */
export function portrait(picture, name, size = 48) {
  const inside = DRAWINGS[picture]
    ? s('path', {
        d: DRAWINGS[picture],
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 1.6,
        'stroke-linejoin': 'round',
        'stroke-linecap': 'round',
      })
    : pattern(name);
  return s(
    'svg',
    { class: 'portrait', viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true' },
    inside,
  );
}
