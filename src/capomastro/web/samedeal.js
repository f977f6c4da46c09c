// One deal played several times by the same people in other seats: the matches side by side, and everybody's sum.

import { get, post } from './api.js';
import { complain, h } from './dom.js';
import { namesOf } from './games.js';
import { addWords, t } from './i18n.js';

/**
 * Makes the next match of a deal, or goes to the one that somebody has made.
 * @param {Table} table
 */
export async function playAgain(table) {
  try {
    const { path } = await post(`${table.base}/again`, { seat: table.seat });
    table.page.go(path);
  } catch (problem) {
    complain(problem);
  }
}

/**
 * What everybody made of the same cards.
 * @param {Table} table
 */
export async function comparison(table) {
  await addWords('card');
  const { matches, sums } = await get(`${table.base}/again`);
  const { seats } = table.update;
  /** @param {string} name */
  const named = (name) => namesOf(seats)[seats.findIndex((seat) => seat.name === name)] ?? name;
  return h(
    'div',
    { class: 'same-deal' },
    h('h3', {}, t('same.title')),
    h('p', { class: 'quiet' }, t('same.note')),
    h(
      'table',
      { class: 'plain-table' },
      h('caption', { class: 'spoken' }, t('same.title')),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, t('same.who')),
          matches.map((match, place) =>
            h(
              'th',
              { scope: 'col', class: 'number' },
              h('a', { href: match.path }, t('same.match', { number: place + 1 })),
            ),
          ),
          h('th', { scope: 'col', class: 'number' }, t('same.sum')),
        ),
      ),
      h(
        'tbody',
        {},
        sums.map((one, person) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, named(one.name)),
            matches.map(({ scores }, place) =>
              h(
                'td',
                { class: 'number' },
                scores ? String(scores[(person + place) % scores.length]).replace('-', '−') : '…',
              ),
            ),
            h('td', { class: 'number' }, h('b', {}, String(one.points).replace('-', '−'))),
          ),
        ),
      ),
    ),
  );
}
