// Puzzles: a board as one seat sees it, and the best thing to do there. The server judges; the streak stays on this device.

import { Refused, get, post } from './api.js';
import { announce, complain, h, keepFocus, roving, stylesheet, targetOf, toast } from './dom.js';
import { gameList, loadGame, titleOf } from './games.js';
import { addWords, t } from './i18n.js';
import { judged } from './puzzleanswer.js';
import { GRADES, keep, read } from './puzzlekept.js';
import { reducedMotion, settings } from './settings.js';
import { tellApart } from './speaking.js';
import { unpacked } from './updates.js';

/** @param {HTMLElement} root @param {Page} page */
export async function open(root, page) {
  const games = (await gameList()).filter((game) => game.puzzles);
  const name = page.params.game ?? games[0]?.name;
  if (!games.some((game) => game.name === name)) throw new Refused(404);
  const [game, { puzzles }] = await Promise.all([
    loadGame(name),
    get(`/api/puzzles/${name}`),
    addWords('puzzles'),
    addWords('review'),
    stylesheet('/styles/guide.css'),
    stylesheet('/styles/puzzles.css'),
  ]);
  document.title = `${t('puzzles.title')} · Capomastro`;
  const kept = read();
  kept.solved[name] ??= [];
  const solved = kept.solved[name];

  /** @type {Protocol.Posed | null} */
  let posed = null;
  /** @type {Update} */
  let update = /** @type {any} */ (null); // there before anything is drawn
  /** @type {Protocol.Solution | null} */
  let solution = null;
  let asking = 0; // counts the puzzles asked for, so that an answer knows whether it is still wanted
  let judging = false;
  /** @type {Drawing | null} */
  let drawing = null;

  const board = h('div', { class: 'game-root guide-game' });
  const note = h('section', { class: 'guide-note panel', 'aria-label': t('puzzles.title') });
  root.replaceChildren(
    page.bar(`${t('puzzles.title')} · ${titleOf(name)}`),
    h(
      'main',
      { id: 'main', class: 'guide puzzles table', 'data-game': name, tabindex: -1 },
      h('h1', { class: 'spoken' }, `${t('puzzles.title')}: ${titleOf(name)}`),
      h('div', { class: 'guide-table' }, board),
      note,
    ),
  );

  /** @type {Ctx} */
  const ctx = {
    t,
    game: name,
    mode: 'puzzle',
    announce,
    get names() {
      return update.seats.map(({ seat }) => t('seat', { number: seat + 1 }));
    },
    get viewer() {
      return update.viewer;
    },
    get view() {
      return update.view;
    },
    get canAct() {
      return Boolean(posed);
    },
    get reducedMotion() {
      return reducedMotion();
    },
    legal: () => new Set(posed ? update.legal : []),
    refuse: (key, args) => toast(t(key, args), 'refusal'),
    act: answer,
  };

  const watch = new MutationObserver(point);
  watch.observe(board, { childList: true, subtree: true });
  document.addEventListener('keydown', keys);

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (targetOf(event).closest?.('input, textarea, select, dialog') || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey || settings.keys === 'off' || !posed) return;
    if (game.keydown?.(event, ctx)) event.preventDefault();
    else if (event.key === 'n') next();
    else if (/^[1-9]$/.test(event.key)) note.querySelectorAll('[data-step]')[Number(event.key) - 1]?.click();
  }

  /** The numbers that the filter lets through. */
  const wanted = () => puzzles.filter(({ grade }) => kept.grade === 'all' || grade === kept.grade);

  /** The next one after this that is not solved; if all are, simply the next. */
  function next() {
    const all = wanted();
    const at = posed?.number ?? 0;
    const ahead = [...all.filter(({ number }) => number > at), ...all.filter(({ number }) => number <= at)];
    const one = ahead.find(({ number }) => number !== at && !solved.includes(number)) ?? ahead[0];
    if (one) return page.go(`/puzzles/${name}/${one.number}`, true);
  }

  /** @param {number} number */
  async function show(number) {
    const mine = ++asking;
    try {
      const found = await get(`/api/puzzles/${name}/${number}`);
      if (mine !== asking) return;
      update = unpacked(found.update);
      posed = found;
      solution = null;
      drawing ??= game.mount(board, ctx);
      drawing.update(update);
      draw();
      tellApart(board, note);
      announce(`${t('puzzles.number', { n: number, of: puzzles.length })}. ${game.prompt(update, ctx)}`);
    } catch (problem) {
      complain(problem);
    }
  }

  /** @param {string} text */
  async function answer(text) {
    if (!posed || solution || judging || !ctx.legal().has(text)) return;
    judging = true;
    try {
      solution = await post(`/api/puzzles/${name}/${posed.number}`, { step: text });
      count(solution.right);
      draw();
      note.querySelector('.puzzle-answer')?.scrollIntoView({ block: 'nearest' });
      announce(note.querySelector('.puzzle-answer')?.textContent ?? '', true);
      note.querySelector('[data-key="next"]')?.focus({ preventScroll: true });
    } catch (problem) {
      complain(problem);
    } finally {
      judging = false;
    }
  }

  /** @param {boolean} right */
  function count(right) {
    kept.streak = right ? kept.streak + 1 : 0;
    kept.best = Math.max(kept.best, kept.streak);
    if (right && posed && !solved.includes(posed.number)) solved.push(posed.number);
    keep(kept);
  }

  /** What stands beside the board: which puzzle, what can be done, and once it is done, what it was worth. */
  function draw() {
    if (!posed) return;
    const { number, grade } = posed;
    keepFocus(note, () =>
      note.replaceChildren(
        ...[
          h(
            'p',
            { class: 'quiet guide-count' },
            h('span', {}, t('puzzles.number', { n: number, of: puzzles.length })),
            h('span', { class: `puzzle-grade ${grade}` }, t(`puzzles.grade.${grade}`)),
            solved.includes(number) && h('span', {}, t('puzzles.solved')),
          ),
          h('h2', {}, t('puzzles.question')),
          h('p', {}, game.prompt(update, ctx)),
          ...(solution ? judged(solution, update, { game, ctx, next }) : choices()),
          h('p', { class: 'quiet puzzle-streak' }, streak()),
          chooser(),
        ].filter(Boolean),
      ),
    );
    point();
  }

  function streak() {
    const { length: n } = wanted().filter((one) => solved.includes(one.number));
    return `${t('puzzles.streak', { n: kept.streak, best: kept.best })} ${t('puzzles.done', { n, of: wanted().length })}`;
  }

  /** The steps that the frame of a table would offer as buttons. */
  function choices() {
    const texts = update.legal.filter((text) => !game.onBoard?.(text));
    return [
      texts.length < update.legal.length && h('p', { class: 'quiet' }, t('puzzles.on board')),
      texts.length > 0 &&
        roving(
          h(
            'div',
            { class: 'guide-steps', role: 'toolbar', 'aria-label': t('dock.steps'), 'data-group': 'steps' },
            texts.map((text) =>
              h(
                'button',
                { class: 'button', 'data-step': text, 'data-key': text, onclick: () => answer(text) },
                game.stepLabel(text, ctx),
              ),
            ),
          ),
        ),
      h('p', {}, h('button', { class: 'button small bare', 'data-key': 'skip', onclick: next }, t('puzzles.skip'))),
    ].filter(Boolean);
  }

  /** Which puzzles come next: how hard, and of which game. */
  function chooser() {
    return h(
      'div',
      { class: 'puzzle-chooser' },
      h('label', { for: 'puzzle-grade' }, t('puzzles.grade')),
      h(
        'select',
        {
          id: 'puzzle-grade',
          'data-key': 'grade',
          onchange: (event) => {
            kept.grade = event.target.value;
            keep(kept);
            if (wanted().some(({ number }) => number === posed?.number)) draw();
            else next();
          },
        },
        GRADES.map((grade) =>
          h('option', { value: grade, selected: grade === kept.grade }, t(`puzzles.grade.${grade}`)),
        ),
      ),
      games.length > 1 &&
        games
          .filter((other) => other.name !== name)
          .map((other) =>
            h(
              'a',
              { class: 'button small', href: `/puzzles/${other.name}`, 'data-key': other.name },
              titleOf(other.name),
            ),
          ),
    );
  }

  /** When it is solved, what was best is pointed at. */
  function point() {
    for (const old of root.querySelectorAll('.guide-target')) old.classList.remove('guide-target');
    for (const step of solution?.choices[0].steps ?? [])
      for (const spot of board.querySelectorAll(`[data-step="${CSS.escape(step)}"]`))
        spot.classList.add('guide-target');
  }

  const number = Number(page.params.number);
  if (number) await show(number);
  else await next();
  return {
    destroy() {
      asking++;
      watch.disconnect();
      document.removeEventListener('keydown', keys);
      drawing?.destroy();
    },
  };
}
