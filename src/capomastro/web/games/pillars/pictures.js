// Everything that is drawn of The Pillars of Venice, as SVG text. Colours come from ../pillars.css.

import { COLUMNS, ROWS, cellAt, gondolaCell, lie } from './map.js';
import { seatShape } from './seats.js';

export const UNIT = 40;
export const RIM = 20;
export const WIDTH = RIM * 2 + COLUMNS * UNIT;
export const HEIGHT = RIM * 2 + ROWS * UNIT;

/**
 * @param {string} name
 * @returns {[x: number, y: number]}
 */
export const corner = (name) => {
  const [row, column] = cellAt(name);
  return [RIM + column * UNIT, RIM + row * UNIT];
};

/**
 * A hipped roof with its ridge across or down, a chimney, and rows of tiles.
 * @param {number} x @param {number} y @param {boolean} down
 */
export function building(x, y, down) {
  const [l, t, r, b] = [x + 4, y + 4, x + 36, y + 36];
  const [p, q] = down
    ? [
        [x + 20, y + 14],
        [x + 20, y + 26],
      ]
    : [
        [x + 14, y + 20],
        [x + 26, y + 20],
      ];
  const faces = down
    ? [
        [[l, t], [r, t], p],
        [[r, t], [r, b], q, p],
        [[r, b], [l, b], q],
        [[l, b], [l, t], p, q],
      ]
    : [
        [[l, t], [r, t], q, p],
        [[r, t], [r, b], q],
        [[r, b], [l, b], p, q],
        [[l, b], [l, t], p],
      ];
  const roof = faces.map((points, i) => `<polygon class="roof${i}" points="${points.join(' ')}"/>`).join('');
  const tiles = `<path class="tiles" d="M${l + 4} ${t + 5}H${r - 4}M${l + 4} ${b - 5}H${r - 4}M${l + 5} ${t + 9}V${b - 9}M${r - 5} ${t + 9}V${b - 9}"/>`;
  return `<rect class="eaves" x="${x + 2.5}" y="${y + 2.5}" width="35" height="35" rx="2"/>${roof}${tiles}
    <path class="ridge" d="M${p}L${q}"/><rect class="chimney" x="${x + 26}" y="${y + 9}" width="5" height="5"/>`;
}

/**
 * Paving laid in a lozenge around a well.
 * @param {number} x @param {number} y
 */
export function piazza(x, y) {
  const [cx, cy] = [x + 20, y + 20];
  return `<rect class="paving" x="${x + 3}" y="${y + 3}" width="34" height="34" rx="2"/>
    <path class="joints" d="M${cx} ${y + 4}L${x + 36} ${cy}L${cx} ${y + 36}L${x + 4} ${cy}ZM${x + 12} ${y + 12}L${x + 28} ${y + 28}M${x + 28} ${y + 12}L${x + 12} ${y + 28}M${x + 4} ${y + 12}L${x + 12} ${y + 4}M${x + 28} ${y + 4}L${x + 36} ${y + 12}M${x + 36} ${y + 28}L${x + 28} ${y + 36}M${x + 12} ${y + 36}L${x + 4} ${y + 28}"/>
    <circle class="well" cx="${cx}" cy="${cy}" r="4.5"/><circle class="wellwater" cx="${cx}" cy="${cy}" r="2"/>`;
}

/** @param {number} x @param {number} y @param {boolean} across */
function span(x, y, across) {
  const deck = across
    ? `M${x - 3} ${y + 6}Q${x + 20} ${y + 14} ${x + 43} ${y + 6}V${y + 34}Q${x + 20} ${y + 26} ${x - 3} ${y + 34}Z`
    : `M${x + 6} ${y - 3}Q${x + 14} ${y + 20} ${x + 6} ${y + 43}H${x + 34}Q${x + 26} ${y + 20} ${x + 34} ${y - 3}Z`;
  const steps = [2, 9, 16, 24, 31, 38]
    .map((at) => (across ? `M${x + at} ${y + 12}V${y + 28}` : `M${x + 12} ${y + at}H${x + 28}`))
    .join('');
  return `<path class="deck" d="${deck}"/><path class="steps" d="${steps}"/>`;
}

