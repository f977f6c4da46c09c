// A finished match, step by step, from every seat's eyes; each step has its own address.

import { get } from './api.js';
import { h, keepFocus, roving } from './dom.js';
import { loadGame, namesOf } from './games.js';
import { hasWord, t } from './i18n.js';
import { scorePlot } from './result.js';
import { reducedMotion } from './settings.js';
import { icon, seatMark } from './svg.js';
import { unpacked } from './updates.js';

export async function open(root, page) {
  const id = page.params.table;
  const base = `/api/tables/${id}`;
  let seat = new URLSearchParams(location.search).get('seat');
  let step = Number(page.params.step ?? 0);
  let steps = 0;
  let update = null;
  let asked = 0;
  let timer = 0;
  let drawing = null;
  const first = await get(`${base}/replay?step=${step}${seat === null ? '' : `&seat=${seat}`}`);
  const game = await loadGame(first.update.game);
  const scores = (await get(`${base}/scores`).catch(() => ({ scores: [] }))).scores;
  const names = namesOf(first.update.seats);
  const gameRoot = h('div', { class: 'game-root' });
  const dock = h('section', { class: 'dock', 'aria-label': t('replay.title') });
  const told = h('ol', { class: 'log' });
  const plot = h('div', { class: 'plot-root' });
  const ctx = {
    t, names, mode: 'replay', canAct: false, legal: () => new Set(), act() {}, refuse() {}, announce() {},
    get viewer() { return update.viewer; }, get view() { return update.view; }, get reducedMotion() { return reducedMotion(); },
  };
  root.replaceChildren(h('div', { class: 'table', 'data-game': first.update.game },
    page.bar(`${t('replay.title')} · ${first.update.name || t(`game.${first.update.game}`)}`, h('a', { class: 'button small', href: `/t/${id}` }, t('replay.table'))),
    h('div', { class: 'columns' }, h('main', { class: 'frame', id: 'main', tabindex: -1 }, h('h1', { class: 'spoken' }, t('replay.title')), dock, gameRoot),
      h('aside', { class: 'side', 'aria-label': t('panels.log') }, h('div', { class: 'tab-body', tabindex: 0 }, plot, told)))));
  show(first);

  async function to(wanted, eyes = seat) {
    const place = Math.max(0, Math.min(steps, wanted));
    const mine = ++asked;
    const answer = await get(`${base}/replay?step=${place}${eyes === null ? '' : `&seat=${eyes}`}`);
    if (mine !== asked) return;
    seat = eyes;
    show(answer);
    history.replaceState(null, '', `/replay/${id}/${step}${seat === null ? '' : `?seat=${seat}`}`);
  }

  function show(answer) {
    const eyes = update?.viewer;
    ({ step, steps } = answer);
    update = unpacked(answer.update);
    if (!drawing || eyes !== update.viewer) {
      drawing?.destroy();
      drawing = game.mount(gameRoot, ctx);
    }
    drawing.update(update);
    keepFocus(dock, drawDock);
    const events = update.events ?? [];
    told.replaceChildren(...events.map((event) => h('li', {}, event.seat === null || event.seat === undefined ? h('span', {}, '·') : seatMark(event.seat, 18), h('span', {}, sentence(event)))));
    if (scores.length) plot.replaceChildren(scorePlot(scores, names, Math.min(step, scores.length - 1), 340));
  }

  function sentence(event) {
    const who = event.seat === null || event.seat === undefined ? '' : names[event.seat];
    return hasWord(`event.${event.kind}`) ? t(`event.${event.kind}`, { ...event.facts, who }) : game.sentence(event, ctx);
  }

  function drawDock() {
    const button = (name, label, wanted) => h('button', { class: 'icon-button', 'aria-label': label, title: label, 'data-key': name, onclick: () => to(wanted) }, icon(name));
    const range = h('input', { type: 'range', min: 0, max: steps, value: step, 'data-key': 'range', 'aria-label': t('replay.step', { step, steps }), oninput: (event) => to(Number(event.target.value)) });
    range.value = step;
    const last = (update.events ?? []).at(-1);
    dock.replaceChildren(
      h('p', { class: 'prompt', 'aria-live': 'polite' }, last && last.seat !== null && last.seat !== undefined ? seatMark(last.seat, 20) : '', h('span', {}, last ? sentence(last) : t(step ? 'replay.step' : 'replay.start', { step, steps }))),
      h('div', { class: 'replay-bar' },
        roving(h('span', { class: 'buttons', 'data-group': 'replay' }, button('first', t('replay.first'), 0), button('back', t('back'), step - 1),
          h('button', { class: 'icon-button', 'data-key': 'run', 'aria-label': t('replay.run'), 'aria-pressed': String(Boolean(timer)), title: t('replay.run'), onclick: run }, icon(timer ? 'pause' : 'play')),
          button('next', t('next'), step + 1), button('last', t('replay.last'), steps))),
        range, h('span', { class: 'number replay-count' }, `${step} / ${steps}`),
        h('select', { 'aria-label': t('replay.eyes'), 'data-key': 'eyes', onchange: (event) => to(step, event.target.value === 'none' ? null : event.target.value) },
          h('option', { value: 'none' }, t('replay.spectator')), names.map((name, i) => h('option', { value: i, selected: String(i) === String(seat) }, name)))));
  }

  function run() {
    if (timer) {
      clearInterval(timer);
      timer = 0;
      drawDock();
      return;
    }
    timer = setInterval(() => { if (step >= steps) run(); else to(step + 1); }, 900);
    drawDock();
  }

  const keys = (event) => {
    if (event.target.closest?.('input, select, dialog') || event.altKey || event.ctrlKey || event.metaKey) return;
    const wanted = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: steps }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    to(wanted);
  };
  document.addEventListener('keydown', keys);
  return { destroy() { clearInterval(timer); document.removeEventListener('keydown', keys); drawing?.destroy(); } };
}
