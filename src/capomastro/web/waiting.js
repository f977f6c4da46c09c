// The waiting room of a table that has not begun: one link for everybody, personal ones, seats, bots for those who do not come.

import { Refused, post } from './api.js';
import { invitationWords, paceWords } from './claim.js';
import { dealPanel, keepShare, newShare, takePart } from './deal.js';
import { complain, h, keepFocus } from './dom.js';
import { hasPage, namesOf } from './games.js';
import { t, timeOf } from './i18n.js';
import { portrait } from './portraits.js';
import { save, settings } from './settings.js';
import { knownLinks, linkBox, openDeviceLink, rememberLink } from './share.js';
import { icon, seatMark } from './svg.js';

/**
 * Draws the room into `root`; `done(update)` takes the server's answers.
 * @param {HTMLElement} root @param {Update} update @param {(update: Protocol.Update) => unknown} done
 */
export function drawWaiting(root, update, done) {
  /** @type {Base} */
  const base = `/api/tables/${update.table}`;
  const links = knownLinks(update.table);
  const names = namesOf(update.seats);
  const sat = update.held.length > 0;
  const free = update.seats.some((seat) => !seat.claimed);
  const owner = sat ? names[update.held[0]] : null;
  const words = invitationWords({ owner, game: update.game, name: update.name });
  const input = h('input', {
    type: 'text',
    id: 'own-name',
    'data-key': 'own-name',
    maxlength: 24,
    autocomplete: 'nickname',
    required: true,
    value: /** @type {HTMLInputElement | null} */ (root.querySelector('#own-name'))?.value ?? settings.name,
  });
  let busy = false;

  /** @param {string} path @param {object} body @param {string} [remember] @param {Awaited<ReturnType<typeof newShare>>} [share] */
  async function send(path, body, remember, share = null) {
    if (busy) return;
    busy = true;
    try {
      const answer = /** @type {Partial<Protocol.Seated & Protocol.Link>} */ (await post(`${base}/${path}`, body));
      if (answer.path) rememberLink(update.table, remember ?? answer.seat ?? null, answer.path);
      if (answer.update) keepShare(update.table, share, answer.update);
      if (answer.update) done(answer.update);
      else drawWaiting(root, update, done);
    } catch (problem) {
      if (problem instanceof Refused && problem.update) done(problem.update);
      complain(problem);
    }
    busy = false;
  }

  /**
   * A seat of one's own, by one's name: without one the field asks for it.
   * @param {number} seat
   */
  async function sitDown(seat) {
    const name = input.value.trim();
    input.value = name;
    if (!input.reportValidity()) return;
    save({ name });
    if (busy) return;
    busy = true;
    const share = await newShare();
    busy = false;
    await send('sit', { seat, name, ...(share && { share: share.commitment }) }, undefined, share);
  }

  keepFocus(root, () =>
    root.replaceChildren(
      h(
        'section',
        { class: 'home', 'aria-label': t('wait.title') },
        free && h('h2', {}, t('wait.title')),
        free && h('p', {}, t('wait.note'), ' ', paceWords(update.pace)),
        update.hints && h('p', { class: 'hints-allowed' }, icon('hint'), ' ', t('hints.allowed')),
        free && update.fill_at && h('p', { class: 'fill' }, t('wait.fill', { when: timeOf(update.fill_at) })),
        !sat && welcome(),
        update.deal && update.deal.stage !== 'people' && dealPanel(update, done),
        update.host && free && forEverybody(),
        h('div', { class: 'invites' }, update.seats.map(seatCard)),
        update.host &&
          h(
            'p',
            { class: 'buttons' },
            h(
              'button',
              { class: 'button small', 'data-key': 'close', onclick: () => send('close', {}) },
              t('wait.close'),
            ),
          ),
      ),
    ),
  );

  takePart(update, done);

  /** Somebody who has no seat yet: a name, and the first free one. */
  function welcome() {
    const place = update.seats.find((seat) => seat.kind === 'open' && !seat.claimed);
    if (!place) return null;
    return h(
      'form',
      {
        class: 'welcome panel',
        onsubmit: (event) => {
          event.preventDefault();
          sitDown(place.seat);
        },
      },
      h('label', { for: 'own-name' }, t('claim.name')),
      input,
      h('button', { class: 'button main', 'data-key': 'sit first' }, t('wait.sit')),
      hasPage(update.game) &&
        h('a', { class: 'button', href: `/guide/${update.game}` }, icon('lesson'), t('claim.learn')),
    );
  }

  /** One link for all who are to come: first come, first seated. */
  function forEverybody() {
    const address = links.sit && location.origin + links.sit;
    return h(
      'article',
      { class: 'invite everybody panel', 'aria-label': t('wait.everybody') },
      h('h3', {}, icon('people'), t('wait.everybody')),
      address
        ? linkBox(address, t('wait.qr all'), words, h('p', { class: 'quiet' }, t('wait.scan all')))
        : h(
            'p',
            { class: 'buttons' },
            h(
              'button',
              {
                class: 'button small main',
                'data-key': 'link sit',
                onclick: () => send('invite', { to: 'sit' }, 'sit'),
              },
              t('wait.new link'),
            ),
          ),
    );
  }

  /** @param {Protocol.SeatInfo} seat */
  function seatCard(seat) {
    const free = !seat.claimed;
    const mine = update.held.includes(seat.seat);
    const address = free && update.host && links[seat.seat] && location.origin + links[seat.seat];
    return h(
      'article',
      { class: free ? 'invite panel free' : 'invite panel', 'aria-label': t('seat', { number: seat.seat + 1 }) },
      h(
        'h3',
        {},
        seatMark(seat.seat, 28),
        seat.picture && portrait(seat.picture, names[seat.seat], 28),
        names[seat.seat],
        h('span', { class: 'quiet' }, t(free ? 'wait.free' : mine ? 'wait.mine' : 'wait.here')),
      ),
      address &&
        h(
          'details',
          { class: 'fold' },
          h('summary', { 'data-key': `link of ${seat.seat}` }, t('wait.personal', { name: names[seat.seat] })),
          linkBox(address, t('wait.qr', { name: names[seat.seat] }), words),
        ),
      h('p', { class: 'buttons' }, offers(seat, free, mine, address)),
    );
  }

  /**
   * What can be done about a seat: sit down, make its link, give it to a bot, free it, leave it, go on elsewhere.
   * @param {Protocol.SeatInfo} seat @param {boolean} free @param {boolean} mine @param {string | false} address
   */
  function offers(seat, free, mine, address) {
    /** @param {string} key @param {() => unknown} act */
    const offer = (key, act, main = false) =>
      h(
        'button',
        { class: `button small${main ? ' main' : ''}`, 'data-key': `${key} ${seat.seat}`, onclick: act },
        t(key),
      );
    const of = { seat: seat.seat };
    return [
      free && !sat && seat.kind === 'open' && offer('wait.sit', () => sitDown(seat.seat), true),
      free && update.host && !address && seat.kind !== 'open' && offer('wait.new link', () => send('link', of)),
      free && update.host && offer('wait.bot', () => send('fill', { ...of, bot: 'journeyman' })),
      !free && update.host && !mine && seat.kind === 'human' && offer('wait.put out', () => send('free', of)),
      mine && offer('device.button', () => openDeviceLink(base, seat.seat)),
      mine && !update.host && offer('wait.leave', () => send('leave', of)),
    ];
  }
}

/**
 * A table that was closed before its match began.
 * @param {HTMLElement} root
 */
export function drawClosed(root) {
  root.replaceChildren(
    h(
      'section',
      { class: 'home', 'aria-label': t('wait.closed') },
      h('h2', {}, t('wait.closed')),
      h('p', {}, h('a', { class: 'button', href: '/' }, t('home'))),
    ),
  );
}