/**
 * A district whose first cell's upper left corner lies at ox, oy for row 0, column 0.
 * @param {Pillars.Lying} lying @param {number} ox @param {number} oy
 */
export function drawLying(lying, ox, oy, extra = '') {
  const spots = lying.cells.map((cell) => ({ ...cell, x: ox + cell.column * UNIT, y: oy + cell.row * UNIT }));
  const blocks = spots.map(({ x, y }) => [x + 1.5, y + 1.5, 37, 37]);
  for (const [i, a] of spots.entries()) {
    for (const b of spots.slice(i + 1)) {
      const apart = [Math.abs(a.row - b.row), Math.abs(a.column - b.column)];
      if (apart[0] + apart[1] === 1) {
        blocks.push([Math.min(a.x, b.x) + 1.5, Math.min(a.y, b.y) + 1.5, 37 + 40 * apart[1], 37 + 40 * apart[0]]);
      }
    }
  }
  if (blocks.length === 8)
    blocks.push([blocks[0][0], blocks[0][1], 77, 77].map((n, i) => (i < 2 ? Math.min(...blocks.map((b) => b[i])) : n)));
  /** @param {string} name */
  const rects = (name) =>
    blocks
      .map(([x, y, w, h]) => `<rect class="${name}" x="${x}" y="${y}" width="${w}" height="${h}" rx="5"/>`)
      .join('');
  const faces = spots
    .map(({ x, y, face, row, column }) =>
      face === 'B' ? building(x, y, (row + column + lying.district.length) % 2 === 0) : piazza(x, y),
    )
    .join('');
  const bridge = lying.span
    ? span(ox + lying.span.column * UNIT, oy + lying.span.row * UNIT, spots[0].row === spots[1].row)
    : '';
  return `<g class="district ${extra}"><g class="shade" transform="translate(2 3.5)">${rects('cast')}</g>${bridge}${rects('edge')}${rects('ground')}${faces}</g>`;
}

/**
 * A district by itself, as it lies in a stack or a stock.
 * @param {string} name
 */
