// The end: who won, what each score is made of, and how the scores went.

import { get, post } from './api.js';
import { complain, h, toast } from './dom.js';
import { listOf, t } from './i18n.js';
import { SEAT_COLOURS, s, seatMark } from './svg.js';

/** @param {number} number */
const minus = (number) => String(number).replace('-', '−');

/** @param {Table} table */
export function drawResult(table) {
  const { update, result } = table;
  if (update.status !== 'over') {
    result.replaceChildren();
    table.plotted = false;
    return;
  }
  if (table.plotted) return;
  table.plotted = true;
  const names = table.names();
  const plot = h('div', { class: 'plot-root' });
  const same = h('div', {});
  result.replaceChildren(
    h(
      'section',
      { class: 'result panel', 'aria-label': t('result.title') },
      headline(table, names),
      breakdown(table, names),
      plot,
      h(
        'p',
        { class: 'buttons' },
        h(
          'a',
          { class: 'button small', href: `${table.base}/export`, download: `${update.game}-${table.id}.jsonl` },
          t('result.export'),
        ),
        h('button', { class: 'button small', onclick: (event) => verify(table, event.target) }, t('result.verify')),
        h('button', { class: 'button small', onclick: () => card(table) }, t('result.card')),
        update.daily
          ? h('a', { class: 'button small', href: `/daily/${update.daily}` }, t('result.daily'))
          : update.held.length > 0 &&
              h(
                'button',
                { class: 'button small', onclick: () => again(table) },
                t(update.again ? 'result.to again' : 'result.again'),
              ),
      ),
      same,
    ),
  );
  if (update.deal_of || update.again)
    import('./samedeal.js')
      .then(({ comparison }) => comparison(table))
      .then((found) => same.replaceChildren(found), complain);
  get(`${table.base}/scores`).then(
    ({ scores }) =>
      plot.replaceChildren(
        scorePlot(scores, names, {
          room: result.clientWidth,
          pick: (step) => table.page.go(`/replay/${table.id}/${step}`),
        }),
      ),
    () => {},
  );
}

/**
 * What one may want to do when the game is over; the dock offers it.
 * @param {Table} table
 */
export function nextButtons(table) {
  return [
    rematchButton(table),
    h('a', { class: 'button', href: `/replay/${table.id}/0` }, t('result.replay')),
    h('a', { class: 'button', href: `/t/${table.id}/review` }, t('result.review')),
    h('a', { class: 'button', href: '/' }, t('home')),
  ];
}

/**
 * One button for everybody: it makes the rematch, or leads to the one that somebody has made.
 * @param {Table} table
 */
function rematchButton(table) {
  const { rematch: made, rematch_by: by, held } = table.update;
  if (!held.length)
    return (
      made && h('a', { class: 'button main', 'data-key': 'rematch', href: `/t/${made}` }, t('result.watch rematch'))
    );
  const words = !made
    ? t('result.rematch')
    : by === null || held.includes(by)
      ? t('result.to rematch')
      : t('result.join', { who: table.names()[by] });
  return h('button', { class: 'button main', 'data-key': 'rematch', onclick: () => rematch(table) }, words);
}

/**
 * Tells those who are still here that somebody has set up a rematch.
 * @param {Table} table @param {Update} before
 */
export function tellRematch(table, before) {
  const { rematch: made, rematch_by: by, held } = table.update;
  if (made && !before.rematch && by !== null && !held.includes(by))
    toast(t('result.rematch made', { who: table.names()[by] }));
}

/** @param {Table} table @param {string[]} names */
function headline(table, names) {
  const { update, game, ctx } = table;
  const totals = game
    .resultRows(update.view, ctx, update.scores)
    .map((row) => row.total)
    .sort((a, b) => b - a);
  const ahead = totals[0] - (totals[1] ?? 0);
  return h(
    'header',
    { class: 'result-head' },
    h(
      'span',
      { class: 'laurels' },
      update.winners.map((seat) => laurel(seat)),
    ),
    h(
      'span',
      {},
      h(
        'h2',
        {},
        t(update.winners.length > 1 ? 'result.shared' : 'result.won', {
          who: listOf(update.winners.map((seat) => names[seat])),
        }),
      ),
      ahead > 0 && update.winners.length === 1 && h('p', { class: 'quiet' }, t('result.ahead', { n: ahead })),
    ),
  );
}

