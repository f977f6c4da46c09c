// The picture of Gavel: a hammer on its block.

import { s } from '/svg.js';

const hammer = () => [
  s('rect', { x: 13, y: 8, width: 14, height: 9, rx: 2, fill: '#7c4a21' }),
  s('rect', { x: 18.5, y: 17, width: 3, height: 13, fill: '#a8743f' }),
  s('rect', { x: 10, y: 31, width: 20, height: 4, rx: 1, fill: '#4b2c12' }),
];

export const miniature = () => s('svg', {}, s('rect', { width: 40, height: 40, fill: '#e8dcc0' }), hammer());

export const poster = () =>
  s(
    'svg',
    {},
    s('rect', { width: 470, height: 250, fill: '#e8dcc0' }),
    s('g', { class: 'gavel-hammer', transform: 'translate(115 5) scale(6)' }, hammer()),
  );
