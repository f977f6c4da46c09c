// Log, chat and notes beside the game; on narrow screens a drawer.

import { get, post, put } from './api.js';
import { dialog, h, toast } from './dom.js';
import { t, timeOf } from './i18n.js';
import { play } from './sounds.js';
import { icon, seatMark } from './svg.js';

export function makePanels(table) {
  let tab = 'log';
  let unread = 0;
  let messages = [];
  let who = 'all';
  let words = '';
  let drawer = null;
  let noteTimer = 0;
  const badge = h('span', { class: 'badge', hidden: true });
  const opener = h('button', { class: 'icon-button only-narrow', 'aria-label': t('panels.open'), title: t('panels.open'), onclick: () => openDrawer() }, icon('chat'), badge);
  const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('panels.title') });
  const body = h('div', { class: 'tab-body', role: 'tabpanel', tabindex: 0, id: 'panel' });
  const side = h('aside', { class: 'side', 'aria-label': t('panels.title') }, tabs, body);
  const lines = h('ol', { class: 'log' });
  const chatLines = h('ol', { class: 'chat-lines' });
  const seated = () => table.update.viewer !== null;

  function openDrawer() {
    unread = 0;
    badge.hidden = true;
    dialog(t('panels.title'), t('close'), (inside) => {
      drawer = inside;
      inside.append(tabs, body);
      inside.closest('dialog').addEventListener('close', () => { drawer = null; side.append(tabs, body); });
    });
    draw();
  }

  function show(name) {
    tab = name;
    if (getComputedStyle(side).display === 'none' && !drawer) openDrawer();
    draw();
    tabs.querySelector('[aria-selected="true"]')?.focus();
  }

  function draw() {
    const names = ['log', ...(seated() ? ['chat', 'notes'] : [])];
    if (!names.includes(tab)) tab = 'log';
    tabs.replaceChildren(...names.map((name) => h('button', { role: 'tab', id: `tab-${name}`, 'aria-selected': String(name === tab), 'aria-controls': 'panel', tabindex: name === tab ? 0 : -1,
      onclick: () => show(name), onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        show(names[(names.indexOf(tab) + step + names.length) % names.length]);
      } }, t(`panels.${name}`))));
    body.setAttribute('aria-labelledby', `tab-${tab}`);
    if (tab === 'log') drawLog();
    if (tab === 'chat') drawChat();
    if (tab === 'notes') drawNotes();
  }

  function drawLog() {
    const seats = table.update.seats;
    const pick = h('select', { 'aria-label': t('log.who'), onchange: (event) => { who = event.target.value; fillLog(); } },
      h('option', { value: 'all' }, t('log.all')), seats.map((seat) => h('option', { value: seat.seat, selected: who === String(seat.seat) }, table.names()[seat.seat])));
    const find = h('input', { type: 'search', value: words, placeholder: t('log.find'), 'aria-label': t('log.find'), oninput: (event) => { words = event.target.value; fillLog(); } });
    body.replaceChildren(h('div', { class: 'log-tools' }, pick, find), lines);
    fillLog();
  }

  /** Newest first, so that what has just happened is in sight. */
  function fillLog() {
    const wanted = words.trim().toLowerCase();
    const items = [];
    for (const event of table.log.events.toReversed()) {
      if (who !== 'all' && String(event.seat) !== who) continue;
      const text = table.sentence(event);
      if (wanted && !text.toLowerCase().includes(wanted)) continue;
      const bySeat = event.seat !== null && event.seat !== undefined;
      items.push(h('li', { class: event.seat === table.update.viewer ? 'mine' : null, title: event.at ? timeOf(event.at) : null }, bySeat ? seatMark(event.seat, 18) : h('span', { class: 'quiet' }, '·'), h('span', {}, text)));
      if (items.length >= 150 && !wanted && who === 'all') break;
    }
    lines.replaceChildren(...(items.length ? items : [h('li', {}, h('span', {}), h('span', { class: 'quiet' }, t('log.empty')))]));
  }

  function drawChat() {
    const input = h('input', { type: 'text', maxlength: 500, 'aria-label': t('chat.write'), placeholder: t('chat.write') });
    body.replaceChildren(chatLines, h('form', { class: 'chat-form', onsubmit: async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      try {
        await post(`${table.base}/chat`, { seat: table.seat, text });
        input.value = '';
      } catch (problem) {
        toast(problem.message, 'refusal');
      }
    } }, input, h('button', { class: 'button' }, t('chat.send'))));
    fillChat();
  }

  function fillChat() {
    chatLines.replaceChildren(...messages.map((message) => h('li', {}, h('b', {}, message.name || t('seat', { number: message.seat + 1 })), ' ', h('span', {}, message.text), ' ', h('span', { class: 'quiet' }, timeOf(message.at)))),
      ...(messages.length ? [] : [h('li', { class: 'quiet' }, t('chat.empty'))]));
  }

  async function drawNotes() {
    const area = h('textarea', { rows: 10, 'aria-label': t('notes.label'), oninput: () => {
      clearTimeout(noteTimer);
      noteTimer = setTimeout(() => put(`${table.base}/notes`, { seat: table.seat, text: area.value }).catch(() => toast(t('net.failed'), 'refusal')), 700);
    } });
    body.replaceChildren(h('p', { class: 'quiet' }, t('notes.note')), area);
    try {
      area.value = (await get(`${table.base}/notes?seat=${table.seat}`)).text ?? '';
    } catch { /* nothing noted yet */ }
  }

  async function reload() {
    messages = [];
    if (seated()) {
      try {
        messages = (await get(`${table.base}/chat?seat=${table.seat}&since=0`)).messages;
      } catch { /* chat is for those who sit here */ }
    }
    draw();
  }

  /** Things that are done seldom: going back with consent, bots for people, the match file. */
  function more() {
    const { update } = table;
    const names = table.names();
    dialog(t('more'), t('close'), (inside, close) => {
      const act = (path, request) => async () => {
        try {
          const answer = await post(`${table.base}/${path}`, request);
          close();
          if (answer.update) table.receive(answer.update, true);
          if (path === 'proposals') toast(t('proposal.made'));
        } catch (problem) {
          toast(problem.message, 'refusal');
        }
      };
      inside.append(h('ul', { class: 'rows' }, update.seats.map((seat) => h('li', { class: 'buttons' }, seatMark(seat.seat), h('b', {}, names[seat.seat]), h('span', { class: 'quiet' }, t(seat.kind === 'bot' ? 'people.bot' : seat.stand_in ? 'people.stand-in' : seat.here ? 'people.here' : 'people.away')),
        update.viewer !== null && update.to_act.some((acting) => acting.seat === seat.seat && acting.late) && seat.seat !== update.viewer && h('button', { class: 'button small', onclick: act('proposals', { seat: table.seat, kind: 'bot', for_seat: seat.seat }) }, t('people.propose bot'))))));
      if (update.viewer !== null && update.status === 'running') {
        const back = lastOwn();
        const own = update.seats[update.viewer];
        inside.append(h('p', { class: 'buttons' },
          back !== null && h('button', { class: 'button', onclick: act('proposals', { seat: table.seat, kind: 'rewind', to: back }) }, icon('undo'), t('more.rewind')),
          own.stand_in ? h('button', { class: 'button', onclick: act('return', { seat: table.seat }) }, t('more.return')) : h('button', { class: 'button', onclick: act('resign', { seat: table.seat }) }, t('more.resign'))));
      }
      if (update.held.length > 1) inside.append(h('p', { class: 'buttons' }, update.held.map((seat) => h('button', { class: 'button small', onclick: () => { close(); table.lookFrom(seat); } }, seatMark(seat, 18), t('more.look', { name: names[seat] })))));
      if (update.commitment) inside.append(h('p', { class: 'quiet' }, t('more.commitment'), ' ', h('code', { style: 'overflow-wrap:anywhere' }, update.commitment)));
      inside.append(h('p', {}, h('a', { href: `/rules/${update.game}` }, t('rules'))));
    });
  }

  function lastOwn() {
    const event = table.log.events.findLast((one) => one.seat === table.update.viewer);
    return event ? Math.max(0, event.n - 1) : null;
  }

  function drawProposals() {
    const names = table.names();
    const open = (table.update.proposals ?? []).filter((proposal) => proposal.needed.some((seat) => table.update.held.includes(seat)));
    const old = table.banner.querySelector('.proposals');
    old?.remove();
    if (!open.length) return;
    const answer = (proposal, agree) => async () => {
      try {
        const done = await post(`${table.base}/proposals/${proposal.id}`, { seat: table.seat, agree });
        if (done.update) table.receive(done.update, true);
      } catch (problem) {
        toast(problem.message, 'refusal');
      }
    };
    table.banner.append(h('div', { class: 'proposals' }, open.map((proposal) => h('div', { class: 'banner' },
      h('p', { class: 'grow' }, t(`proposal.${proposal.kind}`, { who: names[proposal.by], whom: names[proposal.for_seat] ?? '' })),
      h('button', { class: 'button small main', onclick: answer(proposal, true) }, t('proposal.agree')),
      h('button', { class: 'button small', onclick: answer(proposal, false) }, t('proposal.refuse'))))));
  }

  draw();
  reload();
  return {
    side, opener, show, reload, more,
    refresh() {
      if (tab === 'log') fillLog();
      drawProposals();
    },
    chat(fresh) {
      const known = new Set(messages.map((message) => message.id));
      const added = fresh.filter((message) => !known.has(message.id));
      messages.push(...added);
      fillChat();
      if (!added.some((message) => message.seat !== table.seat)) return;
      play('chat');
      if (tab !== 'chat' || (!drawer && getComputedStyle(side).display === 'none')) {
        unread += added.length;
        badge.textContent = unread;
        badge.hidden = false;
        toast(`${added.at(-1).name}: ${added.at(-1).text}`);
      }
    },
    destroy() { clearTimeout(noteTimer); },
  };
}
