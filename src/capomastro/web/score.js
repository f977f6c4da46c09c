// A score sheet for the game in the box: by taps, kept on this device, without a network, handed on as a link.

import { Refused } from './api.js';
import { announce, dialog, h, keepFocus, stylesheet, toast } from './dom.js';
import { gameList, hasPage, loadGame, titleOf } from './games.js';
import { addWords, language, listOf, t } from './i18n.js';
import { decoded, encoded, read, write } from './scorestore.js';
import { shareButtons } from './share.js';
import { icon, seatMark } from './svg.js';

const LONGEST = 24; // of a name, as at a table

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const { game } = page.params;
  const known = (await gameList()).find((one) => one.name === game);
  if (!known || !hasPage(game)) throw new Refused(404);
  const [module] = await Promise.all([
    /** @type {Promise<ScoreModule>} */ (import(`./games/${game}/score.js`)),
    loadGame(game),
    addWords('score'),
    stylesheet('/styles/score.css'),
  ]);
  const title = `${t('score.title')} · ${titleOf(game)}`;
  const body = h('main', { id: 'main', class: 'home score', tabindex: -1 });
  root.replaceChildren(page.bar(title), body);
  document.title = title;
  const sheet = new Sheet(body, page, module, known.seats);
  sheet.begin();
  sheet.draw();
  offline(game);
  return { destroy: () => root.replaceChildren() };
}

/** @implements {ScoreSheet} */
class Sheet {
  /** @param {HTMLElement} body @param {Page} page @param {ScoreModule} module @param {number[]} seats */
  constructor(body, page, module, seats) {
    this.body = body;
    this.page = page;
    this.game = page.params.game;
    this.module = module;
    this.least = Math.min(...seats);
    this.most = Math.max(...seats);
    this.t = t;
    /** @type {ScoreState} */
    this.state = this.blank(this.least);
    /** @type {string[]} What the sheet was before each change. */
    this.before = [];
    this.form = module.form();
    /** Somebody else's sheet is looked at until it is kept. */
    this.shared = false;
  }

  /** @param {number} players @returns {ScoreState} */
  blank(players) {
    return { names: Array(players).fill(''), data: this.module.blank(players) };
  }

  /** What a link brings, or what this device keeps. */
  begin() {
    const text = location.hash.slice(1);
    const kept = read(this.game);
    if (text) {
      const brought = this.checked(decoded(text));
      if (brought) {
        this.state = brought;
        this.shared = true;
        return;
      }
      history.replaceState(history.state, '', location.pathname);
      toast(t('score.bad link'), 'refusal');
    }
    this.state = this.checked(kept) ?? this.state;
  }

  /**
   * A sheet from outside, if it is one.
   * @param {unknown} found @returns {ScoreState | null}
   */
  checked(found) {
    if (typeof found !== 'object' || found === null) return null;
    const { names, data } = /** @type {Record<string, unknown>} */ (found);
    if (!Array.isArray(names) || names.length < this.least || names.length > this.most) return null;
    if (!names.every((name) => typeof name === 'string' && name.length <= LONGEST)) return null;
    return this.module.isData(data, names.length) ? { names, data } : null;
  }

  get players() {
    return this.state.names.length;
  }

  /** @param {number} seat */
  name(seat) {
    return this.state.names[seat] || t('seat', { number: seat + 1 });
  }

  /**
   * Writes something down; it can be taken back.
   * @param {(data: object) => void} act @param {string} [words] what is said of it
   */
  change(act, words) {
    this.before.push(JSON.stringify(this.state));
    act(this.state.data);
    this.keep();
    if (words) announce(words);
  }

  takeBack() {
    const last = this.before.pop();
    if (!last) return;
    this.state = JSON.parse(last);
    this.keep();
    announce(t('score.taken back'));
  }

  keep() {
    if (!write(this.game, this.state)) toast(t('score.not kept'), 'refusal');
    this.draw();
  }

  draw() {
    keepFocus(
      this.body,
      () =>
        this.body.replaceChildren(
          h('h1', {}, t('score.title')),
          this.shared ? this.received() : this.tools(),
          this.standing(),
          h('div', { class: 'score-sheet' }, this.module.draw(this)),
        ),
      () => this.body,
    );
  }

  /** @param {string} key @param {() => unknown} act @param {{ kind?: string, picture?: string, disabled?: boolean }} [look] */
  button(key, act, { kind = '', picture, disabled = false } = {}) {
    return h(
      'button',
      { class: `button small ${kind}`, 'data-key': key, disabled, onclick: act },
      picture ? icon(picture) : null,
      t(key),
    );
  }

