// The daily deal: everybody plays the same cards against the same bots, once; then they see how others did.

import { get, post } from './api.js';
import { complain, h, stylesheet } from './dom.js';
import { botName, gameList, titleOf } from './games.js';
import { addWords, t, timeOf } from './i18n.js';
import { poster } from './posters.js';
import { save, settings } from './settings.js';

/** @param {number} number */
const minus = (number) => String(number).replace('-', '−');

/** @param {string} day @param {number} days */
const moved = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** @param {string} day */
const written = (day) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  await Promise.all([addWords('daily'), stylesheet('/styles/daily.css')]);
  const games = await gameList();
  const asked = page.params.day;
  const all = await Promise.all(
    games.map((game) => get(`/api/daily?game=${encodeURIComponent(game.name)}${asked ? `&day=${asked}` : ''}`)),
  );
  const [{ day, open: isOpen, closes }] = all;
  const name = h('input', {
    type: 'text',
    id: 'daily-name',
    maxlength: 24,
    value: settings.name,
    autocomplete: 'nickname',
    onchange: (event) => save({ name: event.target.value.trim() }),
  });
  const wanted = isOpen && all.some((one) => !one.mine);
  document.title = t('daily.title');
  root.replaceChildren(
    page.bar(t('daily.title')),
    h(
      'main',
      { id: 'main', class: 'home daily', tabindex: -1 },
      h('h1', {}, t('daily.title')),
      h('p', {}, t('daily.intro')),
      h(
        'nav',
        { class: 'buttons days', 'aria-label': t('daily.days') },
        h('a', { class: 'button small', href: `/daily/${moved(day, -1)}` }, t('daily.earlier')),
        h('b', {}, written(day)),
        !isOpen && h('a', { class: 'button small', href: `/daily/${moved(day, 1)}` }, t('daily.later')),
      ),
      h('p', { class: 'quiet' }, isOpen ? t('daily.closes', { time: timeOf(closes) }) : t('daily.closed')),
      wanted && h('p', { class: 'field' }, h('label', { for: 'daily-name' }, t('settings.name')), name),
      h(
        'div',
        { class: 'daily-games' },
        all.map((one) => gameSection(one, name, page)),
      ),
    ),
  );
  return { destroy: () => root.replaceChildren() };
}

/** @param {Protocol.Daily} daily @param {HTMLInputElement} name @param {Page} page */
function gameSection(daily, name, page) {
  const title = titleOf(daily.game);
  return h(
    'section',
    { class: 'panel', 'aria-label': title },
    h('header', { class: 'daily-head' }, poster(daily.game, true), h('h2', {}, title)),
    h('p', { class: 'quiet' }, t('daily.against', { n: daily.seats - 1, bot: botName(daily.bot) })),
    daily.streak > 1 && h('p', {}, t('daily.streak', { n: daily.streak })),
    mine(daily, name, page),
    daily.lines ? standings(daily) : h('p', { class: 'quiet' }, t('daily.played', { n: daily.players })),
  );
}

/** @param {Protocol.Daily} daily @param {HTMLInputElement} name @param {Page} page */
function mine(daily, name, page) {
  const own = daily.mine;
  if (!own) {
    if (!daily.open) return null;
    return h(
      'p',
      { class: 'buttons' },
      h(
        'button',
        { class: 'button main', 'data-key': `play ${daily.game}`, onclick: () => play(daily, name, page) },
        t('daily.play'),
      ),
    );
  }
  const words = { over: 'daily.look', closed: 'daily.given up', open: 'daily.go on', running: 'daily.go on' };
  return h(
    'p',
    { class: 'buttons' },
    h('a', { class: own.status === 'running' ? 'button main' : 'button', href: own.path }, t(words[own.status])),
    own.points !== null &&
      h('button', { class: 'button', onclick: () => card(daily).catch(complain) }, t('daily.card')),
  );
}

/** @param {Protocol.Daily} daily @param {HTMLInputElement} name @param {Page} page */
async function play(daily, name, page) {
  const called = name.value.trim() || settings.name || t('you');
  try {
    const { path } = await post('/api/daily', { game: daily.game, name: called });
    page.go(path);
  } catch (problem) {
    complain(problem);
  }
}

/** @param {Protocol.Daily} daily */
function standings(daily) {
  const lines = daily.lines ?? [];
  if (!lines.length) return h('p', { class: 'quiet' }, t('daily.nobody'));
  return [
    h(
      'table',
      { class: 'plain-table' },
      h('caption', { class: 'spoken' }, t('daily.standings', { game: titleOf(daily.game) })),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col', class: 'number' }, t('daily.place')),
          h('th', { scope: 'col' }, t('daily.name')),
          h('th', { scope: 'col', class: 'number' }, t('daily.points')),
          h('th', { scope: 'col' }, t('daily.table')),
        ),
      ),
      h(
        'tbody',
        {},
        lines.map((line) =>
          h(
            'tr',
            { class: line.mine ? 'mine' : null },
            h('td', { class: 'number' }, String(1 + lines.filter((other) => other.points > line.points).length)),
            h('th', { scope: 'row' }, line.name, line.mine && ` (${t('daily.me')})`),
            h('td', { class: 'number' }, minus(line.points)),
            h('td', {}, line.won ? t('daily.won') : t('daily.came', { place: line.place, seats: daily.seats })),
          ),
        ),
      ),
    ),
    h(
      'p',
      { class: 'quiet' },
      t('daily.summary', { n: daily.players, median: figure(daily.median ?? 0), best: minus(daily.best ?? 0) }),
    ),
  ];
}

/** @param {number} number */
const figure = (number) =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 }).format(number).replace('-', '−');

/**
 * My result as a picture. It shows nothing of what was dealt: others may still play it.
 * @param {Protocol.Daily} daily
 */
async function card(daily) {
  const { plainAddress, posterPicture, showCard } = await import('./card.js');
  await addWords('card');
  const address = `${location.origin}/daily/${daily.day}`;
  await showCard(
    {
      game: daily.game,
      headline: t('card.daily', { day: written(daily.day) }),
      note: '',
      lines: [
        { mark: null, name: t('card.me'), figure: minus(daily.mine?.points ?? 0), first: true },
        { mark: null, name: t('card.best'), figure: minus(daily.best ?? 0), first: false },
        { mark: null, name: t('card.median'), figure: figure(daily.median ?? 0), first: false },
        { mark: null, name: t('card.players'), figure: String(daily.players), first: false },
      ],
      address: plainAddress(address),
      picture: posterPicture(daily.game),
    },
    address,
    `${daily.game}-${daily.day}.png`,
  );
}
