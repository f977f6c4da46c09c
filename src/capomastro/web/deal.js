// This device's part in the deal, and checking a match afterwards with nothing but SHA-256.
// A nonce is made here, and told only when the server and all other devices are bound; docs/fairness.md tells why.

import { Unreachable, get, post } from './api.js';
import { complain, dialog, h } from './dom.js';
import { namesOf } from './games.js';
import { listOf, t } from './i18n.js';

/**
 * What this device keeps of a deal. `server` and `shares` are what it was shown before it told its nonce.
 * @typedef {{ round: number, nonce: string, commitment: string, server: string | null, shares: Protocol.ShareInfo[] }} Kept
 */

const KEY = 'deal ';
const AGAIN_MS = 2000;
/** @type {Set<string>} */
const busy = new Set();

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
/** @param {string} nonce */
const shareOf = (nonce) => sha256(utf8(`capomastro share\n${nonce}`));
/** @param {string} secret */
const commitmentOf = (secret) => sha256(new Uint8Array([...utf8('capomastro seed\0'), ...bytesOf(secret)]));

/** A browser computes only for pages that came safely; elsewhere the device takes no part. */
const able = () => Boolean(crypto.subtle);

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
 * Keeps a nonce until it is told, and what we were shown until the match is checked.
 * @param {string} table @param {{ nonce: string, commitment: string } | null} share @param {Protocol.Update} update
 */
export function keepShare(table, share, update) {
  if (share && update.deal) keep(table, { ...share, round: update.deal.round, server: update.commitment, shares: [] });
}

/** @param {string} table @param {Kept} kept */
function keep(table, kept) {
  try {
    localStorage.setItem(KEY + table, JSON.stringify(kept));
  } catch {
    /* then the deal is begun again without a nonce that nobody knows any more */
  }
}

/**
 * @param {string} table
 * @returns {Kept | null}
 */
function keptOf(table) {
  try {
    return JSON.parse(localStorage.getItem(KEY + table) ?? 'null');
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
      const share = /** @type {{ nonce: string, commitment: string }} */ (await newShare());
      keepShare(table, share, update);
      answer = await post(`/api/tables/${table}/share`, { ...body, commitment: share.commitment });
    } else if (deal.stage === 'nonces' && !own.given && !isLost(update)) {
      const kept = /** @type {Kept} */ (keptOf(table));
      if (kept.round !== deal.round || kept.server !== update.commitment) throw new Error(t('deal.changed'));
      keep(table, { ...kept, shares: deal.shares });
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

/**
 * Checks a match that is over, as far as a browser can without the rules: that nobody chose the deal, and that the file
 * is whole. The server plays it again beside that, and so can anybody with the file.
 * @param {Table} table
 */
export async function openCheck(table) {
  const [{ checks, part }, { holds, steps }] = await Promise.all([checked(table.update), get(`${table.base}/verify`)]);
  checks.push([holds, t(holds ? 'result.holds' : 'result.fails', { steps })]);
  const fine = checks.every(([ok]) => ok);
  dialog(t('result.verify'), t('close'), (body) =>
    body.append(
      h('p', { class: 'verdict' }, t(fine ? (part ? 'check.fair' : 'check.committed') : 'check.wrong')),
      h(
        'details',
        { class: 'fold', open: !fine },
        h('summary', {}, t('check.details')),
        h(
          'ul',
          { class: 'checks' },
          checks.map(([ok, words]) => h('li', {}, `${ok ? '✓' : '✗'} ${words}`)),
        ),
        h('p', { class: 'quiet' }, t('check.limits')),
      ),
    ),
  );
}

/**
 * What was checked, each with whether it holds; and whether devices had a part in the deal.
 * @param {Update} update
 * @returns {Promise<{ checks: [boolean, string][], part: boolean }>}
 */
async function checked(update) {
  if (!able()) return { checks: [[false, t('check.unable')]], part: false };
  const text = await (await fetch(`/api/tables/${update.table}/export`)).text();
  const lines = text.trimEnd().split('\n');
  const head = JSON.parse(lines[0]);
  const ending = JSON.parse(lines.at(-1) ?? '{}');
  const kept = keptOf(update.table);
  const promised = kept?.server ?? update.commitment;
  /** @type {[boolean, string][]} */
  const found = [
    [(await sha256(utf8(lines.slice(0, -1).join('\n')))) === ending.digest, t('check.file')],
    [(await commitmentOf(head.seed)) === promised, t('check.secret')],
  ];
  /** @type {{ seats: number[], commitment: string, nonce: string }[]} */
  const shares = head.deal?.shares ?? [];
  for (const share of shares)
    found.push([
      (await shareOf(share.nonce)) === share.commitment,
      t('check.nonce', { who: listOf(share.seats.map((seat) => namesOf(update.seats)[seat])) }),
    ]);
  if (kept && shares.length) {
    const shown = kept.shares.map(({ seats, commitment }) => `${seats} ${commitment}`).join();
    found.push(
      [shares.some((share) => share.nonce === kept.nonce), t('check.own')],
      [shown === shares.map(({ seats, commitment }) => `${seats} ${commitment}`).join(), t('check.shown')],
    );
  }
  for (const { by, without } of head.deal?.redone ?? []) {
    const names = namesOf(update.seats);
    const who = by === null ? '–' : names[by];
    found.push([
      true,
      t('check.redone', {
        who,
        without: without.length ? listOf(without.map((/** @type {number} */ seat) => names[seat])) : '–',
      }),
    ]);
  }
  return { checks: found, part: shares.length > 0 };
}
