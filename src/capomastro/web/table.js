// A table: the connection, whose eyes we look through, and the frame round the game.

import { Refused, get, postSurely, stream } from './api.js';
import { claimByLink } from './claim.js';
import { announce, complain, dialog, drawTogether, focused, h, toast, watchHeights } from './dom.js';
import { drawDock } from './dock.js';
import { drawFrozen } from './frozen.js';
import { LEVELS, gameList, hasPage, loadGame, namesOf, titleOf } from './games.js';
import { clearTraces, isShared, mustCover } from './handover.js';
import { hasWord, t } from './i18n.js';
import { makeLog } from './log.js';
import { takeOut } from './mytables.js';
import { openMore } from './more.js';
import { makePanels } from './panels.js';
import { peopleBanner, tellRefused } from './people.js';
import { makePlayback, skipByTouch } from './playback.js';
import { drawResult, tellRematch } from './result.js';
import { reasonWords } from './reasons.js';
import { reducedMotion } from './settings.js';
import { markEvents, sinceBanner } from './since.js';
import { TUNES, play } from './sounds.js';
import { focusDecision, focusOnStep, speak, tellApart } from './speaking.js';
import { icon } from './svg.js';
import { tableKeys } from './keys.js';
import { unpacked } from './updates.js';
import { drawClosed, drawWaiting } from './waiting.js';
import { witness } from './witness.js';
import { checkTurns, hear, setTitle } from './turns.js';

/** @type {Set<string>} */
const NOTHING = new Set();
const FACELESS = new Set(['random', 'greedy', 'search', 'learned', ...LEVELS]);

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const id = page.params.table;
  gameList().catch(() => {}); // comes meanwhile
  await claimByLink(id, root, page);
  let first = unpacked(await get(`/api/tables/${id}?since=0`));
  if (isShared(first)) first = unpacked(await get(`/api/tables/${id}?seat=none&since=0`)); // whoever looks now, no hand is drawn
  const game = await loadGame(first.game);
  const table = new Table(root, page, id, game, first);
  await table.meet(first);
  if (first.held.length) takeOut(id);
  table.start();
  return table;
}

/** At a table among people where the bots advise, everybody sees that they do. */
const hintsMark = () =>
  h(
    'span',
    { class: 'hints-mark', role: 'img', 'aria-label': t('hints.allowed'), title: t('hints.allowed') },
    icon('hint'),
    h('span', { class: 'only-roomy', 'aria-hidden': 'true' }, t('hints.short')),
  );

export class Table {
  /**
   * @param {HTMLElement} root @param {Page} page @param {string} id @param {GameModule} game
   * @param {Update} update
   */
  constructor(root, page, id, game, update) {
    this.turn = false; // whether it was this reader's, when last told
    /** @type {typeof import('./faces.js') | null} */
    this.faces = null; // of bots that have one; loaded when such a bot sits here
    this.root = root;
    this.page = page;
    this.id = id;
    this.game = game;
    this.update = update;
    /** @type {Base} */
    this.base = `/api/tables/${id}`;
    this.components = update.components;
    this.seat = update.viewer;
    this.legalSet = NOTHING;
    this.busy = false;
    /** @type {string | null} */
    this.unsent = null; // what waits until the server can be reached
    /** @type {number | null} */
    this.uncovered = null; // whose cards lie open at a shared screen
    /** @type {string | null} */
    this.covered = null; // who was last asked to uncover
    this.looks = 0;
    this.looking = false;
    /** @type {number | null | undefined} */
    this.shownSeat = undefined;
    /** @type {Update | null} */
    this.past = null;
    this.skew = 0;
    this.left = false;
    this.allSteps = false;
    /** @type {import('./hints.js').Hint | null} */
    this.hint = null;
    this.plotted = false;
    this.running = false; // what was last drawn
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {string | null} */
    this.picture = null;
    /** @type {number | undefined} */
    this.drawnUpTo = undefined;
    /** @type {number | undefined} */
    this.spokenUpTo = undefined;
    this.spokenPrompt = '';
    /** @type {ReturnType<typeof stream> | null} */
    this.socket = null;
    /** @type {ReturnType<typeof sinceBanner> | null} */
    this.gone = null;
    /** @type {HTMLElement | null} */
    this.where = null;
    this.log = makeLog(this);
    this.panels = makePanels(this);
    this.playback = makePlayback(this);
    this.banner = h('div', { class: 'banners' });
    this.people = peopleBanner(this);
    this.dock = h('section', { class: 'dock', 'aria-label': t('dock') });
    this.gameRoot = h('div', { class: 'game-root' });
    this.result = h('div', { class: 'result-root' });
    this.net = h('span', { class: 'net', role: 'status' });
    this.keys = (/** @type {KeyboardEvent} */ event) => skipByTouch(event, this) || tableKeys(event, this);
    this.putDown = () => {
      if (document.hidden && isShared(this.update) && this.seat !== null) this.cover();
    };
    /** @type {(() => void) | null} */
    this.unwatch = null;
    this.ctx = this.makeContext();
  }

