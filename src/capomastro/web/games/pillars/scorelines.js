// What stands on a score sheet of The Pillars of Venice, line by line, and what it adds up to.

import { isCount } from '../../scorestore.js';
import { GONDOLA_POINTS, MARKER_POINTS, SHAPES, SOURCES } from './map.js';

/**
 * @typedef {{ seat: number, shape: string, crests: number, matches: number, markers: number[], canal: boolean }} Built
 * @typedef {{ kind: 'built' } & Built | { kind: 'card', seat: number, role: string } | { kind: 'gondola', seat: number }} Line
 * @typedef {{ lines: Line[] }} Data
 */
export const CARD_POINTS = 6;
export const ROLES = ['inventor', 'merchant', 'speculator'];
/** @type {Record<string, [crests: number, drawing: string]>} */
export const USUAL = {
  domino: [2, 'domino BP'],
  row: [4, 'row BPB'],
  corner: [4, 'corner B-BP'],
  square: [7, 'square BBPP'],
  bridge: [5, 'bridge B-P'],
};
export const MOST = { crests: 20, matches: 16, markers: 4, lines: 400 };

/** @returns {Data} */
export const blank = () => ({ lines: [] });

/** @returns {Built} */
export const form = () => ({
  seat: 0,
  shape: SHAPES[0],
  crests: USUAL[SHAPES[0]][0],
  matches: 0,
  markers: [],
  canal: false,
});

/** @param {any} data @param {number} players */
export function isData(data, players) {
  const lines = data?.lines;
  return Array.isArray(lines) && lines.length <= MOST.lines && lines.every((line) => isLine(line, players));
}

/** @param {any} line @param {number} players */
function isLine(line, players) {
  if (typeof line !== 'object' || line === null || !isCount(line.seat, players - 1)) return false;
  if (line.kind === 'gondola') return true;
  if (line.kind === 'card') return ROLES.includes(line.role);
  return (
    line.kind === 'built' &&
    line.shape in USUAL &&
    isCount(line.crests, MOST.crests) &&
    isCount(line.matches, MOST.matches) &&
    typeof line.canal === 'boolean' &&
    Array.isArray(line.markers) &&
    line.markers.length <= players &&
    line.markers.every((/** @type {unknown} */ count) => isCount(count, MOST.markers))
  );
}

/** Nothing depends on how many sit: a line names its seats. */
export function resize() {}

/** @param {Data} data @param {number} seat */
export const isFree = ({ lines }, seat) =>
  lines.every((line) => line.seat !== seat && !(line.kind === 'built' && line.markers[seat]));

/**
 * Everybody's points by where they come from.
 * @param {Data} data @param {number} players
 */
export function sources({ lines }, players) {
  const found = Array.from({ length: players }, () => Object.fromEntries(SOURCES.map((source) => [source, 0])));
  /** @type {number | null} */
  let gondola = null;
  for (const line of lines) {
    if (line.kind === 'gondola') gondola = line.seat;
    else if (line.kind === 'card') found[line.seat].cards += CARD_POINTS;
    else {
      found[line.seat].crests += line.crests;
      found[line.seat].matches += line.matches;
      line.markers.forEach((count, seat) => {
        if (seat !== line.seat) found[seat].markers += MARKER_POINTS * count;
      });
      if (line.canal && gondola !== null) found[gondola].gondola += GONDOLA_POINTS;
    }
  }
  return { found, gondola };
}

/** @param {Data} data @param {number} players */
export const totals = (data, players) =>
  sources(data, players).found.map((parts) => SOURCES.reduce((sum, source) => sum + parts[source], 0));

/** @param {Data} data @param {number} players */
export function winners(data, players) {
  const points = totals(data, players);
  const most = Math.max(...points);
  return most ? [...points.keys()].filter((seat) => points[seat] === most) : [];
}
