// Drawings: tiles as storeys of a house, coins, the master builder, riders, stacks.

import { s } from '../../svg.js';
import { cardOf, tileOf } from './names.js';

/** Wall patterns, once for a page: brick courses, rough sandstone blocks, veined marble, roof tiles. */
export function patterns() {
  /** @param {string} id @param {number} width @param {number} height @param {...Child} inside */
  const pattern = (id, width, height, ...inside) =>
    s('pattern', { id, width, height, patternUnits: 'userSpaceOnUse' }, ...inside);
  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} fill */
  const box = (x, y, width, height, fill) => s('rect', { x, y, width, height, fill });
  /** @param {string} d @param {string} stroke */
  const line = (d, stroke, width = 0.8) =>
    s('path', { d, stroke, 'stroke-width': width, fill: 'none', 'stroke-linecap': 'round' });
  return s(
    'svg',
    { width: 0, height: 0, 'aria-hidden': 'true', style: 'position:absolute' },
    s(
      'defs',
      {},
      pattern(
        'pz-brick',
        14,
        9,
        box(0, 0, 14, 9, '#d8b59b'),
        box(0.4, 0.4, 6.2, 3.7, '#a8452e'),
        box(7.4, 0.4, 6.2, 3.7, '#b5523a'),
        box(-3.1, 4.9, 6.2, 3.7, '#9c3d28'),
        box(3.9, 4.9, 6.2, 3.7, '#b04c35'),
        box(10.9, 4.9, 6.2, 3.7, '#9c3d28'),
      ),
      pattern(
        'pz-sandstone',
        44,
        28,
        box(0, 0, 44, 28, '#8a6325'),
        ...[
          [0.7, 0.7, 17, 12, '#dcae62'],
          [18.7, 0.7, 11, 12, '#e7c07a'],
          [30.7, 0.7, 12.6, 12, '#d3a152'],
          [-5, 13.7, 15, 13.6, '#e2b96f'],
          [11, 13.7, 18.5, 13.6, '#d0a04f'],
          [30.5, 13.7, 8, 13.6, '#dfb368'],
          [39.5, 13.7, 15, 13.6, '#e2b96f'],
        ].map(([x, y, width, height, fill]) => s('rect', { x, y, width, height, fill, rx: 2.2 })),
        line('M4 5h5M22 8h4M34 5l5 1M15 20h7M4 22h3', '#b98a3c'),
      ),
      pattern(
        'pz-marble',
        70,
        46,
        box(0, 0, 70, 46, '#eef2f4'),
        line('M-4 10C10 4 18 22 32 14S58 4 76 16', '#aebac4', 1.1),
        line('M-4 34C8 28 20 44 36 36s24-10 40-2', '#bcc7cf', 0.9),
        line('M20 18c2 8-4 10 0 18M50 8c4 8-2 14 4 22', '#c9d2d9', 0.7),
        line('M32 14c6 3 8 9 14 9', '#d3dadf', 0.6),
      ),
      pattern('pz-roof', 8, 6, box(0, 0, 8, 6, '#9a4a30'), line('M0 5.5q2 2 4 0t4 0', '#6f2f1c', 1)),
    ),
  );
}

/** @type {Record<string, { fill: string, trim: string, edge: string }>} */
const WALL = {
  brick: { fill: 'url(#pz-brick)', trim: '#f0dcc0', edge: '#5e2415' },
  sandstone: { fill: 'url(#pz-sandstone)', trim: '#fff3d6', edge: '#6b4b16' },
  marble: { fill: 'url(#pz-marble)', trim: '#8795a1', edge: '#4d5a66' },
};
/** @type {Record<number, number[]>} */
const PLACES = { 1: [52], 2: [40, 64], 3: [35, 52, 69] };
/** @type {Map<string, string | null>} */
const cache = new Map();

/** @param {number} x @param {boolean} door @param {string} trim */
function opening(x, door, trim) {
  const top = door ? 17 : 16;
  const foot = door ? 56 : 43;
  const half = door ? 7 : 6;
  return [
    s('path', {
      d: `M${x - half - 2} ${foot}V${top + 6}a${half + 2} ${half + 2} 0 0 1 ${2 * half + 4} 0V${foot}z`,
      fill: trim,
    }),
    s('path', {
      d: `M${x - half} ${foot}V${top + 6}a${half} ${half} 0 0 1 ${2 * half} 0V${foot}z`,
      fill: door ? '#5a341c' : '#24495c',
    }),
    door
      ? s('path', { d: `M${x} ${top}V${foot}M${x + 2} 38h1.5`, stroke: '#d9a441', 'stroke-width': 1 })
      : s('path', { d: `M${x} ${top}V${foot}M${x - half} ${top + 12}h${2 * half}`, stroke: trim, 'stroke-width': 1.3 }),
    door ? null : s('rect', { x: x - half - 3, y: foot, width: 2 * half + 6, height: 3, fill: trim }),
  ];
}

