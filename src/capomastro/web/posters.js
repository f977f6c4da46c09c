// The pictures of the games: large ones for the home page and invitations, small ones for lists.

import { drawingOf } from './games.js';
import { s } from './svg.js';

const modules = new Map();

/** A game's picture. Its frame has its size at once; what is in it comes when the game's own module has been fetched. */
export function poster(game, mini = false) {
  const frame = mini
    ? s('svg', { class: 'mini', viewBox: '0 0 40 40', 'aria-hidden': 'true' })
    : s('svg', { viewBox: '0 0 470 250', preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' });
  const source = drawingOf(game);
  const known = modules.get(source);
  const fill = (module) => frame.append(...(mini ? module.miniature(game) : module.poster(game)).childNodes);
  if (known && !(known instanceof Promise)) fill(known); // lists are drawn again and again: no picture may flicker
  else fetched(source).then(fill, () => {}); // a page without pictures is still a page
  return frame;
}

function fetched(source) {
  if (!modules.has(source)) {
    const coming = import(`./games/${source}/poster.js`);
    coming.then((module) => modules.set(source, module), () => modules.delete(source));
    modules.set(source, coming);
  }
  return modules.get(source);
}
