// The Pillars of Venice: a sheet on which districts, markers, the gondola and six-point cards are written down as they come.
// Crests and board of the printed game are not known to us, so whoever builds says what they see.

import { h } from '../../dom.js';
import { seatMark } from '../../svg.js';
import { GONDOLA_POINTS, SHAPES, SOURCES } from './map.js';
import { drawn } from './panels.js';
import { districtPicture } from './pictures.js';
import { CARD_POINTS, MOST, ROLES, USUAL, form, sources } from './scorelines.js';

export { blank, form, isData, isFree, resize, totals, winners } from './scorelines.js';

/**
 * @typedef {import('./scorelines.js').Data} Data
 * @typedef {import('./scorelines.js').Built} Built
 * @typedef {import('./scorelines.js').Line} Line
 * @typedef {ScoreSheet<Data, Built>} PillarsSheet
 */

/** @param {PillarsSheet} sheet */
export function draw(sheet) {
  const { gondola } = sources(sheet.state.data, sheet.players);
  return h(
    'div',
    { class: 'pl pl-score' },
    sheet.shared ? null : [building(sheet, gondola), others(sheet, gondola)],
    breakdown(sheet),
    history(sheet),
  );
}

/**
 * One of the players, by a tap.
 * @param {PillarsSheet} sheet @param {string} key @param {string} label @param {number | null} chosen @param {(seat: number) => void} choose
 */
function whoever(sheet, key, label, chosen, choose) {
  return h(
    'p',
    { class: 'buttons', role: 'group', 'aria-label': label },
    sheet.state.names.map((_, seat) =>
      h(
        'button',
        {
          class: 'button small',
          'aria-pressed': chosen === null ? null : String(chosen === seat),
          'data-key': `${key} ${seat}`,
          onclick: () => choose(seat),
        },
        seatMark(seat, 18),
        sheet.name(seat),
      ),
    ),
  );
}

/**
 * A number by taps.
 * @param {PillarsSheet} sheet @param {string} key @param {string} label @param {number} value @param {number} most @param {(value: number) => void} set
 */
function counter(sheet, key, label, value, most, set) {
  /** @param {-1 | 1} by */
  const button = (by) =>
    h(
      'button',
      {
        class: 'button small',
        'aria-label': sheet.t(by > 0 ? 'score.more of' : 'score.less of', { what: label }),
        disabled: by > 0 ? value >= most : value <= 0,
        'data-key': `${key} ${by}`,
        onclick: () => set(value + by),
      },
      by > 0 ? '+' : '−',
    );
  return h(
    'div',
    { class: 'pl-score-count', role: 'group', 'aria-label': `${label}: ${value}` },
    h('span', {}, label),
    button(-1),
    h('b', {}, String(value)),
    button(1),
  );
}

/** @param {PillarsSheet} sheet @param {number | null} gondola */
function building(sheet, gondola) {
  const { t } = sheet;
  const form = { ...sheet.form, seat: Math.min(sheet.form.seat, sheet.players - 1) };
  /** @param {Partial<Built>} changes */
  const set = (changes) => {
    sheet.form = { ...form, ...changes };
    sheet.draw();
  };
  const rivals = [...sheet.state.names.keys()].filter((seat) => seat !== form.seat);
  return h(
    'section',
    { class: 'panel', 'aria-label': t('score.pillars.builds') },
    h('h2', {}, t('score.pillars.builds')),
    whoever(sheet, 'builder', t('score.pillars.who builds'), form.seat, (seat) => set({ seat, markers: [] })),
    h(
      'p',
      { class: 'buttons pl-score-shapes', role: 'group', 'aria-label': t('score.pillars.which') },
      SHAPES.map((shape) =>
        h(
          'button',
          {
            class: 'button small',
            'aria-pressed': String(form.shape === shape),
            'data-key': `shape ${shape}`,
            onclick: () => set({ shape, crests: USUAL[shape][0] }),
          },
          drawn(districtPicture(USUAL[shape][1])),
          t(`pillars.shape.${shape}`),
        ),
      ),
    ),
    h(
      'div',
      { class: 'pl-score-counts' },
      counter(sheet, 'crests', t('pillars.source.crests'), form.crests, MOST.crests, (crests) => set({ crests })),
      counter(sheet, 'matches', t('pillars.source.matches'), form.matches, MOST.matches, (matches) => set({ matches })),
      rivals.map((seat) =>
        counter(
          sheet,
          `markers ${seat}`,
          t('score.pillars.markers', { name: sheet.name(seat) }),
          form.markers[seat] ?? 0,
          MOST.markers,
          (count) => set({ markers: sheet.state.names.map((_, n) => (n === seat ? count : (form.markers[n] ?? 0))) }),
        ),
      ),
    ),
    h(
      'p',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        id: 'score-canal',
        checked: form.canal,
        'data-key': 'canal',
        onchange: (event) => set({ canal: event.target.checked }),
      }),
      h(
        'label',
        { for: 'score-canal' },
        gondola === null
          ? t('score.pillars.canal')
          : t('score.pillars.canal pays', { name: sheet.name(gondola), points: GONDOLA_POINTS }),
      ),
    ),
    h(
      'p',
      {},
      h(
        'button',
        {
          class: 'button main',
          'data-key': 'write',
          disabled: sheet.state.data.lines.length >= MOST.lines,
          onclick: () => {
            sheet.form = afresh(form);
            sheet.change(
              (data) => data.lines.push({ kind: 'built', ...form }),
              told(sheet, { kind: 'built', ...form }),
            );
          },
        },
        t('score.pillars.write', { n: form.crests + form.matches, name: sheet.name(form.seat) }),
      ),
    ),
  );
}

