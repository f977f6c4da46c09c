// A table: the connection, whose eyes we look through, and the frame round the game.

import { Refused, get, postSurely, stream } from './api.js';
import { claimByLink } from './claim.js';
import { announce, dialog, h, toast } from './dom.js';
import { drawDock } from './dock.js';
import { gameList, hasPage, loadGame, namesOf, titleOf } from './games.js';
import { clearTraces, isShared, mustCover } from './handover.js';
import { hasWord, t } from './i18n.js';
import { makeLog } from './log.js';
import { takeOut } from './mytables.js';
import { openMore } from './more.js';
import { makePanels } from './panels.js';
import { peopleBanner, tellRefused } from './people.js';
import { makePlayback, skipByTouch } from './playback.js';
import { drawResult, tellRematch } from './result.js';
import { reducedMotion } from './settings.js';
import { markEvents, sinceBanner } from './since.js';
import { TUNES, play } from './sounds.js';
import { focusDecision, focusOnStep, speak, tellApart } from './speaking.js';
import { icon } from './svg.js';
import { tableKeys } from './keys.js';
import { unpacked } from './updates.js';
import { drawWaiting } from './waiting.js';

const NOTHING = new Set();

export async function open(root, page) {
  const id = page.params.table;
  gameList().catch(() => {}); // comes meanwhile
  await claimByLink(id, root, page);
  let first = unpacked(await get(`/api/tables/${id}?since=0`));
  if (isShared(first)) first = unpacked(await get(`/api/tables/${id}?seat=none&since=0`)); // whoever looks now, no hand is drawn
  const game = await loadGame(first.game);
  const table = new Table(root, page, id, game, first);
  if (first.held.length) takeOut(id);
  table.start();
  return table;
}

class Table {
  constructor(root, page, id, game, update) {
    Object.assign(this, { root, page, id, game, update, components: update.components, seat: update.viewer, busy: false, unsent: null, uncovered: null, looks: 0, looking: false, shownSeat: undefined, past: null, skew: 0 });
    this.base = `/api/tables/${id}`;
    this.log = makeLog(this);
    this.panels = makePanels(this);
    this.playback = makePlayback(this);
    this.banner = h('div', { class: 'banners' });
    this.people = peopleBanner(this);
    this.dock = h('section', { class: 'dock', 'aria-label': t('dock') });
    this.gameRoot = h('div', { class: 'game-root' });
    this.result = h('div', { class: 'result-root' });
    this.net = h('span', { class: 'net', role: 'status' });
    this.where = null;
    this.ctx = this.makeContext();
  }

  makeContext() {
    const table = this;
    return {
      t,
      get names() { return table.names(); },
      get viewer() { return table.update.viewer; },
      get mode() { return table.update.viewer === null ? 'watch' : 'play'; },
      get canAct() { return !table.past && table.update.legal.length > 0; },
      get view() { return (table.past ?? table.update).view; },
      get reducedMotion() { return reducedMotion(); },
      legal: () => (table.past ? NOTHING : table.legalSet),
      act: (text) => table.act(text),
      refuse: (key, args) => toast(t(key, args), 'refusal'),
      announce,
      tell: (title, element) => dialog(title, t('close'), (body) => body.append(element)),
    };
  }

  names() {
    return namesOf(this.update.seats);
  }

  start() {
    const { page } = this;
    const rules = hasPage(this.update.game) && h('button', { class: 'icon-button', 'aria-label': t('rules'), title: `${t('rules')} (?)`, onclick: () => this.showRules() }, icon('book'));
    this.where = page.bar(this.title(), this.net, rules, this.panels.opener, h('button', { class: 'icon-button', 'aria-label': t('more'), title: t('more'), onclick: () => openMore(this) }, icon('people')));
    this.root.replaceChildren(h('div', { class: 'table', 'data-game': this.update.game }, this.where,
      h('div', { class: 'columns' }, h('main', { class: 'frame', id: 'main', tabindex: -1 }, h('h1', { class: 'spoken' }, this.title()), this.banner, this.dock, this.result, this.gameRoot, this.playback.button), this.panels.side)));
    this.keys = (event) => skipByTouch(event, this) || tableKeys(event, this);
    document.addEventListener('keydown', this.keys);
    this.gameRoot.addEventListener('click', (event) => skipByTouch(event, this), true);
    this.putDown = () => { if (document.hidden && isShared(this.update) && this.seat !== null) this.cover(); };
    document.addEventListener('visibilitychange', this.putDown);
    this.receive(this.update, true);
    this.connect();
    this.gone = sinceBanner(this);
    const sizes = { '--dock': this.dock, '--banner': this.banner }; // style sheets reckon with them
    this.sized = new ResizeObserver(() => { for (const [name, part] of Object.entries(sizes)) document.documentElement.style.setProperty(name, `${part.offsetHeight}px`); });
    for (const part of Object.values(sizes)) this.sized.observe(part);
  }

