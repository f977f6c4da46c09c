// The large picture of the game on the home page, and the small one for lists.

import { s } from '../../svg.js';

export function miniature() {
  return s(
    'svg',
    {},
    s('rect', { width: 40, height: 40, fill: '#1f6478' }),
    s('path', {
      d: 'M5 25c9 5 21 5 30-1l-3 7H10z M8 24V10l3-3v17z M20 26l8-16',
      fill: '#f4ead2',
      stroke: '#f4ead2',
      'stroke-width': 1.5,
    }),
  );
}

export function poster() {
  const piles = [
    [60, 196],
    [84, 210],
    [112, 198],
    [352, 206],
    [384, 214],
    [414, 202],
    [262, 216],
    [292, 222],
  ];
  /**
   * @param {number} x @param {number} y @param {number} w @param {number} h @param {string} fill
   * @param {number} roof
   */
  const house = (x, y, w, h, fill, roof) =>
    s(
      'g',
      {},
      s('rect', { x, y: y - h, width: w, height: h, fill, stroke: '#5a3a24', 'stroke-width': 1.2 }),
      s('path', {
        d: `M${x - 3} ${y - h}l${w / 2 + 3}-${roof} ${w / 2 + 3} ${roof}z`,
        fill: '#9a4a30',
        stroke: '#55210f',
        'stroke-width': 1.2,
      }),
      ...[0.22, 0.5, 0.78].flatMap((part) =>
        [0.3, 0.62].map((level) =>
          s('path', { d: `M${x + w * part - 4} ${y - h * (1 - level) + 2}v-9a4 4 0 0 1 8 0v9z`, fill: '#24495c' }),
        ),
      ),
    );
  return s(
    'svg',
    {},
    s('rect', { width: 470, height: 250, fill: '#f3d9a9' }),
    s('rect', { width: 470, height: 90, fill: '#c7dfe3' }),
    s('circle', { cx: 118, cy: 78, r: 28, fill: '#fbe6ae' }),
    s('path', { d: 'M0 140h470v110H0z', fill: '#2a7f92' }),
    s('path', { d: 'M0 140h470v10H0z', fill: '#5aa6b1' }),
    s('path', {
      d: 'M196 142V50h26v92zM192 50h34l-4-10h-26zM200 40v-14h18v14zM196 26l13-24 13 24z',
      fill: '#b5523a',
      stroke: '#55210f',
      'stroke-width': 1.2,
    }),
    s('path', { d: 'M203 60v70M215 60v70', stroke: '#8c3a26', 'stroke-width': 3 }),
    house(20, 142, 62, 54, '#e7c07a', 14),
    house(84, 142, 48, 72, '#e8d3b8', 16),
    house(134, 142, 58, 48, '#c9785c', 14),
    house(230, 142, 66, 60, '#eadfc8', 16),
    house(298, 142, 46, 80, '#d99c62', 16),
    house(346, 142, 60, 52, '#e9d9bb', 14),
    house(408, 142, 52, 66, '#c46f54', 16),
    ...piles.map(([x, y]) =>
      s(
        'g',
        {},
        s('ellipse', { cx: x, cy: y + 22, rx: 14, ry: 4, fill: '#ffffff55' }),
        s('path', { d: `M${x - 7} ${y}v22h14V${y}z`, fill: '#6a4428' }),
        s('ellipse', { cx: x, cy: y, rx: 7, ry: 3.5, fill: '#a5733f', stroke: '#4a2d17', 'stroke-width': 1 }),
      ),
    ),
    s('path', {
      d: 'M126 170c2 2 5 2 8-2 0 8 3 12 12 14 36 8 96 8 132 0 8-2 12-8 12-18l4-10 4 1-2 12c1 18-8 24-30 28-30 5-76 5-106 0-20-3-34-9-34-25z',
      fill: '#1d1a1a',
    }),
    s('path', { d: 'M190 184c12 3 34 3 46 0l4-9h-54z', fill: '#a51d2d' }),
    s('path', { d: 'M284 128 236 226l-6 4 2-8 48-96z', fill: '#6a4428' }),
    s('path', {
      d: 'M258 178l3-26-2-12c0-5 3-8 7-8s7 3 8 8l6 10-5 3-5-6 2 31z',
      fill: '#f4ead2',
      stroke: '#1d1a1a',
      'stroke-width': 1,
    }),
    s('path', { d: 'M259 142l14 3M259 150l13 2M260 158l12 1', stroke: '#a51d2d', 'stroke-width': 2.5 }),
    s('circle', { cx: 267, cy: 126, r: 6, fill: '#e0b48c' }),
    s('path', { d: 'M258 122h18l-2-5h-14z', fill: '#d9a441' }),
    ...[
      [30, 170],
      [330, 176],
      [60, 232],
      [180, 228],
      [420, 232],
      [120, 236],
      [330, 238],
    ].map(([x, y]) =>
      s('path', {
        d: `M${x} ${y}q10-5 20 0t20 0`,
        stroke: '#9fd2d8',
        'stroke-width': 2,
        fill: 'none',
        'stroke-linecap': 'round',
      }),
    ),
  );
}