/** The next district of the same builder. @param {Built} built */
const afresh = ({ seat }) => ({ ...form(), seat });

/** Who steers the gondola, and the cards that bring six points. @param {PillarsSheet} sheet @param {number | null} gondola */
function others(sheet, gondola) {
  const { t } = sheet;
  /** @param {Line} line */
  const add = (line) => sheet.change((data) => data.lines.push(line), told(sheet, line));
  return h(
    'section',
    { class: 'panel', 'aria-label': t('score.pillars.others') },
    h('h2', {}, t('score.pillars.others')),
    h('h3', {}, t('score.pillars.gondola')),
    whoever(sheet, 'gondola', t('score.pillars.gondola'), gondola ?? -1, (seat) => add({ kind: 'gondola', seat })),
    ROLES.map((role) => [
      h('h3', {}, t('score.pillars.card', { role: t(`pillars.role.${role}`), points: CARD_POINTS })),
      whoever(
        sheet,
        role,
        t('score.pillars.card', { role: t(`pillars.role.${role}`), points: CARD_POINTS }),
        null,
        (seat) => add({ kind: 'card', seat, role }),
      ),
    ]),
  );
}

/** @param {PillarsSheet} sheet */
function breakdown(sheet) {
  const { t } = sheet;
  const { found } = sources(sheet.state.data, sheet.players);
  return h(
    'section',
    { class: 'panel', 'aria-label': t('result.breakdown') },
    h('h2', {}, t('result.breakdown')),
    h(
      'div',
      { class: 'rules-scroll', tabindex: 0, role: 'group', 'aria-label': t('result.breakdown') },
      h(
        'table',
        { class: 'pl-score-table' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td', {}),
            found.map((_, seat) => h('th', { scope: 'col' }, seatMark(seat, 18), sheet.name(seat))),
          ),
        ),
        h(
          'tbody',
          {},
          SOURCES.map((source) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, t(`pillars.source.${source}`)),
              found.map((parts) => h('td', {}, String(parts[source]))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What a line says. @param {PillarsSheet} sheet @param {Line} line */
function told(sheet, line) {
  const { t } = sheet;
  const name = sheet.name(line.seat);
  if (line.kind === 'gondola') return t('score.pillars.told gondola', { name });
  if (line.kind === 'card')
    return t('score.pillars.told card', { name, role: t(`pillars.role.${line.role}`), points: CARD_POINTS });
  return t('score.pillars.told built', {
    name,
    shape: t(`pillars.shape.${line.shape}`),
    points: line.crests + line.matches,
  });
}

/** What was written down, the last on top; anything can be struck out. @param {PillarsSheet} sheet */
function history(sheet) {
  const { t, state, shared } = sheet;
  if (!state.data.lines.length) return null;
  return h(
    'section',
    { class: 'panel', 'aria-label': t('score.pillars.lines') },
    h('h2', {}, t('score.pillars.lines')),
    h(
      'ol',
      { class: 'rows', reversed: true },
      state.data.lines
        .map((line, number) =>
          h(
            'li',
            { class: 'pl-score-line' },
            seatMark(line.seat, 18),
            h('span', {}, told(sheet, line)),
            shared
              ? null
              : h(
                  'button',
                  {
                    class: 'icon-button',
                    'aria-label': t('score.pillars.strike', { line: told(sheet, line) }),
                    title: t('score.pillars.strike', { line: told(sheet, line) }),
                    'data-key': `strike ${number}`,
                    onclick: () => sheet.change((data) => data.lines.splice(number, 1), t('score.pillars.struck')),
                  },
                  '✕',
                ),
          ),
        )
        .toReversed(),
    ),
  );
}