  /** @returns {Ctx} */
  makeContext() {
    const table = this;
    return {
      t,
      get game() {
        return table.update.game;
      },
      get names() {
        return table.names();
      },
      get viewer() {
        return table.update.viewer;
      },
      get mode() {
        return table.update.viewer === null ? 'watch' : 'play';
      },
      get canAct() {
        return !table.past && table.update.legal.length > 0;
      },
      get view() {
        return (table.past ?? table.update).view;
      },
      get reducedMotion() {
        return reducedMotion();
      },
      face: (seat, size) => table.faces?.face(table.update.seats[seat]?.bot, size) ?? null,
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

  /**
   * Loads the faces if a bot here has one: any but those that are called by what they are.
   * @param {Protocol.Update} update
   */
  async meet({ seats }) {
    if (this.faces || !seats.some(({ bot }) => bot && !FACELESS.has(bot))) return false;
    this.faces = await import('./faces.js').catch(() => null);
    return this.faces !== null;
  }

  start() {
    const { page } = this;
    const rules =
      hasPage(this.update.game) &&
      h(
        'button',
        { class: 'icon-button', 'aria-label': t('rules'), title: `${t('rules')} (?)`, onclick: () => this.showRules() },
        icon('book'),
      );
    this.where = page.bar(
      this.title(),
      this.net,
      this.update.hints && hintsMark(),
      rules,
      this.panels.reactor,
      this.panels.opener,
      h(
        'button',
        { class: 'icon-button', 'aria-label': t('more'), title: t('more'), onclick: () => openMore(this) },
        icon('people'),
      ),
    );
    this.root.replaceChildren(
      h(
        'div',
        { class: 'table', 'data-game': this.update.game },
        this.where,
        h(
          'div',
          { class: 'columns' },
          h(
            'main',
            { class: 'frame', id: 'main', tabindex: -1 },
            h('h1', { class: 'spoken' }, this.title()),
            this.banner,
            this.dock,
            this.result,
            this.gameRoot,
            this.playback.button,
          ),
          this.panels.side,
        ),
      ),
    );
    document.addEventListener('keydown', this.keys);
    this.gameRoot.addEventListener('click', (event) => skipByTouch(event, this), true);
    document.addEventListener('visibilitychange', this.putDown);
    this.receive(this.update, true);
    this.connect();
    this.gone = sinceBanner(this);
    this.unwatch = watchHeights({ '--dock': this.dock, '--banner': this.banner });
  }

  title() {
    const title = this.update.name || titleOf(this.update.game);
    return this.update.origin ? t('practice', { title }) : title;
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

  /**
   * An answer in the waiting room: sitting down or getting up changes with whose eyes we look.
   * @param {Protocol.Update} answer
   */
  async settle(answer) {
    if (answer.viewer === this.seat) this.receive(answer, true);
    else await this.lookFrom(answer.viewer);
  }

  /** The time by the server's clock, which says since when somebody is awaited. */
  now() {
    return Date.now() + this.skew;
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === 'ping' || message.type === 'pong') this.skew = message.at - Date.now();
    if (message.type === 'chat') this.panels.chat(message.messages);
    if (message.type === 'broadcast') hear(message.broadcast);
    if (message.type === 'update') this.receive(message);
  }

  /**
   * Takes in an update. What others did is shown one after another; the answers to our own requests at once.
   * @param {Protocol.Update} sent
   */
  receive(sent, now = false) {
    this.components = sent.components ?? this.components;
    const update = unpacked(sent, this.components);
    // An answer can be overtaken by the socket: what is older than what is drawn never comes back, least of all after the end.
    if (this.left || update.viewer !== this.seat || update.seen < this.update.seen) return;
    this.log.take(update);
    witness(this);
    if (now) this.playback.addNow(update);
    else this.playback.add(update);
  }

  /**
   * Draws an update. Returns how many milliseconds of theatre the game makes of it, if any.
   * @param {Update} update
   */
  show(update) {
    const before = this.update;
    const news = this.log.between(this.drawnUpTo ?? update.seen, update.seen);
    this.update = update;
    if (mustCover(this, before, update, news)) return this.cover(news[0]?.at);
    // The answer to a request and the socket may bring the same news: what is drawn stays, so that no click is lost.
    const picture = JSON.stringify([
      update.view,
      update.legal,
      update.status,
      update.viewer,
      update.scores,
      update.undoable,
      update.plan,
      update.to_act,
      update.proposals,
      update.seats.map(({ here, away_since, ...seat }) => seat),
      update.held,
      update.rematch,
      update.frozen,
      update.status === 'open' && update.deal,
    ]);
    if (picture === this.picture) {
      this.people.draw(); // somebody came or went: nothing of it is drawn elsewhere
      return 0;
    }
    this.picture = picture;
    this.meet(update).then((met) => {
      if (!met || this.left) return; // a bot with a face has just sat down
      this.picture = null;
      this.show(this.update);
    });
    this.legalSet = new Set(update.legal);
    const stepping = focusOnStep(this);
    const goes = String(before.legal) !== String(update.legal) && Boolean(focused()?.closest('[data-step], .steps'));
    const theatre = drawTogether(goes, () => {
      let scenes = null;
      if (update.frozen) {
        this.dock.hidden = true;
        drawFrozen(this);
      } else if (update.status === 'open') {
        drawWaiting(this.gameRoot, update, (answer) => this.settle(answer));
        this.dock.hidden = true;
      } else if (!update.view) {
        drawClosed(this.gameRoot);
        this.dock.hidden = true;
      } else if (!this.past) {
        scenes = this.drawGame(update);
        this.dock.hidden = false;
      }
      this.hint?.follow();
      if (!update.frozen) {
        drawDock(this);
        drawResult(this);
      }
      this.people.draw();
      return scenes;
    });
    // Browsers keep the board where it was when something comes above it: the end of the game would be out of sight.
    if (this.running && update.status === 'over') this.result.scrollIntoView();
    this.running = update.status === 'running';
    tellRematch(this, before);
    const tell = () => {
      if (this.update !== update || this.left) return;
      this.panels.refresh();
      this.notice(before, update);
    };
    if (theatre)
      setTimeout(tell, theatre.turned); // nobody hears what is still face down
    else tell();
    if (stepping) focusDecision(this);
    tellApart(this.dock, this.gameRoot);
    return theatre?.ms ?? 0;
  }

  /**
   * Draws with another drawing from here on.
   * @param {GameModule} game
   */
  useDrawing(game) {
    this.drawing = null;
    this.game = game;
  }

  /** @param {Update} update */
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

  /**
   * Shows the board of an earlier time, on which nothing can be done; null brings the present back.
   * @param {Update | null} update
   */
  showPast(update) {
    this.hint?.close();
    this.past = update;
    this.dock.hidden = update !== null;
    if (update) {
      this.drawing?.update(update);
      tellApart(this.gameRoot);
      return;
    }
    this.picture = null;
    this.show(this.update);
  }

  /**
   * Somebody at this screen turns up their own cards.
   * @param {number} seat
   */
  uncover(seat) {
    this.uncovered = seat;
    this.covered = null;
    return this.lookFrom(seat);
  }

  /** Everybody's cards lie covered; what has happened since `news` (a time) is still to be shown. */
  cover(news = Infinity) {
    this.uncovered = null;
    clearTraces();
    this.root.firstElementChild?.classList.add('covering');
    this.lookFrom(null, news);
    return 0;
  }

  /**
   * Looks with the eyes of a seat, or of a spectator. Numbers mean something else for each: everything is fetched again.
   * @param {number | null} seat
   */
  async lookFrom(seat, news = Infinity) {
    this.gone?.stop();
    this.hint?.close();
    const mine = ++this.looks;
    this.seat = seat;
    this.legalSet = NOTHING;
    this.playback.clear();
    this.socket?.close();
    this.looking = true;
    this.root.firstElementChild?.setAttribute('aria-busy', 'true');
    const answer = await get(`${this.base}?seat=${seat ?? 'none'}&since=0`).catch(() => null);
    if (mine !== this.looks || this.left) return;
    this.looking = false;
    if (!this.busy) this.root.firstElementChild?.removeAttribute('aria-busy');
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
    this.root.firstElementChild?.classList.remove('covering');
    this.connect();
    this.panels.reload();
  }

  /**
   * The server did not answer: nothing of the eyes before stays on the screen; the socket brings the rest.
   * @param {number | null} seat
   */
  leaveBlank(seat) {
    this.drawing?.destroy();
    this.drawing = null;
    this.drawnUpTo = this.spokenUpTo = undefined;
    this.dock.replaceChildren();
    this.update = { ...this.update, viewer: seat, seen: 0, legal: [], view: /** @type {any} */ (null), events: [] };
    toast(t('net.failed'), 'refusal');
  }

  /** @param {string} text */
  async act(text) {
    if (this.busy || this.past || !this.legalSet.has(text)) return;
    const done = await this.send(
      'steps',
      { seat: this.seat, step: text, seen: this.update.seen },
      this.game.stepLabel(text, this.ctx),
    );
    if (done) play(TUNES.step);
  }

  undo() {
    return this.update.undoable > 0 && this.send('undo', { seat: this.seat }, t('dock.undo'));
  }

  restart() {
    return this.update.undoable > 0 && this.send('restart', { seat: this.seat }, t('dock.restart'));
  }

  /**
   * Sends a step, or what takes one back; `label` says what waits while the server cannot be reached. True if it was done.
   * @param {'steps' | 'undo' | 'restart'} what @param {object} body @param {string} label
   */
  async send(what, body, label) {
    if (this.busy || this.past) return false;
    this.busy = true;
    this.root.firstElementChild?.setAttribute('aria-busy', 'true');
    let answer = null;
    let done = false;
    try {
      const { update } = /** @type {Protocol.Accepted} */ (
        await postSurely(`${this.base}/${what}`, body, () => this.holdBack(label))
      );
      answer = update;
      done = true;
    } catch (problem) {
      answer = problem instanceof Refused ? problem.update : null;
      if (problem instanceof Refused) toast(await this.refusal(problem), 'refusal');
      else complain(problem);
    }
    this.busy = false;
    if (!this.looking) this.root.firstElementChild?.removeAttribute('aria-busy');
    if (this.unsent) this.holdBack(null);
    if (answer) this.receive(answer, true);
    return done;
  }

  /**
   * Why a step was refused, with the things of the game and the players by their names.
   * @param {Refused} problem
   */
  async refusal(problem) {
    if (problem.kind === 'stale') return t('stale');
    const reason = problem.reason && (await reasonWords(problem.reason, this.update.game, this.ctx));
    return reason || problem.message;
  }

  /**
   * Shows what waits to be sent, or that nothing does any more.
   * @param {string | null} label
   */
  holdBack(label) {
    if (label === this.unsent || this.left) return;
    this.unsent = label;
    if (label) announce(t('net.waits', { step: label }), true);
    drawDock(this);
  }

  /** @param {Happening} event */
  sentence(event) {
    const key = `event.${event.kind}`;
    const who = event.seat === null || event.seat === undefined ? '' : this.names()[event.seat];
    if (hasWord(key)) return t(key, { ...event.facts, who });
    try {
      return this.game.sentence(event, this.ctx);
    } catch (problem) {
      if (!this.update.frozen) throw problem;
      return event.text; // of rules that are gone: facts may be missing that today's sentence asks for
    }
  }

  /**
   * Tells ears, and the tab's title, what has changed.
   * @param {Update} before @param {Update} update
   */
  notice(before, update) {
    const turn = update.legal.length > 0 && update.status === 'running';
    setTitle(`${turn ? '● ' : ''}${this.title()} · Capomastro`);
    if (turn !== this.turn) checkTurns();
    this.turn = turn;
    if (update.frozen) return; // nothing is asked of anybody
    const others = speak(this, before, update);
    tellRefused(this, others);
    const heard = others.map((event) => this.game.sounds?.[event.kind]).find(Boolean);
    if (heard) play(heard);
    if (turn && !(before !== update && before.legal.length)) play(TUNES.turn);
    if (update.status === 'over' && before.status === 'running') play(TUNES.end);
  }

  async showRules() {
    if (!hasPage(this.update.game)) return;
    const { show } = await import('./rules.js');
    dialog(
      t('rules'),
      t('close'),
      (body) => {
        show(body, this.update.game);
      },
      true,
    );
  }

  destroy() {
    this.left = true;
    this.playback.clear();
    document.removeEventListener('visibilitychange', this.putDown);
    this.people.destroy();
    document.removeEventListener('keydown', this.keys);
    this.gone?.destroy();
    this.unwatch?.();
    this.socket?.close();
    this.drawing?.destroy();
    this.panels.destroy();
  }
}
