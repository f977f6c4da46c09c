// The home page: the games, and the tables there are.

import { get } from './api.js';
import { complain, h } from './dom.js';
import { LEVELS, botName, gameList, namesOf, titleOf } from './games.js';
import { LANGUAGES, dayOf, hasWord, listOf, t, timeOf } from './i18n.js';
import { finish, isOld, isPutAway, putAway } from './mytables.js';
import { makeTable, openNewTable } from './newtable.js';
import { poster } from './posters.js';
import { save, settings } from './settings.js';
import { icon, seatMark } from './svg.js';

const REFRESH = 12_000;
const WIDE = matchMedia('(min-width: 48rem)');

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const games = await gameList();
  const mine = h('div', { class: 'rows-all' });
  const lists = h('div', { class: 'rows-all' });
  const head = h('header', { class: 'home-head' }, h('h1', {}, t('home.title')), h('p', {}, t('home.tagline')));
  root.replaceChildren(
    page.bar(
      '',
      h(
        'a',
        { class: 'icon-button', href: '/notices', 'aria-label': t('notices.title'), title: t('notices.title') },
        icon('bell'),
      ),
      h(
        'a',
        { class: 'icon-button', href: '/daily', 'aria-label': t('home.daily'), title: t('home.daily') },
        icon('day'),
      ),
      h('a', { class: 'icon-button', href: '/you', 'aria-label': t('home.you'), title: t('home.you') }, icon('person')),
    ),
    h(
      'main',
      { id: 'main', class: 'home', tabindex: -1 },
      head,
      mine,
      h(
        'div',
        { class: 'home-games' },
        games.map((game) => gameCard(game, page)),
      ),
      finder(page),
      lists,
    ),
  );
  /** @type {Protocol.Lobby} */
  let lobby = { mine: [], open: [], running: [], finished: [] };

  /** My tables stand above the games, what else there is beneath them. */
  function draw() {
    const known = new Set(lobby.mine.map((row) => row.table));
    /** @param {Protocol.Row[]} rows */
    const elsewhere = (rows) => rows.filter((row) => !known.has(row.table));
    const own = lobby.mine.filter((row) => !isPutAway(row.table));
    /** @param {Protocol.Row} row */
    const isOver = (row) => row.status === 'over' || row.status === 'closed';
    const unfinished = own.filter((row) => !isOver(row)).toSorted((a, b) => Number(isOld(a)) - Number(isOld(b)));
    const finished = [...own.filter(isOver), ...elsewhere(lobby.finished)].slice(0, 20);
    fill(mine, [list('home.mine', unfinished, unfinished.some(isOld) ? unfinished.findIndex(isOld) : 99, draw)]);
    fill(lists, [
      list('home.open', elsewhere(lobby.open), 6),
      list('home.watch', elsewhere(lobby.running), 6),
      list('home.finished', finished, 4, draw),
    ]);
    head.classList.toggle('known', unfinished.length > 0); // whoever has tables knows where they are
  }

  async function refresh() {
    try {
      lobby = await get('/api/lobby');
    } catch {
      /* the next round will show whether the server is back */
    }
    draw();
  }
  await refresh();
  const timer = setInterval(() => {
    if (!document.hidden) refresh();
  }, REFRESH);
  WIDE.addEventListener('change', draw);
  return {
    destroy: () => {
      clearInterval(timer);
      WIDE.removeEventListener('change', draw);
      finish();
    },
  };
}

/**
 * Whoever wants to play, and does not care with whom.
 * @param {Page} page
 */
function finder(page) {
  return h(
    'section',
    { class: 'finder panel', 'aria-label': t('home.find') },
    h('div', {}, h('h2', {}, t('home.find')), h('p', {}, t('home.find note'))),
    h(
      'button',
      { class: 'button main', 'data-key': 'find', onclick: async () => (await import('./find.js')).openFind(page) },
      icon('people'),
      t('home.find go'),
    ),
  );
}

