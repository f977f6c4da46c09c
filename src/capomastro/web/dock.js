// The prompt line, the steps as buttons, and the tools beside them.

import { post } from './api.js';
import { complain, dialog, fill, h, keepFocus, roving } from './dom.js';
import { coverPrompt, isShared } from './handover.js';
import { hasWord, listOf, t } from './i18n.js';
import { nextButtons } from './result.js';
import { readBoard } from './speaking.js';
import { icon, seatMark } from './svg.js';

/** @param {Table} table */
export function drawDock(table) {
  keepFocus(
    table.dock,
    () => draw(table),
    () => table.dock.querySelector('button:not([data-uncover])') ?? table.dock.querySelector('.prompt'),
  );
}

/** @param {Table} table */
function draw(table) {
  const { update, dock, game, ctx } = table;
  if (update.status === 'open' || !update.view) {
    dock.replaceChildren();
    return;
  }
  const texts = update.legal;
  const mine = texts.length > 0;
  const cover = isShared(update) && update.viewer === null && update.status === 'running' ? coverPrompt(table) : null;
  dock.classList.toggle('mine', mine || Boolean(cover));
  dock.classList.toggle('waits', !cover && !update.to_act.some((act) => act.seat === update.viewer));
  const plain = texts.filter((text) => !game.onBoard?.(text));
  const acting = update.to_act.map((act) => act.seat);
  const steps = roving(
    h(
      'div',
      { class: 'steps', role: 'toolbar', 'aria-label': t('dock.steps'), 'data-group': 'steps' },
      plain.map((text, i) => stepButton(table, text, i, texts.length)),
      cover?.buttons,
      update.status === 'over' && nextButtons(table),
      tools(table, mine, texts.length > plain.length),
    ),
  );
  const list =
    mine && table.allSteps
      ? roving(
          h(
            'div',
            { class: 'all-steps', role: 'toolbar', 'aria-label': t('dock.all steps'), 'data-group': 'all steps' },
            texts.map((text) =>
              h(
                'button',
                { class: 'button small', 'data-step': text, 'data-key': `all ${text}`, onclick: () => ctx.act(text) },
                game.stepLabel(text, ctx),
              ),
            ),
          ),
        )
      : null;
  const replaced = update.status === 'running' && update.viewer !== null && update.seats[update.viewer].stand_in;
  const said = replaced ? t('people.replaced') : game.prompt(update, ctx);
  const unsent =
    table.unsent && h('p', { class: 'unsent' }, icon('clock'), h('span', {}, t('net.waits', { step: table.unsent })));
  renew(
    dock,
    h(
      'p',
      { class: 'prompt', tabindex: -1 },
      cover?.prompt ?? [
        acting.slice(0, 6).map((seat) => seatMark(seat, 20)),
        h('span', {}, update.status === 'closed' ? t('dock.closed') : said, ' ', thinking(table, acting)),
      ],
    ),
    ...[steps, table.hint?.element, list, unsent].filter((part) => part instanceof Element),
  );
}

/**
 * Puts the prompt and what follows it into the dock. What is drawn there already stays: a click on it would be lost.
 * @param {HTMLElement} dock @param {Element} prompt @param {...Element} parts
 */
function renew(dock, prompt, ...parts) {
  const old = [...dock.children].slice(1);
  dock.firstElementChild?.remove();
  dock.prepend(prompt);
  parts.forEach((part, i) => {
    if (!old[i]) dock.append(part);
    else if (!old[i].isEqualNode(part)) old[i].replaceWith(part);
  });
  for (const part of old.slice(parts.length)) part.remove();
}

const THOUGHT = 700;
let thoughtTimer = 0;

/**
 * Which bots owe a decision. Most have made it before anybody could read this, so it comes a little later.
 * @param {Table} table @param {number[]} acting
 */
function thinking(table, acting) {
  clearTimeout(thoughtTimer);
  const { seats, status } = table.update;
  const names = table.names();
  const bots = status === 'running' ? acting.filter((seat) => seats[seat].kind === 'bot' || seats[seat].stand_in) : [];
  if (!bots.length) return null;
  const words = t('people.thinks', {
    n: bots.length,
    names: listOf(bots.map((seat) => (seats[seat].stand_in ? t('people.bot of', { who: names[seat] }) : names[seat]))),
  });
  const shown = table.dock.querySelector('.thinking:not([hidden])')?.textContent === words;
  const line = h('span', { class: 'thinking', hidden: !shown }, words);
  if (!shown)
    thoughtTimer = setTimeout(() => {
      line.hidden = false;
    }, THOUGHT);
  return line;
}

/** @param {Table} table @param {string} text @param {number} i @param {number} count */
function stepButton(table, text, i, count) {
  const { game, ctx } = table;
  const weighty = count === 1 || text === 'done';
  const look = `button${weighty ? ' main' : ''}${table.hint?.step === text ? ' hinted' : ''}`;
  return h(
    'button',
    { class: look, 'data-step': text, 'data-key': text, onclick: () => ctx.act(text) },
    game.stepLabel(text, ctx),
    h('span', { class: 'key-hint', 'aria-hidden': 'true' }, String(i + 1)),
  );
}

