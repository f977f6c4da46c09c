// Follows matches by the chance of a game's own module: each is a match file, its first view and its events.

import { Chance, readFile, seedOf } from '../../src/capomastro/web/fair.js';

let asked = '';
for await (const part of process.stdin) asked += part;
const game = await import(process.argv[2]);
const found = [];
for (const { text, view, events } of JSON.parse(asked)) {
  const { head, whole, steps, rewindOf } = await readFile(text);
  const seed = await seedOf(head);
  const chance = new Chance(seed, rewindOf);
  const { openings, wrong } = await game.follow({ head, view, events }, chance);
  const seen = openings.map((_, seat) => game.opening(view, seat));
  found.push({ seed, whole, steps, wrong, draws: chance.draws, openings, seen });
}
process.stdout.write(JSON.stringify(found));
