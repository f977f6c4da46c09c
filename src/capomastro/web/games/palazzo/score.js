// Palazzo's score sheet: everybody's palazzi, tile by tile; the money left breaks a tie.

import { h, roving } from '../../dom.js';
import { isCount } from '../../scorestore.js';
import { seatMark } from '../../svg.js';
import { patterns } from './art.js';
import { MATERIALS, tileOf, tileWords } from './names.js';
import { tileArtOf } from './pieces.js';
import { signed, withTile, worthOf } from './worth.js';

/**
 * @typedef {{ palazzi: string[][][], money: number[] }} Data
 * @typedef {{ seat: number, palazzo: number | null, material: string }} Form where the next tile goes; null begins a palazzo
 * @typedef {ScoreSheet<Data, Form>} PalazzoSheet
 */
const FLOORS = [5, 4, 3, 2, 1];
const WINDOWS = [1, 2, 3];
const MOST = 30; // palazzi of one player; the box has fewer tiles than that for each

/** @param {number} players @returns {Data} */
export const blank = (players) => ({
  palazzi: Array.from({ length: players }, () => []),
  money: Array(players).fill(0),
});

/** @returns {Form} */
export const form = () => ({ seat: 0, palazzo: null, material: MATERIALS[0] });

/** @param {any} data @param {number} players */
export function isData(data, players) {
  const { palazzi, money } = data ?? {};
  if (!Array.isArray(palazzi) || !Array.isArray(money)) return false;
  if (palazzi.length !== players || money.length !== players || !money.every((one) => isCount(one))) return false;
  return palazzi.every((street) => Array.isArray(street) && street.length <= MOST && street.every(isPalazzo));
}

/** @param {unknown} names */
function isPalazzo(names) {
  if (!Array.isArray(names) || !names.length) return false;
  if (!names.every((name) => typeof name === 'string' && TILES.has(name))) return false;
  return names.every((name, i) => i === 0 || tileOf(names[i - 1]).floor < tileOf(name).floor);
}

const TILES = new Set(
  MATERIALS.flatMap((material) => FLOORS.flatMap((floor) => WINDOWS.map((n) => `${material} ${floor} ${n}`))),
);

/** @param {Data} data @param {number} players */
export function resize(data, players) {
  while (data.palazzi.length < players) data.palazzi.push([]);
  data.palazzi.length = players;
  data.money = data.palazzi.map((_, seat) => data.money[seat] ?? 0);
}

/** @param {Data} data @param {number} seat */
export const isFree = (data, seat) => !data.palazzi[seat].length && !data.money[seat];

/** @param {Data} data */
export const totals = (data) =>
  data.palazzi.map((street) => street.reduce((sum, names) => sum + worthOf(names).points, 0));

/**
 * Most points; of those, most money. Nobody before the first tile.
 * @param {Data} data
 */
export function winners(data) {
  const points = totals(data);
  if (data.palazzi.every((street) => !street.length)) return [];
  const ahead = best(points, [...points.keys()]);
  return best(data.money, ahead);
}

/** @param {number[]} values @param {number[]} among */
function best(values, among) {
  const most = Math.max(...among.map((seat) => values[seat]));
  return among.filter((seat) => values[seat] === most);
}

/** @param {PalazzoSheet} sheet */
export function draw(sheet) {
  const points = totals(sheet.state.data);
  const top = best(points, [...points.keys()]);
  const tied = top.length > 1 && sheet.state.data.palazzi.some((street) => street.length);
  return h(
    'div',
    { class: 'pz pz-score' },
    patterns(),
    sheet.shared ? null : palette(sheet),
    sheet.state.data.palazzi.map((_, seat) => street(sheet, seat, tied && top.includes(seat))),
  );
}

/** @param {PalazzoSheet} sheet @param {number} seat @param {boolean} tied */
function street(sheet, seat, tied) {
  const { t, state, shared } = sheet;
  const name = sheet.name(seat);
  return h(
    'section',
    { class: 'panel pz-score-street', 'aria-label': t('score.palazzo.of', { name }) },
    h('h2', {}, seatMark(seat), name),
    h(
      'div',
      { class: 'pz-score-row' },
      state.data.palazzi[seat].map((_, palazzo) => house(sheet, seat, palazzo)),
      shared ? null : target(sheet, seat, null, t('score.palazzo.begin'), t('score.palazzo.begin of', { name })),
    ),
    tied &&
      h(
        'p',
        { class: 'field' },
        h('label', { for: `money-${seat}` }, t('score.palazzo.money')),
        h('input', {
          type: 'number',
          id: `money-${seat}`,
          min: 0,
          max: 999,
          value: state.data.money[seat],
          disabled: shared,
          'data-key': `money ${seat}`,
          onchange: (event) => {
            const money = Number(event.target.value);
            if (isCount(money)) sheet.change((data) => data.money.splice(seat, 1, money));
            else sheet.draw();
          },
        }),
      ),
  );
}

