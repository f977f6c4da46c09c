// The operator's page: how the server is, its tables and players, and what can be done about them. It is opened by a
// link from the command line; the link's secret stays in this tab and goes along in a header.

import { Refused, bearing } from './api.js';
import { complain, dialog, h, keepFocus, messageOf, stylesheet, toast } from './dom.js';
import { addWords, dayOf, hasWord, t } from './i18n.js';
import { figures, lines, section, slowest } from './operatorparts.js';
import { setTitle } from './turns.js';

const KEY = 'operator';
const ROUND = 5_000;
const STATUSES = ['', 'open', 'running', 'over', 'closed'];

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(history.state, '', location.pathname); // nobody shall read it over a shoulder
    sessionStorage.setItem(KEY, token);
  }
  await Promise.all([addWords('operator'), stylesheet('/styles/operator.css')]);
  const body = h('main', { id: 'main', class: 'home operator', tabindex: -1 });
  root.replaceChildren(page.bar(t('operator.title')), body);
  setTitle(`${t('operator.title')} · Capomastro`);
  const desk = new Desk(body, bearing(sessionStorage.getItem(KEY) ?? ''));
  if (sessionStorage.getItem(KEY)) await desk.start();
  else desk.shut();
  return { destroy: () => desk.stop() };
}

class Desk {
  /** @param {HTMLElement} body @param {ReturnType<typeof bearing>} server */
  constructor(body, server) {
    this.body = body;
    this.server = server;
    this.timer = 0;
    /** What is wrong with the server, in the reader's language. */
    this.trouble = '';
    /** @type {Protocol.Overview | null} */
    this.overview = null;
    /** @type {Protocol.OperatorTables} */
    this.tables = { tables: [], more: false };
    /** @type {Protocol.OperatorPlayers} */
    this.players = { players: [], more: false };
    this.find = { table: '', status: '', player: '' };
    this.parts = {
      figures: h('div', {}),
      slowest: h('div', {}),
      tables: h('div', {}),
      players: h('div', {}),
      blocks: h('div', {}),
    };
    this.log = h('div', { class: 'deeds', tabindex: 0, role: 'region', 'aria-label': t('operator.log') });
  }

  async start() {
    try {
      await Promise.all([this.look(), this.lookForTables(), this.lookForPlayers()]);
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.status !== 401) throw problem;
      this.shut();
      return;
    }
    this.draw();
    this.again();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** Without a link that is good there is nothing to see. */
  shut() {
    this.stop();
    sessionStorage.removeItem(KEY);
    this.body.replaceChildren(
      h('h1', {}, t('operator.title')),
      h(
        'section',
        { class: 'panel' },
        h('p', {}, t('operator.shut')),
        h('p', {}, h('code', {}, 'capomastro operator link')),
      ),
    );
  }

