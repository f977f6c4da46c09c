// The two large pictures of the home page, and small ones for lists.

import { patterns, tileDrawing } from './games/palazzo/art.js';
import { s } from './svg.js';

const HOUSES = [
  [20, ['brick 1 2', 'brick 2 3', 'brick 3 2', 'brick 5 3']],
  [110, ['sandstone 1 3', 'sandstone 2 2', 'sandstone 4 3']],
  [200, ['marble 1 2', 'marble 2 3', 'marble 3 1', 'marble 4 2', 'marble 5 2']],
  [290, ['brick 1 3', 'sandstone 3 1']],
  [380, ['sandstone 1 1', 'sandstone 2 3', 'sandstone 3 2', 'sandstone 5 1']],
];

export function poster(game, mini = false) {
  if (mini) return miniature(game);
  return game === 'palazzo' ? palazzo() : pillars();
}

function miniature(game) {
  const brick = game === 'palazzo';
  return s('svg', { class: 'mini', viewBox: '0 0 40 40', 'aria-hidden': 'true' },
    s('rect', { width: 40, height: 40, fill: brick ? '#7c2d1b' : '#1f6478' }),
    brick
      ? s('path', { d: 'M8 34V16l12-8 12 8v18z M13 19h4v5h-4z M23 19h4v5h-4z M17 34v-6h6v6z', fill: '#f4ead2', 'fill-rule': 'evenodd' })
      : s('path', { d: 'M5 25c9 5 21 5 30-1l-3 7H10z M8 24V10l3-3v17z M20 26l8-16', fill: '#f4ead2', stroke: '#f4ead2', 'stroke-width': 1.5 }));
}

function palazzo() {
  const width = 66;
  const height = width * 0.56;
  const houses = HOUSES.flatMap(([x, floors]) => floors.map((name, i) => {
    const art = tileDrawing(name, name[0].toUpperCase());
    const roof = name.split(' ')[1] === '5' ? width * 0.2 : 0;
    for (const [key, value] of Object.entries({ x, y: 212 - (i + 1) * height - roof, width, height: height + roof })) art.setAttribute(key, value);
    for (const plate of [...art.querySelectorAll('text')]) {
      plate.previousSibling.remove();
      plate.remove();
    }
    return art;
  }));
  const defs = patterns().firstChild;
  return s('svg', { viewBox: '0 0 470 250', preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' },
    defs,
    s('rect', { width: 470, height: 250, fill: '#bfdbe3' }),
    s('rect', { y: 120, width: 470, height: 130, fill: '#e6ddc0' }),
    s('circle', { cx: 322, cy: 62, r: 30, fill: '#f7d58a' }),
    s('path', { d: 'M0 190C60 150 90 170 150 150s110 20 160-6 110 12 160 2v80H0z', fill: '#9fb58c' }),
    s('path', { d: 'M0 205C80 180 170 200 240 186s150 8 230-8v60H0z', fill: '#8aa377' }),
    ...[[97, 206], [188, 208], [277, 204], [367, 206], [460, 206]].map(([x, y]) => s('path', { d: `M${x} ${y - 62}c9 18 9 44 0 62-9-18-9-44 0-62z`, fill: '#3f5a3c' })),
    ...houses,
    s('rect', { y: 212, width: 470, height: 38, fill: '#d8c49a' }),
    s('path', { d: 'M0 222h470M0 236h470M40 212l-16 38M130 212l-8 38M220 212v38M310 212l8 38M400 212l16 38', stroke: '#bfa674', 'stroke-width': 1.5 }));
}

function pillars() {
  const piles = [[60, 196], [84, 210], [112, 198], [352, 206], [384, 214], [414, 202], [262, 216], [292, 222]];
  const house = (x, y, w, h, fill, roof) => s('g', {},
    s('rect', { x, y: y - h, width: w, height: h, fill, stroke: '#5a3a24', 'stroke-width': 1.2 }),
    s('path', { d: `M${x - 3} ${y - h}l${w / 2 + 3}-${roof} ${w / 2 + 3} ${roof}z`, fill: '#9a4a30', stroke: '#55210f', 'stroke-width': 1.2 }),
    ...[0.22, 0.5, 0.78].flatMap((part) => [0.3, 0.62].map((level) => s('path', { d: `M${x + w * part - 4} ${y - h * (1 - level) + 2}v-9a4 4 0 0 1 8 0v9z`, fill: '#24495c' }))));
  return s('svg', { viewBox: '0 0 470 250', preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' },
    s('rect', { width: 470, height: 250, fill: '#f3d9a9' }),
    s('rect', { width: 470, height: 90, fill: '#c7dfe3' }),
    s('circle', { cx: 118, cy: 78, r: 28, fill: '#fbe6ae' }),
    s('path', { d: 'M0 140h470v110H0z', fill: '#2a7f92' }),
    s('path', { d: 'M0 140h470v10H0z', fill: '#5aa6b1' }),
    s('path', { d: 'M196 142V50h26v92zM192 50h34l-4-10h-26zM200 40v-14h18v14zM196 26l13-24 13 24z', fill: '#b5523a', stroke: '#55210f', 'stroke-width': 1.2 }),
    s('path', { d: 'M203 60v70M215 60v70', stroke: '#8c3a26', 'stroke-width': 3 }),
    house(20, 142, 62, 54, '#e7c07a', 14), house(84, 142, 48, 72, '#e8d3b8', 16), house(134, 142, 58, 48, '#c9785c', 14),
    house(230, 142, 66, 60, '#eadfc8', 16), house(298, 142, 46, 80, '#d99c62', 16), house(346, 142, 60, 52, '#e9d9bb', 14), house(408, 142, 52, 66, '#c46f54', 16),
    ...piles.map(([x, y]) => s('g', {},
      s('ellipse', { cx: x, cy: y + 22, rx: 14, ry: 4, fill: '#ffffff55' }),
      s('path', { d: `M${x - 7} ${y}v22h14V${y}z`, fill: '#6a4428' }),
      s('ellipse', { cx: x, cy: y, rx: 7, ry: 3.5, fill: '#a5733f', stroke: '#4a2d17', 'stroke-width': 1 }))),
    s('path', { d: 'M126 170c2 2 5 2 8-2 0 8 3 12 12 14 36 8 96 8 132 0 8-2 12-8 12-18l4-10 4 1-2 12c1 18-8 24-30 28-30 5-76 5-106 0-20-3-34-9-34-25z', fill: '#1d1a1a' }),
    s('path', { d: 'M190 184c12 3 34 3 46 0l4-9h-54z', fill: '#a51d2d' }),
    s('path', { d: 'M284 128 236 226l-6 4 2-8 48-96z', fill: '#6a4428' }),
    s('path', { d: 'M258 178l3-26-2-12c0-5 3-8 7-8s7 3 8 8l6 10-5 3-5-6 2 31z', fill: '#f4ead2', stroke: '#1d1a1a', 'stroke-width': 1 }),
    s('path', { d: 'M259 142l14 3M259 150l13 2M260 158l12 1', stroke: '#a51d2d', 'stroke-width': 2.5 }),
    s('circle', { cx: 267, cy: 126, r: 6, fill: '#e0b48c' }),
    s('path', { d: 'M258 122h18l-2-5h-14z', fill: '#d9a441' }),
    ...[[30, 170], [330, 176], [60, 232], [180, 228], [420, 232], [120, 236], [330, 238]].map(([x, y]) => s('path', { d: `M${x} ${y}q10-5 20 0t20 0`, stroke: '#9fd2d8', 'stroke-width': 2, fill: 'none', 'stroke-linecap': 'round' })));
}