/** @param {ReturnType<typeof tileOf>} options @param {string} letter */
function drawTile({ material, floor, windows }, letter) {
  const { fill, trim, edge } = WALL[material];
  const roof = floor === 5;
  const doorAt = floor === 1 ? PLACES[windows][windows === 3 ? 1 : 0] : null;
  return s(
    'svg',
    { class: 'pz-tile-art', viewBox: roof ? '0 -20 100 76' : '0 0 100 56', 'aria-hidden': 'true' },
    roof &&
      s(
        'g',
        {},
        s('path', {
          d: 'M0 0 13-17h74l13 17z',
          fill: 'url(#pz-roof)',
          stroke: '#55210f',
          'stroke-width': 1.2,
          'stroke-linejoin': 'round',
        }),
        s('path', { d: 'M13-17h74', stroke: '#55210f', 'stroke-width': 3, 'stroke-linecap': 'round' }),
      ),
    s('rect', { x: 2, y: 0, width: 96, height: 56, fill, stroke: edge, 'stroke-width': 1.4 }),
    s('rect', { x: 0.5, y: 0.5, width: 99, height: 6, rx: 1.5, fill: trim, stroke: edge, 'stroke-width': 0.9 }),
    ...PLACES[windows].flatMap((x) => opening(x, x === doorAt, trim)),
    s('rect', { x: 4, y: 18, width: 21, height: 28, rx: 4, fill: '#fffaf0', stroke: edge, 'stroke-width': 1.2 }),
    s('text', { x: 14.5, y: 40.5, 'text-anchor': 'middle', class: 'pz-floor' }, String(floor)),
    s('rect', { x: 80, y: 27, width: 16, height: 19, rx: 4, fill: edge }),
    s('text', { x: 88, y: 42, 'text-anchor': 'middle', class: 'pz-letter' }, letter),
  );
}

/**
 * A tile's picture with all its parts; `letter` names its material for eyes that do not tell the walls apart.
 * @param {string} name @param {string} letter
 */
export function tileDrawing(name, letter) {
  return drawTile(tileOf(name), letter);
}

/**
 * The same as a reference to one drawing for the whole page: light to make, and without text of its own.
 * @param {string} name @param {string} letter
 */
export function tileArt(name, letter) {
  const id = `pz-tile-${name.replaceAll(' ', '-')}-${letter}`;
  if (!cache.has(id)) {
    const drawing = tileDrawing(name, letter);
    cache.set(id, drawing.getAttribute('viewBox'));
    store().append(s('g', { id }, ...drawing.childNodes));
  }
  return s(
    'svg',
    { class: 'pz-tile-art', viewBox: cache.get(id), 'aria-hidden': 'true' },
    s('use', { href: `#${id}` }),
  );
}

/** Where the drawings are kept, out of sight. */
function store() {
  const old = document.getElementById('pz-store');
  if (old) return old;
  const box = s('defs', { id: 'pz-store' });
  document.body.append(s('svg', { width: 0, height: 0, 'aria-hidden': 'true', style: 'position:absolute' }, box));
  return box;
}

/** @type {Record<string, string>} */
const COINS = {
  florin:
    'M12 2c2 2.5 3 4.5 2.6 7 1.4-2 5.4-2.4 6.4.8.7 2.3-1.4 4.4-3.4 3.5.2-1-.6-1.7-1.5-1.2-1.2.7-1 2-.9 2.900H16v2h-2.800l1.3 4.5h-5L10.8 17H8v-2h.8c.1-.9.3-2.2-.9-2.9-.9-.5-1.7.2-1.5 1.2-2 .9-4.1-1.2-3.4-3.5 1-3.2 5-2.8 6.4-.8C9 6.5 10 4.5 12 2z',
  ducat: 'M12 1l2.6 6 6-2.600L18 10.400l5 1.6-5 1.6 2.6 6-6-2.600L12 23l-2.6-6-6 2.6 2.6-6L1 12l5-1.6-2.6-6 6 2.600z',
  lira: 'M5 2c-1 5 2 7 2 11 0 3 1.5 5 4 5.5V21H7v2h10v-2h-4v-2.5c2.5-.5 4-2.5 4-5.5 0-4 3-6 2-11h-2.5c.6 4-1.5 6.5-1.5 9.5V13c0 1.7-.7 2.7-2 3.200V5h-2v11.200C9.7 15.7 9 14.7 9 13v-1.5C9 8.5 6.9 6 7.5 2z',
  certificate:
    'M5 2h14v13h-3.5a4 4 0 0 0-1 .2V5H8v2h5v1.5H8V11h5v1.5H8V15h3.600a4.5 4.5 0 0 0-.4 1H5zM15.5 14.5a3.5 3.5 0 0 1 2 6.300V24l-2-1.2-2 1.200v-3.200a3.5 3.5 0 0 1 2-6.300z',
};

