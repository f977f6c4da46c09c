// Pictures for the rules of The Pillars of Venice, drawn as at the table.

import { h } from '../../dom.js';
import { cardFace, drawn } from './panels.js';
import { UNIT, districtPicture, drawLying, gondola, marker, pile, sign } from './pictures.js';
import { lie } from './map.js';
import { cardLabel, shapeName } from './words.js';

/** @type {[name: string, stones: number, crests: number][]} */
const SHAPES = [
  ['domino BP', 2, 2],
  ['row BPB', 3, 4],
  ['corner B-BP', 3, 4],
  ['square BBPP', 4, 7],
  ['bridge B-P', 3, 5],
];
const CARDS = [
  'councillor 6',
  'pitch-dipper 4+2',
  'master builder 8',
  'gondolier',
  'inventor',
  'merchant',
  'speculator',
];

/** @param {number} row @param {number} column */
const at = (row, column) => /** @type {Pillars.Place} */ ([column * UNIT, row * UNIT]);
/** @param {Pillars.Place[]} list @param {string} name */
const cells = (list, name) =>
  list
    .map(
      ([row, column]) =>
        `<rect class="${name}" x="${column * UNIT}" y="${row * UNIT}" width="${UNIT}" height="${UNIT}"/>`,
    )
    .join('');

/**
 * A piece of lagoon, `rows` by `columns` cells, with what lies in it.
 * @param {number} rows @param {number} columns @param {string} label @param {string} inside
 */
function water(rows, columns, label, inside) {
  const lines =
    [...Array(columns + 1).keys()].map((c) => `M${c * UNIT} 0v${rows * UNIT}`).join('') +
    [...Array(rows + 1).keys()].map((r) => `M0 ${r * UNIT}h${columns * UNIT}`).join('');
  return drawn(`<svg class="lagoon" viewBox="0 0 ${columns * UNIT} ${rows * UNIT}" role="img" aria-label="${label}">
    <rect class="water" width="${columns * UNIT}" height="${rows * UNIT}"/><path class="cells" d="${lines}"/>${inside}</svg>`);
}

/** @param {Child} picture @param {string | undefined} caption */
const framed = (picture, caption) => [
  h('div', { class: 'pl' }, picture),
  caption ? h('figcaption', {}, caption) : null,
];

/** @type {Figures<Pillars.Ctx>} */
export const figures = {
  districts: (ctx, captions) =>
    framed(
      h(
        'div',
        { class: 'rules-row' },
        SHAPES.map(([name, stones, crests]) =>
          h(
            'div',
            { class: 'rules-item' },
            drawn(districtPicture(name)),
            h(
              'span',
              { class: 'costs' },
              h('span', { class: 'figure' }, drawn(sign('stone')), String(stones)),
              h('span', { class: 'figure' }, drawn(sign('crest')), String(crests)),
            ),
            shapeName(name.split(' ')[0], ctx),
          ),
        ),
      ),
      captions.districts,
    ),

  cards: (ctx) =>
    h(
      'div',
      { class: 'pl' },
      h(
        'div',
        { class: 'rules-cards' },
        CARDS.map((name) =>
          h('div', {}, cardFace(name, ctx, ['councillor', 'master builder']), h('span', {}, cardLabel(name, ctx))),
        ),
      ),
    ),

  piles(_ctx, captions) {
    /** @type {Pillars.Place[]} */
    const old = [[1, 1]];
    /** @type {Pillars.Place[]} */
    const group = [
      [1, 4],
      [1, 5],
      [2, 4],
      [0, 4],
    ];
    /** @type {Pillars.Place[]} */
    const open = [
      [0, 3],
      [0, 5],
      [1, 6],
      [2, 5],
      [2, 3],
      [3, 4],
    ];
    return framed(
      water(
        4,
        8,
        captions.piles,
        cells(
          [
            [0, 2],
            [1, 2],
            [2, 2],
            [3, 2],
          ],
          'canal',
        ) +
          cells([[1, 3]], 'canal') +
          old.map((cell) => pile(...at(...cell))).join('') +
          group.map((cell) => pile(...at(...cell), true)).join('') +
          cells(
            open.filter(([r, c]) => !(r === 1 && c === 3)),
            'cell open',
          ),
      ),
      captions.piles,
    );
  },

  scoring(_ctx, captions) {
    const there = [lie('square BBPP', [1, 1], 0), lie('domino BP', [3, 3], 0)];
    const fresh = lie('corner B-BP', [1, 3], 0);
    /** @param {number} x @param {number} y */
    const match = (x, y) => `<circle class="match" cx="${x}" cy="${y}" r="6"/>`;
    return framed(
      water(
        4,
        8,
        captions.scoring,
        cells(
          [
            [0, 1],
            [0, 2],
            [0, 3],
            [0, 4],
            [0, 5],
          ],
          'canal',
        ) +
          gondola(...at(0, 5), 1) +
          there.map((lying) => drawLying(lying, 0, 0)).join('') +
          drawLying(fresh, 0, 0, 'latest') +
          match(3 * UNIT, 1.5 * UNIT) +
          match(3 * UNIT, 2.5 * UNIT) +
          pile(...at(1, 5)) +
          pile(...at(2, 4)) +
          marker(1, ...at(2, 4)),
      ),
      captions.scoring,
    );
  },

  bridge: (_ctx, captions) =>
    framed(
      water(
        3,
        8,
        captions.bridge,
        cells(
          [
            [0, 3],
            [1, 3],
            [2, 3],
          ],
          'canal',
        ) +
          drawLying(lie('bridge B-P', [1, 2], 0), 0, 0) +
          drawLying(lie('bridge P-P', [0, 6], 90), 0, 0) +
          pile(...at(0, 1)) +
          pile(...at(2, 5)),
      ),
      captions.bridge,
    ),
};
