// Where the steps of a hint would go: which cards are laid, which tiles come, and to which palazzo.

import { nextQuarry } from './board.js';
import { CERTIFICATE, CURRENCIES, tileOf } from './names.js';
import { planOf, withAll } from './trial.js';
import { gainOfMoving } from './worth.js';

/**
 * The things that steps name, each step as its verb and the rest of its text.
 * @param {string[]} line @param {string} verb
 */
const named = (line, verb) =>
  line.filter((step) => step.startsWith(`${verb} `)).map((step) => step.slice(verb.length + 1));

/**
 * What would come to my palazzi by these steps and those that follow, as tiles on trial do; null if nothing does.
 * @param {Palazzo.Hinted} hinted @param {Palazzo.View} view @param {Palazzo.Palazzi} palazzi
 * @returns {Palazzo.Plan | null}
 */
export function ghostPlan({ line, then }, view, palazzi) {
  const [moved] = named(line, 'move');
  const [target] = named(line, 'put');
  const tile = moved && palazzi[moved]?.[0];
  if (tile && target)
    return { come: new Map([[target, [tile]]]), begun: [], boxed: [], gain: gainOfMoving(palazzi[target], tile) };
  const mine = line[0].startsWith('build ') ? view.pending : [...(view.payment?.tiles ?? []), ...named(line, 'buy')];
  if (mine.length) return placed([...line, ...then], mine, palazzi);
  const bids = view.phase === 'bidding' || view.phase === 'raising';
  const next = line[0] === 'auction' ? nextQuarry(view) : bids && line[0] !== 'pass' ? view.builder : null;
  const lot = next === null ? [] : view.quarries[next];
  const plan = lot.length > 3 ? null : planOf(palazzi, lot);
  return plan && plan.boxed.length < lot.length ? plan : null;
}

/**
 * Where steps put these tiles; the last one left is built without being named.
 * @param {string[]} steps @param {string[]} tiles @param {Palazzo.Palazzi} palazzi
 * @returns {Palazzo.Plan | null}
 */
function placed(steps, tiles, palazzi) {
  const come = new Map();
  const begun = new Map();
  const boxed = [];
  const left = [...tiles];
  for (const step of steps) {
    const [verb] = step.split(' ');
    if (verb === 'build') left.unshift(...left.splice(left.indexOf(step.slice(6)), 1));
    if (!['box', 'new', 'put'].includes(verb)) continue;
    const tile = left.shift() ?? '';
    const letter = verb === 'put' ? step.slice(4) : freeLetter(palazzi, begun);
    const target = verb === 'new' || begun.has(letter) ? begun : come;
    if (verb === 'box') boxed.push(tile);
    else target.set(letter, [...(target.get(letter) ?? []), tile]);
  }
  if (!come.size && !begun.size) return null;
  const gains = [...come].map(
    ([letter, tiles]) => withAll(palazzi[letter] ?? [], tiles) - withAll(palazzi[letter] ?? [], []),
  );
  const fresh = [...begun.values()].map((tiles) => withAll([], tiles));
  return { come, begun: [...begun.values()], boxed, gain: [...gains, ...fresh].reduce((sum, one) => sum + one, 0) };
}

/**
 * The letter that the next palazzo gets.
 * @param {Palazzo.Palazzi} palazzi @param {Map<string, string[]>} begun
 */
function freeLetter(palazzi, begun) {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  return letters.find((letter) => !(letter in palazzi) && !begun.has(letter)) ?? '';
}

/**
 * The pieces on the table that these steps are about.
 * @param {HTMLElement} table @param {string[]} line @param {Palazzo.View} view
 */
export function ghostPieces(table, line, view) {
  const cards = [
    ...named(line, 'lay'),
    ...named(line, 'discard'),
    ...named(line, 'trio').flatMap((value) =>
      value === '2' ? Array(3).fill(CERTIFICATE) : CURRENCIES.map((currency) => `${currency} ${value}`),
    ),
  ];
  /** @type {Map<string, number>} */
  const seen = new Map();
  const keys = cards.map((name) => {
    const n = seen.get(name) ?? 0;
    seen.set(name, n + 1);
    return `[data-key="hand ${name} ${n}"]`;
  });
  const [moved] = named(line, 'move');
  const wanted = [
    ...keys,
    ...named(line, 'trio').map((value) => `.pz-trios [data-step="trio ${value}"]`),
    ...named(line, 'buy').map((tile) => `.pz-warehouse [data-fly="tile ${tile}"]`),
    ...named(line, 'out').map((place) => floorAt(place, view)),
    ...(moved ? [`.pz-mine [data-key="${moved} ${view.seats[view.viewer ?? 0].palazzi[moved]?.[0]}"]`] : []),
    ...(line[0] === 'auction' ? [`[data-place="quarry ${nextQuarry(view)}"]`] : []),
    ...(line[0] === 'reveal' ? ['.pz-stack.current'] : []),
    ...(line[0] === 'take' ? ['.pz-deck'] : []),
    `[data-step="${line[0]}"]`,
  ];
  const found = wanted.map((what) => table.querySelector(what)).filter((piece) => piece !== null);
  return [...new Set([...found, ...table.querySelectorAll('.pz-mine .pz-ghost:not([data-step])')])];
}

/**
 * A floor that is taken out, by its palazzo and number: `B 3`.
 * @param {string} place @param {Palazzo.View} view
 */
function floorAt(place, view) {
  const [letter, floor] = place.split(' ');
  const names = view.seats[view.viewer ?? 0].palazzi[letter] ?? [];
  const tile = names.find((name) => tileOf(name).floor === Number(floor));
  return `.pz-mine :is([data-key="${letter} ${tile}"], [data-step="out ${place}"])`;
}
