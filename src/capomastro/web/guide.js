// A guided first game: recorded updates of a real match, in which the newcomer makes the moves of seat 0.

import { Refused } from './api.js';
import { announce, complain, h, keepFocus, roving, stylesheet, targetOf, toast } from './dom.js';
import { gameList, hasPage, loadGame } from './games.js';
import { addWords, t } from './i18n.js';
import { makeTable } from './newtable.js';
import { breakdown } from './result.js';
import { reducedMotion, settings } from './settings.js';
import { tellApart } from './speaking.js';
import { setTitle } from './turns.js';

const PAUSE = 650; // between two moves of the others, so that each can be seen
/**
 * What was recorded of a lesson.
 * @typedef {Update} Frame
 * @typedef {{ step: string, cells: string[], frames: Frame[] }} Move
 * @typedef {{ note: string, moves: Move[], frames: Frame[] }} Step
 * @typedef {{ names: string[], components?: object, steps: Step[] }} Lesson
 */

const FIRST_OPPONENT = 'novice';

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const name = page.params.game;
  await gameList();
  if (!hasPage(name)) throw new Refused(404);
  /** @type {[GameModule, Lesson, ...unknown[]]} */
  const [game, lesson] = await Promise.all([
    loadGame(name),
    fetched(`/guides/${name}.json`),
    addWords('guide'),
    stylesheet('/styles/guide.css'),
  ]);
  setTitle(`${t(`guide.${name}.title`)} · Capomastro`);

  const board = h('div', { class: 'game-root guide-game' });
  const result = h('div', { class: 'result-root' });
  const note = h('section', { class: 'guide-note panel', 'aria-label': t('guide.title') });
  root.replaceChildren(
    page.bar(t('guide.title')),
    h(
      'main',
      { id: 'main', class: 'guide', tabindex: -1 },
      h('h1', { class: 'spoken' }, t(`guide.${name}.title`)),
      h('div', { class: 'guide-table' }, result, board),
      note,
    ),
  );

  const at = { step: 0, move: 0 };
  /** @type {Frame} */
  let frame = /** @type {any} */ (null); // there after the first showing
  let busy = 0; // counts the showings begun, so that an older one knows that it has been overtaken
  /** @type {string[]} */
  let told = [];

  /** @type {Ctx} */
  const ctx = {
    t,
    game: name,
    names: lesson.names,
    viewer: 0,
    mode: 'guide',
    canAct: false,
    announce,
    get reducedMotion() {
      return reducedMotion();
    },
    get view() {
      return frame?.view;
    },
    legal: () => new Set(ctx.canAct ? frame.legal : []),
    refuse: (key, args) => toast(t(key, args), 'refusal'),
    act(text) {
      if (!ctx.legal().has(text)) return;
      if (text === wanted()?.step) advance();
      else toast(t('guide.other', { step: label(wanted()) }), 'refusal');
    },
  };
  const drawing = game.mount(board, ctx);
  const watch = new MutationObserver(point);
  watch.observe(board, { childList: true, subtree: true });
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (targetOf(event).matches?.('input, textarea, select') || event.defaultPrevented) return;
    if (game.keydown?.(event, ctx)) event.preventDefault();
  };
  document.addEventListener('keydown', keys);

  const moves = () => lesson.steps[at.step].moves;
  const wanted = () => moves()[at.move];
  /**
   * A move is named on the board it is made on: what it costs there, and where a piece goes.
   * @param {Move | undefined} move
   */
  const label = (move) =>
    move
      ? game.stepLabel(
          move.step,
          Object.create(ctx, { view: { value: whole(move.frames[move.frames.length - 1]).view } }),
        )
      : '';
  /** @param {Frame} one */
  const whole = (one) => (lesson.components ? { ...one, view: { ...one.view, components: lesson.components } } : one);

  function advance() {
    at.move += 1;
    if (at.move < moves().length) return show(wanted().frames);
    at.step += 1;
    at.move = 0;
    const step = lesson.steps[at.step];
    return show(step.moves[0]?.frames ?? step.frames, true);
  }

  function back() {
    at.step = Math.max(0, at.step - 1);
    at.move = 0;
    return show(moves()[0].frames.slice(-1), true);
  }

  /**
   * Shows what has happened, move by move; the last picture is the one on which the newcomer decides.
   * @param {Frame[]} frames
   */
  async function show(frames, fresh = false) {
    const mine = ++busy;
    ctx.canAct = false;
    told = [];
    for (const [i, one] of frames.entries()) {
      const last = i === frames.length - 1;
      frame = whole(one);
      ctx.canAct = last && wanted() !== undefined;
      told.push(...frame.events.map((event) => game.sentence(event, ctx)));
      drawing.update(frame);
      drawResult();
      drawNote(fresh && last);
      tellApart(board, note);
      if (last) break;
      if (!reducedMotion()) await new Promise((done) => setTimeout(done, PAUSE));
      if (mine !== busy) return;
    }
    if (told.length) announce(told.join(' '));
    if (fresh)
      announce(
        `${t(`guide.${name}.${lesson.steps[at.step].note}.head`)}. ${t(`guide.${name}.${lesson.steps[at.step].note}.text`)}`,
        true,
      );
  }

  /** When the match is over: where everybody's points come from. */
  function drawResult() {
    result.replaceChildren(
      ...(frame.status === 'over'
        ? [
            h(
              'section',
              { class: 'result panel', 'aria-label': t('result.title') },
              breakdown({ update: frame, game, ctx }, lesson.names),
            ),
          ]
        : []),
    );
  }

  /** @param {boolean} toTop */
  function drawNote(toTop) {
    const step = lesson.steps[at.step];
    const key = `guide.${name}.${step.note}`;
    const end = !step.moves.length;
    keepFocus(
      note,
      () =>
        note.replaceChildren(
          ...[
            h(
              'p',
              { class: 'quiet guide-count' },
              t('guide.count', { n: at.step + 1, of: lesson.steps.length }),
              h('progress', { max: lesson.steps.length, value: at.step + 1, 'aria-hidden': 'true' }),
            ),
            h('h2', {}, t(`${key}.head`)),
            h('p', {}, t(`${key}.text`)),
            ctx.canAct || end ? null : h('p', { class: 'guide-told' }, told.at(-1) ?? ''),
            end || step.moves.every((move) => !game.onBoard?.(move.step))
              ? null
              : h(
                  'ol',
                  { class: 'guide-moves' },
                  step.moves.map((move, i) =>
                    h(
                      'li',
                      {
                        class: i < at.move ? 'done' : i === at.move ? 'now' : 'later',
                        'aria-current': i === at.move ? 'step' : null,
                      },
                      label(move),
                    ),
                  ),
                ),
            offBoard(),
            h(
              'div',
              { class: 'guide-foot' },
              at.step
                ? h('button', { class: 'button small bare', 'data-key': 'back', onclick: back }, t('guide.back'))
                : null,
              end ? h('a', { class: 'button', href: `/rules/${name}` }, t('guide.rules')) : null,
              end ? h('button', { class: 'button main', 'data-key': 'play', onclick: playOn }, t('guide.play')) : null,
              h('a', { class: 'button small bare', href: '/' }, t('guide.leave')),
            ),
          ].filter(Boolean),
        ),
      () => note.querySelector('button'),
    );
    point();
    if (toTop) note.scrollTop = 0;
    if (ctx.canAct) board.querySelector('.guide-target')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * What has been learned is used at once: a real table, against one bot.
   * @param {Event & { currentTarget: HTMLButtonElement }} event
   */
  async function playOn(event) {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      await makeTable(
        {
          game: name,
          seats: [
            { kind: 'me', name: settings.name || t('you') },
            { kind: 'bot', bot: FIRST_OPPONENT },
          ],
        },
        page,
      );
    } catch (problem) {
      button.disabled = false;
      complain(problem);
    }
  }

  /** Steps that the frame of a real table would offer as buttons. */
  function offBoard() {
    const texts = [...ctx.legal()].filter((text) => !game.onBoard?.(text));
    if (!texts.length) return null;
    return roving(
      h(
        'div',
        { class: 'guide-steps', 'data-group': 'steps' },
        texts.map((text) =>
          h(
            'button',
            {
              class: text === wanted()?.step ? 'button main' : 'button',
              'data-step': text,
              'data-key': text,
              onclick: () => ctx.act(text),
            },
            game.stepLabel(text, ctx),
          ),
        ),
      ),
    );
  }

  /** Points at what is to be clicked. */
  function point() {
    for (const old of root.querySelectorAll('.guide-target')) old.classList.remove('guide-target');
    const move = ctx.canAct ? wanted() : null;
    if (!move) return;
    for (const spot of root.querySelectorAll(`[data-step="${CSS.escape(move.step)}"]`))
      spot.classList.add('guide-target');
    for (const cell of move.cells) board.querySelector(`[data-cell="${cell}"]`)?.classList.add('guide-target');
  }

  await show(moves()[0].frames, true);
  return {
    destroy() {
      busy++;
      watch.disconnect();
      document.removeEventListener('keydown', keys);
      drawing.destroy();
    },
  };
}

/** @param {string} path */
async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Refused(answer.status);
  return answer.json();
}
