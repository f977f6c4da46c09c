// QR codes of short texts: byte mode, error correction M, versions 1 to 10, after ISO/IEC 18004.

import { s } from './svg.js';

// For each version at level M: correction codewords per block, and the data codewords of each block.
const LEVEL_M = [
  { ec: 0, blocks: [0] },
  { ec: 10, blocks: [16] },
  { ec: 16, blocks: [28] },
  { ec: 26, blocks: [44] },
  { ec: 18, blocks: [32, 32] },
  { ec: 24, blocks: [43, 43] },
  { ec: 16, blocks: [27, 27, 27, 27] },
  { ec: 18, blocks: [31, 31, 31, 31] },
  { ec: 22, blocks: [38, 38, 39, 39] },
  { ec: 22, blocks: [36, 36, 36, 37, 37] },
  { ec: 26, blocks: [43, 43, 43, 43, 44] },
];
/** @type {number[][]} */
const ALIGN = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value <<= 1;
  if (value & 256) value ^= 0x11d;
}
for (let power = 255; power < 512; power += 1) EXP[power] = EXP[power - 255];
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/**
 * The correction codewords of a block: the remainder of its polynomial.
 * @param {number[]} data @param {number} count
 */
export function correction(data, count) {
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((factor, i) => {
      next[i] ^= factor;
      next[i + 1] ^= times(factor, EXP[power]);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let i = 0; i < data.length; i += 1) {
    const lead = rest[i];
    if (lead)
      generator.forEach((factor, j) => {
        rest[i + j] ^= times(factor, lead);
      });
  }
  return rest.slice(data.length);
}

/** @param {Uint8Array} bytes */
function codewords(bytes) {
  const version = LEVEL_M.findIndex((row, v) => sum(row.blocks) >= bytes.length + (v < 10 ? 2 : 3));
  if (version < 0) throw new RangeError('too long for a QR code');
  const { ec, blocks } = LEVEL_M[version];
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} width */
  const push = (value, width) => {
    for (let i = width - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = sum(blocks) * 8;
  push(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room; pad ^= 0xfd) push(pad, 8);
  /** @type {number[]} */
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  const parts = [];
  let at = 0;
  for (const length of blocks) {
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const checks = parts.map((part) => correction(part, ec));
  const all = [];
  for (let i = 0; i < Math.max(...blocks); i += 1) for (const part of parts) if (i < part.length) all.push(part[i]);
  for (let i = 0; i < ec; i += 1) for (const check of checks) all.push(check[i]);
  return { version, all };
}

/** @param {number[]} list */
const sum = (list) => list.reduce((a, b) => a + b, 0);

/** @type {((r: number, c: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** @param {number} value @param {number} poly @param {number} width */
function withCheck(value, poly, width) {
  let rest = value << width;
  for (let i = 31; i >= width; i -= 1) if ((rest >>> i) & 1) rest ^= poly << (i - width);
  return (value << width) | rest;
}

/**
 * The modules of the code as rows of booleans.
 * @param {string} text
 */
export function qrMatrix(text) {
  const { version, all } = codewords(new TextEncoder().encode(text));
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  /** @param {number} r @param {number} c @param {boolean} on */
  const set = (r, c, on) => {
    if (r >= 0 && c >= 0 && r < size && c < size) {
      dark[r][c] = on;
      fixed[r][c] = true;
    }
  };

  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [row, col] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ]) {
    for (let r = -4; r <= 4; r += 1)
      for (let c = -4; c <= 4; c += 1) {
        const ring = Math.max(Math.abs(r), Math.abs(c));
        set(row + r, col + c, ring !== 2 && ring !== 4);
      }
  }
  for (const row of ALIGN[version])
    for (const col of ALIGN[version]) {
      if ((row < 9 && (col < 9 || col > size - 10)) || (row > size - 10 && col < 9)) continue;
      for (let r = -2; r <= 2; r += 1)
        for (let c = -2; c <= 2; c += 1) set(row + r, col + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
    }
  if (version >= 7) {
    const bits = withCheck(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const on = ((bits >> i) & 1) === 1;
      const a = size - 11 + (i % 3);
      const b = Math.floor(i / 3);
      set(a, b, on);
      set(b, a, on);
    }
  }
  /** @param {number} mask */
  const format = (mask) => {
    const bits = withCheck(mask, 0x537, 10) ^ 0x5412; // level M is 00
    /** @param {number} i */
    const bit = (i) => ((bits >> i) & 1) === 1;
    for (let i = 0; i <= 5; i += 1) set(i, 8, bit(i));
    set(7, 8, bit(6));
    set(8, 8, bit(7));
    set(8, 7, bit(8));
    for (let i = 9; i < 15; i += 1) set(8, 14 - i, bit(i));
    for (let i = 0; i < 8; i += 1) set(8, size - 1 - i, bit(i));
    for (let i = 8; i < 15; i += 1) set(size - 15 + i, 8, bit(i));
    set(size - 8, 8, true);
  };
  format(0);

  let index = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (let j = 0; j < 2; j += 1) {
        const c = right - j;
        const r = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[r][c]) continue;
        dark[r][c] = index < all.length * 8 && ((all[index >> 3] >> (7 - (index & 7))) & 1) === 1;
        index += 1;
      }
  }
  /** @param {number} mask */
  const flip = (mask) => {
    for (let r = 0; r < size; r += 1)
      for (let c = 0; c < size; c += 1) if (!fixed[r][c] && MASKS[mask](r, c)) dark[r][c] = !dark[r][c];
  };
  let best = 0;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask += 1) {
    format(mask);
    flip(mask);
    const cost = penalty(dark);
    if (cost < least) {
      least = cost;
      best = mask;
    }
    flip(mask);
  }
  format(best);
  flip(best);
  return dark;
}

/** @param {boolean[][]} dark */
function penalty(dark) {
  const size = dark.length;
  let cost = 0;
  let ink = 0;
  for (let a = 0; a < size; a += 1)
    for (const at of [(/** @type {number} */ b) => dark[a][b], (/** @type {number} */ b) => dark[b][a]]) {
      let run = 0;
      let bits = 0;
      for (let b = 0; b < size; b += 1) {
        run = b && at(b) === at(b - 1) ? run + 1 : 1;
        if (run === 5) cost += 3;
        else if (run > 5) cost += 1;
        bits = ((bits << 1) | (at(b) ? 1 : 0)) & 0x7ff;
        if (b >= 10 && (bits === 0x05d || bits === 0x5d0)) cost += 40;
      }
    }
  for (let r = 0; r < size; r += 1)
    for (let c = 0; c < size; c += 1) {
      if (dark[r][c]) ink += 1;
      if (r && c && dark[r][c] === dark[r - 1][c] && dark[r][c] === dark[r][c - 1] && dark[r][c] === dark[r - 1][c - 1])
        cost += 3;
    }
  return cost + Math.floor(Math.abs((ink * 100) / size / size - 50) / 5) * 10;
}

/**
 * The code as a picture, black on white in both themes, for cameras want it so.
 * @param {string} text @param {string} label
 */
export function qrPicture(text, label) {
  const rows = qrMatrix(text);
  const size = rows.length + 8;
  const path = rows.flatMap((row, r) => row.map((on, c) => (on ? `M${c + 4} ${r + 4}h1v1h-1z` : ''))).join('');
  return s(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    s('rect', { width: size, height: size, fill: '#fff' }),
    s('path', { d: path, fill: '#000' }),
  );
}
