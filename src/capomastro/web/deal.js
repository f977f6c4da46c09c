// This device's part in the deal. A nonce is made here, and told only when the server and all other devices are bound;
// docs/fairness.md tells why. What the device keeps of it is compared when the match is over (check.js).

import { Unreachable, post } from './api.js';
import { complain, h } from './dom.js';
import { able, hex, shareOf } from './fair.js';
import { namesOf } from './games.js';
import { listOf, t } from './i18n.js';

const KEY = 'deal ';
const MOST_KEPT = 60;
const AGAIN_MS = 2000;
/** @type {Set<string>} */
const busy = new Set();

/**
 * A fresh nonce and what binds us to it.
 * @returns {Promise<{ nonce: string, commitment: string } | null>}
 */
export async function newShare() {
  if (!able()) return null;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { nonce, commitment: await shareOf(nonce) };
}

/**
 * Keeps a nonce until it is told, and what we were shown until the match is checked: also what the server had committed
 * itself to in rounds that came to nothing.
 * @param {string} table @param {{ nonce: string, commitment: string } | null} share @param {Protocol.Update} update
 */
export function keepShare(table, share, update) {
  if (!share || !update.deal) return;
  const { round } = update.deal;
  const before = keptOf(table);
  const rounds = { ...before?.rounds, [round]: update.commitment };
  keep(table, { ...share, round, rounds, shares: [], at: Date.now(), openings: {}, told: {} });
}

/** @param {string} table @param {Fair.Kept} kept */
export function keep(table, kept) {
  try {
    localStorage.setItem(KEY + table, JSON.stringify(kept));
    const tables = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    if (tables.length <= MOST_KEPT) return;
    const age = /** @param {string} key */ (key) => keptOf(key.slice(KEY.length))?.at ?? 0;
    localStorage.removeItem(tables.reduce((one, other) => (age(one) <= age(other) ? one : other)));
  } catch {
    /* then the deal is begun again without a nonce that nobody knows any more */
  }
}

/**
 * @param {string} table
 * @returns {Fair.Kept | null}
 */
export function keptOf(table) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + table) ?? 'null');
    return kept?.rounds ? kept : null; // else it is of an earlier version
  } catch {
    return null;
  }
}

/** @param {Protocol.Update} update */
const ownShare = (update) =>
  update.deal?.shares.find((share) => share.seats.some((seat) => update.held.includes(seat)));

/**
 * Whether the deal waits for this device's nonce and it does not have it: another device does, or nobody any more.
 * @param {Protocol.Update} update
 */
export function isLost(update) {
  const own = ownShare(update);
  return Boolean(
    update.deal?.stage === 'nonces' && own && !own.given && keptOf(update.table)?.commitment !== own.commitment,
  );
}

/**
 * Does what the deal asks of this device: commits it, or tells its nonce. `done(update)` takes the answer.
 * @param {Protocol.Update} update @param {(update: Protocol.Update) => unknown} done
 */
export async function takePart(update, done) {
  const { table, deal } = update;
  const own = ownShare(update);
  if (!deal || !own || busy.has(table) || !able()) return;
  const body = { seat: own.seats.find((seat) => update.held.includes(seat)), round: deal.round };
  busy.add(table);
  let answer = null;
  try {
    if (deal.stage === 'commitments' && own.commitment === null) {
      const known = keptOf(table); // the answer to an earlier try may have been lost
      const same = known?.round === deal.round && known.rounds[deal.round] === update.commitment;
      const share = /** @type {{ nonce: string, commitment: string }} */ (same ? known : await newShare());
      if (!same) keepShare(table, share, update);
      answer = await post(`/api/tables/${table}/share`, { ...body, commitment: share.commitment });
    } else if (deal.stage === 'nonces' && !own.given && !isLost(update)) {
      const kept = /** @type {Fair.Kept} */ (keptOf(table));
      if (kept.round !== deal.round || kept.rounds[deal.round] !== update.commitment)
        throw new Error(t('deal.changed'));
      keep(table, { ...kept, shares: deal.shares, game: update.game, options: update.options });
      answer = await post(`/api/tables/${table}/share`, { ...body, nonce: kept.nonce });
    }
  } catch (problem) {
    if (problem instanceof Unreachable) setTimeout(() => takePart(update, done), AGAIN_MS);
    else complain(problem);
  }
  busy.delete(table);
  if (answer) done(answer.update); // which may ask for more
}

/**
 * A round that came to nothing, in words.
 * @param {{ by: number | null, without: number[] }} round @param {string[]} names
 */
export function redoneWords({ by, without }, names) {
  if (by === null) return t('deal.left');
  const left = without.length ? listOf(without.map((seat) => names[seat])) : '–';
  return t('deal.redone', { who: names[by], without: left });
}

/**
 * The deal, while it waits for devices: whose, and what can be done about it.
 * @param {Protocol.Update} update @param {(update: Protocol.Update) => unknown} done
 */
export function dealPanel(update, done) {
  const deal = /** @type {Protocol.DealInfo} */ (update.deal);
  const names = namesOf(update.seats);
  const others = deal.waiting.filter((seat) => !update.held.includes(seat));
  const lost = isLost(update);
  /** @param {number[]} without */
  const again = async (without) => {
    try {
      const body = { seat: update.held[0], round: deal.round, without };
      done((await post(`/api/tables/${update.table}/redeal`, body)).update);
    } catch (problem) {
      complain(problem);
    }
  };
  return h(
    'article',
    { class: 'panel dealing', role: 'status', 'aria-label': t('deal.title') },
    h('h3', {}, t('deal.title')),
    h(
      'p',
      {},
      deal.waiting.length ? t('deal.waits', { who: listOf(deal.waiting.map((seat) => names[seat])) }) : t('deal.now'),
    ),
    h('p', { class: 'quiet' }, t('deal.why')),
    (deal.redone ?? []).map((round) => h('p', { class: 'quiet' }, redoneWords(round, names))),
    lost && h('p', {}, t('deal.lost')),
    update.held.length > 0 &&
      h(
        'p',
        { class: 'buttons' },
        lost && h('button', { class: 'button small', onclick: () => again([]) }, t('deal.again')),
        others.length > 0 &&
          !lost &&
          h(
            'button',
            { class: 'button small', onclick: () => again(others) },
            t('deal.without', { who: listOf(others.map((seat) => names[seat])) }),
          ),
      ),
  );
}
