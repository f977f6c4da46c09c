// Sitting down by a link.

import { post } from './api.js';
import { h, toast } from './dom.js';
import { hasWord, t } from './i18n.js';
import { save, settings } from './settings.js';

/** A link's fragment is the token of a seat: it is traded for the seat and leaves the address bar. */
export async function claimByLink(id, root, page) {
  const token = location.hash.slice(1);
  if (!token) return;
  const name = settings.name || (await askName(root, page));
  history.replaceState(null, '', `/t/${id}`);
  try {
    await post(`/api/tables/${id}/claim`, name ? { token, name } : { token });
  } catch (problem) {
    const cut = problem.status === 400 && hasWord('refused.link-not-good'); // a link that was not copied whole
    toast(cut ? t('refused.link-not-good') : problem.message, 'refusal');
  }
}

function askName(root, page) {
  return new Promise((done) => {
    const input = h('input', { type: 'text', id: 'own-name', maxlength: 24, autocomplete: 'nickname' });
    root.replaceChildren(page.bar(''), h('main', { id: 'main', class: 'hot-seat', tabindex: -1 }, h('form', { class: 'rows', onsubmit: (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (name) save({ name });
      done(name);
    } }, h('img', { class: 'icon-large', src: '/icon.svg', alt: '' }), h('h1', {}, t('claim.title')), h('label', { for: 'own-name' }, t('claim.name')), input, h('button', { class: 'button main' }, t('claim.sit')))));
    input.focus();
  });
}
