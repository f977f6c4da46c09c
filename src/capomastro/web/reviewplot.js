// Everybody's chance to win over time, one line for each seat: colour, dash and mark.

import { t } from './i18n.js';
import { curves, spread } from './result.js';
import { s, seatMark } from './svg.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [760, 270, 40, 66, 12, 24];

/**
 * @param {Protocol.Review} review @param {string[]} names @param {(step: number) => void} pick what a click on a step does
 */
export function chancePlot({ moments, decisions, turning_points: turning, steps }, names, pick) {
  /** @param {number} step */
  const x = (step) => LEFT + (step / Math.max(1, steps)) * (WIDTH - LEFT - RIGHT);
  /** @param {number} chance */
  const y = (chance) => TOP + (1 - chance) * (HEIGHT - TOP - FOOT);
  const last = moments.at(-1)?.chances ?? [];
  /** @param {number} seat */
  const line = (seat) =>
    moments.map(({ step, chances }) => `${x(step).toFixed(1)},${y(chances[seat]).toFixed(1)}`).join(' ');
  /** @param {MouseEvent & { currentTarget: Element }} event */
  const stepAt = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    return Math.round(Math.max(0, Math.min(1, share)) * steps);
  };
  return s(
    'svg',
    {
      class: 'plot pickable',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': t('review.chances.plot', { n: steps }),
      onclick: (event) => pick(stepAt(event)),
    },
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((level) => [
      s('line', { class: level ? 'grid' : 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: y(level), y2: y(level) }),
      s('text', { x: LEFT - 6, y: y(level) + 4, 'text-anchor': 'end' }, String(level * 100)),
    ]),
    ...turning.flatMap((number, place) => {
      const at = x(decisions[number].step);
      return [
        s('line', { class: 'now', x1: at, x2: at, y1: TOP, y2: HEIGHT - FOOT, 'stroke-dasharray': '3 4' }),
        s('text', { class: 'end', x: at, y: HEIGHT - 7, 'text-anchor': 'middle' }, String(place + 1)),
      ];
    }),
    ...curves(names, line),
    ...spread(
      last.map((value, seat) => ({ seat, value, y: y(value) })),
      HEIGHT - FOOT,
    ).flatMap((end) => {
      const mark = seatMark(end.seat, 18);
      mark.setAttribute('x', String(WIDTH - RIGHT + 8));
      mark.setAttribute('y', String(end.y - 9));
      return [
        mark,
        s('text', { class: 'end', x: WIDTH - RIGHT + 30, y: end.y + 4.5 }, String(Math.round(end.value * 100))),
      ];
    }),
  );
}
