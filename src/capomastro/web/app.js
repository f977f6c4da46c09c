// The router: one page for each path, settings and language round them.

import { Refused } from './api.js';
import { byId, h, targetOf } from './dom.js';
import { closeLayers, layersMoved, settle, settled } from './layers.js';
import { LANGUAGES, addWords, language, reloadWords, t } from './i18n.js';
import { apply, openSettings } from './settings.js';
import { icon } from './svg.js';
import { checkTurns, nextLink, setTitle } from './turns.js';

/** @typedef {(root: HTMLElement, page: Page) => Promise<Opened> | void} Opening */
/** @type {[pattern: RegExp, load: () => Promise<{ open: Opening }>, names: string[]][]} */
const ROUTES = [
  [/^\/$/, () => import('./home.js'), []],
  [/^\/t\/([\w-]+)\/?$/, () => import('./table.js'), ['table']],
  [/^\/t\/([\w-]+)\/review\/?$/, () => import('./review.js'), ['table']],
  [/^\/replay\/([\w-]+)(?:\/(\d+))?\/?$/, () => import('./replay.js'), ['table', 'step']],
  [/^\/puzzles(?:\/(\w+))?(?:\/(\d+))?\/?$/, () => import('./puzzles.js'), ['game', 'number']],
  [/^\/you\/?$/, () => import('./you.js'), []],
  [/^\/notices\/?$/, () => import('./notices.js'), []],
  [/^\/you\/matches\/?$/, () => import('./record.js'), []],
  [/^\/daily(?:\/(\d{4}-\d\d-\d\d))?\/?$/, () => import('./daily.js'), ['day']],
  [/^\/operator\/?$/, () => import('./operator.js'), []],
  [/^\/rules\/(\w+)\/?$/, () => import('./rules.js'), ['game']],
  [/^\/score\/(\w+)\/?$/, () => import('./score.js'), ['game']],
  [/^\/guide\/(\w+)\/?$/, () => import('./guide.js'), ['game']],
];
const root = byId('app');
/** @type {Opened | void | null} */
let current = null;
/** @type {string | null} */
let shown = null;
let turn = 0;

/**
 * Goes to a path of ours without loading the page again.
 * @param {string} path
 */
export async function go(path, replace = false) {
  while (settled()) await settled();
  history[closeLayers() || replace ? 'replaceState' : 'pushState'](null, '', path);
  return show();
}

async function show() {
  const mine = ++turn;
  current?.destroy?.();
  current = null;
  setTitle('Capomastro');
  const path = location.pathname;
  shown = placeOf(path);
  const [, load, names, params] = matching(path);
  const page = { path, params, names, go, bar };
  const place = h('div', {}); // each page has its own: one that was left before it came draws where nobody looks
  root.replaceChildren(place);
  try {
    const module = await load();
    if (mine !== turn) return;
    const opened = await module.open(place, page);
    if (mine === turn) current = opened;
    else opened?.destroy?.();
  } catch (problem) {
    if (!(problem instanceof Refused)) console.error(problem);
    if (mine === turn) sorry(problem);
  }
}

/**
 * @param {string} path
 * @returns {[RegExp | null, () => Promise<{ open: Opening }>, string[], Record<string, string>]}
 */
function matching(path) {
  for (const [pattern, load, names] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return [pattern, load, names, Object.fromEntries(names.map((name, i) => [name, found[i + 1]]))];
  }
  return [null, async () => ({ open: () => sorry(new Refused(404)) }), [], {}];
}

/**
 * Which page a path leads to; the step of a replay changes while one looks at it.
 * @param {string} path
 */
function placeOf(path) {
  const [pattern, , names, params] = matching(path);
  return `${pattern} ${params[names[0]] ?? path}`;
}

/** @param {unknown} problem */
function sorry(problem) {
  const status = problem instanceof Refused ? problem.status : 0;
  const known = status === 403 || status === 404 ? `sorry.${status}` : null;
  const words = known
    ? t(known)
    : problem instanceof Refused && problem.kind !== 'failed'
      ? problem.message
      : t('sorry.other');
  root.replaceChildren(
    bar(''),
    h(
      'main',
      { id: 'main', class: 'home', tabindex: -1 },
      h('h1', {}, words),
      h(
        'p',
        { class: 'buttons' },
        known ? null : h('button', { class: 'button main', onclick: () => location.reload() }, t('sorry.again')),
        h('a', { class: 'button', href: '/' }, t('home')),
      ),
    ),
  );
}

/**
 * The bar on top of every page. `tools` are further elements at its end.
 * @param {string} where @param {...Child} tools
 */
export function bar(where, ...tools) {
  return h(
    'header',
    { class: 'bar' },
    h(
      'a',
      { class: 'brand', href: '/', 'aria-label': where ? t('home') : null },
      h('img', { src: '/icon.svg', alt: '', width: 27, height: 27 }),
      where ? null : 'Capomastro',
    ),
    h('span', { class: 'where' }, where),
    nextLink(),
    ...tools,
    h(
      'button',
      {
        class: 'icon-button',
        'aria-label': t('settings.title'),
        title: t('settings.title'),
        onclick: () => openSettings(t, LANGUAGES, changed),
      },
      icon('settings'),
    ),
  );
}

/** @param {string} name */
async function changed(name) {
  if (name === 'language') {
    await reloadWords();
    byId('skip').textContent = t('skip');
  }
  if (name === 'language' || name === 'motion' || name === 'keys') await show();
}

document.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (targetOf(event).closest?.('a[href^="/"]'));
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    link.target ||
    link.hasAttribute('download')
  )
    return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash).then(() => {
    scrollTo(0, 0);
    document.getElementById('main')?.focus();
  });
});
byId('skip').addEventListener('click', (event) => {
  event.preventDefault(); // a fragment would be taken for the token of a seat
  document.getElementById('main')?.focus();
});
window.addEventListener('popstate', () => {
  if (!layersMoved() || placeOf(location.pathname) !== shown) show();
});
window.addEventListener('hashchange', () => {
  if (/^\/(t\/|(you|operator)\/?$)/.test(location.pathname) && location.hash.length > 1) show();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);

settle();
apply();
document.documentElement.lang = language();
await addWords('common');
byId('skip').textContent = t('skip');
document.dispatchEvent(new Event('started'));
await show();
checkTurns();
