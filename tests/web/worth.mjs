// Reads questions about palazzi, one JSON line, and writes what the page says: what they are worth, where tiles go best.

import { readFileSync } from 'node:fs';

const page = await import(process.argv[2]);
const asked = JSON.parse(readFileSync(0, 'utf8'));
const answers = {
  worth: ({ names, tile }) => [page.worthOf(names).points, page.fitsOn(names, tile)],
  place: ({ palazzi, tile }) => page.bestPlace(palazzi, tile),
  rebuild: ({ palazzi, tile }) => page.bestRebuild(palazzi, tile),
  lot: ({ palazzi, tiles }) => page.bestLot(palazzi, tiles),
  total: ({ palazzi }) => page.totalOf(palazzi),
};
console.log(JSON.stringify(asked.map((question) => answers[question.about](question))));
