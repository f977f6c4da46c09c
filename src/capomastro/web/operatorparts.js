// Parts of the operator's page that only show something.

import { h } from './dom.js';
import { dayOf, language, t } from './i18n.js';

/** @param {string} title @param {...Child} inside */
export const section = (title, ...inside) =>
  h('section', { class: 'panel', 'aria-label': title }, h('h2', {}, title), inside);

/** @param {HTMLElement[]} items */
export function lines(items, more = false) {
  if (!items.length) return h('p', { class: 'quiet' }, t('operator.none'));
  return h('div', {}, h('ul', { class: 'lines' }, items), more && h('p', { class: 'quiet' }, t('operator.more')));
}

const number = (/** @type {number} */ value) => new Intl.NumberFormat(language()).format(value);

/** @param {number | null} bytes */
function size(bytes) {
  if (bytes === null) return '–';
  const [value, unit] = bytes < 1e9 ? [bytes / 1e6, 'megabyte'] : [bytes / 1e9, 'gigabyte'];
  return new Intl.NumberFormat(language(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}

/** @param {number} seconds */
const duration = (seconds) =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }).format(
    seconds * 1000,
  );

/** @param {Protocol.Overview} overview @param {string} trouble in words, or nothing */
export function figures(overview, trouble) {
  const { bots, tables } = overview;
  const waiting = Object.values(bots.waiting).reduce((sum, n) => sum + n, 0);
  const of = (/** @type {string} */ status) => number(tables[status] ?? 0);
  /** @type {[string, string][]} */
  const rows = [
    [t('operator.running'), of('running')],
    [t('operator.open'), of('open')],
    [t('operator.over'), of('over')],
    [t('operator.closed tables'), of('closed')],
    [t('operator.players'), number(overview.players)],
    [t('operator.live'), number(overview.live)],
    [t('operator.sockets'), number(overview.sockets)],
    [t('operator.writes'), number(overview.writes)],
    [t('operator.thinking'), `${number(bots.busy)} / ${number(bots.processes)}`],
    [t('operator.waiting'), number(waiting)],
    [overview.database, size(overview.size)],
    [t('operator.disk'), size(overview.disk)],
    [t('operator.memory'), size(overview.memory)],
  ];
  const { name, expires, version, worker, workers, since } = overview;
  const build = t(overview.compiled ? 'operator.compiled' : 'operator.interpreted');
  return h(
    'div',
    {},
    h('p', { class: trouble ? 'trouble' : 'well', role: 'status' }, trouble || t('operator.well')),
    h(
      'dl',
      { class: 'figures' },
      rows.map(([what, value]) => h('div', {}, h('dt', {}, what), h('dd', {}, value))),
    ),
    h(
      'p',
      { class: 'quiet' },
      t('operator.about', { version, build, since: dayOf(since), worker, n: workers }),
      ' ',
      t('operator.link', { name, until: dayOf(expires) }),
    ),
    waiting > 0 &&
      h(
        'p',
        { class: 'quiet' },
        Object.entries(bots.waiting)
          .map(([rank, n]) => `${t(`operator.rank.${rank}`)}: ${number(n)}`)
          .join(' · '),
      ),
  );
}

/** @param {Protocol.Slow[]} found */
export function slowest(found) {
  const items = found.map(({ kind, what, seconds, at }) =>
    h(
      'li',
      {},
      h('b', {}, duration(seconds)),
      h('div', { class: 'about' }, t(`operator.slow.${kind}`), what && [' ', h('code', {}, what)]),
      h('span', { class: 'quiet' }, dayOf(at)),
    ),
  );
  return lines(items);
}
