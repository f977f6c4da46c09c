// Reads positions and steps, one JSON line, and writes what the page says of each step: why not, and who would get what.

import { readFileSync } from 'node:fs';

const page = await import(process.argv[2]);
const asked = JSON.parse(readFileSync(0, 'utf8'));

const answers = {
  build: (view, board, text) => {
    const lying = page.buildStep(text);
    return { why: page.whyNotBuild(view, board, lying), points: page.split(view, board, lying, view.viewer).points };
  },
  pile: (view, board, text) => ({ why: page.whyNotPile(view, board, text.split(' ')[1]) }),
  mark: (_view, board, text) => ({ why: page.whyNotMark(board, text.split(' ')[1]) }),
};

/** What there is to say of the steps of a position. */
function told({ view, steps }) {
  const board = page.boardOf(view);
  return steps.map((text) => answers[text.split(' ')[0]](view, board, text));
}

/** Every look that a district can have on the board. */
function looks(name) {
  const found = new Set();
  for (let row = 0; row < page.ROWS; row++)
    for (let column = 0; column < page.COLUMNS; column++)
      for (const turn of page.TURNS) {
        const lying = page.lie(name, [row, column], turn);
        if (lying.fits) found.add(page.look(lying));
      }
  return [...found].sort();
}

/** The building steps whose district lies at the canal. */
function atCanal(view) {
  const board = page.boardOf(view);
  const steps = asked.districts.flatMap((district) => district.steps);
  return steps.filter((text) => page.split(view, board, page.buildStep(text), view.viewer).atCanal).sort();
}

const districts = asked.districts.map(({ name, steps }) => ({
  possible: looks(name),
  steps: steps.map((text) => page.look(page.buildStep(text))).sort(),
}));
console.log(JSON.stringify({ districts, canal: asked.boards.map(atCanal), positions: asked.positions.map(told) }));
