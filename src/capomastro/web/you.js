// Who one is here: a guest, or a player with devices, passkeys and a recovery link; and what is stored of one.

import { get, post, put } from './api.js';
import { deviceList } from './devices.js';
import { complain, dialog, h, keepFocus, stylesheet, toast } from './dom.js';
import { LANGUAGES, addWords, dayOf, reloadWords, t } from './i18n.js';
import { addPasskey, canPasskeys, signIn } from './passkeys.js';
import { PICTURES, portrait } from './portraits.js';
import { save, settings } from './settings.js';
import { linkBox } from './share.js';
import { setTitle } from './turns.js';

/** @typedef {Protocol.PlayerInfo} Player */

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const token = location.hash.slice(1);
  if (token) history.replaceState(history.state, '', location.pathname); // it opens the player: nobody shall read it
  await Promise.all([addWords('you'), stylesheet('/styles/you.css')]);
  const body = h('main', { id: 'main', class: 'home you', tabindex: -1 });
  root.replaceChildren(page.bar(t('you.title')), body);
  setTitle(`${t('you.title')} · Capomastro`);
  const you = new You(body, page, await get('/api/me'));
  you.draw();
  if (token) await you.welcome(token);
  return { destroy: () => root.replaceChildren() };
}

class You {
  /** @param {HTMLElement} body @param {Page} page @param {Protocol.Me} me */
  constructor(body, page, me) {
    this.body = body;
    this.page = page;
    this.me = me;
    /** @type {string | null} The recovery link, told once. */
    this.link = null;
  }

  /**
   * Does something that answers who one is then.
   * @param {() => Promise<Protocol.Me | null>} act @param {string} [done]
   */
  async change(act, done) {
    try {
      const me = await act();
      if (!me) return;
      const before = this.me.player?.language ?? null;
      this.me = me;
      this.remember();
      if (me.player?.language && me.player.language !== before) await this.speak(me.player.language);
      else this.draw();
      if (done) toast(done);
    } catch (problem) {
      complain(problem);
    }
  }

  /** The name goes along to new tables. */
  remember() {
    const { player } = this.me;
    if (player && player.name !== settings.name) save({ name: player.name });
  }

  /**
   * A player's language goes along to the devices they sign in on.
   * @param {string} language
   */
  async speak(language) {
    save({ language });
    await reloadWords();
    await this.page.go('/you', true);
  }

  /** @param {Partial<{ name: string, language: string | null, picture: string }>} changes */
  put(changes = {}) {
    const { player } = this.me;
    const { name, language, picture } = player ?? {
      name: settings.name || t('you'),
      language: null,
      picture: 'pattern',
    };
    return put('/api/me', { name, language, picture, ...changes });
  }

  /** Whoever makes a passkey or a recovery link becomes a player by it. */
  async bePlayer() {
    if (!this.me.player) this.me = await this.put();
  }

  draw() {
    const { player } = this.me;
    keepFocus(this.body, () =>
      this.body.replaceChildren(
        h('h1', {}, t('you.title')),
        this.matches(),
        ...(player ? this.known(player) : [this.guest()]),
        this.section(
          t('notices.title'),
          h('p', {}, t('you.notices note')),
          h('p', { class: 'buttons' }, h('a', { class: 'button', href: '/notices' }, t('notices.open'))),
        ),
        this.privacy(),
      ),
    );
  }

  /** @param {string} title @param {...Child} inside */
  section(title, ...inside) {
    return h('section', { class: 'panel', 'aria-label': title }, h('h2', {}, title), inside);
  }

  /** @param {string} key @param {() => unknown} act */
  button(key, act, kind = '') {
    return h('button', { class: `button ${kind}`, 'data-key': key, onclick: act }, t(key));
  }

  matches() {
    return this.section(
      t('you.record'),
      h('p', {}, t('you.record note')),
      h('p', { class: 'buttons' }, h('a', { class: 'button', href: '/you/matches' }, t('you.record'))),
    );
  }

  guest() {
    return this.section(
      t('you.guest'),
      h('p', {}, t('you.guest note')),
      h(
        'p',
        { class: 'buttons' },
        canPasskeys() && this.button('you.passkey new', () => this.newPasskey(), 'main'),
        this.button('you.recovery new', () => this.newLink(), canPasskeys() ? '' : 'main'),
      ),
      h('p', {}, t('you.sign in note')),
      canPasskeys() &&
        h(
          'p',
          { class: 'buttons' },
          this.button('you.sign in', () => this.change(signIn, t('you.signed in'))),
        ),
    );
  }

  /** @param {Player} player */
  known(player) {
    return [
      this.profile(player),
      this.section(
        t('you.devices'),
        h('p', {}, t('you.devices note')),
        deviceList(player.devices, {
          rename: (device, label) => this.change(() => put('/api/me/devices', { device, label })),
          remove: ({ device }, name) =>
            this.change(() => post('/api/me/devices/remove', { device }), t('you.device removed', { name })),
        }),
        h(
          'p',
          { class: 'buttons' },
          this.button('you.sign out', () => this.change(() => post('/api/me/leave'), t('you.signed out'))),
        ),
      ),
      this.section(
        t('you.ways in'),
        h('p', {}, t('you.ways in note')),
        player.passkeys.length > 0 &&
          h(
            'ul',
            { class: 'rows' },
            player.passkeys.map((key) => this.passkey(key)),
          ),
        this.link &&
          linkBox(location.origin + this.link, t('you.recovery qr'), t('you.recovery'), t('you.recovery note')),
        h(
          'p',
          { class: 'buttons' },
          canPasskeys() && this.button('you.passkey new', () => this.newPasskey()),
          this.button(player.recovery ? 'you.recovery renew' : 'you.recovery new', () => this.newLink()),
        ),
      ),
    ];
  }

