// The winner's skyline, for the card that is handed on.

import { s } from '../../svg.js';
import { patterns, tileDrawing } from './art.js';
import { worthOf } from './worth.js';

const TILE = 76;
const FLOOR = TILE * 0.56;
const GAP = 14;
const MOST = 9;

/**
 * All palazzi of the winner in a row, the best ones if there are many.
 * @param {Palazzo.View} view @param {number[]} winners
 */
export function picture(view, winners) {
  const built = Object.values(view.seats[winners[0] ?? 0].palazzi);
  const best = new Set(built.toSorted((a, b) => worthOf(b).points - worthOf(a).points).slice(0, MOST));
  const shown = built.filter((floors) => best.has(floors));
  const width = Math.max(4, shown.length) * (TILE + GAP) + 2 * GAP;
  const ground = 5 * FLOOR + TILE * 0.2 + 30;
  const left = (width - shown.length * (TILE + GAP) + GAP) / 2;
  const houses = shown.flatMap((floors, place) =>
    floors.map((name, storey) => {
      const art = tileDrawing(name, name[0].toUpperCase());
      const roof = name.split(' ')[1] === '5' ? TILE * 0.2 : 0;
      const box = {
        x: left + place * (TILE + GAP),
        y: ground - (storey + 1) * FLOOR - roof,
        width: TILE,
        height: FLOOR + roof,
      };
      for (const [key, value] of Object.entries(box)) art.setAttribute(key, String(value));
      for (const plate of [...art.querySelectorAll('text')]) {
        plate.previousElementSibling?.remove();
        plate.remove();
      }
      return art;
    }),
  );
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${ground + 30}` },
    patterns().firstChild,
    s('rect', { width, height: ground + 30, rx: 8, fill: '#cfe3e8' }),
    s('path', { d: `M0 ${ground - 70}q${width / 4}-60 ${width / 2}-10t${width / 2}-20V${ground}H0z`, fill: '#9fb58c' }),
    s('rect', { y: ground, width, height: 30, fill: '#d8c49a' }),
    ...houses,
  );
}
