// The tables of a review: players, chances over time, every decision.

import { h } from './dom.js';
import { t } from './i18n.js';
import { figure, percent, signed } from './reviewwords.js';
import { seatMark } from './svg.js';

/** @typedef {ReturnType<typeof import('./reviewwords.js').wordsFor>} Say */

/**
 * @param {string} key @param {...Child} children
 */
export function section(key, ...children) {
  return h('section', { class: 'panel', 'aria-label': t(key) }, h('h2', {}, t(key)), children);
}

/**
 * Everybody's accuracy, and what became of an even chance.
 * @param {Protocol.Review} review @param {string[]} names
 */
export function accountCards({ accounts, seats }, names) {
  return section(
    'review.account',
    h(
      'div',
      { class: 'score-cards' },
      accounts.map((one) =>
        h(
          'article',
          { class: one.outcome > 0 ? 'score-card won' : 'score-card', 'aria-label': names[one.seat] },
          h(
            'h3',
            { class: 'who' },
            seatMark(one.seat),
            names[one.seat],
            one.outcome > 0 && h('small', { class: 'quiet' }, t('review.won')),
          ),
          h(
            'dl',
            { class: 'account' },
            pair('review.accuracy', one.accuracy === null ? '–' : `${figure(one.accuracy)} %`),
            pair('review.decisions', String(one.decisions)),
            pair('review.luck', bar(one.luck)),
            pair('review.own', bar(one.own)),
            pair('review.others', bar(one.others)),
          ),
        ),
      ),
    ),
    h('p', { class: 'quiet' }, t('review.account.note', { percent: Math.round(100 / seats) })),
    h('p', { class: 'quiet' }, t('review.accuracy.note')),
  );
}

/** @param {string} key @param {Child} value */
const pair = (key, value) => [h('dt', {}, t(key)), h('dd', { class: 'number' }, value)];

/**
 * A share of chance gained or lost, as a figure and as a bar from the middle.
 * @param {number} share
 */
function bar(share) {
  const wide = Math.min(50, Math.abs(share) * 50);
  return [
    signed(share),
    h(
      'span',
      { class: 'share-bar', 'aria-hidden': 'true' },
      h('i', {
        class: share < 0 ? 'minus' : 'plus',
        style: `width:${wide}%;${share < 0 ? 'right' : 'left'}:50%`,
      }),
    ),
  ];
}

/**
 * The same figures as the plot's.
 * @param {Protocol.Review} review @param {string[]} names
 */
export function chanceTable({ moments }, names) {
  return h(
    'details',
    {},
    h('summary', {}, t('review.chances.table')),
    h(
      'div',
      { class: 'scrolls tall', tabindex: 0, role: 'region', 'aria-label': t('review.chances') },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            [t('review.step'), ...names].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          moments.map((moment) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, String(moment.step)),
              moment.chances.map((chance) => h('td', { class: 'number' }, percent(chance))),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Every decision with its loss, each a way into the replay.
 * @param {Protocol.Review} review @param {string[]} names @param {Say} say @param {string} id
 */
export function decisionList({ decisions }, names, say, id) {
  const list = h('ol', { class: 'decisions' });
  /** @param {Protocol.Judged} one */
  const item = (one) =>
    h(
      'li',
      { class: one.loss > 0 ? null : 'nothing' },
      h(
        'a',
        { href: `/replay/${id}/${one.step}?seat=${one.seat}`, 'aria-label': `${t('review.step')} ${one.step}` },
        String(one.step),
      ),
      h('span', { class: 'who' }, seatMark(one.seat, 18), names[one.seat]),
      h('b', { class: 'number' }, one.loss > 0 ? `−${percent(one.loss)}` : ''),
      h('span', {}, t('review.played', { step: say.line(one.played.line, one) })),
      h('span', {}, one.loss > 0 ? t('review.better', { step: say.line(one.options[0].line, one) }) : t('review.same')),
    );
  /** @param {boolean} costly */
  const fillIn = (costly) => list.replaceChildren(...decisions.filter((one) => !costly || one.loss > 0).map(item));
  fillIn(true);
  return section(
    'review.all',
    h('p', { class: 'quiet' }, t('review.all.note')),
    h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', checked: true, onchange: (event) => fillIn(event.target.checked) }),
      ` ${t('review.only costly')}`,
    ),
    list,
  );
}