/**
 * The winner's mark in a wreath.
 * @param {number} seat
 */
function laurel(seat) {
  /** @param {number} turn @param {number} side */
  const leaf = (turn, side) =>
    s('path', {
      d: 'M0-27c5 2 6 7 3 11-4-2-6-7-3-11z',
      transform: `translate(32 32) rotate(${side * turn}) scale(${side} 1)`,
    });
  const mark = seatMark(seat, 26);
  mark.setAttribute('x', '19');
  mark.setAttribute('y', '18');
  return s(
    'svg',
    { class: 'laurel', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
    ...[40, 64, 88, 112, 136, 160].flatMap((turn) => [leaf(turn, 1), leaf(turn, -1)]),
    mark,
  );
}

/**
 * Everybody's score in parts; winners first.
 * @param {Pick<Table, 'update' | 'game' | 'ctx'>} table @param {string[]} names
 */
export function breakdown(table, names) {
  const { update, game, ctx } = table;
  const rows = game
    .resultRows(update.view, ctx, update.scores)
    .toSorted(
      (a, b) => Number(update.winners.includes(b.seat)) - Number(update.winners.includes(a.seat)) || b.total - a.total,
    );
  const most = Math.max(1, ...rows.flatMap((row) => row.parts.map((part) => part.points)));
  return h(
    'div',
    { class: game.resultPicture ? 'score-cards pictured' : 'score-cards' },
    rows.map((row) =>
      h(
        'article',
        { class: update.winners.includes(row.seat) ? 'score-card won' : 'score-card' },
        game.resultPicture && (game.resultPicture(update.view, row.seat, ctx) ?? h('div', {})),
        h(
          'table',
          { class: 'score-table' },
          h('caption', { class: 'spoken' }, `${t('result.breakdown')}: ${names[row.seat]}`),
          h(
            'thead',
            {},
            h(
              'tr',
              { class: 'total' },
              h('th', { scope: 'col', colspan: 2 }, h('span', { class: 'who' }, seatMark(row.seat), names[row.seat])),
              h('td', { class: 'number' }, minus(row.total)),
            ),
          ),
          h(
            'tbody',
            {},
            row.parts.map((part) => scorePart(part, most)),
          ),
        ),
      ),
    ),
  );
}

/**
 * One source of points, with a bar as long as it is worth.
 * @param {ResultRow['parts'][number]} options @param {number} most
 */
function scorePart({ label, detail, points }, most) {
  return h(
    'tr',
    { class: points ? null : 'nothing' },
    h('th', { scope: 'row' }, label),
    h(
      'td',
      { class: 'share' },
      detail && h('span', { class: 'quiet' }, detail),
      points > 0 && h('i', { style: `width:${Math.round((points / most) * 100)}%` }),
    ),
    h('td', { class: 'number' }, minus(points)),
  );
}

/** @param {Table} table */
async function rematch(table) {
  try {
    const { path } = await post(`${table.base}/rematch`, { seat: table.seat });
    table.page.go(path);
  } catch (problem) {
    complain(problem);
  }
}

/** @param {Table} table */
async function card(table) {
  try {
    const { openCard } = await import('./card.js');
    await openCard(table);
  } catch (problem) {
    complain(problem);
  }
}

/** @param {Table} table */
async function again(table) {
  const { playAgain } = await import('./samedeal.js');
  await playAgain(table);
}

/** @param {Table} table @param {HTMLButtonElement} button */
async function verify(table, button) {
  button.disabled = true;
  try {
    const { openCheck } = await import('./check.js');
    await openCheck(table);
  } catch (problem) {
    complain(problem);
  }
  button.disabled = false;
}

const DASHES = ['', '7 3', '2 3', '10 3 2 3', '4 4', '1 4'];

/**
 * A line for each seat: colour and dash, above a casing that keeps crossing lines apart.
 * @param {string[]} names @param {(seat: number) => string} line the points of a seat's line
 */
export function curves(names, line) {
  return [
    ...names.map((_, seat) => s('polyline', { points: line(seat), class: 'casing', 'stroke-dasharray': DASHES[seat] })),
    ...names.map((_, seat) =>
      s('polyline', {
        points: line(seat),
        fill: 'none',
        stroke: SEAT_COLOURS[seat],
        'stroke-width': 2.4,
        'stroke-dasharray': DASHES[seat],
        'stroke-linejoin': 'round',
      }),
    ),
  ];
}

/**
 * Scores over time, one line for each seat: colour, dash and mark. `room` is how wide it may be, `at` the step marked, `pick(step)` what a click on it does.
 * @param {number[][]} scores @param {string[]} names
 * @param {{ at?: number | null, room?: number, pick?: ((step: number) => void) | null }} [options]
 */
export function scorePlot(scores, names, { at = null, room = 640, pick = null } = {}) {
  const [width, height, left, right, top, foot] = [Math.max(320, Math.min(1000, room - 32)), 230, 34, 62, 14, 24];
  const all = scores.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(5, ...all);
  /** @param {number} i */
  const x = (i) => left + (i / Math.max(1, scores.length - 1)) * (width - left - right);
  /** @param {number} value */
  const y = (value) => top + ((high - value) / (high - low)) * (height - top - foot);
  const last = scores.at(-1) ?? [];
  /** @param {number} seat */
  const line = (seat) => scores.map((row, i) => `${x(i).toFixed(1)},${y(row[seat]).toFixed(1)}`).join(' ');
  /** @param {MouseEvent & { currentTarget: Element }} event */
  const stepAt = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - left) / (width - left - right);
    return Math.round(Math.max(0, Math.min(1, share)) * (scores.length - 1));
  };
  return s(
    'svg',
    {
      class: pick ? 'plot pickable' : 'plot',
      onclick: pick && ((event) => pick(stepAt(event))),
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': t('result.plot', { scores: names.map((name, i) => `${name} ${last[i]}`).join(', ') }),
    },
    ...levels(low, high).flatMap((level) => [
      s('line', { class: level ? 'grid' : 'axis', x1: left, x2: width - right, y1: y(level), y2: y(level) }),
      s('text', { x: left - 6, y: y(level) + 4, 'text-anchor': 'end' }, minus(level)),
    ]),
    // Who picks a step counts those that a viewer has seen, not all.
    pick ? null : s('text', { x: left, y: height - 6 }, t('result.steps', { n: scores.length - 1 })),
    at === null ? null : s('line', { class: 'now', x1: x(at), x2: x(at), y1: top, y2: height - foot }),
    ...curves(names, line),
    ...spread(
      last.map((value, seat) => ({ seat, value, y: y(value) })),
      height - foot,
    ).flatMap((end) => {
      const mark = seatMark(end.seat, 18);
      mark.setAttribute('x', String(width - right + 8));
      mark.setAttribute('y', String(end.y - 9));
      return [mark, s('text', { class: 'end', x: width - right + 31, y: end.y + 4.5 }, minus(end.value))];
    }),
  );
}

/**
 * Round numbers for the lines across.
 * @param {number} low @param {number} high
 */
function levels(low, high) {
  const step = [1, 2, 5, 10, 20, 50].find((size) => (high - low) / size <= 6) ?? 100;
  const found = [];
  for (let level = Math.ceil(low / step) * step; level <= high; level += step) found.push(level);
  return found;
}

/**
 * Marks at the ends of the lines, moved apart where they would cover each other.
 * @param {{ seat: number, value: number, y: number }[]} ends @param {number} floor
 */
export function spread(ends, floor) {
  ends.sort((a, b) => a.y - b.y);
  for (let i = 1; i < ends.length; i += 1) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 19);
  for (let i = ends.length - 1, most = floor; i >= 0; i -= 1, most -= 19) ends[i].y = Math.min(ends[i].y, most);
  return ends;
}
