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
export function accountTable({ accounts: all, seats }, names) {
  return section(
    'review.account',
    h(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': t('review.account') },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['player', 'accuracy', 'decisions', 'luck', 'own', 'others'].map((key) =>
              h('th', { scope: 'col' }, t(`review.${key}`)),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          all.map((one) =>
            h(
              'tr',
              {},
              h(
                'th',
                { scope: 'row' },
                h('span', { class: 'who' }, seatMark(one.seat), names[one.seat]),
                one.outcome > 0 && h('small', {}, ` ${t('review.won')}`),
              ),
              h('td', {}, one.accuracy === null ? '–' : `${figure(one.accuracy)} %`),
              h('td', {}, String(one.decisions)),
              [one.luck, one.own, one.others].map((share) => h('td', {}, bar(share))),
            ),
          ),
        ),
      ),
    ),
    h('p', { class: 'quiet' }, t('review.account.note', { percent: Math.round(100 / seats) })),
    h('p', { class: 'quiet' }, t('review.accuracy.note')),
  );
}

/**
 * A share of chance gained or lost, as a figure and as a bar from the middle.
 * @param {number} share
 */
function bar(share) {
  const wide = Math.min(50, Math.abs(share) * 50);
  return [
    h('span', { class: 'number' }, signed(share)),
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
  const list = h('tbody', {});
  /** @param {boolean} costly */
  const fillIn = (costly) =>
    list.replaceChildren(
      ...decisions
        .filter((one) => !costly || one.loss > 0)
        .map((one) =>
          h(
            'tr',
            { class: one.loss > 0 ? null : 'nothing' },
            h('td', {}, h('a', { href: `/replay/${id}/${one.step}?seat=${one.seat}` }, String(one.step))),
            h('th', { scope: 'row' }, h('span', { class: 'who' }, seatMark(one.seat, 18), names[one.seat])),
            h('td', { class: 'number' }, one.loss > 0 ? percent(one.loss) : '–'),
            h('td', {}, say.line(one.played.line, one)),
            h('td', {}, one.loss > 0 ? say.line(one.options[0].line, one) : t('review.same')),
          ),
        ),
    );
  fillIn(true);
  const heads = [t('review.step'), t('review.player'), t('review.loss')];
  const parts = ['review.played', 'review.better'].map((key) => t(key, { step: '' }).replace(/[\s:]+$/, ''));
  return section(
    'review.all',
    h('p', { class: 'quiet' }, t('review.all.note')),
    h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', checked: true, onchange: (event) => fillIn(event.target.checked) }),
      ` ${t('review.only costly')}`,
    ),
    h(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': t('review.all') },
      h(
        'table',
        { class: 'decisions' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            [...heads, ...parts].map((word) => h('th', { scope: 'col' }, word)),
          ),
        ),
        list,
      ),
    ),
  );
}
