// The lagoon in figures: cells, the ways a district can lie, and what building it there would bring.
//
// Nothing here decides what is allowed: that is what the legal steps say. This tells what a legal step covers,
// what it would score, and, for a place that is not legal, why.

export const COLUMNS = 17;
export const ROWS = 8;
export const SHAPES = ['domino', 'row', 'corner', 'square', 'bridge'];
export const TURNS = [0, 90, 180, 270];
export const SOURCES = ['crests', 'matches', 'markers', 'gondola', 'cards'];
export const MARKER_POINTS = 3; // for each foreign marker that is built over
export const GONDOLA_POINTS = 2; // for each district at the canal

/**
 * Row and column of each cell of a pattern, as printed; a bridge's span lies between its ends.
 * @type {Record<string, Pillars.Place[]>}
 */
const PRINTED = {
  domino: [
    [0, 0],
    [0, 1],
  ],
  row: [
    [0, 0],
    [0, 1],
    [0, 2],
  ],
  corner: [
    [0, 0],
    [0, 1],
    [1, 0],
  ],
  square: [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
  bridge: [
    [0, 0],
    [0, 2],
  ],
};

/** @param {number} row @param {number} column */
export const cellName = (row, column) => String.fromCharCode(65 + column) + (row + 1);
/**
 * @param {string} name
 * @returns {Pillars.Place}
 */
export const cellAt = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 65];
/** @param {number} row @param {number} column */
export const onBoard = (row, column) => row >= 0 && row < ROWS && column >= 0 && column < COLUMNS;

/** @param {string} name */
export function neighbours(name) {
  const [row, column] = cellAt(name);
  return [
    [row - 1, column],
    [row, column + 1],
    [row + 1, column],
    [row, column - 1],
  ]
    .filter(([r, c]) => onBoard(r, c))
    .map(([r, c]) => cellName(r, c));
}

/**
 * "square BBPP" -> {shape, faces}: faces is one letter for each cell of the pattern.
 * @param {string} name
 */
export function district(name) {
  const [shape, pattern] = name.split(' ');
  return { shape, faces: pattern.replaceAll('-', '') };
}

/**
 * The cells of a district lying at row, column (the first cell of its pattern), turned clockwise around it.
 * @param {string} shape @param {number} turn
 */
function turned(shape, turn) {
  /**
   * @param {Pillars.Place} options
   * @returns {Pillars.Place}
   */
  const once = ([row, column]) => [column, -row];
  let cells = PRINTED[shape];
  for (let quarter = 0; quarter < turn / 90; quarter++) cells = cells.map(once);
  return cells;
}

/**
 * A district as it lies: {district, at, turned, cells: [{row, column, name, face}], span: {...} | null, fits}.
 * @param {string} name @param {string | Pillars.Place} at @param {number} turn
 * @returns {Pillars.Lying}
 */
export function lie(name, at, turn) {
  const { shape, faces } = district(name);
  const [row, column] = Array.isArray(at) ? at : cellAt(at);
  const cells = turned(shape, turn).map(([r, c], i) => place(row + r, column + c, faces[i]));
  let span = null;
  if (shape === 'bridge') {
    span = place((cells[0].row + cells[1].row) / 2, (cells[0].column + cells[1].column) / 2, 'S');
  }
  return {
    district: name,
    at: cellName(row, column),
    turned: turn,
    cells,
    span,
    fits: cells.every((cell) => onBoard(cell.row, cell.column)),
  };
}

/**
 * What of a lying district is on the board; a bridge of which one end is not has no span to show.
 * @param {Pillars.Lying} lying
 * @returns {Pillars.Lying}
 */
export function partOnBoard(lying) {
  const cells = lying.cells.filter((cell) => onBoard(cell.row, cell.column));
  return { ...lying, cells, span: lying.fits ? lying.span : null };
}

/** @param {number} row @param {number} column @param {string} face */
const place = (row, column, face) => ({ row, column, face, name: cellName(row, column) });

/**
 * Two ways of lying that look the same are the same: this is what they have in common.
 * @param {Pillars.Lying} lying
 */
export function look(lying) {
  return (
    lying.district +
    ' ' +
    lying.cells
      .map((cell) => cell.name + cell.face)
      .sort()
      .join(' ')
  );
}

const BUILD = /^build (\S+ \S+) at ([A-Q][1-8]) turned (\d+)$/;

/**
 * "build corner B-BP at F4 turned 90" -> how it lies, or null if the step is no building step.
 * @param {string} text
 * @returns {Pillars.BuildStep | null}
 */
export function buildStep(text) {
  const match = BUILD.exec(text);
  return match ? { ...lie(match[1], match[2], Number(match[3])), text } : null;
}

/**
 * All that the view tells of the board, looked up by the name of a cell.
 * @param {Pillars.View} view
 * @returns {Pillars.Board}
 */