  title() {
    return this.update.name || titleOf(this.update.game);
  }

  connect() {
    this.socket?.close();
    this.socket = stream(this.id, this.seat, {
      since: () => this.log.seen,
      onMessage: (message) => this.hear(message),
      onState: (state) => {
        this.net.textContent = state === 'live' ? '' : t(`net.${state}`);
        if (state === 'refused' && this.seat !== null) this.lookAgain();
      },
    });
  }

  /** The seat was lost, before the start: we look on, where that is allowed. */
  async lookAgain() {
    const { viewer } = await get(`${this.base}?since=0`).catch(() => this.update);
    if (viewer !== this.seat) await this.lookFrom(viewer);
  }

  /** An answer in the waiting room: sitting down or getting up changes with whose eyes we look. */
  async settle(answer) {
    if (answer.viewer === this.seat) this.receive(answer, true);
    else await this.lookFrom(answer.viewer);
  }

  /** The time by the server's clock, which says since when somebody is awaited. */
  now() {
    return Date.now() + this.skew;
  }

  hear(message) {
    if (message.type === 'ping' || message.type === 'pong') this.skew = message.at - Date.now();
    if (message.type === 'chat') this.panels.chat(message.messages);
    if (message.type === 'update') this.receive(message);
  }

  /** Takes in an update. What others did is shown one after another; the answers to our own requests at once. */
  receive(sent, now = false) {
    this.components = sent.components ?? this.components;
    const update = unpacked(sent, this.components);
    // An answer can be overtaken by the socket: what is older than what is drawn never comes back, least of all after the end.
    if (this.left || update.viewer !== this.seat || update.seen < this.update.seen) return;
    this.log.take(update);
    if (now) this.playback.addNow(update);
    else this.playback.add(update);
  }

  /** Draws an update. Returns how many milliseconds of theatre the game makes of it, if any. */
  show(update) {
    const before = this.update;
    const news = this.log.between(this.drawnUpTo ?? update.seen, update.seen);
    this.update = update;
    if (mustCover(this, before, update, news)) return this.cover(news[0]?.at);
    // The answer to a request and the socket may bring the same news: what is drawn stays, so that no click is lost.
    const picture = JSON.stringify([update.view, update.legal, update.status, update.viewer, update.scores, update.undoable, update.plan, update.to_act, update.proposals, update.seats, update.held, update.rematch]);
    if (picture === this.picture) return 0;
    this.picture = picture;
    this.legalSet = new Set(update.legal);
    let theatre = null;
    const stepping = focusOnStep(this);
    if (update.status === 'open') {
      drawWaiting(this.gameRoot, update, (answer) => this.settle(answer));
      this.dock.hidden = true;
    } else if (!this.past) {
      theatre = this.drawGame(update);
      this.dock.hidden = false;
    }
    drawDock(this);
    drawResult(this);
    this.people.draw();
    tellRematch(this, before);
    const tell = () => {
      if (this.update !== update || this.left) return;
      this.panels.refresh();
      this.notice(before, update);
    };
    if (theatre) setTimeout(tell, theatre.turned); // nobody hears what is still face down
    else tell();
    if (stepping) focusDecision(this);
    tellApart(this.dock, this.gameRoot);
    return theatre?.ms ?? 0;
  }

  drawGame(update) {
    if (!this.drawing || this.shownSeat !== update.viewer) {
      this.drawing?.destroy();
      this.gameRoot.replaceChildren();
      this.drawing = this.game.mount(this.gameRoot, this.ctx);
      this.shownSeat = update.viewer;
    }
    const since = this.drawnUpTo ?? update.seen; // what happened before the page was opened is not news
    this.drawnUpTo = update.seen;
    const events = this.log.between(since, update.seen);
    const theatre = this.drawing.update({ ...update, events });
    markEvents(this, this.ctx.canAct ? [] : events); // a ring round what others have just done
    return theatre;
  }

  /** Shows the board of an earlier time, on which nothing can be done; null brings the present back. */
  showPast(update) {
    this.past = update;
    this.dock.hidden = update !== null;
    if (update) {
      this.drawing.update(update);
      return;
    }
    this.picture = null;
    this.show(this.update);
  }

  /** Somebody at this screen turns up their own cards. */
  uncover(seat) {
    this.uncovered = seat;
    this.covered = null;
    return this.lookFrom(seat);
  }

