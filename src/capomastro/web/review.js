// The review of a finished match: chances over time, turning points on the board, every decision, luck and choices.

import { get, post } from './api.js';
import { announce, complain, dialog, h, roving, stylesheet } from './dom.js';
import { loadGame, namesOf, titleOf } from './games.js';
import { addWords, t } from './i18n.js';
import { chancePlot } from './reviewplot.js';
import { accountCards, chanceTable, decisionList, section } from './reviewtables.js';
import { figure, wordsFor } from './reviewwords.js';
import { reducedMotion, settings } from './settings.js';
import { seatMark } from './svg.js';
import { unpacked } from './updates.js';
import { setTitle } from './turns.js';

const POLL = 1000;

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const id = page.params.table;
  /** @type {Base} */
  const base = `/api/tables/${id}`;
  await Promise.all([addWords('review'), stylesheet('/styles/review.css')]);
  const [first, last] = await Promise.all([get(`${base}/review`), get(`${base}/replay?step=0&seat=none`)]);
  const game = await loadGame(last.update.game);
  const names = namesOf(last.update.seats);
  let left = false;
  let timer = 0;
  /** @type {Drawing | null} */
  let drawing = null;
  const body = h('div', { class: 'review-body' });
  root.replaceChildren(
    page.bar(
      `${t('review.title')} · ${last.update.name || titleOf(last.update.game)}`,
      h('a', { class: 'button small', href: `/replay/${id}/0` }, t('result.replay')),
      h('a', { class: 'button small', href: `/t/${id}` }, t('replay.table')),
    ),
    h(
      'main',
      { id: 'main', class: 'home review', tabindex: -1 },
      h('h1', {}, t('review.title')),
      h('p', { class: 'quiet' }, t('review.honest')),
      body,
    ),
  );
  setTitle(`${t('review.title')} · Capomastro`);
  show(first);

  /** @param {Protocol.ReviewState} state */
  function show(state) {
    if (left) return;
    if (state.review) {
      whole(state.review);
      announce(t('review.turning'));
    } else if (state.status === 'waiting') {
      progress(state);
      timer = setTimeout(look, POLL);
    } else offer(state.status === 'failed');
  }

  async function look() {
    try {
      show(await get(`${base}/review`));
    } catch {
      timer = setTimeout(look, 5 * POLL); // the server, or the way to it, is away for a while
    }
  }

  /** @param {boolean} failed */
  function offer(failed) {
    body.replaceChildren(
      h(
        'section',
        { class: 'panel review-offer' },
        failed && h('p', { role: 'alert' }, t('review.failed')),
        h('p', {}, t('review.ask.note')),
        h(
          'p',
          {},
          h(
            'button',
            {
              class: 'button main',
              onclick: (event) => {
                event.target.disabled = true;
                post(`${base}/review`).then(show, (problem) => {
                  event.target.disabled = false;
                  complain(problem);
                });
              },
            },
            t('review.ask'),
          ),
        ),
      ),
    );
  }

  /** @param {Protocol.ReviewState} state */
  function progress({ done = 0, size = 0 }) {
    const words = size ? t('review.working', { done, size }) : t('review.waiting');
    const known = body.querySelector('progress');
    if (known) {
      known.max = size || 1;
      known.value = done;
      known.previousElementSibling?.replaceChildren(words);
      return;
    }
    body.replaceChildren(
      h(
        'section',
        { class: 'panel review-offer', 'aria-busy': 'true' },
        h('p', { id: 'review-words' }, words),
        h('progress', { max: size || 1, value: done, 'aria-labelledby': 'review-words' }),
      ),
    );
  }

  /** @param {Protocol.Review} review */
  function whole(review) {
    const ctx = makeCtx();
    const say = wordsFor(game, ctx, names, review.game);
    body.replaceChildren(
      accountCards(review, names),
      section(
        'review.chances',
        chancePlot(review, names, (step) => page.go(`/replay/${id}/${step}`)),
        chanceTable(review, names),
      ),
      turningPoints(review, say, ctx),
      decisionList(review, names, say, id),
    );
  }

  /** What a game's drawing asks of its frame; the view is that of the turning point on show. */
  function makeCtx() {
    /** @type {{ update: Update }} */
    const shown = { update: unpacked(last.update) };
    /** @type {Ctx & { shown: { update: Update } }} */
    const ctx = {
      t,
      shown,
      game: last.update.game,
      names,
      mode: 'replay',
      canAct: false,
      legal: () => new Set(),
      act() {},
      refuse() {},
      announce() {},
      get viewer() {
        return shown.update.viewer;
      },
      get view() {
        return shown.update.view;
      },
      get reducedMotion() {
        return reducedMotion();
      },
      tell: (title, element) => dialog(title, t('close'), (inside) => inside.append(element)),
    };
    return ctx;
  }

  /**
   * One turning point at a time: words, and the board as its player saw it.
   * @param {Protocol.Review} review @param {ReturnType<typeof wordsFor>} say @param {ReturnType<typeof makeCtx>} ctx
   */
  function turningPoints(review, say, ctx) {
    if (!review.turning_points.length) return section('review.turning', h('p', {}, t('review.turning.none')));
    const words = h('div', { class: 'turning-words', 'aria-live': 'polite' });
    const board = h('div', { class: 'game-root' });
    const points = review.turning_points.map((number) => review.decisions[number]);
    const buttons = points.map((one, place) =>
      h(
        'button',
        { class: 'button', onclick: () => choose(place), 'aria-pressed': 'false' },
        seatMark(one.seat, 18),
        t('review.turning.head', { number: place + 1, who: names[one.seat], n: one.step }),
      ),
    );

    /** @param {number} place */
    async function choose(place) {
      const one = points[place];
      for (const [i, button] of buttons.entries()) button.setAttribute('aria-pressed', String(i === place));
      try {
        const { update } = await get(`${base}/replay?step=${one.step}&seat=${one.seat}`);
        if (left || buttons[place].getAttribute('aria-pressed') !== 'true') return;
        const before = ctx.viewer;
        ctx.shown.update = unpacked(update);
        if (!drawing || before !== ctx.viewer) {
          drawing?.destroy();
          drawing = game.mount(board, ctx);
        }
        drawing.update(ctx.shown.update);
      } catch (problem) {
        complain(problem);
      }
      words.replaceChildren(...turning(one, say));
    }
    choose(0);
    return section(
      'review.turning',
      roving(h('div', { class: 'buttons', role: 'group', 'aria-label': t('review.turning') }, buttons)),
      words,
      h('div', { class: 'table turning-board', 'data-game': review.game }, board),
    );
  }

  /** @param {Protocol.Judged} one @param {ReturnType<typeof wordsFor>} say */
  function turning(one, say) {
    const [best, ...rest] = one.options;
    return [
      h(
        'dl',
        {},
        fact('review.played', one.played, one, say),
        fact('review.better', best, one, say),
        rest.slice(0, 2).map((option) => fact('review.better', option, one, say, true)),
      ),
      h(
        'p',
        {},
        h('b', {}, t('review.lost', { percent: Math.round(one.loss * 100), points: figure(Math.max(0, one.points)) })),
      ),
      h('p', {}, say.why(one)),
      h(
        'p',
        { class: 'buttons' },
        h('a', { class: 'button small', href: `/replay/${id}/${one.step}?seat=${one.seat}` }, t('review.replay')),
        h('button', { class: 'button small', onclick: () => playOn(one) }, t('review.play on')),
      ),
      h('p', { class: 'quiet' }, t('review.board', { who: names[one.seat] })),
    ];
  }

  /**
   * A thing to do, and the chance it had. Further alternatives have no heading of their own.
   * @param {string} key @param {Protocol.Outlook} option @param {Protocol.Judged} one
   * @param {ReturnType<typeof wordsFor>} say
   */
  function fact(key, option, one, say, further = false) {
    return [
      h('dt', { class: further ? 'spoken' : null }, t(key, { step: '' }).replace(/[\s:]+$/, '')),
      h(
        'dd',
        { class: further ? 'further' : null },
        say.line(option.line, one),
        ' ',
        h('span', { class: 'quiet' }, t('review.of chance', { percent: Math.round(option.chances[one.seat] * 100) })),
      ),
    ];
  }

  /** @param {Protocol.Judged} one */
  function playOn(one) {
    dialog(t('review.play on'), t('close'), (inside, close) => {
      inside.append(
        h('p', {}, t('review.play on.note', { who: names[one.seat] })),
        h(
          'p',
          {},
          h(
            'button',
            {
              class: 'button main',
              onclick: async () => {
                const wish = { step: one.step, seat: one.seat, name: settings.name || names[one.seat] };
                try {
                  const { path } = await post(`${base}/play-on`, wish);
                  close();
                  page.go(path);
                } catch (problem) {
                  complain(problem);
                }
              },
            },
            t('review.play on'),
          ),
        ),
      );
    });
  }

  return {
    destroy() {
      left = true;
      clearTimeout(timer);
      drawing?.destroy();
    },
  };
}