  again() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        if (!document.hidden) {
          await Promise.all([this.look(), this.lookForTables(), this.lookForPlayers()]);
          this.redraw();
        }
        this.again();
      } catch (problem) {
        if (problem instanceof Refused && problem.status === 401) this.shut();
        else this.again(); // the next round will show whether the server is back
      }
    }, ROUND);
  }

  async look() {
    this.overview = await this.server.get('/api/operator');
    this.trouble = '';
    if (this.overview.trouble)
      await this.server.get('/healthz').catch((problem) => (this.trouble = messageOf(problem)));
  }

  async lookForTables() {
    const query = new URLSearchParams({ find: this.find.table, status: this.find.status });
    this.tables = await this.server.get(`/api/operator/tables?${query}`);
  }

  async lookForPlayers() {
    const query = new URLSearchParams({ find: this.find.player });
    this.players = await this.server.get(`/api/operator/players?${query}`);
  }

  /**
   * Does something, and shows how things are then.
   * @param {() => Promise<Protocol.Overview>} act @param {string} done
   */
  async act(act, done) {
    try {
      this.overview = await act();
      await Promise.all([this.lookForTables(), this.lookForPlayers()]);
      this.redraw();
      toast(done);
    } catch (problem) {
      complain(problem);
    }
  }

  /**
   * Asks before something is done, and why it is done: the reason stands in the log.
   * @param {string} title @param {string} note @param {string} words @param {(reason: string) => unknown} act
   */
  ask(title, note, words, act) {
    const reason = h('input', { type: 'text', id: 'operator-reason', maxlength: 200 });
    dialog(title, t('close'), (inside, close) =>
      inside.append(
        h(
          'form',
          {
            class: 'asking',
            onsubmit: (event) => {
              event.preventDefault();
              close();
              act(reason.value);
            },
          },
          h('p', {}, note),
          h('p', { class: 'field' }, h('label', { for: 'operator-reason' }, t('operator.reason')), reason),
          h('p', { class: 'buttons' }, h('button', { class: 'button main' }, words)),
        ),
      ),
    );
  }

  draw() {
    this.body.replaceChildren(
      h('h1', {}, t('operator.title')),
      section(
        t('operator.health'),
        this.parts.figures,
        h('details', { class: 'fold' }, h('summary', {}, t('operator.slowest')), this.parts.slowest),
      ),
      section(t('operator.tables'), this.tableSearch(), this.parts.tables),
      section(t('operator.players'), this.playerSearch(), this.parts.players),
      section(t('operator.blocks'), h('p', {}, t('operator.blocks note')), this.parts.blocks),
      this.broadcast(),
      this.retention(),
      section(t('operator.log'), this.log),
    );
    this.redraw();
  }

  /** What changes by itself; forms stay as they are while somebody types. */
  redraw() {
    const { overview } = this;
    if (!overview) return;
    keepFocus(this.body, () => {
      this.parts.figures.replaceChildren(figures(overview, this.trouble));
      this.parts.slowest.replaceChildren(slowest(overview.slowest));
      this.parts.tables.replaceChildren(
        lines(
          this.tables.tables.map((row) => this.tableLine(row)),
          this.tables.more,
        ),
      );
      this.parts.players.replaceChildren(
        lines(
          this.players.players.map((row) => this.playerLine(row)),
          this.players.more,
        ),
      );
      this.parts.blocks.replaceChildren(lines(overview.blocks.map((row) => this.blockLine(row))));
      this.log.replaceChildren(lines(overview.log.map((row) => this.deedLine(row))));
    });
  }

  /**
   * A form that looks for something.
   * @param {string} key @param {string} label @param {(value: string) => void} take @param {() => Promise<void>} look
   * @param {...Child} more
   */
  search(key, label, take, look, ...more) {
    const field = h('input', { type: 'search', id: key, maxlength: 80, 'aria-label': label, placeholder: label });
    const go = async () => {
      take(field.value);
      try {
        await look();
        this.redraw();
      } catch (problem) {
        complain(problem);
      }
    };
    return h(
      'form',
      {
        class: 'buttons',
        role: 'search',
        'aria-label': label,
        onchange: go,
        onsubmit: (event) => {
          event.preventDefault();
          go();
        },
      },
      field,
      ...more,
      h('button', { class: 'button' }, t('operator.find')),
    );
  }

  tableSearch() {
    const status = h(
      'select',
      { 'aria-label': t('operator.status'), onchange: (event) => (this.find.status = event.target.value) },
      STATUSES.map((one) => h('option', { value: one }, t(`operator.status.${one || 'any'}`))),
    );
    const take = (/** @type {string} */ value) => (this.find.table = value);
    return this.search('operator-tables', t('operator.find tables'), take, () => this.lookForTables(), status);
  }

  playerSearch() {
    const take = (/** @type {string} */ value) => (this.find.player = value);
    return this.search('operator-players', t('operator.find players'), take, () => this.lookForPlayers());
  }

  /** @param {string} key @param {string} words @param {string} of @param {() => void} act */
  button(key, words, of, act) {
    return h(
      'button',
      { class: 'button small', 'data-key': key, 'aria-label': `${words}: ${of}`, onclick: act },
      words,
    );
  }

  /** @param {Protocol.OperatorTable} row */
  tableLine(row) {
    const { table, name } = row;
    const people = row.seats.filter((seat) => seat.here);
    const playable = row.status === 'open' || row.status === 'running';
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'about' },
        h('p', {}, h('a', { href: `/t/${table}` }, name), ' ', h('code', {}, table)),
        h('p', { class: 'quiet' }, this.tableWords(row)),
      ),
      people.map((seat) =>
        this.button(`block ${table} ${seat.seat}`, t('operator.block', { name: seat.name ?? '' }), name, () =>
          this.askToBlock(seat.name ?? '', { table, seat: seat.seat }),
        ),
      ),
      playable && this.button(`close ${table}`, t('operator.close'), name, () => this.askToClose(row)),
      this.button(`remove ${table}`, t('operator.remove'), name, () => this.askToRemove(row)),
    );
  }

  /** @param {Protocol.OperatorTable} row */
  tableWords(row) {
    const status = t(`operator.status.${row.status}`) + (row.frozen ? `, ${t('operator.frozen')}` : '');
    const watching = row.sockets ? t('operator.sockets here', { n: row.sockets }) : '';
    const seats = row.seats.map((seat) => seat.name ?? '–').join(', ');
    const steps = t('operator.entries', { n: row.entries });
    return [status, seats, steps, watching, dayOf(row.touched)].filter(Boolean).join(' · ');
  }

  /** @param {Protocol.OperatorTable} row */
  askToClose({ table, name }) {
    this.ask(t('operator.close of', { name }), t('operator.close note'), t('operator.close'), (reason) =>
      this.act(() => this.server.post('/api/operator/close', { table, reason }), t('operator.closed', { name })),
    );
  }

  /** @param {Protocol.OperatorTable} row */
  askToRemove({ table, name }) {
    this.ask(t('operator.remove of', { name }), t('operator.remove note'), t('operator.remove'), (reason) =>
      this.act(() => this.server.post('/api/operator/remove', { table, reason }), t('operator.removed', { name })),
    );
  }

  /** @param {string} name @param {{ table: string, seat: number } | { player: string }} whom */
  askToBlock(name, whom) {
    const words = t('operator.block', { name });
    this.ask(words, t('operator.block note'), words, (reason) =>
      this.act(() => this.server.post('/api/operator/block', { ...whom, reason }), t('operator.blocked', { name })),
    );
  }

  /** @param {Protocol.OperatorPlayer} row */
  playerLine({ player, name, seen, devices, seats, blocked }) {
    const facts = [t('operator.devices', { n: devices }), t('operator.seats', { n: seats }), dayOf(seen)];
    return h(
      'li',
      {},
      h('div', { class: 'about' }, h('p', {}, h('b', {}, name)), h('p', { class: 'quiet' }, facts.join(' · '))),
      blocked
        ? h('span', { class: 'quiet' }, t('operator.is blocked'))
        : this.button(`player ${player}`, t('operator.block', { name }), t('operator.players'), () =>
            this.askToBlock(name, { player }),
          ),
    );
  }

  /** @param {Protocol.BlockInfo} row */
  blockLine({ block, name, reason, at }) {
    return h(
      'li',
      {},
      h(
        'div',
        { class: 'about' },
        h('p', {}, h('b', {}, name), reason && ` – ${reason}`),
        h('p', { class: 'quiet' }, dayOf(at)),
      ),
      this.button(`unblock ${block}`, t('operator.unblock'), name, () =>
        this.act(() => this.server.post('/api/operator/unblock', { block }), t('operator.unblocked', { name })),
      ),
    );
  }

  /** @param {Protocol.DeedInfo} row */
  deedLine({ at, name, deed, subject, detail }) {
    const words = hasWord(`operator.deed.${deed}`) ? t(`operator.deed.${deed}`) : deed;
    const more = [subject, detail].filter(Boolean).join(' – ');
    return h(
      'li',
      {},
      h('span', { class: 'quiet' }, dayOf(at)),
      h('div', { class: 'about' }, h('b', {}, name), ` ${words}`, more && `: ${more}`),
    );
  }

  broadcast() {
    const said = this.overview?.broadcast?.text ?? '';
    const text = h('input', { type: 'text', id: 'operator-say', maxlength: 300, value: said });
    const minutes = h('input', { type: 'number', id: 'operator-minutes', min: 1, max: 10_080, value: 60 });
    const say = (/** @type {string} */ words) =>
      this.act(
        () => this.server.post('/api/operator/broadcast', { text: words, minutes: Number(minutes.value) || 60 }),
        t(words ? 'operator.said' : 'operator.silent'),
      );
    return section(
      t('operator.broadcast'),
      h('p', {}, t('operator.broadcast note')),
      h('p', { class: 'field' }, h('label', { for: 'operator-say' }, t('operator.sentence')), text),
      h('p', { class: 'field' }, h('label', { for: 'operator-minutes' }, t('operator.minutes')), minutes),
      h(
        'p',
        { class: 'buttons' },
        h('button', { class: 'button main', onclick: () => text.value.trim() && say(text.value) }, t('operator.say')),
        h('button', { class: 'button', onclick: () => say('') }, t('operator.unsay')),
      ),
    );
  }

  retention() {
    const kept = this.overview?.retention ?? [];
    const fields = kept.map(({ name, days, standard, decided }) => {
      const id = `operator-days-${name}`;
      const field = h('input', {
        type: 'number',
        id,
        min: 0,
        max: 36_500,
        step: 'any',
        value: decided ? days : '',
        placeholder: String(standard),
        'data-kept': name,
      });
      return h('div', { class: 'field' }, h('label', { for: id }, t(`operator.kept.${name}`)), field);
    });
    const put = () => {
      const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (this.body.querySelectorAll('[data-kept]'));
      const entries = [...inputs].map((one) => [one.dataset.kept, one.value === '' ? null : Number(one.value)]);
      this.act(() => this.server.put('/api/operator/retention', Object.fromEntries(entries)), t('operator.kept so'));
    };
    return section(
      t('operator.retention'),
      h('p', {}, t('operator.retention note')),
      h('div', { class: 'days' }, fields),
      h('p', { class: 'buttons' }, h('button', { class: 'button main', onclick: put }, t('operator.keep'))),
    );
  }
}
