// What a reader has chosen on this device: language, theme, sound, motion, pace, keys. Kept in localStorage.

import { dialog, h } from './dom.js';

/** @type {Record<string, string>} */
const DEFAULTS = {
  language: 'auto',
  theme: 'auto',
  sound: 'off',
  motion: 'auto',
  pace: 'auto',
  choices: 'open',
  keys: 'on',
  chat: 'all',
  name: '',
  size: '100',
};
const KEY = 'capomastro';

/** @returns {Record<string, string>} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = read();

/** @param {Record<string, string>} changes */
export function save(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* private windows may refuse; the choice then lasts as long as the page */
  }
  apply();
}

/** Puts the choices on the root element, where the style sheet looks for them. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = reducedMotion() ? 'reduced' : 'full';
  root.style.fontSize = settings.size === '100' ? '' : `${settings.size}%`;
  const dark =
    settings.theme === 'dark' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#1d1a17' : '#f6efe2');
}

export function reducedMotion() {
  if (settings.motion !== 'auto') return settings.motion === 'off';
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How fast others' steps are shown. Unless chosen: one after another, or at once where motion is unwanted. */
export function pace() {
  if (settings.pace !== 'auto') return settings.pace;
  return reducedMotion() ? 'at once' : 'normal';
}

/** @type {Record<string, string[]>} */
const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  size: ['100', '125', '150', '200'],
  sound: ['off', 'on'],
  motion: ['auto', 'on', 'off'],
  pace: ['slow', 'normal', 'fast', 'at once'],
  keys: ['on', 'off'],
  chat: ['all', 'reactions'],
};

/**
 * The dialog in which all this is chosen. `languages` maps codes to names; `changed()` is called after each choice.
 * @param {Translate} t @param {Record<string, string>} languages @param {(name: string) => unknown} changed
 */
export function openSettings(t, languages, changed) {
  dialog(t('settings.title'), t('close'), (body) => draw(body));

  /** @param {HTMLElement} body */
  function draw(body) {
    const options = Object.entries(CHOICES);
    body.replaceChildren(
      row(
        'language',
        ['auto', ...Object.keys(languages)],
        (value) => languages[value] ?? t('settings.language.auto'),
        body,
      ),
      ...options.map(([name, values]) =>
        row(name, values, (value) => (name === 'size' ? `${value} %` : t(`settings.${name}.${value}`)), body),
      ),
      h(
        'p',
        { class: 'field' },
        h('label', { for: 'setting-name' }, t('settings.name')),
        h('input', {
          type: 'text',
          id: 'setting-name',
          maxlength: 24,
          value: settings.name,
          onchange: (event) => save({ name: event.target.value.trim() }),
        }),
      ),
      h('p', { class: 'quiet' }, t('settings.note')),
    );
  }

  /**
   * @param {string} name @param {string[]} values @param {(value: string) => string} label
   * @param {HTMLElement} body
   */
  function row(name, values, label, body) {
    const id = `setting-${name}`;
    const pick = h(
      'select',
      {
        id,
        onchange: async (event) => {
          save({ [name]: event.target.value });
          await changed(name);
          if (name === 'language') {
            draw(body);
            const box = body.closest('dialog');
            box?.setAttribute('aria-label', t('settings.title'));
            box?.querySelector('h2')?.replaceChildren(t('settings.title'));
            body.querySelector('select')?.focus();
          }
        },
      },
      values.map((value) =>
        h('option', { value, selected: (name === 'pace' ? pace() : settings[name]) === value }, label(value)),
      ),
    );
    return h('p', { class: 'field' }, h('label', { for: id }, t(`settings.${name}`)), pick);
  }
}