export function boardOf(view) {
  /** @type {Pillars.Board['canal']} */
  const canal = new Set();
  view.components.board.forEach((line, row) => {
    [...line].forEach((sign, column) => {
      if (sign === '=') canal.add(cellName(row, column));
    });
  });
  /** @type {Pillars.Board['built']} */
  const built = new Map();
  /** @type {Pillars.Board['spans']} */
  const spans = new Map();
  const districts = view.placed.map((placed, number) => {
    const lying = { ...lie(placed.district, placed.at, placed.turned), seat: placed.seat, number };
    for (const cell of lying.cells) built.set(cell.name, { face: cell.face, number, district: placed.district });
    if (lying.span) spans.set(lying.span.name, number);
    return lying;
  });
  /** @type {Pillars.Board['marks']} */
  const marks = new Map();
  view.seats.forEach((seat, number) => {
    for (const cell of seat.marks) marks.set(cell, number);
  });
  return { canal, piles: new Set(view.piles), built, spans, districts, marks, begun: new Set(view.begun) };
}

/**
 * §8: who gets what if the seat builds a district so. Nothing else is looked at than what lies open.
 * @param {Pillars.View} view @param {Pillars.Board} board @param {Pillars.Lying} lying @param {number | null} seat
 * @returns {Pillars.Split}
 */
export function split(view, board, lying, seat) {
  const shape = SHAPES.indexOf(district(lying.district).shape);
  /** @type {Pillars.Split['matches']} */
  const matches = [];
  /** @type {Pillars.Split['markers']} */
  const markers = new Map();
  let own = 0;
  const edges = [...lying.cells, ...(lying.span ? [lying.span] : [])].flatMap((cell) => neighbours(cell.name));
  const atCanal = edges.some((next) => board.canal.has(next));
  for (const cell of lying.cells) {
    for (const next of neighbours(cell.name)) {
      if (board.built.get(next)?.face === cell.face) matches.push([cell.name, next]);
    }
    const owner = board.marks.get(cell.name);
    if (owner === undefined) continue;
    if (owner === seat) own++;
    else markers.set(owner, (markers.get(owner) ?? 0) + 1);
  }
  const crests = view.components.crests[shape];
  const gondola = atCanal ? view.gondola : null;
  const points = view.seats.map(
    (_, other) =>
      (other === seat ? crests + matches.length : MARKER_POINTS * (markers.get(other) ?? 0)) +
      (gondola === other ? GONDOLA_POINTS : 0),
  );
  return { crests, matches, markers, own, atCanal, gondola, points, stones: view.components.stones[shape] };
}

/**
 * Why a district cannot lie so: a key of the words and its arguments, or null if nothing here speaks against it.
 * @param {Pillars.View} view @param {Pillars.Board} board @param {Pillars.Lying} lying
 * @returns {Why | null}
 */
export function whyNotBuild(view, board, lying) {
  const { shape } = district(lying.district);
  const stones = view.components.stones[SHAPES.indexOf(shape)];
  if (stones > view.left) return ['pillars.not.stones', { stones, left: view.left }];
  if (!lying.fits) return ['pillars.not.rim', {}];
  for (const cell of lying.cells) {
    if (!board.piles.has(cell.name)) return ['pillars.not.nopile', { cell: cell.name }];
    if (board.built.has(cell.name)) return ['pillars.not.built', { cell: cell.name }];
  }
  if (lying.span && board.piles.has(lying.span.name)) return ['pillars.not.pileunder', { cell: lying.span.name }];
  if (lying.span && board.spans.has(lying.span.name)) return ['pillars.not.crossing', { cell: lying.span.name }];
  return null;
}

/**
 * @param {Pillars.View} view @param {Pillars.Board} board @param {string} cell
 * @returns {Why}
 */
export function whyNotPile(view, board, cell) {
  if (board.canal.has(cell)) return ['pillars.not.canal', { cell }];
  if (board.piles.has(cell)) return ['pillars.not.pile', { cell }];
  if (board.spans.has(cell)) return ['pillars.not.span', { cell }];
  if (view.begun.length) return ['pillars.not.group', { cell }];
  const touches = neighbours(cell).some((next) => board.canal.has(next) || board.piles.has(next));
  return touches ? ['pillars.not.room', { cell, piles: view.left }] : ['pillars.not.touch', { cell }];
}

/**
 * @param {Pillars.Board} board @param {string} cell
 * @returns {Why}
 */
export function whyNotMark(board, cell) {
  if (!board.piles.has(cell)) return ['pillars.not.nopile', { cell }];
  if (board.built.has(cell)) return ['pillars.not.built', { cell }];
  return ['pillars.not.marked', { cell }];
}

/**
 * Where the gondola lies: the canal cell nearest to the middle that no bridge crosses.
 * @param {Pillars.Board} board
 */
export function gondolaCell(board) {
  /** @param {string} name */
  const far = (name) => {
    const [row, column] = cellAt(name);
    return Math.abs(row - (ROWS - 1) / 2) + Math.abs(column - (COLUMNS - 1) / 2);
  };
  const open = [...board.canal].filter((cell) => !board.spans.has(cell));
  return open.sort((a, b) => far(a) - far(b))[0] ?? [...board.canal][0];
}
