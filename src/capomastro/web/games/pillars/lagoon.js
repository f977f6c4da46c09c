// The lagoon one can walk on: a grid of cells over the picture, with the ghost of the district to be built.

import { targetOf } from '../../dom.js';
import { s } from '../../svg.js';
import {
  COLUMNS,
  ROWS,
  TURNS,
  boardOf,
  buildStep,
  cellAt,
  cellName,
  lie,
  look,
  onBoard,
  partOnBoard,
  split,
  whyNotBuild,
  whyNotMark,
  whyNotPile,
} from './map.js';
import { HEIGHT, RIM, UNIT, WIDTH, corner, drawLying, lagoonGround, marksOf, pilesOf } from './pictures.js';
import { cellLabel, splitText } from './words.js';

/** @type {Record<string, Pillars.Place>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * `game` holds what is chosen but not yet done: the district picked and how it is turned; see ../pillars.js.
 * @param {Pillars.Ctx} ctx @param {Pillars.Play} game
 */
export function makeLagoon(ctx, game) {
  const root = s('svg', {
    class: 'lagoon',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'grid',
    'aria-label': ctx.t('pillars.lagoon'),
    'aria-describedby': 'pl-keys',
    tabindex: -1,
  });
  /** @param {string} name */
  const layer = (name) => root.appendChild(s('g', { class: name, 'aria-hidden': 'true' }));
  const [ground, piles, districts, marks] = ['ground-layer', 'piles', 'districts', 'marks'].map(layer);
  /** @type {Map<string, SVGRectElement>} */
  const cells = new Map();
  /** @type {Map<string, string>} */
  const states = new Map(); // what each cell was last said to be
  /** @type {Pillars.Board} */
  let board = /** @type {any} */ (null); // there after the first drawing
  /** @type {string[]} */
  let drawn = [];
  let focused = 'I4';
  /** @type {string | null} */
  let lastFit = null; // the cell last pointed at where the district fitted
  /** @type {Map<string, string>} */
  let builds = new Map(); // by how the district looks, the legal step that lays it so

  for (let row = 0; row < ROWS; row++) {
    const line = root.appendChild(s('g', { role: 'row' }));
    for (let column = 0; column < COLUMNS; column++) {
      const name = cellName(row, column);
      const [x, y] = corner(name);
      const cell = line.appendChild(
        s('rect', {
          class: 'cell',
          role: 'gridcell',
          'data-cell': name,
          x,
          y,
          width: UNIT,
          height: UNIT,
          tabindex: name === focused ? 0 : -1,
        }),
      );
      Object.assign(cell, { click: () => cell.dispatchEvent(new MouseEvent('click', { bubbles: true })) }); // SVG elements have none of their own
      cells.set(name, cell);
    }
  }

  const ghostLayer = layer('ghost-layer'); // above the cells, or the open ones would veil it
  const hintLayer = layer('hint-layer');

  /**
   * Where the picked district would lie with the pointer on this cell: as turned, moved a little if that makes it fit.
   * @param {string} cell
   */
  function ghostAt(cell) {
    const { turn } = game;
    const picked = /** @type {string} */ (game.picked);
    const exact = lie(picked, cell, turn);
    const step = builds.get(look(exact));
    if (step) return { lying: exact, step };
    const [row, column] = cellAt(cell);
    for (const part of exact.cells) {
      /** @type {Pillars.Place} */
      const at = [2 * row - part.row, 2 * column - part.column];
      const moved = lie(picked, at, turn);
      const fitting = builds.get(look(moved));
      if (onBoard(...at) && fitting) return { lying: moved, step: fitting };
    }
    return { lying: exact, step: null };
  }

  /**
   * A turn in which the picked district could lie on this cell, if the present one does not do.
   * @param {string} cell
   */
  function otherTurn(cell) {
    for (const text of builds.values()) {
      const lying = buildStep(text);
      if (lying && covers(lying, cell)) return lying.turned;
    }
    return null;
  }

  /** @param {string} cell */
  function aim(cell) {
    if (!game.picked || !game.building() || !cell) {
      clearGhost();
      return;
    }
    const { lying, step } = ghostAt(cell);
    const view = game.update.view;
    game.aim = {
      cell,
      lying,
      step,
      split: step ? split(view, board, lying, view.viewer) : null,
      why: step ? null : reason(view, lying, cell),
    };
    if (step) lastFit = cell;
    drawGhost();
    game.aimed();
  }

  /**
   * @param {Pillars.View} view @param {Pillars.Lying} lying @param {string} cell
   * @returns {Why}
   */
  function reason(view, lying, cell) {
    if (otherTurn(cell) !== null) return ['pillars.not.turn', {}];
    return whyNotBuild(view, board, lying) ?? ['pillars.not.here', {}];
  }

  function clearGhost() {
    if (!game.aim) return;
    game.aim = null;
    ghostLayer.innerHTML = '';
    game.aimed();
  }

  function drawGhost() {
    if (!game.aim) return;
    const { lying, step, split: points } = game.aim;
    const shown = partOnBoard(lying);
    const kept = shown.cells;
    let text = drawLying(shown, RIM, RIM, step ? 'ghost fits' : 'ghost unfit');
    if (step && points) {
      text += points.matches.map(([one, other]) => matchMark(one, other)).join('');
      const x = Math.min(...kept.map((cell) => cell.column)) * UNIT + RIM;
      const y = Math.min(...kept.map((cell) => cell.row)) * UNIT + RIM;
      const mine = points.points[game.update.view.viewer ?? 0];
      text += `<g class="bubble"><rect x="${x - 8}" y="${y - 12}" width="38" height="22" rx="11"/><text x="${x + 11}" y="${y + 4}">+${mine}</text></g>`;
    } else {
      text += kept
        .map(
          (cell) =>
            `<path class="cross" d="M${RIM + cell.column * UNIT + 11} ${RIM + cell.row * UNIT + 11}l18 18m0 -18l-18 18"/>`,
        )
        .join('');
    }
    ghostLayer.innerHTML = text;
  }

  /** @param {string} cell @param {string} kind */
  function press(cell, kind) {
    const { view } = game.update;
    const legal = ctx.legal();
    focusCell(cell, false);
    if (game.narrowFit() && kind !== 'key') return game.zoomTo(cell);
    for (const word of ['pile', 'mark']) {
      if (legal.has(`${word} ${cell}`)) return ctx.act(`${word} ${cell}`);
    }
    if (!legal.size) return;
    if (view.phase === 'piling') return ctx.refuse(...whyNotPile(view, board, cell));
    if (view.phase === 'marking') return ctx.refuse(...whyNotMark(board, cell));
    if (view.phase !== 'building') return;
    if (!game.picked) return ctx.refuse('pillars.not.pick', {});
    const before = game.aim;
    const again =
      before?.step && (kind === 'mouse' || kind === 'key' ? before.cell === cell : covers(before.lying, cell));
    if (again && before.step) return ctx.act(before.step);
    aim(cell);
    const { step, why } = /** @type {Pillars.Aim} */ (game.aim);
    if (kind === 'mouse' && step) return ctx.act(step);
    if (step) return;
    const turned = otherTurn(cell);
    if (turned === null || kind === 'mouse') return why && ctx.refuse(...why);
    game.turn = turned; // nobody wants to search for the turn that fits: show it, and let a second tap build it
    aim(cell);
    tellGhost();
  }

  /** @param {Pillars.Lying} lying @param {string} cell */
  const covers = (lying, cell) => lying.cells.some((part) => part.name === cell);

  /** @param {string} name */
  const cellOf = (name) => /** @type {SVGRectElement} */ (cells.get(name));

  /** @param {string} cell */
  function focusCell(cell, move = true) {
    cellOf(focused).setAttribute('tabindex', '-1');
    focused = cell;
    cellOf(cell).setAttribute('tabindex', '0');
    if (move) cellOf(cell).focus();
  }

  /** After a key the reader cannot see the ghost: say what it would bring. */
  function tellGhost() {
    if (!game.aim) return;
    const { lying, split: points, why } = game.aim;
    const where = ctx.t('pillars.ghost', { cell: lying.at, turned: lying.turned });
    ctx.announce(`${where} ${points ? splitText(points, game.update.view.viewer, ctx) : why && ctx.t(...why)}`, false);
  }

  function turn(by = 1) {
    const { picked } = game;
    if (!picked) return;
    const seen = TURNS.filter((degrees, i) => TURNS.slice(0, i).every((other) => !alike(picked, degrees, other)));
    const at = Math.max(0, seen.indexOf(game.turn));
    game.turn = seen[(at + by + seen.length) % seen.length];
    if (game.aim) aim(game.aim.cell);
    game.turned();
  }

  root.addEventListener('keydown', (event) => {
    const cell = targetOf(event).dataset?.cell;
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = cellAt(cell);
    if (event.key in ARROWS) {
      /** @type {Pillars.Place} */
      const to = [row + ARROWS[event.key][0], column + ARROWS[event.key][1]];
      if (onBoard(...to)) focusCell(cellName(...to));
    } else if (event.key === 'Home' || event.key === 'End') {
      focusCell(cellName(row, event.key === 'Home' ? 0 : COLUMNS - 1));
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      focusCell(cellName(event.key === 'PageUp' ? 0 : ROWS - 1, column));
    } else if (event.key === 'Enter' || event.key === ' ') {
      press(cell, 'key');
    } else if (event.key.toLowerCase() === 'r' && game.picked && game.building()) {
      turn(event.shiftKey ? -1 : 1);
      tellGhost();
    } else if (event.key.toLowerCase() === 'n' && game.targets().length) {
      const targets = game.targets();
      focusCell(targets[(targets.indexOf(cell) + 1) % targets.length]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  root.addEventListener('focusin', (event) => {
    const cell = targetOf(event).dataset?.cell;
    if (!cell || !root.contains(targetOf(event)) || !targetOf(event).matches(':focus-visible')) return;
    targetOf(event).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (game.picked && game.building()) {
      aim(cell);
      tellGhost();
    }
  });
  let kind = 'mouse';
  root.addEventListener('pointerdown', (event) => {
    kind = event.pointerType === 'mouse' ? 'mouse' : 'touch';
  });
  root.addEventListener('pointermove', (event) => {
    const cell = targetOf(event).dataset?.cell;
    if (event.pointerType === 'mouse' && cell && cell !== game.aim?.cell) aim(cell);
  });
  root.addEventListener('pointerleave', () => {
    // On the way to a button the pointer crosses other cells: the ghost goes back to where it fitted.
    if (game.aim && !game.aim.step && lastFit && ghostAt(lastFit).step) aim(lastFit);
  });
  root.addEventListener('click', (event) => {
    const cell = targetOf(event).dataset?.cell;
    if (cell) press(cell, kind);
  });
  let lastWheel = 0;
  root.addEventListener(
    'wheel',
    (event) => {
      if (!game.aim || event.ctrlKey) return;
      event.preventDefault();
      if (event.timeStamp - lastWheel < 120) return;
      lastWheel = event.timeStamp;
      turn(event.deltaY > 0 ? 1 : -1);
    },
    { passive: false },
  );

  function draw() {
    const { view } = game.update;
    const first = board === null;
    board = game.board = boardOf(view);
    if (first) ground.innerHTML = lagoonGround(board);
    piles.innerHTML = pilesOf(board);
    drawDistricts();
    marks.innerHTML = marksOf(board, view);
    offer();
  }

  /** Districts stay where they are: only the new ones are drawn, or all of them if some were taken back. */
  function drawDistricts() {
    const now = board.districts.map((lying) => look(lying));
    if (drawn.some((one, i) => one !== now[i])) {
      districts.innerHTML = '';
      drawn = [];
    }
    for (const lying of board.districts.slice(drawn.length)) {
      districts.insertAdjacentHTML('beforeend', drawLying(lying, RIM, RIM));
    }
    drawn = now;
    const since = game.latest();
    for (const [i, group] of [...districts.children].entries()) group.classList.toggle('latest', i >= since);
  }

  /** What the legal steps offer here: open cells, and where the picked district fits. */
  function offer() {
    const { view } = game.update;
    const legal = ctx.legal();
    builds = new Map();
    const reach = new Set();
    if (view.phase === 'building') {
      for (const text of legal) {
        const lying = buildStep(text);
        if (!lying || lying.district !== game.picked) continue;
        builds.set(look(lying), text);
        for (const cell of lying.cells) reach.add(cell.name);
      }
    }
    for (const [name, rect] of cells) {
      const step = [`pile ${name}`, `mark ${name}`].find((text) => legal.has(text));
      const open = step !== undefined || reach.has(name);
      const state = [
        open && view.phase,
        board.built.get(name)?.district,
        board.piles.has(name),
        board.marks.get(name),
        board.spans.has(name),
      ].join();
      if (states.get(name) === state) continue; // most cells stay as they are
      states.set(name, state);
      rect.classList.toggle('open', open);
      if (step) rect.dataset.step = step;
      else delete rect.dataset.step;
      rect.setAttribute('aria-label', cellLabel(name, view, board, ctx, open));
    }
    const targets = game.targets();
    if (targets.length && !targets.includes(focused) && !root.contains(document.activeElement))
      focusCell(targets[0], false);
    if (game.aim && game.picked) aim(game.aim.cell);
    else ghostLayer.innerHTML = '';
  }

  return {
    element: root,
    draw,
    offer,
    aim,
    turn,
    clearGhost,
    /** @param {string} name */ cell: cellOf,
    current: () => cellOf(focused),
    builds: () => builds,
    board: () => board,
    /** @param {string} picture what a hint would bring, as SVG */
    hint(picture) {
      hintLayer.innerHTML = picture;
    },
  };
}

/** @param {string} district @param {number} one @param {number} other */
const alike = (district, one, other) => normal(lie(district, [4, 4], one)) === normal(lie(district, [4, 4], other));

/**
 * How a district looks wherever it lies.
 * @param {Pillars.Lying} lying
 */
function normal(lying) {
  const top = Math.min(...lying.cells.map((cell) => cell.row));
  const left = Math.min(...lying.cells.map((cell) => cell.column));
  return lying.cells
    .map((cell) => `${cell.row - top},${cell.column - left}${cell.face}`)
    .sort()
    .join(' ');
}

/** @param {string} one @param {string} other */
function matchMark(one, other) {
  const [[x, y], [u, v]] = [corner(one), corner(other)];
  return `<circle class="match" cx="${(x + u) / 2 + 20}" cy="${(y + v) / 2 + 20}" r="6"/>`;
}
