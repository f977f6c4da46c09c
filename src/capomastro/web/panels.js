// Log, chat and notes beside the game; on narrow screens a drawer.

import { get, post, put } from './api.js';
import { complain, dialog, h, replaceSome, toast } from './dom.js';
import { t, timeOf } from './i18n.js';
import { settings } from './settings.js';
import { TUNES, play } from './sounds.js';
import { icon, seatMark } from './svg.js';

/** @param {Table} table */
export function makePanels(table) {
  let tab = 'log';
  /** @type {Protocol.Message[]} */
  let messages = [];
  let who = 'all';
  let words = '';
  /** @type {WeakMap<Happening, { item: HTMLElement, text: string }>} */
  let drawn = new WeakMap(); // the lines of the log
  let drawnFor = ''; // the names in them
  /** @type {HTMLElement | null} */
  let drawer = null;
  let noteTimer = 0;
  /** @type {typeof import('./reactions.js') | null} */
  let ready = null; // reactions and stickers; loaded when the first is to be seen
  const badge = h('span', { class: 'badge', hidden: true });
  const opener = h(
    'button',
    {
      class: 'icon-button only-narrow',
      'aria-label': t('panels.open'),
      title: t('panels.open'),
      onclick: () => {
        if (unread()) tab = 'chat';
        openDrawer();
      },
    },
    icon('chat'),
    badge,
  );
  const reactor = h(
    'button',
    {
      class: 'icon-button reactor',
      'aria-label': t('chat.react'),
      title: t('chat.react'),
      hidden: true,
      onclick: openReactions,
    },
    icon('react'),
  );
  const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('panels.title') });
  const body = h('div', { class: 'tab-body', role: 'tabpanel', tabindex: 0, id: 'panel' });
  const side = h('aside', { class: 'side', 'aria-label': t('panels.title') }, tabs, body);
  const lines = h('ol', { class: 'log' });
  const chatLines = h('ol', { class: 'chat-lines' });
  const seated = () => table.update.viewer !== null;

  const inSight = () =>
    tab === 'chat' && !document.hidden && (drawer !== null || getComputedStyle(side).display !== 'none');
  const readMark = () => `chat read ${table.id} ${table.seat}`;
  let readHere = 0; // counts where nothing can be kept
  /**
   * Whoever wants reactions only reads nothing that others have typed.
   * @param {Protocol.Message} message
   */
  const wanted = (message) => settings.chat !== 'reactions' || Boolean(message.kind || message.reaction);
  const unread = () => {
    const read = Math.max(readHere, Number(localStorage.getItem(readMark()) ?? 0));
    return seated()
      ? messages.filter(wanted).filter((message) => message.id > read && !table.update.held.includes(message.seat))
          .length
      : 0;
  };

  /** Messages count as read once they have been in sight, also over a reload; until then their number is shown. */
  function markUnread() {
    if (inSight() && messages.length) {
      readHere = messages.at(-1)?.id ?? 0;
      try {
        localStorage.setItem(readMark(), String(readHere));
      } catch {
        /* private window */
      }
    }
    const n = unread();
    badge.textContent = String(n);
    badge.hidden = !n;
    opener.setAttribute('aria-label', n ? `${t('panels.open')}: ${t('panels.unread', { n })}` : t('panels.open'));
    const tabBadge = tabs.querySelector('#tab-chat .badge');
    if (tabBadge) {
      tabBadge.replaceChildren(
        h('span', { 'aria-hidden': 'true' }, String(n)),
        h('span', { class: 'spoken' }, t('panels.unread', { n })),
      );
      tabBadge.hidden = !n;
    }
  }

  /** Is there another person at this table who could read it? */
  const company = () =>
    seated() &&
    table.update.seats.some(
      ({ kind, claimed, seat }) => kind !== 'bot' && claimed && !table.update.held.includes(seat),
    );

  async function reactions() {
    if (ready) return ready;
    const module = await import('./reactions.js');
    await module.reactionWords();
    ready = module;
    fillChat();
    return module;
  }

  function openReactions() {
    dialog(t('chat.reactions'), t('close'), (inside, close) => {
      reactions()
        .then(({ reactionRow }) => {
          const row = reactionRow(table, close);
          inside.append(row);
          row.querySelector('button')?.focus();
        })
        .catch(complain);
    });
  }

  function openDrawer() {
    dialog(t('panels.title'), t('close'), (inside) => {
      drawer = inside;
      inside.append(tabs, body);
      inside.closest('dialog')?.addEventListener('close', () => {
        drawer = null;
        side.append(tabs, body);
      });
    });
    draw();
  }

  /** @param {string} name */
  function show(name) {
    tab = name;
    if (getComputedStyle(side).display === 'none' && !drawer) openDrawer();
    draw();
    tabs.querySelector('[aria-selected="true"]')?.focus();
  }

  function draw() {
    const names = ['log', ...(seated() ? ['chat', 'notes'] : [])];
    if (!names.includes(tab)) tab = 'log';
    tabs.replaceChildren(
      ...names.map((name) =>
        h(
          'button',
          {
            role: 'tab',
            id: `tab-${name}`,
            'aria-selected': String(name === tab),
            'aria-controls': 'panel',
            tabindex: name === tab ? 0 : -1,
            onclick: () => show(name),
            onkeydown: (event) => {
              const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
              if (!step) return;
              event.preventDefault();
              event.stopPropagation();
              show(names[(names.indexOf(tab) + step + names.length) % names.length]);
            },
          },
          t(`panels.${name}`),
          name === 'chat' && h('span', { class: 'badge', hidden: true }),
        ),
      ),
    );
    body.setAttribute('aria-labelledby', `tab-${tab}`);
    reactor.hidden = !company();
    if (tab === 'log') drawLog();
    if (tab === 'chat') drawChat();
    if (tab === 'notes') drawNotes();
    markUnread();
  }

  function drawLog() {
    const seats = table.update.seats;
    const pick = h(
      'select',
      {
        'aria-label': t('log.who'),
        onchange: (event) => {
          who = event.target.value;
          fillLog();
        },
      },
      h('option', { value: 'all' }, t('log.all')),
      seats.map((seat) =>
        h('option', { value: seat.seat, selected: who === String(seat.seat) }, table.names()[seat.seat]),
      ),
    );
    const find = h('input', {
      type: 'search',
      value: words,
      placeholder: t('log.find'),
      'aria-label': t('log.find'),
      oninput: (event) => {
        words = event.target.value;
        fillLog();
      },
    });
    body.replaceChildren(h('div', { class: 'log-tools' }, pick, find), lines);
    fillLog();
  }

  /**
   * A line of the log, drawn once as long as the players are called the same: a match has hundreds, and a step adds few.
   * @param {Happening} event
   */
  function lineOf(event) {
    const known = drawn.get(event);
    if (known) return known;
    const text = table.sentence(event);
    const item = h(
      'li',
      { class: event.seat === table.update.viewer ? 'mine' : null, title: event.at ? timeOf(event.at) : null },
      typeof event.seat === 'number' ? seatMark(event.seat, 18) : h('span', { class: 'quiet' }, '·'),
      h('span', {}, text),
    );
    const line = { item, text: text.toLowerCase() };
    drawn.set(event, line);
    return line;
  }

  /** Newest first, so that what has just happened is in sight. */
  function fillLog() {
    const wanted = words.trim().toLowerCase();
    const names = String(table.names());
    if (names !== drawnFor) drawn = new WeakMap();
    drawnFor = names;
    const items = [];
    for (const event of table.log.shown().toReversed()) {
      if (who !== 'all' && String(event.seat) !== who) continue;
      const { item, text } = lineOf(event);
      if (wanted && !text.includes(wanted)) continue;
      items.push(item);
      if (items.length >= 150 && !wanted && who === 'all') break;
    }
    if (!items.length) items.push(h('li', {}, h('span', {}), h('span', { class: 'quiet' }, t('log.empty'))));
    replaceSome(lines, items);
  }

  function drawChat() {
    const row = h('div', {});
    if (company())
      reactions()
        .then(({ reactionRow }) => row.replaceChildren(reactionRow(table)))
        .catch(() => {});
    if (settings.chat === 'reactions') {
      body.replaceChildren(chatLines, row);
      fillChat();
      return;
    }
    const input = h('input', {
      type: 'text',
      maxlength: 500,
      'aria-label': t('chat.write'),
      placeholder: t('chat.write'),
    });
    body.replaceChildren(
      chatLines,
      row,
      h(
        'form',
        {
          class: 'chat-form',
          onsubmit: async (event) => {
            event.preventDefault();
            const text = input.value.trim();
            if (!text) return;
            try {
              await post(`${table.base}/chat`, { seat: table.seat, text });
              input.value = '';
            } catch (problem) {
              complain(problem);
            }
          },
        },
        input,
        h('button', { class: 'button' }, t('chat.send')),
      ),
    );
    fillChat();
  }

  /**
   * What the owner has done, and to whose seat; the text of such a message is for programs.
   * @param {{ kind?: string | null, name: string }} message
   */
  const deed = ({ kind, name }) => t(`chat.${kind}`, { name });

  /** @param {Protocol.Message} message */
  function said(message) {
    const { kind, name, seat, text } = message;
    if (kind === 'removed') return [h('b', {}, name), ' ', h('span', { class: 'quiet' }, t('chat.removed'))];
    if (kind) return [h('span', { class: 'quiet' }, deed({ kind, name }))];
    const words = message.reaction && ready ? ready.reaction(message) : [h('span', {}, text)];
    return [h('b', {}, name || t('seat', { number: seat + 1 })), ' ', ...words];
  }

  function fillChat() {
    const shown = messages.filter(wanted);
    if (!ready && shown.some((message) => message.reaction)) reactions().catch(() => {});
    chatLines.replaceChildren(
      ...shown.map((message) => h('li', {}, ...said(message), ' ', h('span', { class: 'quiet' }, timeOf(message.at)))),
      ...(shown.length ? [] : [h('li', { class: 'quiet' }, t('chat.empty'))]),
    );
  }

  async function drawNotes() {
    const area = h('textarea', {
      rows: 10,
      'aria-label': t('notes.label'),
      oninput: () => {
        clearTimeout(noteTimer);
        noteTimer = setTimeout(
          () =>
            put(`${table.base}/notes`, { seat: table.seat, text: area.value }).catch(() =>
              toast(t('net.failed'), 'refusal'),
            ),
          700,
        );
      },
    });
    body.replaceChildren(h('p', { class: 'quiet' }, t('notes.note')), area);
    try {
      area.value = (await get(`${table.base}/notes?seat=${table.seat}`)).text ?? '';
    } catch {
      /* nothing noted yet */
    }
  }

  async function reload() {
    messages = [];
    readHere = 0;
    if (seated()) {
      try {
        messages = (await get(`${table.base}/chat?seat=${table.seat}&since=0`)).messages;
      } catch {
        /* chat is for those who sit here */
      }
    }
    draw();
  }

  document.addEventListener('visibilitychange', markUnread);
  draw();
  reload();
  return {
    side,
    opener,
    reactor,
    show,
    reload,
    refresh() {
      reactor.hidden = !company();
      if (tab === 'log') fillLog();
    },
    /** @param {Protocol.Message[]} fresh */
    chat(fresh) {
      const known = new Set(messages.map((message) => message.id));
      const added = fresh.filter((message) => !known.has(message.id));
      messages.push(...added);
      fillChat();
      markUnread();
      const own = (/** @type {Protocol.Message} */ message) =>
        message.kind && message.kind !== 'shut' && table.update.host;
      const others = added.filter(wanted).filter((message) => !own(message)); // owners know what they did
      for (const message of added.filter((one) => one.reaction))
        reactions()
          .then(({ showAtSeat }) => showAtSeat(table, message))
          .catch(() => {});
      const heard = others.findLast((message) => message.kind || !table.update.held.includes(message.seat));
      if (!heard) return;
      play(TUNES.chat);
      if (!inSight() && !heard.reaction) toast(heard.kind ? deed(heard) : `${heard.name}: ${heard.text}`);
    },
    destroy() {
      clearTimeout(noteTimer);
      document.removeEventListener('visibilitychange', markUnread);
    },
  };
}