/** @param {PalazzoSheet} sheet @param {number} seat @param {number} palazzo */
function house(sheet, seat, palazzo) {
  const { t, state, shared } = sheet;
  const names = state.data.palazzi[seat][palazzo];
  const { points, windows, bonus } = worthOf(names);
  const letter = String.fromCharCode(65 + palazzo);
  return h(
    'div',
    { class: 'pz-score-house', role: 'group', 'aria-label': t('score.palazzo.house', { letter, n: points }) },
    h(
      'div',
      { class: 'rules-palazzo' },
      names.toReversed().map((name) =>
        shared
          ? h('span', { role: 'img', 'aria-label': tileWords(name, t) }, tileArtOf(artCtx(t), name))
          : h(
              'button',
              {
                'aria-label': t('score.palazzo.remove', { tile: tileWords(name, t), letter }),
                title: t('score.palazzo.remove', { tile: tileWords(name, t), letter }),
                'data-key': `tile ${seat} ${palazzo} ${name}`,
                onclick: () => remove(sheet, seat, palazzo, name),
              },
              tileArtOf(artCtx(t), name),
            ),
      ),
    ),
    h('p', {}, h('b', {}, signed(points)), ` ${t('score.palazzo.counts', { n: windows })}`),
    bonus ? h('p', { class: 'quiet' }, t('score.palazzo.bonus', { points: bonus })) : null,
    shared ? null : target(sheet, seat, palazzo, t('score.palazzo.add'), t('score.palazzo.add to', { letter })),
  );
}

/** Drawings ask the frame for words alone. @param {Translate} t */
const artCtx = (t) => /** @type {Palazzo.Ctx} */ (/** @type {unknown} */ ({ t }));

/** @param {PalazzoSheet} sheet @param {number} seat @param {number} palazzo @param {string} name */
function remove(sheet, seat, palazzo, name) {
  const { t } = sheet;
  sheet.change(
    (data) => {
      const rest = data.palazzi[seat][palazzo].filter((other) => other !== name);
      if (rest.length) data.palazzi[seat][palazzo] = rest;
      else {
        data.palazzi[seat].splice(palazzo, 1);
        sheet.form = { ...sheet.form, palazzo: null };
      }
    },
    t('score.palazzo.removed', { tile: tileWords(name, t) }),
  );
}

/**
 * The button that makes a palazzo the one the next tile goes to.
 * @param {PalazzoSheet} sheet @param {number} seat @param {number | null} palazzo @param {string} words @param {string} label
 */
function target(sheet, seat, palazzo, words, label) {
  const chosen = sheet.form.seat === seat && sheet.form.palazzo === palazzo;
  return h(
    'button',
    {
      class: 'button small pz-score-target',
      'aria-pressed': String(chosen),
      'aria-label': label,
      'data-key': `to ${seat} ${palazzo}`,
      onclick: () => {
        sheet.form = { ...sheet.form, seat, palazzo };
        sheet.draw();
      },
    },
    words,
  );
}

/** The tiles of one material, to be tapped. @param {PalazzoSheet} sheet */
function palette(sheet) {
  const { t, form, state } = sheet;
  const seat = Math.min(form.seat, sheet.players - 1);
  const street = state.data.palazzi[seat];
  const palazzo = form.palazzo !== null && form.palazzo < street.length ? form.palazzo : null;
  const names = palazzo === null ? [] : street[palazzo];
  const taken = new Set(names.map((name) => tileOf(name).floor));
  const where =
    palazzo === null
      ? t('score.palazzo.begin of', { name: sheet.name(seat) })
      : t('score.palazzo.next', { name: sheet.name(seat), letter: String.fromCharCode(65 + palazzo) });
  /** @param {string} tile */
  const add = (tile) =>
    sheet.change(
      (data) => {
        const at = palazzo ?? data.palazzi[seat].length;
        data.palazzi[seat][at] = withTile(names, tile);
        sheet.form = { ...form, seat, palazzo: at };
      },
      t('score.palazzo.added', { tile: tileWords(tile, t), where }),
    );
  return h(
    'section',
    { class: 'panel pz-score-palette', 'aria-label': where },
    h('h2', {}, where),
    h(
      'p',
      { class: 'buttons', role: 'group', 'aria-label': t('score.palazzo.material') },
      MATERIALS.map((material) =>
        h(
          'button',
          {
            class: 'button small',
            'aria-pressed': String(form.material === material),
            'data-key': `material ${material}`,
            onclick: () => {
              sheet.form = { ...form, material };
              sheet.draw();
            },
          },
          t(`palazzo.material.${material}`),
        ),
      ),
    ),
    roving(
      h(
        'div',
        { class: 'pz-score-tiles', role: 'group', 'aria-label': t('score.palazzo.tiles') },
        FLOORS.flatMap((floor) =>
          WINDOWS.map((windows) => {
            const tile = `${form.material} ${floor} ${windows}`;
            return h(
              'button',
              {
                'aria-label': tileWords(tile, t),
                disabled: taken.has(floor) || (palazzo === null && street.length >= MOST),
                'data-key': `add ${floor} ${windows}`,
                onclick: () => add(tile),
              },
              tileArtOf(artCtx(t), tile),
            );
          }),
        ),
      ),
    ),
  );
}
