// A game's drawing, style sheet and words, fetched when they are first needed.

import { addWords, t } from './i18n.js';
import { h } from './dom.js';

export const GAMES = ['palazzo', 'pillars'];
const modules = new Map();

function stylesheet(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => document.head.append(h('link', { rel: 'stylesheet', href, onload: done, onerror: done })));
}

export async function loadGame(name) {
  if (!modules.has(name)) modules.set(name, import(`./games/${name}.js`));
  const [module] = await Promise.all([modules.get(name), stylesheet(`/games/${name}.css`), addWords(name)]);
  return module;
}

/** The players' names by seat; namesakes get numbers. */
export function namesOf(seats) {
  const names = seats.map((seat) => seat.name || t('seat', { number: seat.seat + 1 }));
  return names.map((name, i) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${names.slice(0, i + 1).filter((other) => other === name).length}`));
}
