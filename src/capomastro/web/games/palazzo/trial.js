// What tiles would bring: the tags on them, and the lot tried on my palazzi before I bid or buy.

import { h, targetOf } from '../../dom.js';
import { bestLot, bestPlace, bestRebuild, signed, withTile, worthOf } from './worth.js';

const MOST = 3; // a larger lot is shared out one by one

/**
 * What a tile would bring me, as { text, brief, kind, words }; with `beside`, if those tiles come too.
 * @param {Palazzo.Ctx} ctx @param {Palazzo.Palazzi} palazzi @param {string} tile @param {string[]} [beside]
 */
export function tagOf(ctx, palazzi, tile, beside = []) {
  const { t } = ctx;
  if (beside.length) {
    const gain = bestLot(palazzi, [...beside, tile]).gain - bestLot(palazzi, beside).gain;
    return {
      text: signed(gain),
      brief: signed(gain),
      kind: gain > 0 ? 'good' : '',
      words: t('palazzo.tag.beside', { points: signed(gain) }),
    };
  }
  const now = bestPlace(palazzi, tile);
  const later = bestRebuild(palazzi, tile);
  if (later.gain > Math.max(0, now.gain)) {
    const args = { letter: later.palazzo, points: signed(later.gain) };
    return {
      text: t('palazzo.tag.rebuild short', args),
      brief: `(${signed(later.gain)})`,
      kind: 'later',
      words: t('palazzo.tag.rebuild', args),
    };
  }
  if (now.palazzo)
    return {
      text: `${now.palazzo} ${signed(now.gain)}`,
      brief: signed(now.gain),
      kind: now.gain > 0 ? 'good' : '',
      words: t('palazzo.about.place', { letter: now.palazzo, points: signed(now.gain) }),
    };
  return {
    text: t('palazzo.tag.new', { points: signed(now.gain) }),
    brief: signed(now.gain),
    kind: '',
    words: t('palazzo.about.new', { points: signed(now.gain) }),
  };
}

/**
 * What several tiles together bring at best, as a button that tries them on; null for a single one.
 * @param {Palazzo.Ctx} ctx @param {Palazzo.Palazzi} palazzi @param {string[]} tiles
 */
export function lotTag(ctx, palazzi, tiles) {
  if (tiles.length < 2 || tiles.length > MOST) return null;
  const { gain } = bestLot(palazzi, tiles);
  const words = ctx.t('palazzo.tag.lot', { points: signed(gain) });
  return h(
    'button',
    {
      class: gain > 0 ? 'pz-whole button small good' : 'pz-whole button small',
      'data-try': tiles.join('|'),
      'data-key': 'whole lot',
      title: ctx.t('palazzo.try'),
    },
    words,
  );
}

/**
 * Where the tiles under trial would go: for each palazzo the tiles that would come, what is begun, what goes into the box.
 * @param {Palazzo.Palazzi} palazzi @param {string[] | null} tiles
 */
export function planOf(palazzi, tiles) {
  if (!tiles?.length) return null;
  const { moves, gain } = tiles.length === 1 ? single(palazzi, tiles[0]) : bestLot(palazzi, tiles);
  const come = new Map();
  const begun = new Map();
  const boxed = [];
  for (const { tile, place } of moves) {
    if (place === 'box') boxed.push(tile);
    else {
      const target = place.startsWith('new ') ? begun : come;
      target.set(place, [...(target.get(place) ?? []), tile]);
    }
  }
  return { come, begun: [...begun.values()], boxed, gain };
}

/**
 * A single tile is shown where it goes now, or else beginning a palazzo: the tag beside it says what a rebuild makes of that.
 * @param {Palazzo.Palazzi} palazzi @param {string} tile
 */
function single(palazzi, tile) {
  const { gain, palazzo } = bestPlace(palazzi, tile);
  return { gain, moves: [{ tile, place: palazzo ?? 'new 1' }] };
}

/**
 * The points of a palazzo with these tiles in it.
 * @param {string[]} names @param {string[]} tiles
 */
export const withAll = (names, tiles) => worthOf(tiles.reduce(withTile, names)).points;

/**
 * Lets what carries `data-try` be tried on by pointing at it, by the focus, and by a tap; `show(tiles)` draws it. A tap
 * keeps it until the next one.
 * @param {HTMLElement} root @param {(tiles: string[] | null) => void} show
 */
export function listenForTrials(root, show) {
  /** @type {string | null} */
  let kept = null;
  /** @type {string | null} */
  let shown = null;
  /** @param {string | null} wish */
  const on = (wish) => {
    if (wish === shown) return;
    shown = wish;
    show(wish ? wish.split('|') : null);
  };
  /** @param {Event} event */
  const wishOf = (event) => targetOf(event).closest?.('[data-try]')?.dataset.try ?? null;
  root.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') on(wishOf(event) ?? kept);
  });
  root.addEventListener('pointerleave', () => on(kept));
  root.addEventListener('focusin', (event) => {
    if (targetOf(event).matches(':focus-visible')) on(wishOf(event) ?? kept);
  });
  root.addEventListener('focusout', () => on(kept));
  root.addEventListener('click', (event) => {
    const wish = wishOf(event);
    if (wish === null) return;
    kept = kept === wish ? null : wish;
    on(kept);
  });
  return {
    forget() {
      kept = shown = null;
    },
  };
}
