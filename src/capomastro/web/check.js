// A match that is over is checked here, with nothing but the browser's own hashes: that nobody chose the deal, that every
// card followed from it, and that this device was told the same while the match was played.

import { get } from './api.js';
import { keptOf, redoneWords } from './deal.js';
import { dialog, h } from './dom.js';
import { Chance, able, commitmentOf, readFile, seedOf, shareOf } from './fair.js';
import { namesOf } from './games.js';
import { addWords, listOf, t } from './i18n.js';
import { unpacked } from './updates.js';
import { heardAfter } from './witness.js';

/** @typedef {[holds: boolean, words: string]} Check */

/**
 * One plain sentence, and the details behind it.
 * @param {Table} table
 */
export async function openCheck(table) {
  await addWords('check');
  const { checks, verdict, command } = await checked(table);
  const fine = checks.every(([holds]) => holds);
  dialog(t('result.verify'), t('close'), (body) =>
    body.append(
      h('p', { class: 'verdict' }, fine ? verdict : t('check.wrong')),
      h(
        'details',
        { class: 'fold', open: !fine },
        h('summary', {}, t('check.details')),
        h(
          'ul',
          { class: 'checks' },
          checks.map(([holds, words]) => h('li', {}, `${holds ? '✓' : '✗'} ${words}`)),
        ),
        h('p', { class: 'quiet' }, t('check.limits')),
        command && h('p', { class: 'command' }, h('code', {}, command)),
      ),
    ),
  );
}

/**
 * @param {Table} table
 * @returns {Promise<{ checks: Check[], verdict: string, command?: string }>}
 */
async function checked(table) {
  if (!able()) return { checks: [[false, t('check.unable')]], verdict: '' };
  const { base, update } = table;
  const file = await readFile(await (await fetch(`${base}/export`)).text());
  const { head } = file;
  const names = namesOf(update.seats);
  /** @param {number[]} seats */
  const people = (seats) => (seats.length ? listOf(seats.map((seat) => names[seat])) : '–');
  const shares = head.deal?.shares ?? [];
  const kept = keptOf(table.id);
  const { holds, steps } = await get(`${base}/verify`);
  const drawn = await chanceOf(table, file);
  const promised = kept?.rounds[(head.deal?.redone ?? []).length + 1] ?? update.commitment;
  /** @type {Check[]} */
  const checks = [
    [file.whole, t('check.file')],
    [(await commitmentOf(head.seed)) === promised, t('check.secret')],
  ];
  for (const share of shares)
    checks.push([(await shareOf(share.nonce)) === share.commitment, t('check.nonce', { who: people(share.seats) })]);
  checks.push(...ownPart(table, head, kept, people), ...drawn, ...(await remembered(table, kept)));
  checks.push([holds, t(holds ? 'result.holds' : 'result.fails', { steps })]);
  const who = people(shares.flatMap((share) => share.seats));
  const words = !shares.length ? 'check.committed' : table.game.chance ? 'check.fair' : 'check.numbers';
  const nonce = kept?.shares.length ? ` --nonce ${kept.nonce}` : '';
  const command = `capomastro verify ${update.game}-${table.id}.jsonl --commitment ${promised}${nonce}`;
  return { checks, verdict: t(words, { who }), command };
}

/**
 * What this device kept of the deal: its own nonce, the commitments it was shown, what it was to be dealt for, and in
 * which round. A device that was left out has no part in the last one, and the file must say so.
 * @param {Table} table @param {Fair.Head} head @param {Fair.Kept | null} kept @param {(seats: number[]) => string} people
 * @returns {Check[]}
 */
