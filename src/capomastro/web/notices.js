// How somebody hears of their turns: messages to this browser, mail, a webhook, quiet hours, summaries.

import { get, post, put } from './api.js';
import { complain, h, keepFocus, stylesheet, toast } from './dom.js';
import { addWords, language, t } from './i18n.js';
import { obstacle, turnOff, turnOn, zone } from './push.js';
import { setTitle } from './turns.js';

const DIGESTS = ['each', 'hourly', 'daily'];
const NIGHT = { quiet_from: 22 * 60, quiet_to: 8 * 60 };

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  await Promise.all([addWords('notices'), stylesheet('/styles/you.css')]);
  const body = h('main', { id: 'main', class: 'home you notices', tabindex: -1 });
  root.replaceChildren(page.bar(t('notices.title')), body);
  setTitle(`${t('notices.title')} · Capomastro`);
  new Notices(body, await get('/api/me/notices')).draw();
  return { destroy: () => root.replaceChildren() };
}

/** @param {number} minutes */
const clock = (minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** @param {string} text */
const minutes = (text) => {
  const [hour, minute] = text.split(':').map(Number);
  return hour * 60 + minute;
};

class Notices {
  /** @param {HTMLElement} body @param {Protocol.NoticeWishes} wishes */
  constructor(body, wishes) {
    this.body = body;
    this.wishes = wishes;
    /** @type {Promise<void>} */
    this.saving = Promise.resolve();
    /** What came of trying to reach this browser. */
    this.outcome = wishes.push ? wishes.outcome : null;
  }

  /**
   * One after another: what is changed next builds upon what was stored.
   * @param {Partial<Protocol.PutNotices>} changes
   */
  save(changes) {
    this.saving = this.saving.then(async () => {
      const { email, webhook, quiet_from, quiet_to, digest, digest_at } = this.wishes;
      const now = { email, webhook, quiet_from, quiet_to, digest, digest_at, language: language(), zone: zone() };
      try {
        this.wishes = await put('/api/me/notices', { ...now, ...changes });
        toast(t('notices.saved'));
      } catch (problem) {
        complain(problem);
      }
      this.draw();
    });
    return this.saving;
  }

  /** @param {() => Promise<void>} act */
  async change(act) {
    const button = this.body.querySelector('[data-key="push"]');
    if (button instanceof HTMLButtonElement) button.disabled = true;
    try {
      await act();
    } catch (problem) {
      complain(problem);
    }
    this.draw();
  }

  draw() {
    keepFocus(this.body, () =>
      this.body.replaceChildren(
        h('h1', {}, t('notices.title')),
        h('p', {}, t('notices.note')),
        this.push(),
        this.when(),
        this.mail(),
        this.webhook(),
      ),
    );
  }

  /** @param {string} title @param {...Child} inside */
  section(title, ...inside) {
    return h('section', { class: 'panel', 'aria-label': title }, h('h2', {}, title), inside);
  }

  push() {
    const { push, key, browsers } = this.wishes;
    const why = obstacle();
    const word = why ?? this.outcome;
    return this.section(
      t('notices.push'),
      h('p', {}, t(push ? 'notices.push on' : 'notices.push note')),
      word && h('p', { class: 'state', role: 'status' }, t(`notices.push.${word}`)),
      browsers > Number(push) && h('p', { class: 'quiet' }, t('notices.push others', { n: browsers - Number(push) })),
      h(
        'p',
        { class: 'buttons' },
        push
          ? this.button('notices.push off', () => this.turnOff())
          : this.button('notices.push turn on', () => this.turnOn(key), Boolean(why)),
        push && h('button', { class: 'button', 'data-key': 'try', onclick: () => this.tryIt() }, t('notices.push try')),
      ),
    );
  }

  /** @param {string} words @param {() => unknown} act */
  button(words, act, disabled = false) {
    return h(
      'button',
      { class: `button${this.wishes.push ? '' : ' main'}`, 'data-key': 'push', disabled, onclick: act },
      t(words),
    );
  }

  /** @param {string} key */
  turnOn(key) {
    return this.change(async () => {
      const { wishes, outcome } = await turnOn(key);
      this.wishes = wishes ?? this.wishes;
      this.outcome = outcome;
      if (outcome === 'gone') this.wishes = await get('/api/me/notices');
    });
  }

  turnOff() {
    return this.change(async () => {
      this.wishes = await turnOff();
      this.outcome = null;
    });
  }

  tryIt() {
    return this.change(async () => {
      this.outcome = (await post('/api/me/push/test')).outcome;
      if (this.outcome === 'gone') this.wishes = await get('/api/me/notices');
    });
  }

  when() {
    const { digest, digest_at, quiet_from, quiet_to } = this.wishes;
    const quiet = quiet_from !== null && quiet_to !== null;
    return this.section(
      t('notices.when'),
      this.field(
        'digest',
        t('notices.digest'),
        h(
          'select',
          {
            id: 'notices-digest',
            'data-key': 'digest',
            onchange: (event) =>
              this.save({ digest: /** @type {Protocol.NoticeWishes['digest']} */ (event.target.value) }),
          },
          DIGESTS.map((one) => h('option', { value: one, selected: one === digest }, t(`notices.digest.${one}`))),
        ),
      ),
      digest === 'daily' && this.time('digest_at', t('notices.digest at'), digest_at),
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          'data-key': 'quiet',
          checked: quiet,
          onchange: (event) => this.save(event.target.checked ? NIGHT : { quiet_from: null, quiet_to: null }),
        }),
        t('notices.quiet'),
      ),
      quiet && this.time('quiet_from', t('notices.quiet from'), quiet_from),
      quiet && this.time('quiet_to', t('notices.quiet to'), quiet_to),
      h('p', { class: 'quiet' }, t('notices.zone', { zone: zone() })),
    );
  }

  /** @param {string} name @param {string} label @param {HTMLElement} control */
  field(name, label, control) {
    return h('p', { class: 'field' }, h('label', { for: `notices-${name}` }, label), control);
  }

  /** @param {string} name @param {string} label @param {number} value */
  time(name, label, value) {
    const input = h('input', {
      type: 'time',
      id: `notices-${name}`,
      'data-key': name,
      required: true,
      value: clock(value),
      onchange: (event) => event.target.value && this.save({ [name]: minutes(event.target.value) }),
    });
    return this.field(name, label, input);
  }

  mail() {
    const { mails, email, consent } = this.wishes;
    if (!mails) return this.section(t('notices.mail'), h('p', {}, t('notices.mail none')));
    return this.section(
      t('notices.mail'),
      h('p', {}, t('notices.mail note')),
      this.text('email', t('notices.mail address'), email, 'email'),
      consent && h('p', { class: 'state' }, t(`notices.mail.${consent}`)),
    );
  }

  webhook() {
    return this.section(
      t('notices.webhook'),
      h('p', {}, t('notices.webhook note')),
      this.text('webhook', t('notices.webhook address'), this.wishes.webhook, 'url'),
    );
  }

  /** @param {'email' | 'webhook'} name @param {string} label @param {string | null} value @param {string} mode */
  text(name, label, value, mode) {
    const typed = /** @type {HTMLInputElement | null} */ (this.body.querySelector(`#notices-${name}`));
    const input = h('input', {
      type: 'text',
      inputmode: mode,
      id: `notices-${name}`,
      'data-key': name,
      maxlength: name === 'email' ? 254 : 500,
      autocomplete: name === 'email' ? 'email' : 'off',
      value: typed?.value ?? value ?? '',
      placeholder: t('new.optional'),
    });
    return h(
      'form',
      {
        class: 'buttons',
        onsubmit: (event) => {
          event.preventDefault();
          this.save({ [name]: input.value.trim() || null });
        },
      },
      h('label', { for: `notices-${name}` }, label),
      input,
      h('button', { class: 'button', 'data-key': `save ${name}` }, t('notices.save')),
    );
  }
}
