// A game's drawing, style sheet and words, fetched when they are first needed.

import { get } from './api.js';
import { addWords, hasWord, t } from './i18n.js';
import { stylesheet } from './dom.js';

const PLAIN = 'plain'; // draws every game that has no drawing of its own
/** @type {Map<string, Promise<GameModule>>} */
const modules = new Map();
/** @type {Map<string, Protocol.GameInfo>} */
const known = new Map();
/** @type {Promise<Protocol.GameInfo[]> | null} */
let asked = null;

/** The games this server offers: the only list of games there is. */
export function gameList() {
  asked ??= get('/api/games').then(
    ({ games }) => {
      for (const game of games) known.set(game.name, game);
      return Promise.all(games.filter((game) => game.words).map((game) => addWords(game.name))).then(() => games);
    },
    (problem) => {
      asked = null;
      throw problem;
    },
  );
  return asked;
}

/**
 * Whether the page has a drawing, rules and a guide of its own for a game; asked once the list is here.
 * @param {string} name
 */
export const hasPage = (name) => Boolean(known.get(name)?.page);

/**
 * Whose pictures stand for a game: its own, or those of games that bring none.
 * @param {string} name
 */
export const posterOf = (name) => (hasPage(name) || known.get(name)?.drawing?.poster ? name : PLAIN);

/**
 * What a game is called: in the reader's language, or as it calls itself.
 * @param {string} name
 */
export const titleOf = (name) => (hasWord(`game.${name}`) ? t(`game.${name}`) : (known.get(name)?.title ?? name));

/**
 * The module of a game, with all that it needs.
 * @param {string} name
 * @returns {Promise<GameModule>}
 */
export async function loadGame(name) {
  await gameList();
  const drawing = known.get(name)?.drawing;
  if (drawing) return brought(name, drawing);
  return ours(hasPage(name) ? name : PLAIN);
}

/** The drawing that draws anything. */
export const loadPlain = () => ours(PLAIN);

/**
 * A drawing of the page's own.
 * @param {string} name
 * @returns {Promise<GameModule>}
 */
async function ours(name) {
  const loading = modules.get(name) ?? import(`./games/${name}.js`);
  modules.set(name, loading);
  const [module] = await Promise.all([loading, stylesheet(`/games/${name}.css`), addWords(name)]);
  return module;
}

/**
 * A drawing of the game's own package. What its module does not say the default view says, which also draws the game if
 * the module cannot be loaded.
 * @param {string} name @param {Protocol.DrawingInfo} drawing
 * @returns {Promise<GameModule>}
 */
async function brought(name, { style, languages }) {
  const folder = `/games/${name}`;
  /** @param {string} language */
  const wordsIn = (language) => `${folder}/words/${languages.includes(language) ? language : languages[0]}.json`;
  const [plain, own] = await Promise.all([
    ours(PLAIN),
    import(`${folder}/game.js`).catch(console.error),
    style && stylesheet(`${folder}/game.css`),
    languages.length > 0 && addWords(`${name} drawing`, wordsIn), // beside those for the default view
  ]);
  return own ? { ...plain, onBoard: undefined, ...own } : plain;
}

/** The levels that people choose from, the weakest first. */
export const LEVELS = ['novice', 'apprentice', 'journeyman', 'master', 'grandmaster'];

/**
 * A bot's name in the reader's language, if it is one of ours.
 * @param {string} name
 */
export function botName(name) {
  return hasWord(`bot.${name}`) ? t(`bot.${name}`) : name;
}

/**
 * What a seat is called: bots that nobody has named by what they are, people as they wish.
 * @param {Sitter} seat
 */
function nameOf(seat) {
  const level = seat.bot?.split(':')[0];
  return seat.kind === 'bot' && seat.name?.toLowerCase() === level ? botName(level ?? '') : seat.name;
}

/**
 * The players' names by seat; namesakes get numbers. Seats without a name are called `nobody`, or by their number.
 * @param {Sitter[]} seats @param {string} [nobody]
 */
export function namesOf(seats, nobody) {
  const names = seats.map((seat) => nameOf(seat) || nobody || t('seat', { number: seat.seat + 1 }));
  /** @param {string[]} some @param {string} name */
  const count = (some, name) => some.filter((other) => other === name).length;
  return names.map((name, i) =>
    name === nobody || count(names, name) === 1 ? name : `${name} ${count(names.slice(0, i + 1), name)}`,
  );
}
