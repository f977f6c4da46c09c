// The pictures of the games: large ones for the home page and invitations, small ones for lists.

import { posterOf } from './games.js';
import { s } from './svg.js';

/** @type {Map<string, Posters | Promise<Posters>>} */
const modules = new Map();

/**
 * A game's picture. Its frame has its size at once; what is in it comes when the game's own module has been fetched.
 * @param {string} game
 */
export function poster(game, mini = false) {
  const frame = mini
    ? s('svg', { class: 'mini', viewBox: '0 0 40 40', 'aria-hidden': 'true' })
    : s('svg', { viewBox: '0 0 470 250', preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' });
  const source = posterOf(game);
  const known = modules.get(source);
  /** @param {Posters} module */
  const fill = (module) => frame.append(...(mini ? module.miniature(game) : module.poster(game)).childNodes);
  if (known && !(known instanceof Promise))
    fill(known); // lists are drawn again and again: no picture may flicker
  else fetched(source).then(fill, () => {}); // a page without pictures is still a page
  return frame;
}

/**
 * @param {string} source
 * @returns {Promise<Posters>}
 */
async function fetched(source) {
  const known = modules.get(source);
  if (known) return known;
  const coming = import(`./games/${source}/poster.js`);
  coming.then(
    (module) => modules.set(source, module),
    () => modules.delete(source),
  );
  modules.set(source, coming);
  return coming;
}
