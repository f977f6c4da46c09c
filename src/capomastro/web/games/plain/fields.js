// A view of any game as labelled tables and lists, and the same in sentences.

import { h } from '../../dom.js';
import { seatMark } from '../../svg.js';

const OF_SEATS = new Set(['actor', 'waiting', 'winners']); // fields that hold seats in every game
const LEFT_OUT = new Set(['viewer', 'components']); // the frame says who looks; what was in the box is no news

/** @typedef {[key: string, value: unknown]} Field */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value */
const isSimple = (value) => typeof value !== 'object' || value === null;
/** @param {unknown} value */
const isInline = (value) => isSimple(value) || (Array.isArray(value) && value.every(isSimple));
/** @param {unknown} value @returns {value is Record<string, unknown>[]} */
const areRecords = (value) => Array.isArray(value) && value.every(isRecord);
/** @param {unknown} value @param {Ctx} ctx @returns {value is Record<string, unknown>[]} */
const isOfPlayers = (value, ctx) => areRecords(value) && value.length === ctx.names.length;

/**
 * `standing_bid` as people write it: "Standing bid".
 * @param {string} text
 */
export function label(text) {
  const words = text.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A number, a word, yes or no, the name of a seat; null if there is nothing.
 * @param {string} key @param {unknown} value @param {Ctx} ctx
 */
function simple(key, value, ctx) {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return ctx.t(value ? 'plain.yes' : 'plain.no');
  if (OF_SEATS.has(key) && typeof value === 'number' && ctx.names[value] !== undefined) return ctx.names[value];
  return String(value).replace(/^-(?=\d)/, '−');
}

/**
 * A value in one line of words.
 * @param {string} key @param {unknown} value @param {Ctx} ctx
 * @returns {string}
 */
function inWords(key, value, ctx) {
  if (Array.isArray(value)) return value.map((item) => inWords(key, item, ctx)).join(', ') || ctx.t('plain.nothing');
  if (isRecord(value))
    return (
      Object.entries(value)
        .map(([name, item]) => `${label(name)} ${inWords(name, item, ctx)}`)
        .join('; ') || ctx.t('plain.nothing')
    );
  return simple(key, value, ctx) ?? ctx.t('plain.nothing');
}

/** @param {Ctx} ctx */
const nothing = (ctx) => [
  h('span', { 'aria-hidden': 'true' }, '–'),
  h('span', { class: 'spoken' }, ctx.t('plain.nothing')),
];

/**
 * What stands in a cell: a line of words, or lists within lists.
 * @param {string} key @param {unknown} value @param {Ctx} ctx
 * @returns {Child}
 */
function content(key, value, ctx) {
  if (isInline(value))
    return (Array.isArray(value) ? value : [value]).some((item) => simple(key, item, ctx) !== null)
      ? inWords(key, value, ctx)
      : nothing(ctx);
  if (Array.isArray(value))
    return h(
      'ol',
      {},
      value.map((item) => h('li', {}, content(key, item, ctx))),
    );
  const entries = isRecord(value) ? Object.entries(value) : [];
  return entries.length
    ? h(
        'dl',
        {},
        entries.map(([name, item]) => [h('dt', { lang: 'en' }, label(name)), h('dd', {}, content(name, item, ctx))]),
      )
    : nothing(ctx);
}

/**
 * A table that scrolls by itself where it is too wide; by keyboard too.
 * @param {string} name @param {...Child} inside
 */
function boxed(name, ...inside) {
  return h(
    'div',
    { class: 'plain-box panel', role: 'region', tabindex: 0, 'aria-label': name },
    h('table', {}, h('caption', {}, name), ...inside),
  );
}

/**
 * The name of a column once more, in each of its cells: on a phone every row is a list of its own.
 * @param {string} column
 */
const columnName = (column) => h('span', { class: 'plain-column', lang: 'en', 'aria-hidden': 'true' }, label(column));

/**
 * One row for each of these records, one column for each field. `head(i)` begins a row.
 * @param {string} name @param {string} first @param {Record<string, unknown>[]} rows @param {(i: number) => Child} head
 * @param {Ctx} ctx
 */
function records(name, first, rows, head, ctx) {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return boxed(
    name,
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, first),
        columns.map((column) => h('th', { scope: 'col', lang: 'en' }, label(column))),
      ),
    ),
    h(
      'tbody',
      {},
      rows.map((row, i) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, head(i)),
          columns.map((column) => h('td', {}, columnName(column), h('div', {}, content(column, row[column], ctx)))),
        ),
      ),
    ),
  );
}

/** @param {string} name @param {Field[]} entries @param {Ctx} ctx */
const pairs = (name, entries, ctx) =>
  boxed(
    name,
    h(
      'tbody',
      {},
      entries.map(([key, value]) =>
        h('tr', {}, h('th', { scope: 'row', lang: 'en' }, label(key)), h('td', {}, content(key, value, ctx))),
      ),
    ),
  );

/**
 * @param {object} view
 * @returns {Field[]}
 */
const partsOf = (view) => Object.entries(view ?? {}).filter(([key]) => !LEFT_OUT.has(key));

/**
 * The whole view: single values in one table, the players in one, every other part in one of its own.
 * @param {object} view @param {Ctx} ctx
 * @returns {Child[]}
 */
export function fields(view, ctx) {
  const parts = partsOf(view);
  const lines = parts.filter(([, value]) => isInline(value));
  /** @param {number} seat */
  const player = (seat) => h('span', { class: 'who' }, seatMark(seat, 20), ctx.names[seat]);
  return [
    lines.length > 0 && pairs(ctx.t('plain.board'), lines, ctx),
    ...parts
      .filter(([, value]) => !isInline(value))
      .map(([key, value]) => {
        if (isOfPlayers(value, ctx))
          return records(
            key === 'seats' ? ctx.t('plain.players') : label(key),
            ctx.t('plain.player'),
            value,
            player,
            ctx,
          );
        if (areRecords(value)) return records(label(key), ctx.t('plain.number'), value, (i) => String(i + 1), ctx);
        return pairs(
          label(key),
          Array.isArray(value) ? value.map((item, i) => [String(i + 1), item]) : Object.entries(Object(value)),
          ctx,
        );
      }),
  ];
}

/**
 * One sentence for each part of the view.
 * @param {object} view @param {Ctx} ctx
 */
export function spoken(view, ctx) {
  return partsOf(view).flatMap(([key, value]) =>
    isOfPlayers(value, ctx)
      ? value.map((item, seat) => `${ctx.names[seat]}: ${inWords(key, item, ctx)}.`)
      : [`${label(key)}: ${inWords(key, value, ctx)}.`],
  );
}
