// What concerns the people at a table, in sight above the game: who is away or late, whom a bot plays for, what is proposed.

import { Refused, post } from './api.js';
import { complain, h, keepFocus, toast } from './dom.js';
import { dayOf, listOf, t, timeOf } from './i18n.js';
import { seatMark } from './svg.js';

const GRACE = 20_000; // who comes back within it was never away: pages are loaded again, phones look elsewhere
const LONGEST = 2 ** 31 - 1;
const DAY = 86_400_000;

/**
 * Since when a person's decision is late, or null; known without asking, for the update says since when it waits.
 * @param {Table} table @param {number} seat
 */
export function lateSince(table, seat) {
  const { to_act: acting, late_after: patience, seats, status } = table.update;
  const due = acting.find((act) => act.seat === seat);
  if (!due || status !== 'running' || seats[seat].kind === 'bot' || seats[seat].stand_in) return null;
  return table.now() > due.since + patience ? due.since : null;
}

/**
 * Whether a person is away for longer than a moment.
 * @param {Table} table @param {Protocol.SeatInfo} seat
 */
function isAway(table, seat) {
  return seat.kind === 'human' && seat.claimed && !seat.here && table.now() >= (seat.away_since ?? 0) + GRACE;
}

/**
 * "since 14:05", with the day if it was another.
 * @param {Table} table @param {number} at
 */
function sinceWords(table, at) {
  return t('people.since', { when: (table.now() - at > DAY / 2 ? dayOf : timeOf)(at) });
}

/**
 * One seat's state in words: bot, replaced, here, away since when.
 * @param {Table} table @param {Protocol.SeatInfo} seat
 */
export function stateWords(table, seat) {
  if (seat.kind === 'bot') return t('people.bot');
  if (!seat.claimed) return t('wait.free');
  if (seat.stand_in) return t('people.stand-in');
  if (seat.here) return t('people.here');
  return seat.away_since ? t('people.away since', { since: sinceWords(table, seat.away_since) }) : t('people.away');
}

/**
 * Sends a request about people for the seat in use, and shows the answer.
 * @param {Table} table @param {string} path @param {object} request
 */
export async function ask(table, path, request) {
  try {
    const answer = /** @type {Protocol.Seated} */ (
      await post(`${table.base}/${path}`, { seat: table.seat, ...request })
    );
    if (answer.update) table.receive(answer.update, true);
    return answer;
  } catch (problem) {
    if (problem instanceof Refused && problem.update) table.receive(problem.update, true);
    complain(problem);
    return null;
  }
}

/** @param {Table} table @param {number} seat */
export async function proposeBot(table, seat) {
  const answer = await ask(table, 'proposals', { kind: 'bot', for_seat: seat });
  if (answer?.update?.proposals.length) toast(t('proposal.made'));
}

/**
 * Whoever proposed something is told, where it is seen, that somebody does not agree.
 * @param {Table} table @param {Happening[]} events
 */
export function tellRefused(table, events) {
  const { held } = table.update;
  const refused = events.findLast((event) => event.kind.endsWith(' refused') && held.includes(event.facts.by));
  if (refused) toast(table.sentence(refused));
}

