// Pictures for the rules of Palazzo, drawn as at the table.

import { h } from '../../dom.js';
import { patterns } from './art.js';
import { cardPiece, tileArtOf } from './pieces.js';

/** @type {[tiles: string[], points: string][]} */
const PALAZZI = [
  [['marble 2 2'], '−5'],
  [['brick 3 1', 'sandstone 1 1'], '0'],
  [['marble 4 2', 'marble 3 1', 'sandstone 1 3'], '6'],
  [['marble 4 2', 'marble 3 1', 'marble 1 2'], '8'],
  [['brick 5 1', 'brick 4 2', 'brick 3 1', 'brick 2 2', 'brick 1 2'], '20'],
];

/** @param {string[]} tiles @param {Palazzo.Ctx} ctx */
const house = (tiles, ctx) =>
  h(
    'span',
    { class: 'rules-palazzo' },
    tiles.map((name) => tileArtOf(ctx, name)),
  );
/** @param {string | undefined} text */
const caption = (text) => (text ? h('figcaption', {}, text) : null);

/** @type {Figures<Palazzo.Ctx>} */
export const figures = {
  tiles: (ctx, captions) => [
    h(
      'div',
      { class: 'pz' },
      patterns(),
      h(
        'div',
        { class: 'rules-row' },
        ['brick 1 2', 'sandstone 3 1', 'marble 5 3'].map((name) =>
          h('div', { class: 'rules-item' }, house([name], ctx), captions[name]),
        ),
      ),
    ),
    caption(captions.tiles),
  ],

  scoring: (ctx, captions) => [
    h(
      'div',
      { class: 'pz' },
      h(
        'div',
        { class: 'rules-row' },
        PALAZZI.map(([tiles, points]) =>
          h('div', { class: 'rules-item' }, house(tiles, ctx), h('span', { class: 'rules-value' }, points)),
        ),
      ),
    ),
    caption(captions.scoring),
  ],

  trio: (ctx, captions) => [
    h(
      'div',
      { class: 'pz rules-money' },
      ['florin 5', 'ducat 5', 'lira 5'].map((name) => cardPiece(ctx, name)),
      h('span', { class: 'rules-value' }, '= 15'),
    ),
    caption(captions.trio),
  ],
};
