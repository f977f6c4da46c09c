// Any game that has no drawing of its own: what the view holds as tables, the legal steps as buttons, events as the game words them.

import { h, keepFocus, roving } from '../dom.js';
import { hasWord } from '../i18n.js';
import { fields, label, spoken } from './plain/fields.js';

const FEW = 12; // this many steps stand in one group; more are grouped by their first word

export const onBoard = () => true;
/** @param {string} text */
export const stepLabel = (text) => label(text);

/**
 * What happened, in the game's own words for this language if it has some; else as the server tells it.
 * @param {Happening} event @param {Ctx} ctx
 */
export function sentence(event, ctx) {
  const key = `${ctx.game}.event.${event.kind}`;
  if (!hasWord(key)) return `${label(event.text).replace(/\.$/, '')}.`;
  const seat = event.seat === null || event.seat === undefined ? '' : ctx.names[event.seat];
  return ctx.t(key, { ...event.facts, seat });
}

/** @param {Update} update @param {Ctx} ctx */
function task(update, { game, t }) {
  const key = `${game}.prompt`;
  return hasWord(key) ? t(key) : (update.prompt?.text ?? '');
}

/** @param {Update} update @param {Ctx} ctx */
export function prompt(update, ctx) {
  const { t, names, viewer } = ctx;
  if (update.status === 'over') return t('plain.over');
  const acting = update.to_act.map(({ seat }) => seat);
  if (viewer !== null && acting.includes(viewer))
    return t('plain.turn', { task: task(update, ctx) }).replace(/: ?$/, '');
  return t('plain.wait', { who: acting.map((seat) => names[seat]).join(', ') });
}

/**
 * Scores as the server counts them: what they are made of only the game knows.
 * @param {object} _view @param {Ctx} ctx @param {number[] | null} scores
 * @returns {ResultRow[]}
 */
export function resultRows(_view, ctx, scores) {
  return ctx.names.map((_, seat) => ({ seat, total: scores?.[seat] ?? 0, parts: [] }));
}

/** @param {Update} update @param {Ctx} ctx */
export function summary(update, ctx) {
  return [
    prompt(update, ctx),
    ...spoken(update.view, ctx),
    ...(update.scores ?? []).map((points, seat) => ctx.t('plain.score', { who: ctx.names[seat], points })),
  ];
}

/**
 * Every step that somebody took is a stop of its own.
 * @param {Happening[]} events
 */
export function turnStarts(events) {
  return [
    ...new Set(events.filter((event) => event.seat !== null && event.seat !== undefined).map((event) => event.n)),
  ];
}

/**
 * The steps by their first word, if there are many.
 * @param {string[]} texts
 */
function groupsOf(texts) {
  if (texts.length <= FEW) return new Map([['', texts]]);
  return Map.groupBy(texts, (text) => text.split(' ')[0]);
}

/** @param {Ctx} ctx */
function steps(ctx) {
  const groups = groupsOf([...ctx.legal()]);
  /** @param {string} text */
  const button = (text) =>
    h(
      'button',
      { class: 'button', lang: 'en', 'data-step': text, 'data-key': text, onclick: () => ctx.act(text) },
      stepLabel(text),
    );
  return h(
    'section',
    { class: 'plain-steps panel', 'aria-label': ctx.t('plain.steps') },
    h('h2', {}, ctx.t('plain.steps')),
    [...groups].map(([verb, texts]) => [
      verb && h('h3', { lang: 'en' }, label(verb)),
      roving(
        h(
          'div',
          {
            class: 'buttons',
            role: 'toolbar',
            'aria-label': verb ? label(verb) : ctx.t('plain.steps'),
            'data-group': `steps ${verb}`,
          },
          texts.map(button),
        ),
      ),
    ]),
  );
}

/**
 * @param {HTMLElement} root @param {Ctx} ctx
 * @returns {Drawing}
 */
export function mount(root, ctx) {
  const table = h('div', { class: 'plain' });
  root.append(table);

  /** @param {Update} update */
  function draw({ view }) {
    table.replaceChildren(
      ...[
        ctx.canAct && steps(ctx),
        h(
          'section',
          { class: 'plain-view', 'aria-label': ctx.t('plain.board') },
          h('h2', { class: 'spoken' }, ctx.t('plain.board')),
          fields(view, ctx),
        ),
      ].filter(Boolean),
    );
  }

  return {
    update(update) {
      keepFocus(table, () => draw(update));
      return null;
    },
    destroy: () => root.replaceChildren(),
  };
}