/** @param {Protocol.GameInfo} game @param {Page} page */
function gameCard(game, page) {
  const { name } = game;
  const title = titleOf(name);
  /**
   * All games have the same buttons: by ear they are told apart.
   * @param {string} key
   */
  const called = (key) => `${t(key)}: ${title}`;
  /**
   * A game's own words, or what it says of itself.
   * @param {string} what @param {string} otherwise
   */
  const own = (what, otherwise) => (hasWord(`game.${name}.${what}`) ? t(`game.${name}.${what}`) : otherwise);
  const levels = LEVELS.filter((level) => game.bots.some((bot) => bot.name === level));
  const choices = levels.length ? levels : game.bots.map((bot) => bot.name);
  const chosen = choices.includes(settings.level) ? settings.level : choices[0]; // the gentlest first
  const level = h(
    'select',
    {
      id: `level-${name}`,
      'aria-label': called('home.against'),
      onchange: (event) => save({ level: event.target.value }),
    },
    choices.map((bot) => h('option', { value: bot, selected: bot === chosen }, botName(bot))),
  );
  const start = h(
    'button',
    {
      class: 'button main',
      'data-play': name,
      'aria-label': called('home.play now'),
      onclick: async () => {
        start.disabled = true;
        const others = Math.min(2, Math.max(...game.seats) - 1);
        try {
          await makeTable(
            {
              game: name,
              seats: [
                { kind: 'me', name: settings.name || t('you') },
                ...Array(others).fill({ kind: 'bot', bot: level.value }),
              ],
            },
            page,
          );
        } catch (problem) {
          start.disabled = false;
          complain(problem);
        }
      },
    },
    icon('play'),
    t('home.play now'),
  );
  return h(
    'article',
    { class: 'game-card panel', 'aria-label': title },
    poster(name),
    h('h2', {}, title),
    h('p', {}, own('blurb', t('home.players', { least: Math.min(...game.seats), most: Math.max(...game.seats) }))),
    h(
      'div',
      { class: 'play' },
      start,
      h('p', { class: 'level' }, h('label', { for: `level-${name}` }, t('home.against')), level),
    ),
    game.page
      ? h(
          'a',
          { class: 'button', href: `/guide/${name}`, 'aria-label': called('home.guide') },
          icon('lesson'),
          t('home.guide'),
        )
      : h('span', {}), // its line stays
    h(
      'div',
      { class: 'actions' },
      h(
        'button',
        { class: 'button', 'aria-label': called('home.friends'), onclick: () => openNewTable(game, 'friends', page) },
        icon('people'),
        t('home.friends'),
      ),
      h(
        'button',
        { class: 'button', 'aria-label': called('home.hot-seat'), onclick: () => openNewTable(game, 'hotseat', page) },
        icon('screen'),
        t('home.hot-seat'),
      ),
    ),
    h(
      'p',
      { class: 'foot quiet' },
      h('span', {}, own('credits', game.credits)),
      game.page &&
        h(
          'span',
          { class: 'buttons' },
          game.puzzles && h('a', { href: `/puzzles/${name}`, 'aria-label': called('home.puzzles') }, t('home.puzzles')),
          h('a', { href: `/score/${name}`, 'aria-label': called('home.score') }, t('home.score')),
          h('a', { href: `/rules/${name}`, 'aria-label': called('home.rules') }, t('home.rules')),
        ),
    ),
  );
}

/** @param {HTMLElement} item */
const focusKey = (item) => item.getAttribute('href') ?? item.dataset.key;

/** @param {HTMLElement} box @param {(HTMLElement | null)[]} sections */
function fill(box, sections) {
  const focus = box.contains(document.activeElement)
    ? focusKey(/** @type {HTMLElement} */ (document.activeElement))
    : null;
  const shown = sections.filter(Boolean);
  box.hidden = !shown.length;
  box.replaceChildren(...shown);
  if (focus) [...box.querySelectorAll('a, button, summary')].find((item) => focusKey(item) === focus)?.focus();
}

const unfolded = new Set();

