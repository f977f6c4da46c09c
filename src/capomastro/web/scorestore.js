// Where a score sheet is kept: on this device, and inside a link.

const KEY = 'score ';
const LONGEST = 20_000; // of a link; the largest sheets have a quarter of it

/** @param {string} game @returns {unknown} */
export function read(game) {
  try {
    return JSON.parse(localStorage.getItem(KEY + game) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} game @param {ScoreState} state */
export function write(game, state) {
  try {
    localStorage.setItem(KEY + game, JSON.stringify(state));
    return true;
  } catch {
    return false;
  }
}

/**
 * A sheet as letters and digits that any address may hold.
 * @param {ScoreState} state
 */
export function encoded(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @param {string} text @returns {unknown} */
export function decoded(text) {
  if (text.length > LONGEST) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/**
 * Whether something is a whole number from 0 to `most`.
 * @param {unknown} value
 */
export const isCount = (value, most = 999) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
