// The faces of the bots that have one, and the words by which people choose them. Drawn by us, in a box of 32.

import { h } from './dom.js';
import { LEVELS } from './games.js';
import { addWords, hasWord, t } from './i18n.js';
import { s } from './svg.js';

/** @typedef {[d: string, fill: string, stroke?: string]} Part */

const INK = '#2b2118';
/**
 * A disc as path data.
 * @param {number} x @param {number} y @param {number} r
 */
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const HEAD = 'M9.500 13.500c0-5 3-7.500 6.500-7.500s6.500 2.500 6.500 7.500c0 5.500-3 9-6.500 9s-6.500-3.500-6.500-9z';
const SHOULDERS = 'M4 32c0-7 5-9.500 12-9.500S28 25 28 32z';
const SMILE = 'M13 18c1.500 1.800 4.500 1.800 6 0';
const GRIN = 'M12.500 17.200c1 3.300 6 3.300 7 0z';
const CALM = 'M13.500 18.500h5';
const EYES = disc(13.3, 13.5, 1) + disc(18.7, 13.5, 1);

/**
 * Behind the head, the clothes, the skin, the mouth, before the head.
 * @type {Record<string, { back: Part[], coat: string, skin: string, mouth: string, front: Part[], ground: string }>}
 */
const FACES = {
  beppe: {
    ground: '#cfe3c8',
    back: [['M8 13c-1 4-1 6 0 8h3V12zM24 13c1 4 1 6 0 8h-3V12z', '#a8641f']],
    coat: '#4d7a3a',
    skin: '#f0c49a',
    mouth: SMILE,
    front: [
      ['M3.500 10c2-2 5-2 7-2 0-4 2-6 5.500-6s5.500 2 5.500 6c2 0 5 0 7 2-6 2-19 2-25 0z', '#e2b53c', '#8a6410'],
      ['M10.500 8c3 1.200 8 1.200 11 0', 'none', '#b5382c'],
      [disc(11.5, 16, 0.5) + disc(20.5, 16, 0.5) + disc(12.8, 16.6, 0.4) + disc(19.2, 16.6, 0.4), '#b06a34'],
    ],
  },
  nina: {
    ground: '#f6d3c3',
    back: [
      [`${disc(6, 18, 3.6)}${disc(26, 18, 3.6)}`, '#33221a'],
      [`${disc(8.4, 15, 1.4)}${disc(23.6, 15, 1.4)}`, '#d6402f'],
    ],
    coat: '#d6402f',
    skin: '#f5d0ae',
    mouth: GRIN,
    front: [['M9 13c0-6 3-9 7-9s7 3 7 9c-2-1-3-3-3-4-3 2-8 2-11 4z', '#33221a']],
  },
  pia: {
    ground: '#d9d5f2',
    back: [
      [disc(9, 10, 4.5) + disc(23, 10, 4.5) + disc(16, 6, 5) + disc(7.5, 16, 3.8) + disc(24.5, 16, 3.8), '#c2521b'],
    ],
    coat: '#5b4a9c',
    skin: '#f7d9bf',
    mouth: 'M14.500 17.800a1.500 1.700 0 1 0 3 0a1.500 1.700 0 1 0-3 0z',
    front: [[disc(12, 8, 2.4) + disc(16, 7, 2.6) + disc(20, 8, 2.4), '#c2521b']],
  },
  carlo: {
    ground: '#bcd9e8',
    back: [['M9 12c-1 3-.5 5 .5 6h2v-6zM23 12c1 3 .5 5-.5 6h-2v-6z', '#1d1a1a']],
    coat: '#20456b',
    skin: '#d9a273',
    mouth: CALM,
    front: [
      ['M7.500 10.500C7 5 11 3 16 3s10 2 9.500 6.500l2.500 1.700c-6-.8-14-1-20.500-.7z', '#8c2f2a', '#5a1b18'],
      [
        'M16 16.200c-2-1.300-4.500-.3-6 1.600 2 .8 4.500.6 6-.6 1.500 1.200 4 1.400 6 .6-1.500-1.900-4-2.900-6-1.600z',
        '#1d1a1a',
      ],
      ['M11.500 11.300l3.400.8M20.500 11.300l-3.400.8', 'none', '#1d1a1a'],
    ],
  },
  giulia: {
    ground: '#f4e0a4',
    back: [
      [disc(16, 4.5, 3.4), '#6b3d1c'],
      ['M8.500 14c-.5-7 3-9 7.500-9s8 2 7.500 9l-1 4H9.500z', '#6b3d1c'],
    ],
    coat: '#b2457c',
    skin: '#f2c9a5',
    mouth: SMILE,
    front: [
      ['M9.500 12c1-4 4-5 6.500-5s5.500 1 6.500 5c-2-1.500-4-2.700-6.500-2.700S11.500 10.500 9.500 12z', '#6b3d1c'],
      ['M9.800 9.800c3-3 9.400-3 12.400 0', 'none', '#2e8f8a'],
      [disc(9.3, 18, 1.1) + disc(22.7, 18, 1.1), '#2e8f8a'],
    ],
  },
  tomaso: {
    ground: '#dfe5c4',
    back: [['M9 13c-1.500 1-1 4 .5 5h2v-6zM23 13c1.500 1 1 4-.5 5h-2v-6z', '#7a4a22']],
    coat: '#7d5a2b',
    skin: '#e8b98c',
    mouth: 'M13.500 18.800c1.500 1 3.500 1 5 0',
    front: [
      [
        'M9.300 14c.2 2.200 1.500 2.600 2.700 2.200 2-1.300 6-1.300 8 0 1.200.4 2.500 0 2.700-2.200.9 6.500-2 11.500-6.700 11.500S8.400 20.500 9.300 14zM13 18.300c1.500 2 4.500 2 6 0-1.500-.9-4.500-.9-6 0z',
        '#7a4a22',
      ],
      ['M12 11.300h2.800M17.200 11.300H20', 'none', '#7a4a22'],
    ],
  },
  agnese: {
    ground: '#ead0e0',
    back: [['M6.500 24C5 12 8 3 16 3s11 9 9.500 21z', '#3f3a63']],
    coat: '#3f3a63',
    skin: '#f3d6bd',
    mouth: CALM,
    front: [
      ['M9.500 12c0-4 3-6.500 6.500-6.500s6.500 2.500 6.500 6.500c-3-3-10-3-13 0z', '#b9b4ae'],
      [disc(13, 13.6, 2.5) + disc(19, 13.6, 2.5), 'none', '#8a5a12'],
      ['M15.500 13.200c.4-.3.600-.3 1 0', 'none', '#8a5a12'],
    ],
  },
  ottavio: {
    ground: '#cdd6df',
    back: [],
    coat: '#8f1f2e',
    skin: '#c98f63',
    mouth: 'M14 19h4',
    front: [
      ['M10.500 9 11.500 1h9l1 8z', '#8f1f2e', '#55101a'],
      ['M9 8.500h14v2.300H9z', '#e8c65a', '#8a6410'],
      [
        'M9.500 15c2 2 3.500 1 6.500 1s4.500 1 6.500-1c.5 7-1.500 14-6.500 14s-7-7-6.500-14zM13.500 18.700h5c-1 1.300-4 1.300-5 0z',
        '#f4f1ea',
        '#a9a49a',
      ],
    ],
  },
  renzo: {
    ground: '#f2cfae',
    back: [['M8.800 12c-.8 3-.3 6 .7 8h2v-8zM23.200 12c.8 3 .3 6-.7 8h-2v-8z', '#8d8a86']],
    coat: '#3d6d70',
    skin: '#e3b083',
    mouth: CALM,
    front: [
      ['M4.500 11.500 16 1.500l11.500 10c-7-1.500-16-1.500-23 0z', '#fbf7ec', '#8b8474'],
      ['M16 1.500v9.200M9 8h3M20 8h3', 'none', '#8b8474'],
      ['M14 20.500h4l-2 5.500z', '#8d8a86'],
      ['M11 12.200l3.600-1M21 12.200l-3.600-1', 'none', '#6b6863'],
    ],
  },
};