  tools() {
    const fewer = this.players > this.least && this.module.isFree(this.state.data, this.players - 1);
    return h(
      'p',
      { class: 'buttons' },
      this.button('score.take back', () => this.takeBack(), { disabled: !this.before.length }),
      this.button('score.more', () => this.seat(1), { disabled: this.players >= this.most }),
      this.button('score.fewer', () => this.seat(-1), { disabled: !fewer }),
      this.button('score.new', () => this.renew()),
      this.button('score.share', () => this.share(), { picture: 'share' }),
      this.button('score.rules', () => this.rules(), { picture: 'book' }),
    );
  }

  /** @param {1 | -1} by */
  seat(by) {
    this.change((data) => {
      if (by > 0) this.state.names.push('');
      else this.state.names.pop();
      this.module.resize(data, this.players);
    });
  }

  renew() {
    const { names } = this.state;
    this.form = this.module.form();
    this.change(() => {
      this.state = { ...this.blank(names.length), names };
    }, t('score.renewed'));
    toast(t('score.renewed'), 'info', { words: t('score.take back'), act: () => this.takeBack() });
  }

  /** What a link brought: looked at, and kept if one wants. */
  received() {
    const leave = () => {
      history.replaceState(history.state, '', location.pathname);
      this.shared = false;
    };
    return h(
      'section',
      { class: 'panel score-received', 'aria-label': t('score.received') },
      h('p', {}, t('score.received')),
      h(
        'p',
        { class: 'buttons' },
        this.button(
          'score.keep',
          () => {
            leave();
            this.keep();
          },
          { kind: 'main' },
        ),
        this.button('score.mine', () => {
          leave();
          this.state = this.checked(read(this.game)) ?? this.blank(this.least);
          this.draw();
        }),
      ),
    );
  }

  /** Names, points and who is ahead. */
  standing() {
    const totals = this.module.totals(this.state.data, this.players);
    const winners = this.module.winners(this.state.data, this.players);
    return h(
      'ul',
      { class: 'score-standing', 'aria-label': t('score.standing') },
      totals.map((total, seat) =>
        h(
          'li',
          { class: winners.includes(seat) ? 'panel ahead' : 'panel' },
          seatMark(seat, 26),
          this.shared
            ? h('b', {}, this.name(seat))
            : h('input', {
                type: 'text',
                maxlength: LONGEST,
                value: this.state.names[seat],
                placeholder: t('seat', { number: seat + 1 }),
                'aria-label': t('score.name', { number: seat + 1 }),
                'data-key': `name ${seat}`,
                onchange: (event) =>
                  this.change(() => {
                    this.state.names[seat] = event.target.value.trim();
                  }),
              }),
          h('span', { class: 'score-points' }, t('score.points', { n: total })),
          winners.includes(seat) ? h('span', { class: 'spoken' }, t('score.ahead')) : null,
        ),
      ),
    );
  }

  share() {
    const address = `${location.origin}${location.pathname}#${encoded(this.state)}`;
    const totals = this.module.totals(this.state.data, this.players);
    const text = `${titleOf(this.game)}: ${listOf(totals.map((total, seat) => `${this.name(seat)} ${total}`))}`;
    dialog(t('score.share'), t('close'), (inside) =>
      inside.append(
        h('p', {}, t('score.share note')),
        h('p', {}, text),
        h('p', { class: 'buttons' }, shareButtons(address, text)),
      ),
    );
  }

  rules() {
    dialog(t('score.rules'), t('close'), (inside) => this.showRules(inside), true);
  }

  /** @param {HTMLElement} inside */
  async showRules(inside) {
    const { show } = await import('./rules.js');
    await show(inside, this.game);
  }
}

/**
 * Asks the worker to keep all that this page is made of. Browsers allow it on https and on one's own machine.
 * @param {string} game
 */
async function offline(game) {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register('/score/worker.js', { scope: '/score/' });
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const paths = loaded.filter((one) => one.origin === location.origin).map((one) => one.pathname);
    const spoken = language();
    active?.postMessage({
      paths: [
        ...new Set([
          ...paths.filter((path) => !path.startsWith('/api/')),
          '/api/games',
          '/icon.svg',
          location.pathname,
          '/rules.js',
          '/styles/rules.css',
          `/rules/${spoken}/${game}.json`,
          `/words/${spoken}/rules.json`,
          `/games/${game}/figures.js`,
        ]),
      ],
    });
    document.documentElement.dataset.offline = 'kept';
  } catch (problem) {
    console.warn('score sheets will not open without a network', problem);
  }
}
