// The prompt line, the steps as buttons, and the tools beside them.

import { Refused, get, post } from './api.js';
import { complain, dialog, h, keepFocus, messageOf, roving } from './dom.js';
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
  const mine = update.legal.length > 0;
  const cover = isShared(update) && update.viewer === null && update.status === 'running' ? coverPrompt(table) : null;
  dock.classList.toggle('mine', mine || Boolean(cover));
  const texts = update.legal;
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
  const unsent =
    table.unsent && h('p', { class: 'unsent' }, icon('clock'), h('span', {}, t('net.waits', { step: table.unsent })));
  renew(
    dock,
    h(
      'p',
      { class: 'prompt', tabindex: -1 },
      cover?.prompt ?? [
        acting.slice(0, 6).map((seat) => seatMark(seat, 20)),
        h('span', {}, replaced ? t('people.replaced') : game.prompt(update, ctx), ' ', thinking(table, acting)),
      ],
    ),
    ...[steps, list, unsent].filter(Boolean),
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
  return h(
    'button',
    { class: weighty ? 'button main' : 'button', 'data-step': text, 'data-key': text, onclick: () => ctx.act(text) },
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
    mine && tool('hint', t('dock.hint'), () => showAdvice(table), 'h'),
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
 * What the bots would do here, and why.
 * @param {Table} table
 */
export async function showAdvice(table) {
  const close = dialog(t('hint.title'), t('close'), async (body) => {
    body.append(h('p', { class: 'quiet', role: 'status' }, t('hint.wait')));
    try {
      const { advice } = await get(`${table.base}/advice?seat=${table.seat}`);
      const choices = advice.choices
        .filter((choice) => choice.margin !== null && choice.margin !== undefined)
        .slice(0, 3);
      const shown = choices.length ? choices : advice.choices.slice(0, 1);
      body.replaceChildren(
        h(
          'ol',
          { class: 'advice' },
          shown.map((choice, i) =>
            h(
              'li',
              {},
              h('b', {}, `${i + 1}. ${table.game.stepLabel(choice.text, table.ctx)}`),
              table.game.about?.(choice.text, table.ctx) && h('span', {}, table.game.about(choice.text, table.ctx)),
              reasons(choice, shown, i),
              i === 0 && advice.line?.length ? expected(table, advice.line) : null,
              table.legalSet.has(choice.text) &&
                h(
                  'button',
                  {
                    class: 'button small',
                    onclick: () => {
                      close();
                      table.act(choice.text);
                    },
                  },
                  t('hint.do'),
                ),
            ),
          ),
        ),
        h('p', { class: 'quiet' }, t('hint.note')),
      );
    } catch (problem) {
      body.replaceChildren(
        h('p', {}, problem instanceof Refused && problem.status === 404 ? t('hint.none') : messageOf(problem)),
      );
    }
  });
}

/**
 * What the bots expect of a choice, and how it compares with the others.
 * @param {Advised.Choice} choice @param {Advised.Choice[]} all @param {number} i
 */
function reasons(choice, all, i) {
  if (choice.margin === null || choice.margin === undefined) return h('span', {}, t('hint.only'));
  const lead = Math.abs(choice.margin).toFixed(1);
  const words = t(choice.margin >= 0 ? 'hint.ahead' : 'hint.behind', { points: lead });
  const other = all[i ? 0 : 1]?.margin ?? choice.margin;
  const gap = ((i ? -1 : 1) * (choice.margin - other)).toFixed(1);
  return h(
    'span',
    { class: 'quiet' },
    Number(gap) > 0 ? `${t(i ? 'hint.worse' : 'hint.better', { points: gap })} ` : '',
    words,
    choice.chance === null || choice.chance === undefined
      ? ''
      : ` ${t('hint.chance', { percent: Math.round(choice.chance * 100) })}`,
  );
}

/**
 * What is likely to follow, step by step.
 * @param {Table} table @param {Advised.Turn[]} line
 */
function expected(table, line) {
  const names = table.names();
  return h(
    'div',
    { class: 'line' },
    h('span', { class: 'quiet' }, t('hint.line')),
    h(
      'ol',
      {},
      line.map(({ seat, text }) =>
        h('li', {}, seatMark(seat, 18), h('span', {}, `${names[seat]}: ${table.game.stepLabel(text, table.ctx)}`)),
      ),
    ),
  );
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