export function districtPicture(name, turn = 0) {
  const lying = lie(name, [4, 4], turn);
  const all = lying.span ? [...lying.cells, lying.span] : lying.cells;
  const rows = all.map((cell) => cell.row);
  const columns = all.map((cell) => cell.column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [across, down] = [Math.max(...columns) - left + 1, Math.max(...rows) - top + 1];
  const water = lying.span
    ? `<rect class="under" x="${2 + (lying.span.column - left) * UNIT}" y="${2 + (lying.span.row - top) * UNIT}" width="40" height="40"/>`
    : '';
  return `<svg class="piece across-${across} down-${down}" viewBox="0 0 ${across * UNIT + 4} ${down * UNIT + 4}" aria-hidden="true" focusable="false">
    ${water}${drawLying(lying, 2 - left * UNIT, 2 - top * UNIT)}</svg>`;
}

/** @param {number} x @param {number} y */
export function pile(x, y, fresh = false) {
  const [cx, cy] = [x + 20, y + 20];
  return `<g class="pile${fresh ? ' fresh' : ''}"><ellipse class="ripple" cx="${cx}" cy="${cy + 2}" rx="17" ry="16"/>
    <ellipse class="cast" cx="${cx + 2}" cy="${cy + 4}" rx="13.5" ry="13"/><circle class="wood" cx="${cx}" cy="${cy}" r="13"/><circle class="grain" cx="${cx}" cy="${cy}" r="8.5"/>
    <circle class="grain" cx="${cx + 0.5}" cy="${cy}" r="4.2"/></g>`;
}

/** @param {number} seat @param {number} x @param {number} y */
export const marker = (seat, x, y) => seatShape(seat, x + 20, y + 20, 13);

/** @param {number} x @param {number} y @param {number | null} seat */
export function gondola(x, y, seat) {
  const hull = `<path class="hull" d="M${x - 4} ${y + 14}C${x + 1} ${y + 23} ${x + 5} ${y + 25} ${x + 12} ${y + 26}H${x + 28}C${x + 36} ${y + 25} ${x + 40} ${y + 22} ${x + 45} ${y + 11}C${x + 43} ${y + 26} ${x + 36} ${y + 33} ${x + 26} ${y + 33}H${x + 14}C${x + 4} ${y + 33} ${x - 2} ${y + 25} ${x - 4} ${y + 14}Z"/>`;
  const ferro = `<path class="ferro" d="M${x + 45} ${y + 11}l-5 2m4 2l-4 1.5"/>`;
  const on =
    seat === null ? `<path class="seatless" d="M${x + 13} ${y + 25}q7 -7 14 0"/>` : seatShape(seat, x + 20, y + 15, 12);
  return `<g class="gondola">${hull}${ferro}${on}</g>`;
}

/**
 * The water, the canal and the rim: what never changes in a game.
 * @param {Pillars.Board} board
 */
export function lagoonGround(board) {
  const lines = [];
  for (let c = 1; c < COLUMNS; c++) lines.push(`M${RIM + c * UNIT} ${RIM}v${ROWS * UNIT}`);
  for (let r = 1; r < ROWS; r++) lines.push(`M${RIM} ${RIM + r * UNIT}h${COLUMNS * UNIT}`);
  const waves = [];
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < COLUMNS; c++) {
      const [x, y] = [RIM + c * UNIT + 9 + ((r * 7 + c * 5) % 11), RIM + r * UNIT + 12 + ((r * 5 + c * 3) % 15)];
      if ((r * 3 + c * 7) % 5 < 2) waves.push(`M${x} ${y}q3.5 -3 7 0t7 0`);
    }
  }
  const canal = [...board.canal]
    .map((name) => {
      const [x, y] = corner(name);
      return `M${x - 0.5} ${y - 0.5}h41v41h-41z`;
    })
    .join('');
  const flow = [...board.canal]
    .map((name) => {
      const [x, y] = corner(name);
      return `M${x + 8} ${y + 15}q6 -4 12 0t12 0M${x + 8} ${y + 27}q6 -4 12 0t12 0`;
    })
    .join('');
  const letters = [...Array(COLUMNS).keys()].map((c) => [RIM + c * UNIT + 20, String.fromCharCode(65 + c)]);
  const rim =
    letters
      .map(([x, sign]) => `<text x="${x}" y="14.5">${sign}</text><text x="${x}" y="${HEIGHT - 5.5}">${sign}</text>`)
      .join('') +
    [...Array(ROWS).keys()]
      .map((r) => {
        const y = RIM + r * UNIT + 24.5;
        return `<text x="10" y="${y}">${r + 1}</text><text x="${WIDTH - 10}" y="${y}">${r + 1}</text>`;
      })
      .join('');
  return `<rect class="surround" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
    <rect class="water" x="${RIM}" y="${RIM}" width="${COLUMNS * UNIT}" height="${ROWS * UNIT}"/>
    <path class="waves" d="${waves.join('')}"/><path class="cells" d="${lines.join('')}"/>
    <path class="bank" d="${canal}"/><path class="canal" d="${canal}"/><path class="flow" d="${flow}"/><g class="rim">${rim}</g>`;
}

/**
 * Piles, markers and the gondola: what comes and goes above the water. Districts are drawn by themselves.
 * @param {Pillars.Board} board
 */
export const pilesOf = (board) =>
  [...board.piles]
    .filter((name) => !board.built.has(name))
    .map((name) => pile(...corner(name), board.begun.has(name)))
    .join('');

/** @param {Pillars.Board} board @param {Pillars.View} view */
export const marksOf = (board, view) =>
  [...board.marks].map(([name, seat]) => marker(seat, ...corner(name))).join('') +
  gondola(...corner(gondolaCell(board)), view.gondola);

