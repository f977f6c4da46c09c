// The waiting room of a table that has not begun: seats, links with QR codes, bots for those who do not come.

import { post } from './api.js';
import { copyText, h, toast } from './dom.js';
import { namesOf } from './games.js';
import { t } from './i18n.js';
import { knownLinks, rememberLinks } from './newtable.js';
import { qrPicture } from './qr.js';
import { settings } from './settings.js';
import { icon, seatMark } from './svg.js';

/** Draws the room into `root`; `done(update)` takes the server's answers. */
export function drawWaiting(root, update, done) {
  const base = `/api/tables/${update.table}`;
  const links = knownLinks(update.table);
  const send = async (path, body) => {
    try {
      const answer = await post(`${base}/${path}`, body);
      if (answer.link) rememberLinks(update.table, [answer.link]);
      if (answer.token) rememberLinks(update.table, [answer]);
      if (answer.update) done(answer.update);
      else drawWaiting(root, update, done);
    } catch (problem) {
      if (problem.update) done(problem.update);
      toast(problem.message, 'refusal');
    }
  };
  const sat = update.held.length > 0;
  const names = namesOf(update.seats);
  root.replaceChildren(h('section', { class: 'home', 'aria-label': t('wait.title') },
    h('h2', {}, t('wait.title')),
    h('p', {}, t('wait.note')),
    h('div', { class: 'invites' }, update.seats.map((seat) => seatCard(seat)))));

  function seatCard(seat) {
    const free = !seat.claimed;
    const name = names[seat.seat];
    const address = free && update.host && links[seat.seat] && location.origin + links[seat.seat];
    return h('article', { class: free ? 'invite panel free' : 'invite panel', 'aria-label': t('seat', { number: seat.seat + 1 }) },
      h('h3', {}, seatMark(seat.seat, 28), name, h('span', { class: 'quiet' }, t(free ? 'wait.free' : update.held.includes(seat.seat) ? 'wait.mine' : 'wait.here'))),
      address && qrPicture(address, t('wait.qr', { name })),
      (free || sat) && h('div', { class: 'rows' },
        address && [h('p', { class: 'quiet' }, t('wait.scan')), h('code', {}, address)],
        h('p', { class: 'buttons' }, offers(seat, free, address))));
  }

  /** What can be done about a seat: sit down, send or make its link, give it to a bot, leave it. */
  function offers(seat, free, address) {
    return [
      free && !sat && seat.kind === 'open' && h('button', { class: 'button main', onclick: () => send('sit', { seat: seat.seat, name: settings.name || t('player', { number: seat.seat + 1 }) }) }, t('wait.sit')),
      address && h('button', { class: 'button small main', onclick: async () => toast(t((await copyText(address)) ? 'wait.copied' : 'wait.not copied')) }, icon('copy'), t('wait.copy')),
      free && update.host && !address && seat.kind !== 'open' && h('button', { class: 'button small', onclick: () => send('link', { seat: seat.seat }) }, t('wait.new link')),
      free && update.host && h('button', { class: 'button small', onclick: () => send('fill', { seat: seat.seat, bot: 'journeyman' }) }, t('wait.bot')),
      !free && sat && update.held.includes(seat.seat) && !update.host && h('button', { class: 'button small', onclick: () => send('leave', { seat: seat.seat }) }, t('wait.leave')),
    ];
  }
}
