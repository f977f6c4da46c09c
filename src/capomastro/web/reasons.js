// Why something was refused, or is advised, in the reader's words: a code with facts, of which the things of a game are worded by the game.

import { loadGame, titleOf } from './games.js';
import { addWords, hasWord, listOf, t } from './i18n.js';

/** @param {string} text */
const asSentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');

/**
 * The facts that are the same in every game: seats, games and lists.
 * @param {Protocol.Reason} reason @param {string[]} names
 */
function commonFacts({ facts = {} }, names) {
  /** @type {Args} */
  const args = {};
  for (const [name, fact] of Object.entries(facts)) {
    if (name === 'seat') args[name] = names[Number(fact) - 1] ?? t('seat', { number: fact });
    else if (name === 'game') args[name] = titleOf(String(fact));
    else if (Array.isArray(fact)) args[name] = listOf(fact);
    else args[name] = fact;
  }
  return args;
}

/**
 * A reason as a sentence; nothing if this page has no words for it.
 * @param {Protocol.Reason} reason @param {string} [game] which is played @param {Ctx<any>} [ctx] of its table
 * @param {'reason' | 'hint'} [kind] why something is refused, or what speaks for it
 */
export async function reasonWords(reason, game, ctx, kind = 'reason') {
  const [scope, name] = reason.code.split('.');
  const [module] = await Promise.all([game ? loadGame(game) : null, addWords('reasons')]);
  const key = `${scope}.${kind}.${name}`;
  if (!hasWord(key)) return null;
  const args = commonFacts(reason, ctx?.names ?? []);
  if (ctx && reason.facts?.step) args.step = module?.stepLabel(String(reason.facts.step), ctx);
  if (reason.facts?.phase) args.phase = t(`${scope}.phase.${reason.facts.phase}`);
  if (ctx) Object.assign(args, module?.thingWords?.(reason.facts ?? {}, ctx));
  return asSentence(t(key, args));
}
