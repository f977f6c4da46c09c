// A hint, in the dock: what the bots would do, why, and the figures. The board shows where it would go; other choices are
// an arrow key or a tap away. Loaded when somebody first asks.

import { Refused, get } from './api.js';
import { announce, focused, h, messageOf, stylesheet, targetOf } from './dom.js';
import { drawDock } from './dock.js';
import { expected, figureWords, lineWords, whyWords } from './hintwords.js';
import { addWords, t } from './i18n.js';

const MOST = 3;
/** @type {Record<string, number>} */
const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Asks for advice and shows it.
 * @param {Table} table
 */
export async function openHint(table) {
  const hint = new Hint(table);
  table.hint = hint;
  drawDock(table);
  announce(t('hint.wait'));
  const asked = Promise.all([addWords('hint'), stylesheet('/styles/hint.css')]);
  try {
    const { advice } = await get(`${table.base}/advice?seat=${table.seat}`);
    await asked;
    if (table.hint === hint) await hint.take(advice);
  } catch (problem) {
    await asked;
    if (table.hint === hint)
      hint.fail(problem instanceof Refused && problem.status === 404 ? t('hint.none') : messageOf(problem));
  }
}

export class Hint {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.decision = decisionOf(table);
    /** @type {Advised.Hint[]} */
    this.choices = [];
    /** @type {Advised.Turn[]} */
    this.after = [];
    /** @type {string[]} */
    this.whys = [];
    this.at = 0;
    /** @type {string | null} */
    this.taken = null; // the step that was taken by this hint and is not drawn yet
    this.element = h('div', { class: 'hint', role: 'group', 'aria-label': t('hint.title') });
    this.element.addEventListener('keydown', (event) => {
      if (!this.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.element.append(h('p', { class: 'quiet' }, t('hint.wait')), this.closing());
  }

  /** @param {Advised.Hints} advice */
  async take({ choices, line = [] }) {
    const known = choices.filter((choice) => choice.margin !== null && choice.margin !== undefined).slice(0, MOST);
    const { table } = this;
    this.choices = known.length ? known : choices.slice(0, 1);
    this.after = line;
    this.whys = await Promise.all(this.choices.map((choice) => whyWords(table, choice)));
    if (table.hint !== this) return;
    this.draw();
    const active = focused();
    if (!active || active === document.body || table.dock.contains(active)) this.chip()?.focus();
  }

  /** @param {string} words */
  fail(words) {
    this.element.replaceChildren(h('p', {}, words), this.closing());
    announce(words, true);
  }

  /** The step that this hint would take next. */
  get step() {
    return this.choices[this.at]?.line?.[0] ?? this.choices[this.at]?.text ?? null;
  }

  chip() {
    return /** @type {HTMLElement | null} */ (this.element.querySelector('[aria-checked="true"]'));
  }

  /** @param {number} at */
  choose(at) {
    const moved = this.at !== at;
    this.at = at;
    const inside = this.element.contains(focused());
    if (moved) this.draw();
    if (inside) this.chip()?.focus();
  }

  do() {
    const step = this.step;
    if (!step || this.table.busy) return;
    this.taken = step;
    this.table.act(step);
  }

  /** Puts it away; the focus goes back to where a hint is asked for. */
  close() {
    const { table } = this;
    if (table.hint !== this) return;
    const inside = this.element.contains(focused());
    table.hint = null;
    this.ghost(null);
    this.element.remove();
    drawDock(table);
    const back = table.dock.querySelector('[data-key="hint"]') ?? table.dock.querySelector('.prompt');
    if (inside) /** @type {HTMLElement | null} */ (back)?.focus();
  }

  /**
   * A key, wherever the focus is; true if it was for the hint.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const from = targetOf(event);
    if (event.key === 'Escape') {
      this.close();
      return true;
    }
    const elsewhere = !this.element.contains(from) && from.closest?.('[data-roving], [role="grid"], summary');
    const count = this.choices.length;
    if (!count || elsewhere) return false;
    if (event.key in WAYS) this.choose((this.at + WAYS[event.key] + count) % count);
    else if (event.key === 'Home' || event.key === 'End') this.choose(event.key === 'Home' ? 0 : count - 1);
    else if (event.key === 'Enter' && from.closest('[role="radio"]')) this.do();
    else return false;
    return true;
  }

  /** After a drawing: is it still the decision that was asked about, or the next step of what it advised? */
  follow() {
    const { table, taken } = this;
    if (decisionOf(table) === this.decision) {
      this.ghost(this.choices[this.at]);
      return;
    }
    const choice = this.choices[this.at];
    const rest = choice?.line?.slice(1) ?? [];
    if (taken !== null && taken === this.step && rest.length && table.legalSet.has(rest[0])) {
      this.taken = null;
      this.decision = decisionOf(table);
      this.choices = [{ ...choice, text: rest[0], line: rest }];
      this.whys = [this.whys[this.at]];
      this.after = this.at ? [] : this.after;
      this.at = 0;
      const inside = this.element.contains(focused());
      this.draw();
      if (inside) this.element.querySelector('.button')?.focus();
      return;
    }
    this.close();
  }

  /**
   * Draws where a choice would go, and returns what of it should come into sight.
   * @param {Advised.Hint | null} [choice]
   */
  ghost(choice) {
    const { drawing, gameRoot } = this.table;
    const line = choice ? (choice.line?.length ? choice.line : [choice.text]) : null;
    if (drawing?.ghost) return drawing.ghost(line, choice?.then ?? []);
    for (const old of gameRoot.querySelectorAll('.hinted')) old.classList.remove('hinted');
    const mark = line && gameRoot.querySelector(`[data-step="${CSS.escape(line[0])}"]`);
    mark?.classList.add('hinted');
    return mark;
  }

  /**
   * Brings something into sight beside the dock, whose new height the page knows after the next picture.
   * @param {Element | null} place
   */
  show(place) {
    const behavior = this.table.ctx.reducedMotion ? 'auto' : 'smooth';
    const scroll = () => place?.isConnected && place.scrollIntoView({ block: 'nearest', inline: 'center', behavior });
    requestAnimationFrame(() => requestAnimationFrame(scroll));
  }

  closing() {
    return h(
      'button',
      { class: 'icon-button', 'aria-label': t('close'), title: `${t('close')} (Esc)`, onclick: () => this.close() },
      '✕',
    );
  }

  draw() {
    const { table } = this;
    const choice = this.choices[this.at];
    const [step, ...others] = lineWords(table, choice);
    const rest = others.map((one) => ` · ${one}`).join('');
    const figures = figureWords(choice);
    const chips = this.choices.map((one, i) =>
      h(
        'button',
        {
          class: 'hint-chip',
          role: 'radio',
          'aria-checked': String(i === this.at),
          'aria-label': t('hint.nth', { n: i + 1, step: table.game.stepLabel(one.text, table.ctx) }),
          'data-step': one.line?.[0] ?? one.text,
          'data-key': `hint ${i}`,
          tabindex: i === this.at ? 0 : -1,
          onclick: () => this.choose(i),
        },
        h('span', { 'data-text': String(i + 1) }),
      ),
    );
    const open = this.element.querySelector('details')?.open;
    const more = h(
      'details',
      {},
      h('summary', { 'data-key': 'hint more' }, t('hint.more')),
      this.at === 0 && this.after.length > 0 && expected(table, this.after),
      h('p', { class: 'quiet' }, t('hint.note')),
    );
    more.open = Boolean(open);
    this.element.replaceChildren(
      h('div', { class: 'hint-chips', role: 'radiogroup', 'aria-label': t('hint.choices') }, chips),
      h(
        'div',
        { class: 'hint-words' },
        h('p', { class: 'hint-step' }, h('b', {}, step), rest),
        h('span', { class: 'hint-why' }, this.whys[this.at]),
        ' ',
        h('span', { class: 'hint-figures quiet' }, figures),
        more,
      ),
      h(
        'button',
        { class: 'button main small', 'data-step': this.step, 'data-key': 'hint do', onclick: () => this.do() },
        t('hint.do'),
      ),
      this.closing(),
    );
    const place = this.ghost(choice);
    drawDock(table);
    this.show(place);
    announce([step + rest, this.whys[this.at], figures].join('. ').replace(/\.\./g, '.'));
  }
}

/**
 * What is to be decided: others who decide at the same time change nothing of it.
 * @param {Table} table
 */
const decisionOf = ({ update }) => JSON.stringify([update.viewer, update.legal, update.undoable, update.status]);