/** @param {Part} part */
const drawn = ([d, fill, stroke]) =>
  s('path', {
    d,
    fill,
    stroke: stroke ?? 'none',
    'stroke-width': 1,
    'stroke-linecap': 'round',
    'fill-rule': 'evenodd',
  });

/**
 * The face of a bot, or null if it has none. Decorative: the name stands beside it.
 * @param {string | null | undefined} bot
 */
export function face(bot, size = 24) {
  const made = bot ? FACES[bot] : undefined;
  if (!made) return null;
  /** @type {Part[]} */
  const parts = [
    [disc(16, 16, 16), made.ground],
    ...made.back,
    [SHOULDERS, made.coat],
    ['M13.500 20h5v4c-1.500 1.500-3.500 1.500-5 0z', made.skin],
    [HEAD, made.skin],
    [EYES, INK],
    [made.mouth, made.mouth.endsWith('z') ? '#7a1f1a' : 'none', INK],
    ...made.front,
  ];
  return s(
    'svg',
    { class: 'face', viewBox: '0 0 32 32', width: size, height: size, 'aria-hidden': 'true', 'data-face': bot },
    parts.map(drawn),
  );
}

/**
 * The bots with faces that play a game, by level.
 * @param {Protocol.GameInfo} game
 * @returns {[level: string, bots: Protocol.BotInfo[]][]}
 */
export function characters(game) {
  return LEVELS.map((level) => [level, game.bots.filter((bot) => bot.name in FACES && bot.level === level)]);
}

export const faceWords = () => addWords('faces');

/**
 * What a bot likes in this game, in a sentence.
 * @param {Protocol.GameInfo} game @param {Protocol.BotInfo} bot
 */
function habit(game, bot) {
  const key = `${game.name}.habit.${bot.name}`;
  return hasWord(key) ? t(key) : t(`face.level.${bot.level}`);
}

/**
 * Whom one has chosen: the face and the habit; nothing for bots without a face.
 * @param {Protocol.GameInfo} game @param {string | null | undefined} name
 */
export function introduction(game, name) {
  const bot = game.bots.find((one) => one.name === name);
  const picture = face(name, 40);
  return bot && picture && h('p', { class: 'introduction' }, picture, h('span', {}, habit(game, bot)));
}
