// The home page: the two games, and the tables there are.

import { get } from './api.js';
import { h, toast } from './dom.js';
import { GAMES, botName, namesOf } from './games.js';
import { dayOf, t } from './i18n.js';
import { makeTable, openNewTable } from './newtable.js';
import { poster } from './posters.js';
import { save, settings } from './settings.js';
import { icon, seatMark } from './svg.js';

const REFRESH = 12_000;

export async function open(root, page) {
  const info = await get('/api/games');
  const mine = h('div', { class: 'rows-all' });
  const lists = h('div', { class: 'rows-all' });
  root.replaceChildren(page.bar(''), h('main', { id: 'main', class: 'home', tabindex: -1 },
    h('header', { class: 'home-head' }, h('h1', {}, t('home.title')), h('p', {}, t('home.tagline'))),
    mine,
    h('div', { class: 'home-games' }, info.games.filter((game) => GAMES.includes(game.name)).map((game) => gameCard(game, page))),
    lists));

  async function refresh() {
    try {
      drawLists(mine, lists, await get('/api/lobby'));
    } catch { /* the next round will show whether the server is back */ }
  }
  await refresh();
  const timer = setInterval(() => { if (!document.hidden) refresh(); }, REFRESH);
  return { destroy: () => clearInterval(timer) };
}

function gameCard(game, page) {
  const { name } = game;
  const levels = ['apprentice', 'journeyman', 'master'].filter((level) => game.bots.some((bot) => bot.name === level));
  const choices = levels.length ? levels : game.bots.map((bot) => bot.name);
  const chosen = choices.includes(settings.level) ? settings.level : choices[Math.min(1, choices.length - 1)];
  const level = h('select', { id: `level-${name}`, onchange: (event) => save({ level: event.target.value }) },
    choices.map((bot) => h('option', { value: bot, selected: bot === chosen }, botName(bot))));
  const start = h('button', { class: 'button main', 'data-play': name, onclick: async () => {
    start.disabled = true;
    const others = Math.min(2, Math.max(...game.seats) - 1);
    try {
      await makeTable({ game: name, seats: [{ kind: 'me', name: settings.name || t('you') }, ...Array(others).fill({ kind: 'bot', bot: level.value })] }, page);
    } catch (problem) {
      start.disabled = false;
      toast(problem.message, 'refusal');
    }
  } }, icon('play'), t('home.play now'));
  return h('article', { class: 'game-card panel', 'aria-label': t(`game.${name}`) },
    poster(name),
    h('h2', {}, t(`game.${name}`)),
    h('p', {}, t(`game.${name}.blurb`)),
    h('div', { class: 'play' }, start, h('p', { class: 'level' }, h('label', { for: `level-${name}` }, t('home.against')), level)),
    h('a', { class: 'button', href: `/guide/${name}` }, icon('lesson'), t('home.guide')),
    h('div', { class: 'actions' },
      h('button', { class: 'button', onclick: () => openNewTable(game, 'friends', page) }, icon('people'), t('home.friends')),
      h('button', { class: 'button', onclick: () => openNewTable(game, 'hotseat', page) }, icon('screen'), t('home.hot-seat'))),
    h('p', { class: 'foot quiet' }, h('span', {}, t(`game.${name}.credits`)), h('a', { href: `/rules/${name}` }, t('home.rules'))));
}

/** My tables stand above the games, what else there is beneath them. */
function drawLists(top, foot, lobby) {
  const mine = new Set(lobby.mine.map((row) => row.table));
  const elsewhere = (rows) => rows.filter((row) => !mine.has(row.table));
  const running = lobby.mine.filter((row) => row.status !== 'over' && row.status !== 'closed');
  const finished = [...lobby.mine.filter((row) => row.status === 'over' || row.status === 'closed'), ...elsewhere(lobby.finished)];
  fill(top, [list('home.mine', running)]);
  fill(foot, [list('home.open', elsewhere(lobby.open)), list('home.watch', elsewhere(lobby.running)), list('home.finished', finished.slice(0, 20))]);
}

function fill(box, sections) {
  const focus = box.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  const shown = sections.filter(Boolean);
  box.hidden = !shown.length;
  box.replaceChildren(...shown);
  if (focus) box.querySelector(`a[href="${focus}"]`)?.focus();
}

function list(key, rows) {
  if (!rows.length) return null;
  return h('section', { class: 'rows', 'aria-label': t(key) }, h('h2', {}, t(key)), h('ul', { class: 'rows' }, rows.map((row) => h('li', {}, tableRow(row)))));
}

function tableRow(row) {
  const state = row.waiting_for_me ? t('home.your turn') : row.status === 'running' ? t('home.running') : row.status === 'open' ? (row.free.length ? t('home.free', { n: row.free.length }) : t('wait.title')) : outcome(row);
  return h('a', { class: `table-row panel${row.waiting_for_me ? ' waiting' : ''}`, href: `/t/${row.table}` },
    poster(row.game, true),
    h('span', {}, h('b', {}, row.name || t(`game.${row.game}`)), ' ', h('span', { class: 'quiet' }, dayOf(row.touched)),
      h('span', { class: 'people' }, namesOf(row.seats, t('free seat')).map((name, i) => h('span', {}, seatMark(i, 15), name)))),
    h('span', { class: 'state' }, state));
}

function outcome(row) {
  const all = namesOf(row.seats);
  const names = row.winners.map((seat) => all[seat]);
  return names.length ? h('span', { class: 'buttons' }, row.winners.map((seat) => seatMark(seat, 16)), names.join(', ')) : t('home.over');
}