/**
 * A list of tables of which this many stand open and the rest is folded away. `redraw` is given for lists with rows of mine.
 * @param {string} key @param {Protocol.Row[]} rows @param {number} most @param {() => void} [redraw]
 */
function list(key, rows, most, redraw) {
  if (!rows.length) return null;
  const first = key === 'home.mine' ? Math.min(most, WIDE.matches ? 2 : 1) : most;
  /** @param {Protocol.Row[]} some */
  const items = (some) =>
    h(
      'ul',
      { class: 'rows table-rows' },
      some.map((row) => tableItem(row, redraw)),
    );
  const rest = rows.slice(first);
  const waiting = rest.filter((row) => row.waiting_for_me).length;
  return h(
    'section',
    { class: 'rows', 'aria-label': t(key) },
    h('h2', {}, t(key)),
    first > 0 && items(rows.slice(0, first)),
    rest.length > 0 &&
      h(
        'details',
        {
          class: 'fold',
          open: unfolded.has(key),
          ontoggle: (event) => unfolded[event.target.open ? 'add' : 'delete'](key),
        },
        h(
          'summary',
          { 'data-key': `fold ${key}` },
          t('home.more tables', { n: rest.length }),
          waiting > 0 && h('b', {}, ` · ${t('home.more waiting', { n: waiting })}`),
        ),
        items(rest),
      ),
  );
}

/** @param {Protocol.Row} row @param {(() => void) | undefined} redraw */
function tableItem(row, redraw) {
  const name = row.name || titleOf(row.game);
  return h(
    'li',
    { class: 'table-item' },
    tableRow(row),
    row.held.length > 0 &&
      redraw &&
      h(
        'button',
        {
          class: 'icon-button',
          'aria-label': t('home.put away', { name }),
          title: t('home.put away', { name }),
          'data-key': `away ${row.table}`,
          onclick: () => putAway(row, name, redraw),
        },
        '✕',
      ),
  );
}

/** @param {Protocol.Row} row */
function tableRow(row) {
  const state = row.frozen
    ? t('home.frozen')
    : row.waiting_for_me
      ? t('home.your turn')
      : row.status === 'running'
        ? t('home.running')
        : row.status === 'open'
          ? row.free.length
            ? t('home.free', { n: row.free.length })
            : t('wait.title')
          : outcome(row);
  return h(
    'a',
    { class: `table-row panel${row.waiting_for_me ? ' waiting' : ''}`, href: `/t/${row.table}` },
    poster(row.game, true),
    h(
      'span',
      {},
      h('b', {}, row.name || titleOf(row.game)),
      ' ',
      h('span', { class: 'quiet' }, dayOf(row.touched)),
      h(
        'span',
        { class: 'people' },
        namesOf(row.seats, t('free seat')).map((name, i) => h('span', {}, seatMark(i, 15), name)),
      ),
      row.status === 'open' && h('span', { class: 'facts' }, facts(row)),
    ),
    h('span', { class: 'state' }, state),
  );
}

/**
 * What somebody wants to know before they sit down: the pace, how full it is, the language, who is there, bots to come.
 * @param {Protocol.Row} row
 */
function facts(row) {
  const here = row.seats.filter((seat) => seat.kind === 'human' && seat.claimed && seat.here);
  const names = listOf(here.map((seat) => seat.name ?? ''));
  return [
    row.pace.kind === 'days' ? t('pace.days', { n: row.pace.days }) : t('pace.live'),
    t('home.seats', { taken: row.seats.filter((seat) => seat.claimed).length, all: row.seats.length }),
    row.language && LANGUAGES[row.language],
    here.length > 0 && t('home.waits', { names, n: here.length }),
    row.fill_at && t('home.bots at', { when: timeOf(row.fill_at) }),
    row.hints && t('hints.short'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {Protocol.Row} row */
function outcome(row) {
  const all = namesOf(row.seats);
  const names = row.winners.map((seat) => all[seat]);
  return names.length
    ? h(
        'span',
        { class: 'buttons' },
        row.winners.map((seat) => seatMark(seat, 16)),
        names.join(', '),
      )
    : t('home.over');
}