/** @param {Table} table */
export function peopleBanner(table) {
  let timer = 0;
  const box = h('div', { class: 'people-banner' });
  table.banner.append(box);

  /** Draws everything there is to say now, and comes again when time alone will change it. */
  function draw() {
    const { update } = table;
    clearTimeout(timer);
    const lines = update.status === 'running' ? [...replaced(), ...proposed(), ...absent()] : [];
    const picture = lines.map((line) => line.textContent).join('\n');
    if (picture !== box.dataset.picture) keepFocus(box, () => box.replaceChildren(...lines));
    box.dataset.picture = picture;
    const next = Math.min(...changes().filter((at) => at > table.now()));
    if (Number.isFinite(next)) timer = setTimeout(draw, Math.min(LONGEST, next - table.now() + 50));
  }

  /** When somebody will be late, or away for longer than a moment. */
  function changes() {
    const { to_act: acting, late_after: patience, seats } = table.update;
    return [
      ...acting.map((act) => act.since + patience),
      ...seats.flatMap((seat) => (!seat.here && seat.away_since ? seat.away_since + GRACE : [])),
    ];
  }

  /** @param {string} key @param {Child} words @param {...Child} buttons */
  const line = (key, words, ...buttons) => h('div', { class: 'banner', 'data-about': key }, words, ...buttons);
  /** @param {string} key @param {string} words @param {() => unknown} act */
  const button = (key, words, act, main = false) =>
    h('button', { class: `button small${main ? ' main' : ''}`, 'data-key': key, onclick: act }, words);

  /** Whoever was replaced sees it, and comes back by one click. */
  function replaced() {
    const { held, seats } = table.update;
    return held
      .filter((seat) => seats[seat].stand_in)
      .map((seat) =>
        line(
          `replaced ${seat}`,
          h(
            'p',
            { class: 'grow' },
            seatMark(seat, 20),
            ' ',
            held.length > 1 ? t('event.bot took over', { who: table.names()[seat] }) : t('people.replaced'),
          ),
          button(`return ${seat}`, t('more.return'), () => ask(table, 'return', { seat }), true),
        ),
      );
  }

  function proposed() {
    const { proposals, held } = table.update;
    const names = table.names();
    /** @param {Protocol.Proposal} proposal */
    const words = (proposal) =>
      t(`proposal.${proposal.kind}`, { who: names[proposal.by], whom: names[proposal.for_seat ?? -1] ?? '' });
    /** @param {Protocol.Proposal} proposal @param {boolean} agree */
    const answer = (proposal, agree) => () => ask(table, `proposals/${proposal.id}`, { agree });
    const asked = proposals.filter((proposal) => proposal.needed.some((seat) => held.includes(seat)));
    const own = proposals.filter((proposal) => held.includes(proposal.by) && !asked.includes(proposal));
    return [
      ...asked.map((proposal) =>
        line(
          `asked ${proposal.id}`,
          h('p', { class: 'grow' }, words(proposal)),
          button(`agree ${proposal.id}`, t('proposal.agree'), answer(proposal, true), true),
          button(`refuse ${proposal.id}`, t('proposal.refuse'), answer(proposal, false)),
        ),
      ),
      ...own.map((proposal) =>
        line(
          `own ${proposal.id}`,
          h(
            'p',
            { class: 'grow' },
            words(proposal),
            ' ',
            t('proposal.waits', { who: listOf(proposal.needed.map((seat) => names[seat])) }),
          ),
          button(`withdraw ${proposal.id}`, t('proposal.withdraw'), answer(proposal, false)),
        ),
      ),
    ];
  }

  function absent() {
    const { update } = table;
    const names = table.names();
    const pending = new Set(update.proposals.map((proposal) => proposal.for_seat));
    return update.seats
      .filter((seat) => !update.held.includes(seat.seat) && !seat.stand_in)
      .flatMap((seat) => {
        const late = lateSince(table, seat.seat);
        const away = isAway(table, seat) && (update.pace.kind === 'live' || late !== null);
        if (!away && late === null) return [];
        const who = names[seat.seat];
        const words = [
          away &&
            (seat.away_since
              ? t('people.gone since', { who, since: sinceWords(table, seat.away_since) })
              : t('people.gone', { who })),
          late !== null && t('people.awaited', { who, since: sinceWords(table, late) }),
        ];
        return [
          line(
            `absent ${seat.seat}`,
            h('p', { class: 'grow' }, seatMark(seat.seat, 20), ' ', words.filter(Boolean).join(' ')),
            late !== null &&
              table.seat !== null &&
              !pending.has(seat.seat) &&
              button(`bot for ${seat.seat}`, t('people.propose bot'), () => proposeBot(table, seat.seat)),
          ),
        ];
      });
  }

  return { draw, destroy: () => clearTimeout(timer) };
}
