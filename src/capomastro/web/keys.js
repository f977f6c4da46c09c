// Single keys at a table. They can be turned off in the settings.

import { announce, dialog, h, targetOf } from './dom.js';
import { givesHints, showAdvice } from './dock.js';
import { hasPage } from './games.js';
import { t } from './i18n.js';
import { settings } from './settings.js';
import { readBoard } from './speaking.js';

const KEYS = {
  u: 'dock.undo',
  a: 'keys.all',
  j: 'since.title',
  l: 'keys.last',
  m: 'keys.prompt',
  s: 'keys.scores',
  b: 'board.read',
  g: 'keys.log',
  t: 'keys.next table',
  '1 … 9': 'keys.steps',
  '← → ↑ ↓ Home End': 'keys.arrows',
  Esc: 'keys.escape',
  k: 'keys.title',
};

const HINT_KEYS = { h: 'dock.hint', 'h ← → Enter Esc': 'keys.hint' };

/** @param {KeyboardEvent} event @param {Table} table */
export function tableKeys(event, table) {
  const typing = targetOf(event).closest?.('input, textarea, select, dialog');
  if (typing || event.altKey || event.ctrlKey || event.metaKey || settings.keys === 'off') return;
  if (table.hint?.key(event) || table.game.keydown?.(event, table.ctx)) {
    event.preventDefault();
    return;
  }
  const act = actions(table)[event.key];
  if (act) {
    event.preventDefault();
    act();
  } else if (/^[1-9]$/.test(event.key)) {
    table.dock.querySelectorAll('.steps [data-step]')[Number(event.key) - 1]?.click();
  }
}

/**
 * @param {Table} table
 * @returns {Record<string, () => unknown>}
 */
function actions(table) {
  const { update } = table;
  return {
    u: () => table.undo(),
    h: () => !table.past && update.legal.length && givesHints(update) && showAdvice(table),
    a: () => table.dock.querySelector('[data-key="all"]')?.click(),
    j: () => table.gone?.stepThrough(),
    l: () =>
      table.log.shown().length &&
      announce(
        table.log
          .shown()
          .slice(-1)
          .map((event) => table.sentence(event))
          .join(),
        true,
      ),
    m: () => update.view && announce(table.game.prompt(update, table.ctx), true),
    s: () =>
      update.scores && announce(update.scores.map((score, i) => `${table.names()[i]}: ${score}`).join('; '), true),
    g: () => table.panels.show('log'),
    t: () => document.querySelector('.next-table:not([hidden])')?.click(),
    '?': () => table.showRules(),
    b: () => readBoard(table),
    k: () =>
      showKeys({
        ...KEYS,
        ...(givesHints(update) && HINT_KEYS),
        ...(hasPage(update.game) && { '?': 'rules' }),
        ...table.game.keys,
      }),
  };
}

/**
 * The keys there are, key -> words: to be seen, and to be heard at once.
 * @param {Record<string, string>} keys
 */
export function showKeys(keys) {
  const told = Object.entries(keys).map(([key, words]) => [key, t(words)]);
  dialog(t('keys.title'), t('close'), (body) =>
    body.append(
      h(
        'dl',
        { class: 'keys' },
        told.map(([key, words]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, words)]),
      ),
    ),
  );
  announce(`${t('keys.title')}. ${told.map(([key, words]) => `${key}: ${words}`).join('. ')}`);
}