/** @param {string | null} currency */
export function coin(currency, size = 20) {
  return s(
    'svg',
    { class: 'pz-coin', viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true' },
    s('path', { d: COINS[currency ?? 'certificate'], 'fill-rule': 'evenodd' }),
  );
}

/**
 * The face of a money card: symbol, value, letter.
 * @param {string} name @param {string} letter
 */
export function cardFace(name, letter) {
  const { currency, value } = cardOf(name);
  const face = document.createElement('span');
  face.className = `pz-face ${currency ?? 'certificate'}`;
  const number = document.createElement('b');
  number.dataset.text = String(value);
  const mark = document.createElement('span');
  mark.className = 'pz-card-letter';
  mark.dataset.text = letter;
  face.append(number, coin(currency), mark);
  return face;
}

/**
 * The master builder; a ghost where he would go next.
 * @param {boolean} ghost
 */
export function builder(ghost) {
  return s(
    'svg',
    { class: ghost ? 'pz-pawn ghost' : 'pz-pawn', viewBox: '0 0 32 44', 'aria-hidden': 'true' },
    s('path', {
      d: 'M16 3c5 0 8 3.5 8 8 0 3-1.5 5.5-4 6.800C24 20 27 28 28 38c.3 3-1.5 4-4 4H8c-2.5 0-4.3-1-4-4 1-10 4-18 8-20.200C9.5 16.5 8 14 8 11c0-4.5 3-8 8-8z',
    }),
    s('path', { d: 'M6.5 9C8 4 12 1.5 16 1.5S24 4 25.5 9z', class: 'hat' }),
    s('path', { d: 'M11 30h10M16 25v10', class: 'tool' }),
  );
}

/** @param {boolean} seen */
export function rider(seen) {
  return s(
    'svg',
    { class: seen ? 'pz-rider seen' : 'pz-rider', viewBox: '0 0 32 32', 'aria-hidden': 'true' },
    s('path', {
      d: 'M4 29c1-5 2-7 5-8l-3-5 3-3 4 4h7c3 0 6 2 6 6v6h-3v-5h-2v5h-3v-5h-6l-2 5zM13 15l1-7c.2-2 1.5-3 3-3s3 1 3 3l-1 3 5-1v2l-6 3-.5 1H14z',
    }),
    s('circle', { cx: 17, cy: 3.6, r: 2.6 }),
  );
}

/**
 * A window, for `1 window goes here`.
 * @param {number} count
 */
export function windowSign(count) {
  return s(
    'svg',
    { class: 'pz-window-sign', viewBox: `0 0 ${count * 11 + 1} 16`, height: 14, 'aria-hidden': 'true' },
    ...Array.from({ length: count }, (_, i) =>
      s('path', { d: `M${1 + i * 11} 15V6a4.5 4.5 0 0 1 9 0v9zM${5.5 + i * 11} 2v13M${1 + i * 11} 9h9` }),
    ),
  );
}

/** Where nothing stands yet: a palazzo in dashes. */
export function site() {
  return s(
    'svg',
    { class: 'pz-plan', viewBox: '0 0 100 118', 'aria-hidden': 'true' },
    s('path', { d: 'M6 22 20 4h60l14 18M8 22h84v94H8zM8 53h84M8 84h84' }),
    s('path', {
      d: 'M28 46V33a6 6 0 0 1 12 0v13zM60 46V33a6 6 0 0 1 12 0v13zM28 77V64a6 6 0 0 1 12 0v13zM60 77V64a6 6 0 0 1 12 0v13zM43 116V97a7 7 0 0 1 14 0v19',
    }),
  );
}

/** The country behind the houses. */
export function hills() {
  /** @param {number} x @param {number} y */
  const tree = (x, y) => s('path', { class: 'tree', d: `M${x} ${y - 58}c9 17 9 42 0 58-9-16-9-41 0-58z` });
  return s(
    'svg',
    { class: 'pz-hills', viewBox: '0 0 500 200', preserveAspectRatio: 'xMidYMin slice', 'aria-hidden': 'true' },
    s('path', { class: 'far', d: 'M0 110C60 60 110 74 170 56s120 30 180 6 100 10 150-8v150H0z' }),
    tree(70, 132),
    tree(92, 136),
    tree(236, 128),
    tree(404, 134),
    tree(428, 130),
    tree(452, 134),
    s('path', { class: 'near', d: 'M0 140c80-30 170-4 240-22s160 12 260-14v100H0z' }),
  );
}
