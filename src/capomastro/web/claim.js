// Sitting down by a link.

import { Refused, invitation, post } from './api.js';
import { h, toast } from './dom.js';
import { t } from './i18n.js';
import { save, settings } from './settings.js';

/** A link's fragment is its token: it is traded for a seat, or for watching, and leaves the address bar. */
export async function claimByLink(id, root, page) {
  const token = location.hash.slice(1);
  if (!token) return;
  try {
    // A device that is known before it claims can send the same claim again when the answer is lost.
    const { kind, held } = await invitation(id, token);
    const sits = ['seat', 'table'].includes(kind) && !held.length;
    const name = sits && (settings.name || (await askName(root, page)));
    await post(`/api/tables/${id}/claim`, name ? { token, name } : { token });
  } catch (problem) {
    toast(problem.message, 'refusal');
    if (!(problem instanceof Refused)) return; // the link is still good: opening the page again will do
  }
  history.replaceState(null, '', `/t/${id}`);
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
