// Reads questions about palazzi, one JSON line, and writes what the page says: what they are worth, where tiles go best.

import { readFileSync } from 'node:fs';

const page = await import(process.argv[2]);
const asked = JSON.parse(readFileSync(0, 'utf8'));
const answers = {
  worth: ({ names, tile }) => [page.worthOf(names).points, page.fitsOn(names, tile)],
  place: ({ palazzi, tile }) => page.bestPlace(palazzi, tile),
  rebuild: ({ palazzi, tile }) => page.bestRebuild(palazzi, tile),
  moving: ({ palazzi, tile, palazzo }) => page.gainOfMoving(palazzi[palazzo], tile),
  out: ({ palazzi, palazzo, floor }) => {
    const names = palazzi[palazzo];
    return page.gainOfTakingOut(
      names,
      names.find((name) => name.split(' ')[1] === floor),
    );
  },
  lot: ({ palazzi, tiles }) => page.bestLot(palazzi, tiles),
  total: ({ palazzi }) => page.totalOf(palazzi),
};
console.log(JSON.stringify(asked.map((question) => answers[question.about](question))));
