// What this device was told during a match, kept in short, so that nobody can tell it otherwise when the match is over.

import { get } from './api.js';
import { keep, keptOf } from './deal.js';
import { sha256 } from './fair.js';
import { unpacked } from './updates.js';

let waiting = Promise.resolve();

/** @param {Happening[]} events @param {Fair.Heard} heard */
export async function heardAfter(events, heard) {
  let { n, hash } = heard;
  for (const event of events) {
    n = event.n;
    hash = await sha256(`${hash}\n${JSON.stringify([n, event.kind, event.seat ?? null, inOrder(event.facts)])}`);
  }
  return { n, hash };
}

/**
 * The same value for everybody who is told the same.
 * @param {object} facts
 */
const inOrder = (facts) => Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Notes what is new, and at first what the seat saw before the first step. Only for matches this device has dealt.
 * @param {Table} table
 */
export function witness(table) {
  const { id, seat, update } = table;
  if (seat === null || update.status === 'open' || !update.held.includes(seat) || !keptOf(id)) return;
  waiting = waiting.then(() => note(table, seat)).catch(() => undefined); // it is tried again with the next update
}

/** @param {Table} table @param {number} seat */
async function note(table, seat) {
  const { id, base, log, game } = table;
  if (!(await log.complete) || table.seat !== seat) return;
  const known = keptOf(id)?.told[seat] ?? { n: 0, hash: '' };
  const heard = await heardAfter(log.between(known.n, log.seen), known);
  const seen = keptOf(id)?.openings[seat] ?? (game.chance ? await firstSight() : null);
  const kept = keptOf(id); // another seat of this device may have heard something meanwhile
  if (kept) keep(id, { ...kept, told: { ...kept.told, [seat]: heard }, openings: { ...kept.openings, [seat]: seen } });

  /** @returns {Promise<unknown>} */
  async function firstSight() {
    const [chance, { update }] = await Promise.all([game.chance?.(), get(`${base}/past?n=1&seat=${seat}`)]);
    return chance?.opening(unpacked(update).view, seat) ?? null;
  }
}
