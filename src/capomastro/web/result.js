// The end: who won, what each score is made of, and how the scores went.

import { get, post } from './api.js';
import { h, toast } from './dom.js';
import { listOf, t } from './i18n.js';
import { SEAT_COLOURS, s, seatMark } from './svg.js';

const minus = (number) => String(number).replace('-', '−');

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
  result.replaceChildren(h('section', { class: 'result panel', 'aria-label': t('result.title') },
    h('h2', {}, t(update.winners.length > 1 ? 'result.shared' : 'result.won', { who: listOf(update.winners.map((seat) => names[seat])) })),
    breakdown(table, names),
    plot,
    h('p', { class: 'buttons' },
      update.held.length > 0 && h('button', { class: 'button main', onclick: () => rematch(table) }, t('result.rematch')),
      h('a', { class: 'button', href: `/replay/${table.id}/0` }, t('result.replay')),
      h('a', { class: 'button', href: `${table.base}/export`, download: `${update.game}-${table.id}.jsonl` }, t('result.export')),
      h('button', { class: 'button', onclick: (event) => verify(table, event.target) }, t('result.verify')),
      h('a', { class: 'button', href: '/' }, t('home')))));
  get(`${table.base}/scores`).then(({ scores }) => plot.replaceChildren(scorePlot(scores, names)), () => {});
}

/** Everybody's score in parts; winners first. */
export function breakdown(table, names) {
  const { update, game, ctx } = table;
  const rows = game.resultRows(update.view, ctx).toSorted((a, b) => update.winners.includes(b.seat) - update.winners.includes(a.seat) || b.total - a.total);
  return h('table', { class: 'score-table' },
    h('caption', { class: 'spoken' }, t('result.breakdown')),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('result.player')), h('th', { scope: 'col' }, t('result.from')), h('th', { scope: 'col', class: 'number' }, t('result.points')))),
    rows.map((row) => h('tbody', {},
      h('tr', { class: 'total' }, h('th', { scope: 'rowgroup', colspan: 2 }, h('span', { class: 'who' }, seatMark(row.seat), names[row.seat], update.winners.includes(row.seat) ? ' ★' : '')), h('td', { class: 'number' }, minus(row.total))),
      row.parts.map((part) => h('tr', {}, h('td', { class: 'nowrap' }, part.label), h('td', { class: 'quiet' }, part.detail), h('td', { class: 'number' }, minus(part.points)))))));
}

async function rematch(table) {
  try {
    const { path } = await post(`${table.base}/rematch`, { seat: table.seat });
    table.page.go(path);
  } catch (problem) {
    toast(problem.message, 'refusal');
  }
}

async function verify(table, button) {
  button.disabled = true;
  try {
    const { holds, steps } = await get(`${table.base}/verify`);
    toast(t(holds ? 'result.holds' : 'result.fails', { steps }), holds ? 'info' : 'refusal');
  } catch (problem) {
    toast(problem.message, 'refusal');
  }
  button.disabled = false;
}

const DASHES = ['', '7 3', '2 3', '10 3 2 3', '4 4', '1 4'];

/** Scores over time, one line for each seat: colour, dash and mark. */
export function scorePlot(scores, names, at = null, narrow = innerWidth < 640) {
  const [width, height, left, right, top, foot] = [narrow ? 360 : 640, 240, 34, 30, 12, 24];
  const all = scores.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(5, ...all);
  const x = (i) => left + (i / Math.max(1, scores.length - 1)) * (width - left - right);
  const y = (value) => top + ((high - value) / (high - low)) * (height - top - foot);
  const step = [1, 2, 5, 10, 20, 50].find((size) => (high - low) / size <= 6) ?? 100;
  const levels = [];
  for (let level = Math.ceil(low / step) * step; level <= high; level += step) levels.push(level);
  const last = scores.at(-1) ?? [];
  const ends = last.map((value, seat) => ({ seat, y: y(value) })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < ends.length; i += 1) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 15);
  return s('svg', { class: 'plot', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('result.plot', { scores: names.map((name, i) => `${name} ${last[i]}`).join(', ') }) },
    ...levels.flatMap((level) => [s('line', { class: level ? 'grid' : 'axis', x1: left, x2: width - right, y1: y(level), y2: y(level) }), s('text', { x: left - 6, y: y(level) + 4, 'text-anchor': 'end' }, minus(level))]),
    s('text', { x: left, y: height - 6 }, t('result.steps', { n: scores.length - 1 })),
    at === null ? null : s('line', { class: 'axis', x1: x(at), x2: x(at), y1: top, y2: height - foot }),
    ...names.map((_, seat) => s('polyline', { points: scores.map((row, i) => `${x(i).toFixed(1)},${y(row[seat]).toFixed(1)}`).join(' '), fill: 'none', stroke: SEAT_COLOURS[seat], 'stroke-width': 2.6, 'stroke-dasharray': DASHES[seat], 'stroke-linejoin': 'round', class: `line-${seat}` })),
    ...ends.map((end) => {
      const mark = seatMark(end.seat, 18);
      mark.setAttribute('x', width - right + 6);
      mark.setAttribute('y', end.y - 9);
      return mark;
    }));
}
