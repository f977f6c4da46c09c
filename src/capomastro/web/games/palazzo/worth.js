// What palazzi are worth and what a step would change: for showing only, the server keeps the score.

import { tileOf } from './names.js';

/** { points, floors, windows, pure } of a palazzo given as tile names. */
export function worthOf(names) {
  const tiles = names.map(tileOf);
  const floors = tiles.length;
  const windows = tiles.reduce((sum, tile) => sum + tile.windows, 0);
  const pure = floors > 0 && tiles.every((tile) => tile.material === tiles[0].material);
  const base = [0, -5, 0, windows, windows + 3, windows + 6][floors];
  const bonus = pure ? [0, 0, 0, 3, 3, 6][floors] : 0;
  return { points: base + bonus, base, bonus, floors, windows, pure };
}

const byFloor = (a, b) => tileOf(a).floor - tileOf(b).floor;

/** A palazzo with one more tile, in order. */
export function withTile(names, tile) {
  return [...names, tile].sort(byFloor);
}

/** How the points change if the tile joins this palazzo; from nothing it begins one. */
export function gainOf(names, tile) {
  return worthOf(withTile(names, tile)).points - (names.length ? worthOf(names).points : 0);
}

export function fitsOn(names, tile) {
  return names.length > 0 && tileOf(names.at(-1)).floor < tileOf(tile).floor;
}

/** Where a new tile would do most: { gain, palazzo }, palazzo null for a new one; the box gains 0. */
export function bestPlace(palazzi, tile) {
  let best = { gain: gainOf([], tile), palazzo: null };
  for (const [letter, names] of Object.entries(palazzi)) {
    if (!fitsOn(names, tile)) continue;
    const gain = gainOf(names, tile);
    if (gain > best.gain) best = { gain, palazzo: letter };
  }
  return best;
}

/** The points of a player's palazzi together. */
export function totalOf(palazzi) {
  return Object.values(palazzi).reduce((sum, names) => sum + worthOf(names).points, 0);
}

export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace('-', '−'));
