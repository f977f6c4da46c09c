// For ears and keyboards: what happened and what comes next, where the next decision is, the board in words.

import { announce, dialog, focused, h, makeCurrent } from './dom.js';
import { t } from './i18n.js';

const MOST_TOLD = 6;

/**
 * Says what has happened, one's own steps too, and then what is to be decided. Returns what others did.
 * @param {Table} table @param {Update} before @param {Update} update
 */
export function speak(table, before, update) {
  if (table.spokenUpTo === undefined) table.spokenUpTo = update.seen;
  const events = table.log.between(table.spokenUpTo, update.seen);
  table.spokenUpTo = Math.max(table.spokenUpTo, update.seen);
  const told = events.slice(-MOST_TOLD).map((event) => table.sentence(event));
  const prompt = update.view ? table.game.prompt(update, table.ctx) : '';
  const turn = update.legal.length > 0 && update.status === 'running';
  const stepped = before !== update && before.legal.length > 0;
  const begins = turn && !stepped;
  if (stepped && prompt !== table.spokenPrompt) told.push(prompt);
  for (const text of stepped ? [told.join(' ')] : told) announce(text); // in one go, or the second would cut off the first
  if (begins) announce(prompt, true);
  table.spokenPrompt = prompt;
  return events.filter((event) => event.seat !== update.viewer);
}

/**
 * Whether the focus lies on a step that a drawing may take away: what to ask before it.
 * @param {Table} table
 */
export function focusOnStep(table) {
  const active = focused();
  return (
    Boolean(active?.closest?.('[data-step], .confirm, [data-cell], [data-district]')) &&
    (table.dock.contains(active) || table.gameRoot.contains(active))
  );
}

/**
 * After one's own step the focus goes where the next decision is, unless it still lies on something one can do.
 * @param {Table} table
 */
export function focusDecision(table) {
  const active = focused();
  const { dock, gameRoot, legalSet, game } = table;
  const held =
    active?.dataset?.step && legalSet.has(active.dataset.step) && (dock.contains(active) || gameRoot.contains(active));
  const waits = !legalSet.size && (dock.contains(active) || gameRoot.contains(active)); // others decide: the focus stays where it is
  if (held || waits || active?.closest?.('dialog')) return;
  const onBoard = [...legalSet].some((text) => game.onBoard?.(text));
  const target =
    (onBoard && (table.drawing?.next?.() ?? visible(gameRoot, '[data-step]'))) ||
    visible(dock, '.steps [data-step]') ||
    dock.querySelector('.prompt');
  if (!target || target === active) return;
  makeCurrent(target);
  target.focus({ preventScroll: true });
  target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}

/** @param {HTMLElement} root @param {string} what */
const visible = (root, what) =>
  [...root.querySelectorAll(what)].find(
    (item) => item.getAttribute('aria-disabled') !== 'true' && item.checkVisibility(),
  ) ?? null;

/**
 * The whole board in words: to be heard at once, and to be read line by line.
 * @param {Table} table
 */
export function readBoard(table) {
  if (!table.update.view) return;
  const lines = table.game.summary({ ...table.update, view: table.ctx.view }, table.ctx);
  dialog(t('board.read'), t('close'), (body) =>
    body.append(
      h(
        'ul',
        { class: 'board-words' },
        lines.map((line) => h('li', {}, line)),
      ),
    ),
  );
  announce(lines.join(' '));
}

/**
 * Controls of one name get numbers, so that they can be told apart by ear: "Lay florin 4, 2 of 2".
 * @param {...HTMLElement} roots
 */
export function tellApart(...roots) {
  /** @type {Map<string, HTMLElement[]>} */
  const byName = new Map();
  for (const root of roots) {
    for (const item of root.querySelectorAll('button[aria-label]')) {
      if (item.dataset.alike !== undefined && item.getAttribute('aria-label') === item.dataset.alike)
        item.setAttribute('aria-label', item.dataset.name ?? '');
      delete item.dataset.alike;
      const name = item.getAttribute('aria-label') ?? '';
      byName.set(name, [...(byName.get(name) ?? []), item]);
    }
  }
  for (const [name, items] of byName) {
    if (items.length < 2) continue;
    items.forEach((item, i) => {
      item.dataset.name = name;
      const alike = t('alike', { name, n: i + 1, of: items.length });
      item.dataset.alike = alike;
      item.setAttribute('aria-label', alike);
    });
  }
}
