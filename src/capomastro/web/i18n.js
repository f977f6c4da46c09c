// Words in the reader's language. Files of words are flat: key -> template, or key -> {one, other} chosen by `n`.

import { settings } from './settings.js';

/** @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', de: 'Deutsch', nl: 'Nederlands' };
/** @type {Map<string, string | Record<string, string>>} */
const words = new Map();
/** @type {Set<string>} */
const loaded = new Set();
/** @type {Map<string, (language: string) => string>} */
const wanted = new Map();
const missing = new Set();
let plural = new Intl.PluralRules('en');

export function language() {
  const chosen = settings.language;
  if (chosen in LANGUAGES) return chosen;
  for (const tag of navigator.languages ?? []) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return 'en';
}

/**
 * Loads a file of words for the present language, once; `pathIn` says where it lies, if not among the page's own.
 * @param {string} name @param {(language: string) => string} [pathIn]
 */
export async function addWords(name, pathIn = (language) => `/words/${language}/${name}.json`) {
  wanted.set(name, pathIn);
  const file = pathIn(language());
  if (loaded.has(file)) return;
  const answer = await fetch(file);
  if (!answer.ok) {
    console.error(`no words ${file}`);
    return;
  }
  for (const [key, value] of Object.entries(await answer.json())) words.set(key, value);
  loaded.add(file);
}

/** After the language has been changed: the same files again, in the new one. */
export async function reloadWords() {
  words.clear();
  loaded.clear();
  plural = new Intl.PluralRules(language());
  document.documentElement.lang = language();
  await Promise.all([...wanted].map(([name, pathIn]) => addWords(name, pathIn)));
}

/** @param {string} key */
export function hasWord(key) {
  return words.has(key);
}

/** @type {Translate} */
export function t(key, args = {}) {
  let template = words.get(key);
  if (template === undefined) {
    if (!missing.has(key)) console.error(`missing words: ${key} (${language()})`);
    missing.add(key);
    return `⟦${key}⟧`;
  }
  if (typeof template === 'object') template = template[plural.select(Number(args.n ?? 0))] ?? template.other;
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? shown(args[name]) : whole));
}

/** @param {unknown} value */
const shown = (value) => (typeof value === 'number' && value < 0 ? `−${-value}` : String(value));

/** @type {Map<string, Intl.ListFormat>} */
const lists = new Map(); // to make one takes longer than the sentence that it is for

/**
 * `a, b and c` in the reader's language.
 * @param {string[]} items
 */
export function listOf(items) {
  const known = lists.get(language()) ?? new Intl.ListFormat(language(), { type: 'conjunction' });
  lists.set(language(), known);
  return known.format(items);
}

/** The reader's own kind of this language: an en-GB reader's clock has 24 hours, an en-US reader's has 12. */
function locale() {
  return (navigator.languages ?? []).find((tag) => tag.slice(0, 2).toLowerCase() === language()) ?? language();
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const clocks = new Map();

/**
 * Browsers take longer to make one of these than to draw the line that it is for.
 * @param {string} name @param {Intl.DateTimeFormatOptions} parts
 */
function clock(name, parts) {
  const key = `${name} ${locale()}`;
  const known = clocks.get(key) ?? new Intl.DateTimeFormat(locale(), parts);
  clocks.set(key, known);
  return known;
}

/** @param {number} at */
export function timeOf(at) {
  return clock('time', { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** @param {number} at */
export function dayOf(at) {
  return clock('day', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(at);
}
