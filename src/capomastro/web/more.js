// Things that are done seldom at a table: going back with consent, bots for people, whose eyes, the seal of the deal.

import { post } from './api.js';
import { openDevices } from './devices.js';
import { complain, dialog, h, toast } from './dom.js';
import { hasPage } from './games.js';
import { t } from './i18n.js';
import { ask, lateSince, proposeBot, stateWords } from './people.js';
import { knownLinks, linkBox, openDeviceLink, rememberLink } from './share.js';
import { portrait } from './portraits.js';
import { icon, seatMark } from './svg.js';

/** @param {Table} table */
export function openMore(table) {
  const { update } = table;
  const names = table.names();
  const shareable = update.watch || update.host; // elsewhere the plain address lets nobody in
  const seated = update.viewer !== null && update.status === 'running' && !update.frozen;
  dialog(t('more'), t('close'), (inside, close) => {
    /** @param {string} words @param {() => unknown} act @param {...Child} pictures */
    const button = (words, act, ...pictures) =>
      h(
        'button',
        {
          class: 'button',
          onclick: () => {
            close();
            act();
          },
        },
        ...pictures,
        words,
      );
    inside.append(
      h(
        'ul',
        { class: 'rows' },
        update.seats.map((seat) =>
          h(
            'li',
            { class: 'buttons' },
            seatMark(seat.seat),
            seat.picture ? portrait(seat.picture, names[seat.seat], 24) : table.ctx.face?.(seat.seat),
            h('b', {}, names[seat.seat]),
            h('span', { class: 'quiet' }, stateWords(table, seat)),
            seated &&
              seat.seat !== update.viewer &&
              lateSince(table, seat.seat) !== null &&
              button(t('people.propose bot'), () => proposeBot(table, seat.seat)),
          ),
        ),
      ),
    );
    if (seated) inside.append(h('p', { class: 'buttons' }, seatedButtons(table, button)));
    inside.append(
      h(
        'p',
        { class: 'buttons' },
        update.viewer !== null &&
          button(t('device.button'), () => openDeviceLink(table.base, update.viewer ?? 0), icon('screen')),
        update.viewer !== null &&
          button(t('devices.button'), () => openDevices(table.base, update.viewer ?? 0), icon('people')),
        update.viewer !== null && h('a', { class: 'button', href: '/notices' }, icon('bell'), t('notices.title')),
        shareable && button(t('watch.button'), () => openWatchLink(table), icon('share')),
      ),
    );
    if (!shareable) inside.append(h('p', { class: 'quiet' }, t('watch.invited')));
    if (update.held.length > 1)
      inside.append(
        h(
          'p',
          { class: 'buttons' },
          update.held.map((seat) =>
            button(t('more.look', { name: names[seat] }), () => table.uncover(seat), seatMark(seat, 18)),
          ),
        ),
      );
    if (update.hints) inside.append(h('p', { class: 'hints-allowed' }, icon('hint'), ' ', t('hints.allowed')));
    if (update.daily) inside.append(h('p', { class: 'quiet' }, t('more.daily', { day: update.daily })));
    if (update.deal_of) inside.append(h('p', { class: 'quiet' }, t('more.same deal')));
    if (update.origin)
      inside.append(
        h(
          'p',
          { class: 'quiet' },
          t('practice.note', { n: update.origin.step }),
          ' ',
          h('a', { href: `/replay/${update.origin.table}/${update.origin.step}` }, t('result.replay')),
        ),
      );
    else if (update.commitment)
      inside.append(
        h(
          'p',
          { class: 'quiet' },
          t('more.commitment'),
          ' ',
          h('code', { style: 'overflow-wrap:anywhere' }, update.commitment),
        ),
      );
    if (hasPage(update.game)) inside.append(h('p', {}, h('a', { href: `/rules/${update.game}` }, t('rules'))));
  });
}

/** @param {Table} table @param {(words: string, act: () => unknown, ...pictures: Child[]) => HTMLElement} button */
function seatedButtons(table, button) {
  const back = lastOwn(table);
  const replaced = table.update.seats[table.update.viewer ?? 0].stand_in;
  return [
    back !== null &&
      button(
        t('more.rewind'),
        async () => {
          if (await ask(table, 'proposals', { kind: 'rewind', to: back })) toast(t('proposal.made'));
        },
        icon('undo'),
      ),
    replaced
      ? button(t('more.return'), () => ask(table, 'return', {}))
      : button(t('more.resign'), () => ask(table, 'resign', {})),
  ];
}

/**
 * The number before this seat's last own step.
 * @param {Table} table
 */
function lastOwn(table) {
  const event = table.log.events.findLast((one) => one.seat === table.update.viewer);
  return event ? Math.max(0, event.n - 1) : null;
}

/**
 * A link for spectators. Whoever made the table has one that is good even where others may not look on.
 * @param {Table} table
 */
async function openWatchLink(table) {
  const { id, update } = table;
  if (update.host && !knownLinks(id).watch) {
    try {
      rememberLink(id, 'watch', (await post(`${table.base}/invite`, { to: 'watch' })).path);
    } catch (problem) {
      complain(problem);
      return;
    }
  }
  const address = location.origin + (update.host ? knownLinks(id).watch : `/t/${id}`);
  dialog(t('watch.button'), t('close'), (body) =>
    body.append(h('p', {}, t('watch.note')), linkBox(address, t('watch.qr'), table.title())),
  );
}
