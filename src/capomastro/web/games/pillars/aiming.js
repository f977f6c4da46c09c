// Beside the lagoon while building: turn the district, see who would get what, and build it.

import { cutName, h } from '../../dom.js';
import { seatMark } from '../../svg.js';
import { buildStep, split } from './map.js';
import { districtPicture, sign } from './pictures.js';
import { drawn } from './panels.js';
import { districtName, splitText, stepLabel } from './words.js';

const MOST_LISTED = 40;

/** @param {Pillars.Play} game @param {Pillars.Ctx} ctx */
export function aimPanel(game, ctx) {
  const { view } = game.update;
  if (!game.building()) return null;
  const places = game.picked ? bestPlaces(game, ctx) : [];
  return h(
    'section',
    { class: 'pl-aim', 'data-live': '' },
    game.picked ? head(game, ctx) : h('p', { class: 'quiet' }, ctx.t('pillars.pick')),
    game.picked && !game.aim ? h('p', { class: 'quiet' }, ctx.t('pillars.aim')) : null,
    game.aim ? outcome(game, view, ctx) : null,
    places.length ? list(game, places, ctx) : null,
  );
}

/** @param {Pillars.Play} game @param {Pillars.Ctx} ctx */
function head(game, ctx) {
  return h(
    'div',
    { class: 'aim-head' },
    h('span', { class: 'aim-piece' }, game.picked && drawn(districtPicture(game.picked, game.turn))),
    h(
      'button',
      { class: 'button small', 'data-key': 'turn', title: ctx.t('pillars.turn.hint'), onclick: () => game.turnBy(1) },
      drawn(
        `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M18 8a7.500 7.500 0 1 0 1.500 6M18 3v5h-5"/></svg>`,
      ),
      h('span', { class: 'turn-word' }, ctx.t('pillars.turn')),
    ),
    buildButton(game, ctx),
  );
}

/** @param {Pillars.Play} game @param {Pillars.Ctx} ctx */
function buildButton(game, ctx) {
  if (!game.aim?.split || !game.aim.step) return null;
  const { split: points, step } = game.aim;
  const viewer = game.update.view.viewer ?? 0;
  return h(
    'button',
    {
      class: 'button main',
      'data-key': 'build',
      'data-step': step,
      'aria-label': `${stepLabel(step, ctx)}: ${splitText(points, viewer, ctx)}`,
      onclick: () => ctx.act(step),
    },
    ctx.t('pillars.build.points', { n: points.points[viewer] }),
  );
}

/**
 * The split of the points, source by source, each with whom it goes to.
 * @param {Pillars.Play} game @param {Pillars.View} view @param {Pillars.Ctx} ctx
 */
export function outcome(game, view, ctx) {
  if (!game.aim) return null;
  const { split: points, why } = game.aim;
  if (!points) return h('p', { class: 'why' }, why && ctx.t(...why));
  /** @param {string} picture @param {string} label @param {number | null} who @param {number} number */
  const row = (picture, label, who, number) =>
    h(
      'tr',
      { class: number ? null : 'nothing' },
      h('th', { scope: 'row' }, drawn(sign(picture)), ctx.t(label)),
      h('td', {}, who === null ? '' : whom(who, view, ctx)),
      h('td', { class: 'number' }, number ? `+${number}` : '0'),
    );
  const rows = [
    row('crest', 'pillars.split.crestsRow', view.viewer, points.crests),
    row('match', 'pillars.split.matchesRow', view.viewer, points.matches.length),
    ...[...points.markers].map(([owner, count]) => row('marker', 'pillars.split.markersRow', owner, 3 * count)),
    points.own ? row('marker', 'pillars.split.ownRow', view.viewer, 0) : null,
    points.gondola !== null ? row('gondola', 'pillars.split.gondolaRow', points.gondola, 2) : null,
  ];
  return h('table', { class: 'outcome' }, h('tbody', {}, rows));
}

/** @param {number} seat @param {Pillars.View} view @param {Pillars.Ctx} ctx */
const whom = (seat, view, ctx) =>
  h(
    'span',
    { class: 'whom' },
    seatMark(seat, 16),
    cutName(seat === view.viewer ? ctx.t('pillars.split.you') : ctx.names[seat]),
  );

/**
 * What building there is worth: my points, less what the best placed of the others gets from it.
 * @param {Pillars.Play} game @param {Pillars.Ctx} ctx
 */
function bestPlaces(game, ctx) {
  const { view } = game.update;
  const found = [];
  for (const text of ctx.legal()) {
    const lying = buildStep(text);
    if (!lying || lying.district !== game.picked) continue;
    const points = split(view, game.board, lying, view.viewer);
    const others = points.points.filter((_, seat) => seat !== view.viewer);
    found.push({ lying, points, mine: points.points[view.viewer ?? 0], theirs: others.reduce((sum, n) => sum + n, 0) });
  }
  return found.sort((a, b) => b.mine - a.mine || a.theirs - b.theirs);
}

/** @param {Pillars.Play} game @param {ReturnType<typeof bestPlaces>} places @param {Pillars.Ctx} ctx */
function list(game, places, ctx) {
  const { view } = game.update;
  const items = places.slice(0, MOST_LISTED).map(({ lying, points, mine, theirs }) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          class: 'button small',
          'data-key': `place-${lying.text}`,
          'aria-label': `${ctx.t('pillars.place.at', { district: districtName(lying.district, ctx), cell: lying.at })}. ${ctx.t('pillars.ghost', { cell: lying.at, turned: lying.turned })} ${splitText(points, view.viewer, ctx)}`,
          onclick: () => game.aimAt(lying),
        },
        `${lying.at} · ${lying.turned}°`,
        h('b', {}, `+${mine}`),
        theirs ? h('span', { class: 'theirs' }, `(+${theirs})`) : null,
      ),
    ),
  );
  const box = h(
    'details',
    { class: 'places' },
    h('summary', { 'data-key': 'places' }, ctx.t('pillars.places', { n: places.length })),
    h('ol', { 'data-group': 'places', 'data-rove': '' }, items),
  );
  box.open = game.placesOpen;
  box.addEventListener('toggle', () => {
    game.placesOpen = box.open;
  });
  return box;
}
