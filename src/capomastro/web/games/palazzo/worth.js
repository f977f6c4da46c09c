// What palazzi are worth and what a step would change: for showing only, the server keeps the score.

import { tileOf } from './names.js';

/**
 * { points, floors, windows, pure } of a palazzo given as tile names.
 * @param {string[]} names
 */
export function worthOf(names) {
  const tiles = names.map(tileOf);
  const floors = tiles.length;
  const windows = tiles.reduce((sum, tile) => sum + tile.windows, 0);
  const pure = floors > 0 && tiles.every((tile) => tile.material === tiles[0].material);
  const base = [0, -5, 0, windows, windows + 3, windows + 6][floors];
  const bonus = pure ? [0, 0, 0, 3, 3, 6][floors] : 0;
  return { points: base + bonus, base, bonus, floors, windows, pure };
}

/** @param {string} a @param {string} b */
const byFloor = (a, b) => tileOf(a).floor - tileOf(b).floor;

/**
 * A palazzo with one more tile, in order.
 * @param {string[]} names @param {string} tile
 */
export function withTile(names, tile) {
  return [...names, tile].sort(byFloor);
}

/**
 * How the points change if the tile joins this palazzo; from nothing it begins one.
 * @param {string[]} names @param {string} tile
 */
export function gainOf(names, tile) {
  return worthOf(withTile(names, tile)).points - (names.length ? worthOf(names).points : 0);
}

const ALONE = worthOf(['brick 1 1']).points; // what any tile is worth that stands by itself

/**
 * How the points change if a tile that stood alone moves into this palazzo.
 * @param {string[]} names @param {string} tile
 */
export const gainOfMoving = (names, tile) => gainOf(names, tile) - ALONE;

/**
 * How the points change if a tile is taken out of this palazzo, to stand alone.
 * @param {string[]} names @param {string} tile
 */
export const gainOfTakingOut = (names, tile) => -gainOfMoving(names.toSpliced(names.indexOf(tile), 1), tile);

/** @param {string[]} names @param {string} tile */
export function fitsOn(names, tile) {
  const top = names.at(-1);
  return top !== undefined && tileOf(top).floor < tileOf(tile).floor;
}

/**
 * Where a new tile would do most now: { gain, palazzo }, palazzo null for a new one; the box gains 0.
 * @param {Palazzo.Palazzi} palazzi @param {string} tile
 */
export function bestPlace(palazzi, tile) {
  /** @type {{ gain: number, palazzo: string | null }} */
  let best = { gain: gainOf([], tile), palazzo: null };
  for (const [letter, names] of Object.entries(palazzi)) {
    if (!fitsOn(names, tile)) continue;
    const gain = gainOf(names, tile);
    if (gain > best.gain) best = { gain, palazzo: letter };
  }
  return best;
}

/**
 * Where a tile that first stands alone would do most after a rebuild, which may put it between or below floors.
 * @param {Palazzo.Palazzi} palazzi @param {string} tile
 */
export function bestRebuild(palazzi, tile) {
  /** @type {{ gain: number, palazzo: string | null }} */
  let best = { gain: 0, palazzo: null };
  for (const [letter, names] of Object.entries(palazzi)) {
    if (names.some((other) => tileOf(other).floor === tileOf(tile).floor)) continue;
    const gain = gainOf(names, tile);
    if (gain > best.gain) best = { gain, palazzo: letter };
  }
  return best;
}

/**
 * The best that can be made at once of tiles that come together: { gain, moves }, a move being { tile, place, gain } in
 * the order of building. A place is a letter, `new 1`, `new 2` … for palazzi begun, or `box`.
 * @param {Palazzo.Palazzi} palazzi @param {string[]} tiles
 */
export function bestLot(palazzi, tiles) {
  /** @type {{ gain: number, moves: Palazzo.Move[] }} */
  let best = { gain: -Infinity, moves: [] };
  /**
   * @param {Palazzo.Palazzi} houses @param {string[]} left @param {Palazzo.Move[]} moves @param {number} gain
   * @param {number} begun
   */
  const search = (houses, left, moves, gain, begun) => {
    if (!left.length) {
      if (gain > best.gain) best = { gain, moves };
      return;
    }
    for (const tile of new Set(left)) {
      const rest = left.toSpliced(left.indexOf(tile), 1); // of two alike only one
      /** @param {string} place @param {number} more @param {string[] | null} names */
      const move = (place, more, names) =>
        search(
          names ? { ...houses, [place]: names } : houses,
          rest,
          [...moves, { tile, place, gain: more }],
          gain + more,
          begun + Number(place === `new ${begun + 1}`),
        );
      for (const [letter, names] of Object.entries(houses))
        if (fitsOn(names, tile)) move(letter, gainOf(names, tile), withTile(names, tile));
      move('box', 0, null);
      move(`new ${begun + 1}`, gainOf([], tile), [tile]);
    }
  };
  search(palazzi, tiles, [], 0, 0);
  return best;
}

/**
 * The points of a player's palazzi together.
 * @param {Palazzo.Palazzi} palazzi
 */
export function totalOf(palazzi) {
  return Object.values(palazzi).reduce((sum, names) => sum + worthOf(names).points, 0);
}

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace('-', '−'));
