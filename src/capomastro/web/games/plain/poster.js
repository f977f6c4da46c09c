// A picture for games that bring none: cards on a table, with the initial of the game.

import { titleOf } from '../../games.js';
import { s } from '../../svg.js';

/** @param {string} game */
const initial = (game) => titleOf(game).charAt(0).toUpperCase();
/** @param {number} x @param {number} y @param {number} turn @param {string} fill */
const card = (x, y, turn, fill) =>
  s('rect', {
    x: x - 42,
    y: y - 60,
    width: 84,
    height: 120,
    rx: 8,
    fill,
    stroke: '#3b2f22',
    'stroke-width': 2,
    transform: `rotate(${turn} ${x} ${y})`,
  });
/** @param {string} game @param {number} x @param {number} y @param {number} size */
const letter = (game, x, y, size) =>
  s(
    'text',
    {
      x,
      y,
      'text-anchor': 'middle',
      'font-family': 'Georgia, serif',
      'font-weight': 700,
      'font-size': size,
      fill: '#7c2d1b',
    },
    initial(game),
  );

/** @param {string} game */
export function miniature(game) {
  return s(
    'svg',
    {},
    s('rect', { width: 40, height: 40, fill: '#3f5a3c' }),
    s('rect', { x: 10, y: 5, width: 20, height: 30, rx: 3, fill: '#f4ead2' }),
    letter(game, 20, 27, 18),
  );
}

/** @param {string} game */
export function poster(game) {
  return s(
    'svg',
    {},
    s('rect', { width: 470, height: 250, fill: '#3f5a3c' }),
    s('ellipse', { cx: 235, cy: 230, rx: 210, ry: 60, fill: '#354d33' }),
    card(165, 150, -16, '#d99c62'),
    card(305, 150, 16, '#bfdbe3'),
    card(235, 140, 0, '#f4ead2'),
    letter(game, 235, 164, 68),
  );
}
