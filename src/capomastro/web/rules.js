// The rules pages: what a game is about, its rules in short with pictures, the rulings, and a card to keep beside the table.

import { Refused } from './api.js';
import { h, stylesheet } from './dom.js';
import { gameList, hasPage, loadGame } from './games.js';
import { addWords, language, t } from './i18n.js';
import { setTitle } from './turns.js';

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const { game } = page.params;
  await gameList();
  if (!hasPage(game)) throw new Refused(404);
  await addWords('rules');
  const body = h('main', { id: 'main', class: 'rules-page', tabindex: -1 });
  root.replaceChildren(page.bar(t('rules.title')), body);
  await show(body, game, true);
  setTitle(`${t('rules.title')} · ${body.querySelector('h1')?.textContent ?? ''}`);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  return {
    destroy() {
      root.replaceChildren();
    },
  };
}

/**
 * Fills `root` with the rules of a game; as a page of its own, or inside a dialog.
 * @param {HTMLElement} root @param {string} game
 */
export async function show(root, game, asPage = false) {
  const [rules, { figures }] = await Promise.all([
    fetched(game),
    import(`./games/${game}/figures.js`),
    loadGame(game),
    addWords('rules'),
    stylesheet('/styles/rules.css'),
  ]);
  const ctx = { t, names: ['Anna', 'Bianca', 'Carlo'], viewer: 0, legal: () => new Set(), canAct: false };
  /** @param {string | undefined} name */
  const picture = (name) =>
    name ? h('figure', { class: 'rules-figure' }, figures[name](ctx, rules.captions ?? {})) : null;
  root.classList.add('rules');
  root.replaceChildren(
    ...[
      asPage
        ? h('header', { class: 'rules-head' }, h('h1', {}, rules.title), h('p', { class: 'quiet' }, rules.credits))
        : h('h2', {}, rules.title),
      h(
        'nav',
        { class: 'rules-nav', 'aria-label': t('rules.contents') },
        [
          ['card', t('rules.card')],
          ['all', t('rules.rules')],
          ['rulings', t('rules.rulings')],
        ].map(([id, words]) =>
          h('a', { class: 'button small', href: `#rules-${id}`, onclick: (event) => jump(event, root, id) }, words),
        ),
        asPage ? h('a', { class: 'button small', href: `/guide/${game}` }, t('rules.guide')) : null,
      ),
      h('p', { class: 'rules-lead' }, rules.lead),
      part(
        'card',
        t('rules.card'),
        h(
          'div',
          { class: 'rules-card panel' },
          rules.card.map(([head, ...lines]) =>
            h(
              'section',
              {},
              h('h3', {}, head),
              h(
                'ul',
                {},
                lines.map((line) => h('li', {}, line)),
              ),
            ),
          ),
        ),
      ),
      part(
        'all',
        t('rules.rules'),
        rules.sections.map((section) =>
          h(
            'section',
            { class: 'rules-section' },
            h('h3', {}, section.head, section.ref ? h('small', { class: 'quiet' }, ` ${section.ref}`) : null),
            section.text.map((text) => h('p', {}, text)),
            picture(section.figure),
            table(section.table),
          ),
        ),
      ),
      part(
        'rulings',
        t('rules.rulings'),
        h('p', { class: 'quiet' }, t('rules.rulings.why')),
        h(
          'ol',
          { class: 'rules-rulings' },
          rules.rulings.map((text, i) => h('li', {}, h('b', {}, `R${i + 1}`), h('span', {}, text))),
        ),
      ),
      asPage
        ? null
        : h('p', {}, h('a', { class: 'button', href: `/rules/${game}`, target: '_blank' }, t('rules.page'))),
    ].filter(Boolean),
  );
}

/** @param {string} id @param {string} head @param {...Child} inside */
const part = (id, head, ...inside) =>
  h('section', { class: 'rules-part', id: `rules-${id}`, tabindex: -1 }, h('h2', {}, head), ...inside);

/**
 * In a dialog there is no address to go to: the part is only brought into sight.
 * @param {Event} event @param {HTMLElement} root @param {string} id
 */
function jump(event, root, id) {
  event.preventDefault();
  event.stopPropagation();
  const target = root.querySelector(`#rules-${id}`);
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}

/** @param {string[][] | undefined} rows */
function table(rows) {
  if (!rows) return null;
  const [head, ...rest] = rows;
  return h(
    'div',
    { class: 'rules-scroll' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          head.map((text) => h('th', { scope: 'col' }, text)),
        ),
      ),
      h(
        'tbody',
        {},
        rest.map(([first, ...others]) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, first),
            others.map((text) => h('td', {}, text)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @typedef {{ head: string, ref?: string, text: string[], figure?: string, table?: string[][] }} Section
 * @typedef {{ title: string, credits: string, lead: string, card: string[][], sections: Section[], rulings: string[], captions?: Record<string, string> }} Rules
 */

/**
 * @param {string} game
 * @returns {Promise<Rules>}
 */
async function fetched(game) {
  const answer = await fetch(`/rules/${language()}/${game}.json`);
  if (!answer.ok) throw new Refused(answer.status);
  return answer.json();
}