function ownPart({ id, update }, head, kept, people) {
  const { deal } = head;
  const redone = deal?.redone ?? [];
  /** @type {Check[]} */
  const found = redone.map((round) => [true, redoneWords(round, namesOf(update.seats))]);
  const without = update.seats.filter(
    ({ kind, seat }) => kind === 'human' && !deal?.shares.some((share) => share.seats.includes(seat)),
  );
  if (deal && without.length) found.push([true, t('check.no part', { who: people(without.map(({ seat }) => seat)) })]);
  if (!kept?.shares.length) return found;
  const shares = deal?.shares ?? [];
  if (kept.round === redone.length + 1) {
    const bound = /** @param {{ seats: number[], commitment: string | null }[]} all */ (all) =>
      all.map(({ seats, commitment }) => `${seats} ${commitment}`).join();
    found.push(
      [shares.some(({ nonce }) => nonce === kept.nonce), t('check.own')],
      [bound(kept.shares) === bound(shares), t('check.shown')],
    );
  }
  const rounds = redone.map(({ commitment }) => commitment);
  const known = Object.entries(kept.rounds).filter(([round]) => Number(round) <= rounds.length);
  found.push([
    kept.round <= rounds.length + 1 && known.every(([round, server]) => rounds[Number(round) - 1] === server),
    t('check.rounds', { n: rounds.length + 1 }),
  ]);
  const options = /** @param {Record<string, string>} chosen */ (chosen) =>
    JSON.stringify(Object.entries(chosen).sort());
  found.push([
    deal?.table === id && kept.game === head.game && options(kept.options ?? {}) === options(deal.options),
    t('check.table'),
  ]);
  return found;
}

/**
 * Every random number of the match, drawn again; and what this device's seats saw at first.
 * @param {Table} table @param {Awaited<ReturnType<typeof readFile>>} file
 * @returns {Promise<Check[]>}
 */
async function chanceOf(table, { head, rewindOf }) {
  const { base, game } = table;
  const module = await game.chance?.();
  if (!module?.rules.includes(head.rules)) return [[true, t('check.no rules')]];
  const [{ events }, start] = await Promise.all([
    get(`${base}/replay/events?seat=all`),
    get(`${base}/replay?step=0&seat=all`),
  ]);
  const { view } = unpacked(start.update);
  const chance = new Chance(await seedOf(head), rewindOf);
  const { openings, wrong } = await module.follow({ head, view, events }, chance);
  const seen = openings.every((opening, seat) => agree(opening, module.opening(view, seat)));
  /** @type {Check[]} */
  const found = [
    wrong === null && seen
      ? [true, t('check.chance', { n: chance.draws })]
      : [false, t('check.chance wrong', { step: seen ? (wrong ?? 0) : 0 })],
  ];
  for (const [seat, first] of Object.entries(keptOf(table.id)?.openings ?? {}))
    if (first)
      found.push([agree(first, openings[Number(seat)]), t('check.opening', { who: table.names()[Number(seat)] })]);
  return found;
}

/**
 * Whether two say the same, as far as both say something: a later version may tell more.
 * @param {any} one @param {any} other
 * @returns {boolean}
 */
function agree(one, other) {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) && one.length !== other.length) return false;
  return Object.keys(one).every((name) => !(name in other) || agree(one[name], other[name]));
}

/**
 * Whether this device was told what the server tells now, and the match is the one it was told of.
 * @param {Table} table @param {Fair.Kept | null} kept
 * @returns {Promise<Check[]>}
 */
async function remembered({ base }, kept) {
  /** @type {Check[]} */
  const found = [];
  for (const [seat, heard] of Object.entries(kept?.told ?? {})) {
    const [log, story, all] = await Promise.all([
      get(`${base}/log?seat=${seat}&since=0`),
      get(`${base}/replay/events?seat=${seat}`),
      get(`${base}/replay/events?seat=all`),
    ]);
    const then = log.events.filter(({ n }) => n <= heard.n);
    const { hash } = await heardAfter(then, { n: 0, hash: '' });
    found.push([
      hash === heard.hash && within(story.events, log.events) && within(story.events, all.events),
      t('check.told', { n: then.length }),
    ]);
  }
  return found;
}

/**
 * Whether all of these happened, in this order, among those. Steps that were taken back are told in between.
 * @param {Happening[]} few @param {Happening[]} many
 */
function within(few, many) {
  let next = 0;
  for (const { kind, seat, facts } of many) {
    const wanted = few[next];
    if (wanted && wanted.kind === kind && wanted.seat === seat && agree(wanted.facts, facts)) next += 1;
  }
  return next === few.length;
}
