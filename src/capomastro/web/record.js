// What one has played here: matches and streaks, by game, seats and opponents, highlights, openings, ratings.

import { get, put } from './api.js';
import { complain, h, stylesheet } from './dom.js';
import { gameList, titleOf } from './games.js';
import { addWords, dayOf, hasWord, t } from './i18n.js';
import { icon } from './svg.js';

/** @param {number} number */
const figure = (number, digits = 1) =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: digits })
    .format(number)
    .replace('-', '−');

/** @param {number} won @param {number} matches */
const share = (won, matches) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(matches ? won / matches : 0);

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  await Promise.all([addWords('record'), stylesheet('/styles/daily.css'), gameList()]);
  const body = h('main', { id: 'main', class: 'home record', tabindex: -1 });
  root.replaceChildren(
    page.bar(
      t('record.title'),
      h('a', { class: 'icon-button', href: '/you', 'aria-label': t('home.you'), title: t('home.you') }, icon('person')),
    ),
    body,
  );
  document.title = t('record.title');
  await draw(body);
  return { destroy: () => root.replaceChildren() };
}

/** @param {HTMLElement} body */
async function draw(body) {
  const record = await get('/api/me/record');
  await Promise.all(record.games.map(({ game }) => addWords(game).catch(() => {}))); // a game may have no words
  body.replaceChildren(
    h('h1', {}, t('record.title')),
    h('p', { class: 'quiet' }, t(record.player ? 'record.player' : 'record.device')),
    ...(record.pending > 0 ? [h('p', { role: 'status' }, t('record.pending', { n: record.pending }))] : []),
    ...(record.games.length ? record.games.map(gameSection) : [h('p', {}, t('record.none'))]),
    ...[opponents(record), ratings(record, body), matches(record)].filter((part) => part !== null),
  );
}

/**
 * A table with a caption for those who hear it. Numbers stand in all columns but the first.
 * @param {string} caption @param {string[]} heads @param {Child[][]} rows
 */
function tableOf(caption, heads, rows) {
  return h(
    'table',
    { class: 'plain-table' },
    h('caption', { class: 'spoken' }, caption),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map((head, i) => h('th', { scope: 'col', class: i ? 'number' : null }, head)),
      ),
    ),
    h(
      'tbody',
      {},
      rows.map((row) =>
        h(
          'tr',
          {},
          row.map((cell, i) => (i ? h('td', { class: 'number' }, cell) : h('th', { scope: 'row' }, cell))),
        ),
      ),
    ),
  );
}

/** @param {Protocol.GameRecord} one */
function gameSection(one) {
  const title = titleOf(one.game);
  return h(
    'section',
    { class: 'panel', 'aria-label': title },
    h('h2', {}, title),
    h(
      'p',
      {},
      t('record.matches', { n: one.matches, won: one.won }),
      ' ',
      one.longest > 0 && t('record.streak', { n: one.streak, longest: one.longest }),
    ),
    tableOf(
      t('record.by seats', { game: title }),
      [t('record.kind'), t('record.played'), t('record.won'), t('record.mean'), t('record.best')],
      one.groups.map((group) => [
        t(group.people ? 'record.people' : 'record.bots', { n: group.seats }),
        String(group.matches),
        share(group.won, group.matches),
        figure(group.mean),
        figure(group.best),
      ]),
    ),
    one.highlights.length > 0 && [
      h('h3', {}, t('record.highlights')),
      h(
        'ul',
        { class: 'highlights' },
        one.highlights.map((found) => highlight(one.game, found)),
      ),
    ],
    one.openings.length > 0 && [
      h('h3', {}, t('record.openings')),
      tableOf(
        t('record.openings'),
        [t('record.opening'), t('record.played'), t('record.won')],
        one.openings.map((found) => [
          word(`${one.game}.opening.${found.opening.split(' ')[0]}`, found.opening),
          String(found.matches),
          share(found.won, found.matches),
        ]),
      ),
    ],
  );
}

/** @param {string} key @param {string} otherwise @param {Args} [args] */
const word = (key, otherwise, args = {}) => (hasWord(key) ? t(key, args) : otherwise);

/** @param {string} game @param {Protocol.HighlightInfo} found */
function highlight(game, found) {
  const name = word(`${game}.highlight.${found.kind}`, `${found.kind}: ${found.value}`, { n: found.value });
  return h('li', {}, h('a', { href: found.path }, name), ' ', h('span', { class: 'quiet' }, dayOf(found.at)));
}

/** @param {Protocol.PlayRecord} record */
function opponents(record) {
  if (!record.opponents.length) return null;
  return h(
    'section',
    { class: 'panel', 'aria-label': t('record.head to head') },
    h('h2', {}, t('record.head to head')),
    h('p', { class: 'quiet' }, t('record.head to head note')),
    tableOf(
      t('record.head to head'),
      [t('record.who'), t('record.played'), t('record.ahead'), t('record.behind'), t('record.level')],
      record.opponents.map((one) => [
        one.name,
        String(one.matches),
        String(one.ahead),
        String(one.behind),
        String(one.level),
      ]),
    ),
  );
}

/** @param {Protocol.PlayRecord} record @param {HTMLElement} body */
function ratings(record, body) {
  if (!record.ratings) return null;
  /** @param {boolean} rated */
  const wish = async (rated) => {
    try {
      await put('/api/me/rated', { rated });
      await draw(body);
      document.getElementById('rated')?.focus();
    } catch (problem) {
      complain(problem);
    }
  };
  const ranked = record.games.filter((one) => one.ladder.length);
  return h(
    'section',
    { class: 'panel', 'aria-label': t('record.ratings') },
    h('h2', {}, t('record.ratings')),
    h('p', {}, t('record.ratings note')),
    record.player
      ? h(
          'p',
          { class: 'check' },
          h('input', {
            type: 'checkbox',
            id: 'rated',
            checked: record.rated,
            onchange: (event) => wish(event.target.checked),
          }),
          h('label', { for: 'rated' }, t('record.rated')),
        )
      : h('p', {}, t('record.ratings player'), ' ', h('a', { href: '/you' }, t('record.you'))),
    ranked.map((one) => ladder(one)),
    record.rated && !ranked.length && h('p', { class: 'quiet' }, t('record.no ratings')),
  );
}

/** @param {Protocol.GameRecord} one */
function ladder(one) {
  return [
    h('h3', {}, titleOf(one.game)),
    tableOf(
      t('record.ladder', { game: titleOf(one.game) }),
      [t('record.player name'), t('record.place'), t('record.rating'), t('record.played')],
      one.ladder.map((line) => [
        line.mine ? h('b', {}, line.name) : line.name,
        String(line.place),
        `${figure(line.mu)} ± ${figure(line.sigma)}`,
        String(line.matches),
      ]),
    ),
  ];
}

/** @param {Protocol.PlayRecord} record */
function matches(record) {
  if (!record.matches.length) return null;
  return h(
    'section',
    { class: 'panel', 'aria-label': t('record.last') },
    h('h2', {}, t('record.last')),
    tableOf(
      t('record.last'),
      [t('record.match'), t('record.points'), t('record.result')],
      record.matches.map((one) => [
        [
          h('a', { href: one.path }, titleOf(one.game)),
          ' ',
          h('span', { class: 'quiet' }, dayOf(one.at)),
          ' ',
          t(one.daily ? 'record.daily' : one.people ? 'record.people' : 'record.bots', { n: one.seats }),
        ],
        figure(one.points),
        one.won ? t('record.victory') : '–',
      ]),
    ),
  );
}
