// Reads palazzi as lists of tile names, one JSON line, and writes what the page says they are worth.

import { readFileSync } from 'node:fs';

const { fitsOn, worthOf } = await import(process.argv[2]);
const palazzi = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(palazzi.map(({ names, tile }) => [worthOf(names).points, fitsOn(names, tile)])));