/** @param {Table} table @param {boolean} mine @param {boolean} more */
function tools(table, mine, more) {
  const { update } = table;
  /** @param {string} name @param {string} label @param {() => unknown} act @param {string} [key] */
  const tool = (name, label, act, key) =>
    h(
      'button',
      {
        class: 'icon-button',
        'aria-label': label,
        title: key ? `${label} (${key})` : label,
        'data-key': name,
        onclick: act,
      },
      icon(name),
    );
  return h(
    'span',
    { class: 'tools' },
    update.undoable > 0 && tool('undo', t('dock.undo'), () => table.undo(), 'u'),
    update.undoable > 1 && tool('restart', t('dock.restart'), () => table.restart()),
    more &&
      h(
        'button',
        {
          class: 'icon-button',
          'aria-label': t('dock.all', { n: update.legal.length }),
          title: `${t('dock.all', { n: update.legal.length })} (a)`,
          'aria-expanded': String(Boolean(table.allSteps)),
          'data-key': 'all',
          onclick: () => {
            table.allSteps = !table.allSteps;
            drawDock(table);
          },
        },
        icon('list'),
      ),
    isShared(update) && update.viewer !== null && tool('cover', t('hand over.cover'), () => table.cover()),
    mine &&
      givesHints(update) &&
      fill(
        tool('hint', t('dock.hint'), () => showAdvice(table), 'h'),
        { 'aria-expanded': String(Boolean(table.hint)) },
        [],
      ),
    !mine &&
      update.viewer !== null &&
      update.status === 'running' &&
      update.plans.length > 0 &&
      h(
        'button',
        { class: 'button small', 'data-key': 'plan', onclick: () => showPlans(table) },
        icon('clock'),
        update.plan ? planWords(table, update.plan) : t('plan.button'),
      ),
    tool('read', t('board.read'), () => readBoard(table), 'b'),
    update.viewer !== null && tool('since', t('since.title'), () => table.gone?.stepThrough(), 'j'),
  );
}

/**
 * Whether the bots advise here: against bots, and among people where the table allows it.
 * @param {Update} update
 */
export const givesHints = (update) => !update.daily && (update.hints || !amongPeople(update));

/**
 * Whether somebody else than those at this screen plays.
 * @param {Update} update
 */
const amongPeople = ({ seats, held }) =>
  seats.some((seat) => seat.kind !== 'bot' && !seat.stand_in && !held.includes(seat.seat));

/**
 * What the bots would do here, and why; or puts it away.
 * @param {Table} table
 */
export async function showAdvice(table) {
  if (table.hint) return table.hint.close();
  const { openHint } = await import('./hints.js');
  if (!table.hint && !table.past && table.legalSet.size) await openHint(table);
}

/** @param {Table} table @param {string} plan */
function planWords(table, plan) {
  const number = /\d+/.exec(plan)?.[0];
  const key = `${table.update.game}.plan.${plan.replace(/\s*\d+$/, '')}`;
  return hasWord(key) ? t(key).replace('…', number ?? '') : plan;
}

/**
 * Planned moves: what to do when one's turn comes and nobody is there.
 * @param {Table} table
 */
function showPlans(table) {
  const { update } = table;
  dialog(t('plan.title'), t('close'), (body, close) => {
    /** @param {string | null} plan */
    const set = async (plan) => {
      try {
        const answer = await post(`${table.base}/plan`, { seat: table.seat, plan });
        table.receive(answer.update, true);
        close();
      } catch (problem) {
        complain(problem);
      }
    };
    body.append(h('p', { class: 'quiet' }, t('plan.note')));
    for (const plan of update.plans) {
      const bare = plan.replace(/\s*\{\w+\}$/, '');
      if (bare === plan) {
        body.append(h('p', {}, h('button', { class: 'button', onclick: () => set(plan) }, planWords(table, plan))));
        continue;
      }
      const input = h('input', {
        type: 'number',
        min: 1,
        max: 99,
        id: 'plan-number',
        value: table.game.planNumber?.(update.view) ?? 1,
      });
      body.append(
        h(
          'form',
          {
            class: 'buttons',
            onsubmit: (event) => {
              event.preventDefault();
              set(`${bare} ${input.value}`);
            },
          },
          h('label', { for: 'plan-number' }, planWords(table, bare)),
          input,
          h('button', { class: 'button' }, t('plan.set')),
        ),
      );
    }
    if (update.plan)
      body.append(
        h(
          'p',
          {},
          h(
            'button',
            { class: 'button', onclick: () => set(null) },
            t('plan.forget', { plan: planWords(table, update.plan) }),
          ),
        ),
      );
  });
}
