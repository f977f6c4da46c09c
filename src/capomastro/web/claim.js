// Following a link: who invites to what; sitting down by name.

import { Refused, invitation, post } from './api.js';
import { keepShare, newShare } from './deal.js';
import { complain, h } from './dom.js';
import { gameList, hasPage, namesOf, titleOf } from './games.js';
import { listOf, t } from './i18n.js';
import { save, settings } from './settings.js';
import { icon, seatMark } from './svg.js';

/**
 * A link's fragment is its token: it is traded for a seat, or for watching, and leaves the address bar.
 * @param {string} id @param {HTMLElement} root @param {Page} page
 */
export async function claimByLink(id, root, page) {
  const token = location.hash.slice(1);
  if (!token) return;
  try {
    // A device that is known before it claims can send the same claim again when the answer is lost.
    const found = await invitation(id, token);
    const asks =
      found.kind === 'seat' ? !found.held.includes(found.seat ?? -1) : found.kind === 'table' && !found.held.length;
    const name = asks ? await accept(root, page, found) : null;
    if (name !== undefined) {
      const share = name ? await newShare() : null;
      const body = { token, ...(name && { name }), ...(share && { share: share.commitment }) };
      keepShare(id, share, (await post(`/api/tables/${id}/claim`, body)).update);
    }
  } catch (problem) {
    complain(problem);
    if (!(problem instanceof Refused)) return; // the link is still good: opening the page again will do
  }
  history.replaceState(null, '', `/t/${id}`);
}

/** @param {Protocol.Pace} options */
export function paceWords({ kind, days }) {
  return kind === 'days' ? t('pace.up to', { n: days }) : t('pace.together');
}

/**
 * The invitation in words, as it is shown and as it is sent along with a link.
 * @param {{ owner: string | null, game: string, name: string }} options
 */
export function invitationWords({ owner, game, name }) {
  const what = titleOf(game);
  const words = owner ? t('claim.invites', { who: owner, game: what }) : t('claim.invited', { game: what });
  return name ? `${words}: ${name}` : words;
}

/**
 * Shows the invitation; resolves with a name to sit down by, or undefined for somebody who sits here already.
 * @param {HTMLElement} root @param {Page} page @param {Protocol.Invitation} found
 */
async function accept(root, page, found) {
  const [{ poster }] = await Promise.all([import('./posters.js'), gameList()]);
  return new Promise((done) => {
    const seated = found.held.length > 0;
    const input = h('input', {
      type: 'text',
      id: 'own-name',
      maxlength: 24,
      autocomplete: 'nickname',
      required: true,
      value: (seated ? '' : settings.name) || (found.seats[found.seat ?? -1]?.name ?? ''),
    });
    /** @param {Event} event */
    const sit = (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      if (!seated) save({ name });
      done(name);
    };
    root.replaceChildren(
      page.bar(''),
      h(
        'main',
        { id: 'main', class: 'invitation', tabindex: -1 },
        h(
          'article',
          { class: 'panel' },
          poster(found.game),
          h(
            'div',
            { class: 'invitation-body' },
            h('h1', {}, invitationWords({ ...found, name: '' })),
            found.name && h('p', { class: 'invitation-name' }, found.name),
            company(found),
            h('p', {}, icon('clock'), paceWords(found.pace)),
            found.hints && h('p', { class: 'hints-allowed' }, icon('hint'), t('hints.allowed')),
            seated &&
              h(
                'p',
                {},
                t('claim.sits already', { who: listOf(found.held.map((seat) => namesOf(found.seats)[seat])) }),
              ),
            h(
              'form',
              { class: 'rows', onsubmit: sit },
              h('label', { for: 'own-name' }, t('claim.name')),
              input,
              h(
                'p',
                { class: 'buttons' },
                h('button', { class: 'button main' }, t('claim.sit')),
                seated &&
                  h(
                    'button',
                    { class: 'button', type: 'button', onclick: () => done(undefined) },
                    t('claim.own table'),
                  ),
              ),
            ),
            hasPage(found.game) &&
              h(
                'p',
                { class: 'buttons' },
                h('a', { class: 'button', href: `/guide/${found.game}` }, icon('lesson'), t('claim.learn')),
                h('a', { class: 'button bare', href: `/rules/${found.game}` }, t('rules')),
              ),
          ),
        ),
      ),
    );
    input.focus({ preventScroll: true });
  });
}

/**
 * Who plays along: those who sit, those who are expected, bots, free seats.
 * @param {Protocol.Invitation} options
 */
function company({ seats, seat: own }) {
  const names = namesOf(seats, t('free seat'));
  /** @param {Protocol.Guest} seat */
  const state = (seat) =>
    seat.kind === 'bot'
      ? t('people.bot')
      : seat.seat === own
        ? t('claim.your seat')
        : seat.claimed
          ? t('wait.here')
          : seat.name
            ? t('claim.expected')
            : '';
  return h(
    'ul',
    { class: 'company', 'aria-label': t('claim.with') },
    seats.map((seat) =>
      h(
        'li',
        {},
        seatMark(seat.seat, 20),
        h('b', {}, names[seat.seat]),
        ' ',
        h('span', { class: 'quiet' }, state(seat)),
      ),
    ),
  );
}
