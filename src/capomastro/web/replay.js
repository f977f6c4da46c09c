// A finished match, by steps and by turns, from every seat's eyes or with all cards open; each step has its own address.

import { Refused, get } from './api.js';
import { announce, dialog, h, targetOf, toast, watchHeights } from './dom.js';
import { loadGame, namesOf, titleOf } from './games.js';
import { hasWord, t } from './i18n.js';
import { showKeys } from './keys.js';
import { settled } from './layers.js';
import { makeStory } from './replaylog.js';
import { scorePlot } from './result.js';
import { reducedMotion, settings } from './settings.js';
import { icon, seatMark } from './svg.js';
import { unpacked } from './updates.js';

const ALL = 'all'; // everybody's cards open
const NONE = 'none'; // a spectator
const PACE = 900;
const SWIPE = 60;
const KEYS = {
  '← →': 'replay.keys.step',
  'Shift ← →': 'replay.keys.turn',
  'Home End': 'replay.keys.ends',
  p: 'replay.run',
  k: 'keys.title',
};

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const id = page.params.table;
  /** @type {Base} */
  const base = `/api/tables/${id}`;
  let eyes = new URLSearchParams(location.search).get('seat') ?? ALL;
  let step = Number(page.params.step ?? 0);
  /** @type {Update} */
  let update = /** @type {any} */ (null); // there after the first showing
  /** @type {{ wanted: number, other: string } | null} */
  let wish = null;
  let target = step; // where we are, or are on the way to
  let asking = false;
  let left = false;
  let timer = 0;
  /** @type {Drawing | null} */
  let drawing = null;
  const first = await get(`${base}/replay?step=${step}&seat=${eyes}`);
  const game = await loadGame(first.update.game);
  const [{ scores }, told] = await Promise.all([
    get(`${base}/scores`).catch(() => ({ scores: [] })),
    get(`${base}/replay/events?seat=${eyes}`),
  ]);
  const names = namesOf(first.update.seats);
  /** @type {Ctx} */
  const ctx = {
    t,
    game: first.update.game,
    names,
    mode: 'replay',
    canAct: false,
    legal: () => new Set(),
    act() {},
    refuse() {},
    announce() {},
    get viewer() {
      return update.viewer;
    },
    get view() {
      return update.view;
    },
    get reducedMotion() {
      return reducedMotion();
    },
    tell: (title, element) => dialog(title, t('close'), (body) => body.append(element)),
  };
  const story = makeStory(game, sentence, to);
  story.take(told);

  const gameRoot = h('div', { class: 'game-root' });
  const plot = h('div', { class: 'plot-root' });
  const body = h('div', { class: 'tab-body' }, plot, story.list);
  const side = h('aside', { class: 'side', 'aria-label': t('panels.log') }, body);
  const bar = makeBar();
  root.replaceChildren(
    h(
      'div',
      { class: 'table', 'data-game': first.update.game },
      page.bar(
        `${t('replay.title')} · ${first.update.name || titleOf(first.update.game)}`,
        h(
          'button',
          { class: 'icon-button only-narrow', 'aria-label': t('panels.log'), title: t('panels.log'), onclick: openLog },
          icon('list'),
        ),
        h('a', { class: 'button small only-roomy', href: `/t/${id}/review` }, t('result.review')), // the result has it too
        h('a', { class: 'button small', href: `/t/${id}` }, t('replay.table')),
      ),
      h(
        'div',
        { class: 'columns' },
        h(
          'main',
          { class: 'frame', id: 'main', tabindex: -1 },
          h('h1', { class: 'spoken' }, t('replay.title')),
          bar.dock,
          gameRoot,
        ),
        side,
      ),
    ),
  );
  const unwatch = watchHeights({ '--dock': bar.dock });
  show(first);

  /**
   * Goes to a step, as these eyes saw it. One request at a time: of what is wished meanwhile only the last counts.
   * @param {number} wanted
   */
  async function to(wanted, other = eyes) {
    wish = { wanted, other };
    target = wanted;
    if (asking) return;
    asking = true;
    while (wish) {
      const now = wish;
      wish = null;
      try {
        const answer = await get(`${base}/replay?step=${now.wanted}&seat=${now.other}`);
        if (now.other !== eyes) story.take(await get(`${base}/replay/events?seat=${now.other}`));
        eyes = now.other;
        if (left) return;
        show(answer);
        note();
      } catch (problem) {
        target = step;
        if (timer) run();
        toast(problem instanceof Refused ? problem.message : t('net.failed'), 'refusal');
        bar.renew();
      }
    }
    asking = false;
  }

  /** The address says where we stand, but not on an entry of history that is left when a dialog closes. */
  function note() {
    if (left || history.state?.layers || settled()) return;
    history.replaceState(null, '', `/replay/${id}/${step}${eyes === ALL ? '' : `?seat=${eyes}`}`);
  }

  /** @param {Protocol.Replay} answer */
  function show(answer) {
    const before = update?.viewer;
    step = answer.step;
    update = unpacked(answer.update);
    if (!drawing || before !== update.viewer) {
      drawing?.destroy();
      drawing = game.mount(gameRoot, ctx);
    }
    drawing.update(update);
    story.mark(step);
    bar.renew();
    if (scores.length)
      plot.replaceChildren(
        scorePlot(scores, names, { at: Math.min(step, scores.length - 1), room: 340, pick: (wanted) => to(wanted) }),
      );
  }

  /** @param {Happening} event */
  function sentence(event) {
    const who = event.seat === null || event.seat === undefined ? '' : names[event.seat];
    return hasWord(`event.${event.kind}`)
      ? t(`event.${event.kind}`, { ...event.facts, who })
      : game.sentence(event, ctx);
  }

  function run() {
    clearInterval(timer);
    timer = timer
      ? 0
      : setInterval(() => {
          if (story.isLast(step)) run();
          else to(story.beside(target, 1));
        }, PACE);
    bar.renew();
  }

  /** The buttons stay the same elements, so that a dragged slider is not torn from the hand. */
  function makeBar() {
    /** @param {string} name @param {string} label @param {() => number} where */
    const tool = (name, label, where) =>
      h(
        'button',
        { class: 'icon-button', 'aria-label': label, title: label, 'data-key': name, onclick: () => to(where()) },
        icon(name),
      );
    /** @type {HTMLInputElement} */
    const range = h('input', {
      type: 'range',
      min: 0,
      'aria-label': t('replay.slider'),
      oninput: () => to(story.at(Number(range.value))),
    });
    const count = h('span', { class: 'number replay-count' });
    const play = h('button', {
      class: 'icon-button',
      'data-key': 'run',
      'aria-label': t('replay.run'),
      title: `${t('replay.run')} (p)`,
      onclick: run,
    });
    const prompt = h('p', { class: 'prompt' });
    /** @type {HTMLSelectElement} */
    const pick = h(
      'select',
      { 'aria-label': t('replay.eyes'), 'data-key': 'eyes', onchange: () => to(step, pick.value) },
      h('option', { value: ALL }, t('replay.all')),
      names.map((name, i) => h('option', { value: i }, name)),
      h('option', { value: NONE }, t('replay.spectator')),
    );
    const dock = h(
      'section',
      { class: 'dock', 'aria-label': t('replay.title') },
      prompt,
      h(
        'div',
        { class: 'replay-bar' },
        h(
          'span',
          { class: 'buttons' },
          tool('first', t('replay.first'), () => 0),
          tool('turnback', t('replay.turn back'), () => story.turnBeside(target, -1)),
          tool('back', t('replay.back'), () => story.beside(target, -1)),
          play,
          tool('next', t('replay.next'), () => story.beside(target, 1)),
          tool('turnnext', t('replay.turn next'), () => story.turnBeside(target, 1)),
          tool('last', t('replay.last'), () => story.last()),
        ),
        range,
        count,
        pick,
      ),
    );

    function renew() {
      const events = story.events(step);
      const last = events.at(-1);
      const words = events.length ? events.map(sentence) : [t(step ? 'replay.quiet' : 'replay.start')];
      const { place, places, turn, turns } = story.where(step);
      prompt.replaceChildren(
        last && last.seat !== null && last.seat !== undefined ? seatMark(last.seat, 20) : '',
        h('span', {}, words.at(-1)),
      );
      announce(words.join(' '));
      range.max = String(places);
      range.value = String(place);
      range.setAttribute('aria-valuetext', t('replay.where', { place, places, turn, turns }));
      count.textContent = t('replay.where', { place, places, turn, turns });
      play.setAttribute('aria-pressed', String(Boolean(timer)));
      play.replaceChildren(icon(timer ? 'pause' : 'play'));
      pick.value = eyes;
    }
    return { dock, renew };
  }

  /** On narrow screens the log comes as a drawer; after a choice from it the board is in sight again. */
  function openLog() {
    const close = dialog(t('panels.log'), t('close'), (inside) => {
      inside.append(body);
      inside.addEventListener('click', (event) => {
        if (targetOf(event).closest('.replay-log button')) close();
      });
      inside.closest('dialog')?.addEventListener('close', () => side.append(body));
    });
    story.mark(step);
  }

  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (
      targetOf(event).closest?.('input, select, dialog') ||
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    const turning = event.shiftKey;
    /** @type {Record<string, () => number>} */
    const places = {
      ArrowLeft: () => (turning ? story.turnBeside(target, -1) : story.beside(target, -1)),
      ArrowRight: () => (turning ? story.turnBeside(target, 1) : story.beside(target, 1)),
      Home: () => 0,
      End: () => story.last(),
    };
    const where = places[event.key];
    /** @type {Record<string, () => void>} */
    const others = { p: run, k: () => showKeys(KEYS) };
    const act = where ? () => to(where()) : settings.keys === 'off' ? null : others[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', keys);
  window.addEventListener('popstate', note);
  onSwipe(gameRoot, (by) => to(story.beside(target, by)));
  return {
    destroy() {
      left = true;
      clearInterval(timer);
      document.removeEventListener('keydown', keys);
      window.removeEventListener('popstate', note);
      unwatch();
      drawing?.destroy();
    },
  };
}

/**
 * A finger drawn across the board: to the left goes on, to the right goes back. What scrolls sideways is left to scroll.
 * @param {HTMLElement} element @param {(by: number) => unknown} go
 */
function onSwipe(element, go) {
  /** @type {Touch | null} */
  let from = null;
  /** @type {(item: HTMLElement | null) => boolean} */
  const scrolls = (item) =>
    item !== null &&
    item !== element &&
    ((item.scrollWidth > item.clientWidth + 4 && /auto|scroll/.test(getComputedStyle(item).overflowX)) ||
      scrolls(item.parentElement));
  element.addEventListener(
    'touchstart',
    (event) => {
      from = event.touches.length === 1 && !scrolls(targetOf(event)) ? event.touches[0] : null;
    },
    { passive: true },
  );
  element.addEventListener('touchend', (event) => {
    if (!from) return;
    const { clientX, clientY } = event.changedTouches[0];
    const [dx, dy] = [clientX - from.clientX, clientY - from.clientY];
    from = null;
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? 1 : -1);
  });
}