/** @type {Record<string, string>} */
const ICONS = {
  councillor: `<path class="i1" d="M6 40c2-12 9-16 18-16s16 4 18 16z"/><path class="i2" d="M13 22c-2-10 3-17 11-17 9 0 13 4 12 10-1 4-4 5-3 8-6-3-14-3-20-1z"/><path class="i3" d="M12 23c6-3 16-3 22 0v4c-6-3-16-3-22 0z"/><path class="line" d="M24 30v10M19 29l5 5 5-5"/>`,
  'pitch-dipper': `<path class="i1" d="M5 34q5-4 9.500 0t9.500 0t9.500 0t9.500 0v9h-38z"/><path class="i2" d="M14 8h7v28l-3.500 5-3.500-5zM28 13h7v24l-3.500 5-3.500-5z"/><path class="i3" d="M14 25h7v11l-3.500 5-3.500-5zM28 28h7v9l-3.500 5-3.500-5z"/><ellipse class="i4" cx="17.500" cy="8" rx="3.500" ry="1.800"/><ellipse class="i4" cx="31.500" cy="13" rx="3.500" ry="1.800"/>`,
  'master builder': `<path class="i1" d="M5 41V26h38v15z"/><path class="line" d="M5 33.500h38M17 26v7.500M31 26v7.500M24 33.500V41M11 33.500V41M37 33.500V41"/><path class="i2" d="M24 4l-9 18h4l5-11 5 11h4z"/><circle class="i4" cx="24" cy="6" r="3"/><path class="line" d="M18 17q6 4 12 0"/>`,
  gondolier: `<path class="i1" d="M4 24c2 9 7 13 14 13h13c7 0 11-5 13-16-3 6-6 8-12 9H17C10 30 7 28 4 24z"/><path class="i2" d="M22 30l-1-12h7l1 12z"/><circle class="i4" cx="24.500" cy="13" r="4"/><path class="i3" d="M18 10h13l-3-4h-7z"/><path class="line" d="M33 4L16 44"/>`,
  inventor: `<path class="i1" d="M24 5a13 13 0 0 0-7 24c1 1 1 3 1 5h12c0-2 0-4 1-5a13 13 0 0 0-7-24z"/><path class="i3" d="M18 36h12v3H18zM20 40h8v3h-8z"/><path class="line" d="M20 34v-9l-3-5m11 14v-9l3-5M20 25h8"/>`,
  merchant: `<path class="i3" d="M22 5h4v32h-4zM15 39h18v4H15z"/><path class="line" d="M7 12h34M9 12l-5 13m5-13l5 13M39 12l-5 13m5-13l5 13"/><path class="i1" d="M3 25h12q-1 7-6 7t-6-7zM33 25h12q-1 7-6 7t-6-7z"/><circle class="i4" cx="24" cy="10" r="3.500"/>`,
  speculator: `<path class="i1" d="M4 24q20-24 40 0q-20 24-40 0z"/><circle class="i2" cx="24" cy="24" r="9"/><circle class="i4" cx="24" cy="24" r="4"/><path class="line" d="M24 3v5M10 7l3 5M38 7l-3 5"/>`,
};

/** @param {string} role */
export const roleIcon = (role) =>
  `<svg class="role-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false">${ICONS[role]}</svg>`;

/** @type {Record<string, string>} */
const SMALL = {
  stone: `<path d="M2 6l3-4h7l2 4-2 6H4z"/><path class="line" d="M2 6h12M5 2l2 4M12 2l-2 4"/>`,
  crest: `<path d="M2 2h12v5q0 6-6 8-6-2-6-8z"/><path class="line" d="M8 2v13M2 7h12"/>`,
  pile: `<circle cx="8" cy="8" r="6.500"/><circle class="line" cx="8" cy="8" r="3.500"/>`,
  marker: `<path d="M8 1l7 7-7 7-7-7z"/><path class="line" d="M8 5l3 3-3 3-3-3z"/>`,
  gondola: `<path d="M0 6c2 6 4 7 8 7s7-2 8-9c-2 4-4 5-6 5H6C3 9 2 8 0 6z"/>`,
  match: `<path d="M2 2h5v12H2zM9 2h5v12H9z"/><path class="line" d="M5 8h6"/>`,
};

/**
 * A small picture inside a line of text.
 * @param {string} name
 */
export const sign = (name) =>
  `<svg class="sign sign-${name}" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${SMALL[name]}</svg>`;
