// Small drawings: the element builder, icons, and the marks of the seats.

import { fill } from './dom.js';

const NS = 'http://www.w3.org/2000/svg';

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Attrs} attrs @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attrs, ...children) {
  return fill(document.createElementNS(NS, tag), attrs, children);
}

/**
 * A decorative picture from path data, in a box of 24.
 * @param {string} name
 */
export function icon(name) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));
}

/** @type {Record<string, string>} */
const ICONS = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  settings: 'M4 7h9m5 0h2M4 17h2m5 0h9M13 4v6M8 14v6',
  book: 'M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zm0 0v14',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  since: 'M4 4v5h5M4.600 9a8 8 0 1 1-.5 5M12 8v4.500l3 2',
  read: 'M4 10v4h3l5 4V6L7 10zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  chat: 'M4 5h16v11H11l-5 4v-4H4z',
  react: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 14c1.500 3 6.500 3 8 0M9 9.500h.01M15 9.500h.01',
  undo: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  restart: 'M6 8a8 8 0 1 1-1.5 6M6 3v5h5',
  hint: 'M9 18h6m-5 3h4M8 14a6 6 0 1 1 8 0l-1 2H9z',
  play: 'M7 4v16l13-8z',
  first: 'M6 5v14M18 5l-7 7 7 7',
  back: 'm15 5-7 7 7 7',
  next: 'm9 5 7 7-7 7',
  turnback: 'm12 5-7 7 7 7m7-14-7 7 7 7',
  turnnext: 'm5 5 7 7-7 7m7-14 7 7-7 7',
  pause: 'M8 5v14M16 5v14',
  last: 'M18 5v14M6 5l7 7-7 7',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 3.500-7 8-7s8 2 8 7',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a3 3 0 0 1 0 6M18 14c2.5.5 4 2.5 4 6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l4 2',
  day: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5M9 15.500l2 2 4-4',
  filter: 'M3 5h18l-7 8v6l-4-2v-4z',
  cover: 'M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7zm9 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 20 20 4',
  check: 'm4 12 6 6L20 6',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4M12 3v2',
  screen: 'M3 5h18v11H3zM8 20h8M12 16v4',
  lesson: 'M2 9.500 12 5l10 4.500L12 14zM6.500 11.500V16c3 2.500 8 2.500 11 0v-4.500M22 9.500V15',
};

/** Colours by seat from a palette that colour-blind eyes can tell apart; a shape and a letter go with each. */
export const SEAT_COLOURS = ['#0072b2', '#e0b400', '#d55e00', '#3b3b3b', '#56b4e9', '#cc79a7'];
const SEAT_INK = ['#fff', '#1a1a1a', '#fff', '#fff', '#1a1a1a', '#1a1a1a'];
const SHAPES = [
  'M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21z',
  'M12 1 23.5 21.5H.5z',
  'M2.5 2.5h19v19h-19z',
  'M12 .5 23.5 12 12 23.5.5 12z',
  'M6.5 2h11L23 12l-5.5 10h-11L1 12z',
  'M12 1 15 8.5l8 .6-6.100 5.200 2 7.900L12 18l-6.900 4.200 2-7.900L1 9.100l8-.6z',
];

/**
 * A seat's mark: colour, shape and letter. Decorative: the name stands beside it.
 * @param {number} seat
 */
export function seatMark(seat, size = 22) {
  return s(
    'svg',
    { class: 'seat-mark', viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true' },
    s('path', { d: SHAPES[seat % 6], fill: SEAT_COLOURS[seat % 6], stroke: 'var(--mark-edge)', 'stroke-width': 1 }),
    s(
      'text',
      {
        x: 12,
        y: seat === 1 ? 19 : 16.5,
        'text-anchor': 'middle',
        'font-size': 12,
        'font-weight': 700,
        fill: SEAT_INK[seat % 6],
      },
      String.fromCharCode(65 + seat),
    ),
  );
}