  /** @param {Player} player */
  profile(player) {
    const name = h('input', {
      type: 'text',
      id: 'you-name',
      maxlength: 24,
      value: player.name,
      'data-key': 'name',
      onchange: (event) => {
        const value = event.target.value.trim();
        if (value) this.change(() => this.put({ name: value }), t('you.saved'));
      },
    });
    const language = h(
      'select',
      {
        id: 'you-language',
        'data-key': 'language',
        onchange: (event) => this.change(() => this.put({ language: event.target.value || null }), t('you.saved')),
      },
      h('option', { value: '' }, t('settings.language.auto')),
      Object.entries(LANGUAGES).map(([code, words]) =>
        h('option', { value: code, selected: player.language === code }, words),
      ),
    );
    return this.section(
      t('you.player'),
      h('p', { class: 'field' }, h('label', { for: 'you-name' }, t('settings.name')), name),
      h('p', { class: 'field' }, h('label', { for: 'you-language' }, t('settings.language')), language),
      h(
        'div',
        { class: 'buttons', role: 'group', 'aria-label': t('you.picture') },
        PICTURES.map((picture) =>
          h(
            'button',
            {
              class: 'icon-button picture',
              'aria-pressed': String(player.picture === picture),
              'aria-label': t(`you.picture.${picture}`),
              title: t(`you.picture.${picture}`),
              'data-key': `picture ${picture}`,
              onclick: () => this.change(() => this.put({ picture })),
            },
            portrait(picture, player.name, 40),
          ),
        ),
      ),
    );
  }

  /** @param {Protocol.PasskeyInfo} key */
  passkey(key) {
    const name = key.label ?? t('you.passkey');
    return h(
      'li',
      { class: 'buttons' },
      h('b', {}, name),
      h('span', { class: 'quiet' }, t('you.passkey since', { when: dayOf(key.created) })),
      h(
        'button',
        {
          class: 'button small',
          'aria-label': t('devices.remove of', { name }),
          onclick: () => this.change(() => post('/api/me/passkeys/remove', { passkey: key.passkey })),
        },
        t('devices.remove'),
      ),
    );
  }

  newPasskey() {
    return this.change(async () => {
      await this.bePlayer();
      return (await addPasskey()) ?? this.me;
    });
  }

  newLink() {
    return this.change(async () => {
      await this.bePlayer();
      this.link = (await post('/api/me/recovery')).path;
      return get('/api/me');
    });
  }

  /**
   * Somebody has opened a recovery link: whose it is, and whether to go on.
   * @param {string} token
   */
  async welcome(token) {
    let player = null;
    try {
      ({ player } = await post('/api/me/recover', { token, look: true }));
    } catch (problem) {
      complain(problem);
      return;
    }
    const name = player?.name ?? '';
    const bring = h('input', { type: 'checkbox', id: 'you-bring' });
    dialog(t('you.welcome', { name }), t('close'), (inside, close) =>
      inside.append(
        h('p', {}, t('you.welcome note', { name })),
        this.me.tables < 1
          ? ''
          : h('p', { class: 'check' }, bring, h('label', { for: 'you-bring' }, t('you.bring', { n: this.me.tables }))),
        h(
          'p',
          { class: 'buttons' },
          h(
            'button',
            {
              class: 'button main',
              onclick: () => {
                close();
                const body = { token, bring: bring.checked };
                this.change(() => post('/api/me/recover', body), t('you.signed in'));
              },
            },
            t('you.go on', { name }),
          ),
        ),
      ),
    );
  }

  privacy() {
    return this.section(
      t('you.data'),
      h('p', {}, t('you.data note')),
      h(
        'p',
        { class: 'buttons' },
        this.button('you.export', () => this.download()),
        this.button('you.delete', () => this.ask()),
      ),
    );
  }

  /** All that is stored of one, here and at the server, in one file. */
  async download() {
    try {
      const everything = { ...(await get('/api/me/export')), settings };
      const file = new Blob([JSON.stringify(everything, null, 1)], { type: 'application/json' });
      const address = URL.createObjectURL(file);
      h('a', { href: address, download: 'capomastro.json' }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (problem) {
      complain(problem);
    }
  }

  ask() {
    dialog(t('you.delete'), t('close'), (inside, close) =>
      inside.append(
        h('p', {}, t('you.delete note')),
        h('p', {}, t('you.delete stays')),
        h(
          'p',
          { class: 'buttons' },
          h(
            'button',
            {
              class: 'button main',
              onclick: async () => {
                close();
                await this.change(async () => {
                  const me = await post('/api/me/delete');
                  localStorage.clear();
                  sessionStorage.clear();
                  save({ name: '' });
                  this.link = null;
                  return me;
                }, t('you.deleted'));
              },
            },
            t('you.delete go'),
          ),
          h('button', { class: 'button', onclick: close }, t('you.delete keep')),
        ),
      ),
    );
  }
}