  /** Everybody's cards lie covered; what has happened since `news` (a time) is still to be shown. */
  cover(news = Infinity) {
    this.uncovered = null;
    clearTraces();
    this.lookFrom(null, news);
    return 0;
  }

  /** Looks with the eyes of a seat, or of a spectator. Numbers mean something else for each: all is fetched anew. */
  async lookFrom(seat, news = Infinity) {
    this.gone?.stop();
    const mine = ++this.looks;
    this.seat = seat;
    this.legalSet = NOTHING;
    this.playback.clear();
    this.socket?.close();
    this.looking = true;
    this.root.firstChild?.setAttribute('aria-busy', 'true');
    const answer = await get(`${this.base}?seat=${seat ?? 'none'}&since=0`).catch(() => null);
    if (mine !== this.looks || this.left) return;
    this.looking = false;
    if (!this.busy) this.root.firstChild?.removeAttribute('aria-busy');
    this.log.clear();
    this.picture = null;
    if (answer) {
      const update = unpacked(answer);
      const fresh = update.events.find((event) => event.at >= news);
      this.drawnUpTo = this.spokenUpTo = fresh ? fresh.n - 1 : update.seen;
      this.update = update;
      this.receive(answer, true);
    } else {
      this.leaveBlank(seat);
    }
    this.connect();
    this.panels.reload();
  }

  /** The server did not answer: nothing of the eyes before stays on the screen; the socket brings the rest. */
  leaveBlank(seat) {
    this.drawing?.destroy();
    this.drawing = null;
    this.drawnUpTo = this.spokenUpTo = undefined;
    this.dock.replaceChildren();
    this.update = { ...this.update, viewer: seat, seen: 0, legal: [], view: null, events: [] };
    toast(t('net.failed'), 'refusal');
  }

  async act(text) {
    if (this.busy || this.past || !this.legalSet.has(text)) return;
    const done = await this.send('steps', { seat: this.seat, step: text, seen: this.update.seen }, this.game.stepLabel(text, this.ctx));
    if (done) play(TUNES.step);
  }

  undo() { return this.update.undoable > 0 && this.send('undo', { seat: this.seat }, t('dock.undo')); }

  restart() { return this.update.undoable > 0 && this.send('restart', { seat: this.seat }, t('dock.restart')); }

  /** Sends a step, or what takes one back; `label` says what waits while the server cannot be reached. True if it was done. */
  async send(what, body, label) {
    if (this.busy || this.past) return false;
    this.busy = true;
    this.root.firstChild?.setAttribute('aria-busy', 'true');
    let answer = null;
    let done = false;
    try {
      answer = (await postSurely(`${this.base}/${what}`, body, () => this.holdBack(label))).update;
      done = true;
    } catch (problem) {
      answer = problem.update ?? null;
      toast(problem instanceof Refused && problem.kind === 'stale' ? t('stale') : problem.message, 'refusal');
    }
    this.busy = false;
    if (!this.looking) this.root.firstChild?.removeAttribute('aria-busy');
    if (this.unsent) this.holdBack(null);
    if (answer) this.receive(answer, true);
    return done;
  }

  /** Shows what waits to be sent, or that nothing does any more. */
  holdBack(label) {
    if (label === this.unsent || this.left) return;
    this.unsent = label;
    if (label) announce(t('net.waits', { step: label }), true);
    drawDock(this);
  }

  sentence(event) {
    const key = `event.${event.kind}`;
    const who = event.seat === null || event.seat === undefined ? '' : this.names()[event.seat];
    return hasWord(key) ? t(key, { ...event.facts, who }) : this.game.sentence(event, this.ctx);
  }

  /** Tells ears, and the tab's title, what has changed. */
  notice(before, update) {
    const turn = update.legal.length > 0 && update.status === 'running';
    document.title = `${turn ? '● ' : ''}${this.title()} · Capomastro`;
    const others = speak(this, before, update);
    tellRefused(this, others);
    const heard = others.find((event) => this.game.sounds?.[event.kind]);
    if (heard) play(this.game.sounds[heard.kind]);
    if (turn && !(before !== update && before.legal.length)) play(TUNES.turn);
    if (update.status === 'over' && before.status === 'running') play(TUNES.end);
  }

  async showRules() {
    if (!hasPage(this.update.game)) return;
    const { show } = await import('./rules.js');
    dialog(t('rules'), t('close'), (body) => { show(body, this.update.game); }, true);
  }

  destroy() {
    this.left = true;
    this.playback.clear();
    document.removeEventListener('visibilitychange', this.putDown);
    this.people.destroy();
    document.removeEventListener('keydown', this.keys);
    this.gone?.destroy();
    this.sized?.disconnect();
    this.socket?.close();
    this.drawing?.destroy();
    this.panels.destroy();
  }
}
