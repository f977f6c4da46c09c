// What this device remembers of puzzles; nobody else is told.

export const GRADES = ['all', 'easy', 'medium', 'hard'];
const KEY = 'capomastro puzzles';

/**
 * What this device remembers: right answers in a row, the longest such row, the filter, and the puzzles solved.
 * @typedef {{ streak: number, best: number, grade: string, solved: Record<string, number[]> }} Kept
 */

/** @returns {Kept} */
export function read() {
  const nothing = { streak: 0, best: 0, grade: 'all', solved: {} };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return nothing;
  }
}

/** @param {Kept} kept */
export function keep(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    /* private windows may refuse; the streak then lasts as long as the page */
  }
}
