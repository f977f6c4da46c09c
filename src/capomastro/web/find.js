// Finding a game: a seat at the next table that fits, or a new table, at which bots take the seats that stay free.

import { post } from './api.js';
import { keepShare, newShare } from './deal.js';
import { complain, dialog, h, toast } from './dom.js';
import { gameList, titleOf } from './games.js';
import { LANGUAGES, addWords, t } from './i18n.js';
import { botChoices, pair } from './newtable.js';
import { save, settings } from './settings.js';
import { rememberLink } from './share.js';

/** @param {Page} page */
export async function openFind(page) {
  const [games] = await Promise.all([gameList(), addWords('find')]);
  dialog(t('find.title'), t('close'), (body, close) => {
    /** @param {string} name @param {string} label @param {[string, string][]} values */
    const choice = (name, label, values) => {
      const kept = settings[`find ${name}`] ?? values[0][0];
      return h(
        'p',
        { class: 'field' },
        h('label', { for: `find-${name}` }, label),
        h(
          'select',
          { id: `find-${name}`, onchange: (event) => save({ [`find ${name}`]: event.target.value }) },
          values.map(([value, words]) => h('option', { value, selected: value === kept }, words)),
        ),
      );
    };
    const any = /** @type {[string, string]} */ (['', t('find.any')]);
    const counts = [...new Set(games.flatMap((game) => game.seats))].toSorted((a, b) => a - b);
    const form = h(
      'form',
      {
        class: 'rows',
        onsubmit: (event) => {
          event.preventDefault();
          send();
        },
      },
      h('p', {}, t('find.note')),
      h(
        'p',
        { class: 'field' },
        h('label', { for: 'find-name' }, t('claim.name')),
        h('input', {
          type: 'text',
          id: 'find-name',
          maxlength: 24,
          required: true,
          autocomplete: 'nickname',
          value: settings.name,
        }),
      ),
      choice('game', t('find.game'), [any, ...games.map((game) => pair(game.name, titleOf(game.name)))]),
      choice('players', t('new.players'), [any, ...counts.map((n) => pair(String(n), String(n)))]),
      choice('pace', t('new.pace'), [
        pair('live', t('pace.live')),
        ...[1, 3, 7].map((n) => pair(String(n), t('pace.days', { n }))),
        any,
      ]),
      choice('language', t('settings.language'), [
        any,
        ...Object.entries(LANGUAGES).map(([code, words]) => pair(code, words)),
      ]),
      choice('bots', t('new.bots after'), botChoices()),
      h('p', { class: 'sheet-foot' }, h('button', { class: 'button main', type: 'submit' }, t('find.go'))),
    );
    body.append(form);

    async function send() {
      /** @param {string} id */
      const read = (id) => /** @type {HTMLInputElement} */ (form.querySelector(`#find-${id}`)).value.trim();
      const button = /** @type {HTMLButtonElement} */ (form.querySelector('[type=submit]'));
      const name = read('name');
      if (!name) return;
      save({ name });
      button.disabled = true;
      const pace = read('pace');
      const share = await newShare();
      try {
        const found = await post('/api/find', {
          name,
          game: read('game') || null,
          players: Number(read('players')) || null,
          pace: !pace ? null : pace === 'live' ? { kind: 'live' } : { kind: 'days', days: Number(pace) },
          language: read('language') || null,
          bots_after: Number(read('bots')) || null,
          ...(share && { share: share.commitment }),
        });
        keepShare(found.table, share, found.update);
        if (found.link) rememberLink(found.table, found.seat, found.link.path);
        close();
        await page.go(found.path);
        toast(t(found.made ? 'find.made' : 'find.seated'));
      } catch (problem) {
        button.disabled = false;
        complain(problem);
      }
    }
  });
}
