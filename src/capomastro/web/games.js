// A game's drawing, style sheet and words, fetched when they are first needed.

import { addWords, hasWord, t } from './i18n.js';
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

/** A bot's name in the reader's language, if it is one of ours. */
export function botName(name) {
  return hasWord(`bot.${name}`) ? t(`bot.${name}`) : name;
}

/** What a seat is called: bots that nobody has named by what they are, people as they wish. */
function nameOf(seat) {
  const level = seat.bot?.split(':')[0];
  return seat.kind === 'bot' && seat.name?.toLowerCase() === level ? botName(level) : seat.name;
}

/** The players' names by seat; namesakes get numbers. Seats without a name are called `nobody`, or by their number. */
export function namesOf(seats, nobody = null) {
  const names = seats.map((seat) => nameOf(seat) || nobody || t('seat', { number: seat.seat + 1 }));
  const count = (some, name) => some.filter((other) => other === name).length;
  return names.map((name, i) => (name === nobody || count(names, name) === 1 ? name : `${name} ${count(names.slice(0, i + 1), name)}`));
}
