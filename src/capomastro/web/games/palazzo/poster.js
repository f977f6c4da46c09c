// The large picture of the game on the home page, and the small one for lists.

import { s } from '../../svg.js';
import { patterns, tileDrawing } from './art.js';

/** @type {[x: number, floors: string[]][]} */
const HOUSES = [
  [20, ['brick 1 2', 'brick 2 3', 'brick 3 2', 'brick 5 3']],
  [110, ['sandstone 1 3', 'sandstone 2 2', 'sandstone 4 3']],
  [200, ['marble 1 2', 'marble 2 3', 'marble 3 1', 'marble 4 2', 'marble 5 2']],
  [290, ['brick 1 3', 'sandstone 3 1']],
  [380, ['sandstone 1 1', 'sandstone 2 3', 'sandstone 3 2', 'sandstone 5 1']],
];

export function miniature() {
  return s(
    'svg',
    {},
    s('rect', { width: 40, height: 40, fill: '#7c2d1b' }),
    s('path', {
      d: 'M8 34V16l12-8 12 8v18z M13 19h4v5h-4z M23 19h4v5h-4z M17 34v-6h6v6z',
      fill: '#f4ead2',
      'fill-rule': 'evenodd',
    }),
  );
}

export function poster() {
  const width = 66;
  const height = width * 0.56;
  const houses = HOUSES.flatMap(([x, floors]) =>
    floors.map((name, i) => {
      const art = tileDrawing(name, name[0].toUpperCase());
      const roof = name.split(' ')[1] === '5' ? width * 0.2 : 0;
      for (const [key, value] of Object.entries({ x, y: 212 - (i + 1) * height - roof, width, height: height + roof }))
        art.setAttribute(key, String(value));
      for (const plate of [...art.querySelectorAll('text')]) {
        plate.previousElementSibling?.remove();
        plate.remove();
      }
      return art;
    }),
  );
  const defs = patterns().firstChild;
  return s(
    'svg',
    {},
    defs,
    s('rect', { width: 470, height: 250, fill: '#bfdbe3' }),
    s('rect', { y: 120, width: 470, height: 130, fill: '#e6ddc0' }),
    s('circle', { cx: 322, cy: 62, r: 30, fill: '#f7d58a' }),
    s('path', { d: 'M0 190C60 150 90 170 150 150s110 20 160-6 110 12 160 2v80H0z', fill: '#9fb58c' }),
    s('path', { d: 'M0 205C80 180 170 200 240 186s150 8 230-8v60H0z', fill: '#8aa377' }),
    ...[
      [97, 206],
      [188, 208],
      [277, 204],
      [367, 206],
      [460, 206],
    ].map(([x, y]) => s('path', { d: `M${x} ${y - 62}c9 18 9 44 0 62-9-18-9-44 0-62z`, fill: '#3f5a3c' })),
    ...houses,
    s('rect', { y: 212, width: 470, height: 38, fill: '#d8c49a' }),
    s('path', {
      d: 'M0 222h470M0 236h470M40 212l-16 38M130 212l-8 38M220 212v38M310 212l8 38M400 212l16 38',
      stroke: '#bfa674',
      'stroke-width': 1.5,
    }),
  );
}
