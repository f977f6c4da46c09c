// Making a table: with friends by links, or at one screen.

import { post } from './api.js';
import { keepShare, newShare } from './deal.js';
import { complain, dialog, h } from './dom.js';
import { LEVELS, botName, titleOf } from './games.js';
import { addWords, hasWord, language, t } from './i18n.js';
import { save, settings } from './settings.js';
import { rememberLink } from './share.js';
import { seatMark } from './svg.js';

/**
 * Makes a table, keeps its links for the waiting room, and goes there.
 * @param {Protocol.NewTable} wish @param {Page} page
 */
export async function makeTable(wish, page) {
  const share = wish.seats.some((seat) => seat.kind === 'me') ? await newShare() : null;
  const made = await post('/api/tables', share ? { ...wish, share: share.commitment } : wish);
  keepShare(made.table, share, made.update);
  for (const link of made.links) rememberLink(made.table, link.seat, link.path);
  if (made.invite) rememberLink(made.table, 'sit', made.invite.path);
  page.go(made.path);
}

/**
 * @param {string} value @param {string} words
 * @returns {[string, string]}
 */
export const pair = (value, words) => [value, words];

/** After how many minutes bots take the seats that are still free. */
export const botChoices = () => [
  pair('', t('new.bots never')),
  ...[2, 5, 10, 30].map((n) => pair(String(n), t('new.bots minutes', { n }))),
];

/**
 * The dialog. `kind` is `friends` or `hotseat`.
 * @param {Protocol.GameInfo} game @param {string} kind @param {Page} page
 */
export async function openNewTable(game, kind, page) {
  const { characters, faceWords, introduction } = await import('./faces.js');
  await Promise.all([faceWords(), game.page && addWords(game.name)]);
  const hot = kind === 'hotseat';
  const bots = game.bots.filter((bot) => LEVELS.includes(bot.name));
  /** @type {Protocol.NewSeat[]} */
  const seats = [
    { kind: 'me', name: settings.name || (hot ? t('player', { number: 1 }) : '') },
    { kind: hot ? 'me' : 'link', name: hot ? t('player', { number: 2 }) : '' },
  ];
  const starts = game.options.some((option) => option.name === 'first');
  dialog(t(hot ? 'new.hot-seat' : 'new.friends', { game: titleOf(game.name) }), t('close'), (body, close) => {
    const lines = h('div', { class: 'rows' });
    const people = h(
      'select',
      { id: 'new-players', onchange: (event) => resize(Number(event.target.value)) },
      game.seats.map((n) => h('option', { value: n }, String(n))),
    );
    const first = h('select', { id: 'new-first' });
    const form = h(
      'form',
      {
        class: 'rows',
        onsubmit: (event) => {
          event.preventDefault();
          send(close);
        },
      },
      h('p', { class: 'field' }, h('label', { for: 'new-players' }, t('new.players')), people),
      lines,
      h(
        'p',
        { class: 'field' },
        h('label', { for: 'new-name' }, t('new.table name')),
        h('input', { type: 'text', id: 'new-name', maxlength: 40, placeholder: t('new.optional') }),
      ),
      starts && h('p', { class: 'field' }, h('label', { for: 'new-first' }, t('new.first')), first),
      ...optionFields(game),
      !hot &&
        choice('pace', t('new.pace'), [
          ['live', t('pace.live')],
          ['1', t('pace.days', { n: 1 })],
          ['3', t('pace.days', { n: 3 })],
          ['7', t('pace.days', { n: 7 })],
        ]),
      !hot && choice('bots', t('new.bots after'), botChoices()),
      !hot && tick('public', t('new.public'), false),
      !hot && tick('watch', t('new.watch'), true),
      !hot && tick('hints', t('new.hints'), false),
      tick('scores', t('new.scores'), true),
      h('p', { class: 'sheet-foot' }, h('button', { class: 'button main', type: 'submit' }, t('new.start'))),
    );
    body.append(form);
    resize(Math.max(2, Math.min(...game.seats)));

    /** @param {number} count */
    function resize(count) {
      people.value = String(count);
      while (seats.length < count)
        seats.push(hot ? { kind: 'me', name: t('player', { number: seats.length + 1 }) } : { kind: 'link', name: '' });
      seats.length = count;
      lines.replaceChildren(...seats.map(line));
      drawFirst();
    }

    /** Who starts: by lot, or one of those who are to sit here. */
    function drawFirst() {
      const chosen = first.value;
      /** @param {Protocol.NewSeat} seat @param {number} i */
      const called = (seat, i) =>
        seat.kind === 'bot'
          ? t(`bot.${seat.bot}`)
          : (seat.kind !== 'open' && seat.name?.trim()) || t('seat', { number: i + 1 });
      first.replaceChildren(
        h('option', { value: 'random' }, t('new.first.random')),
        ...seats.map((seat, i) => h('option', { value: i + 1 }, `${i + 1}. ${called(seat, i)}`)),
      );
      first.value = Number(chosen) > seats.length ? 'random' : chosen || 'random';
    }

    /** @param {Protocol.NewSeat} seat @param {number} i */
    function line(seat, i) {
      const kinds = hot ? ['me'] : ['me', 'link', 'open'];
      const options = [
        ...kinds.map((value) => [value, t(`new.kind.${value}`)]),
        ...bots.map((bot) => [`bot ${bot.name}`, t('new.kind.bot', { bot: t(`bot.${bot.name}`) })]),
      ];
      const value = seat.kind === 'bot' ? `bot ${seat.bot}` : seat.kind;
      return h(
        'div',
        { class: 'seat-line' },
        seatMark(i),
        h('input', {
          type: 'text',
          maxlength: 24,
          value: seat.name ?? '',
          disabled: seat.kind === 'bot' || seat.kind === 'open',
          placeholder: t('new.name'),
          'aria-label': t('new.name of', { number: i + 1 }),
          required: seat.kind === 'me',
          oninput: (event) => {
            seat.name = event.target.value;
            drawFirst();
          },
        }),
        h(
          'select',
          {
            'aria-label': t('new.kind of', { number: i + 1 }),
            onchange: (event) => {
              const [chosen, bot] = event.target.value.split(' ');
              seat.kind = /** @type {Protocol.NewSeat['kind']} */ (chosen);
              seat.bot = bot;
              const focus = [...lines.children].indexOf(
                /** @type {HTMLElement} */ (event.target.closest('.seat-line')),
              );
              resize(seats.length);
              lines.children[focus].querySelector('select')?.focus();
            },
          },
          options.map(([key, label]) => h('option', { value: key, selected: key === value }, label)),
          characters(game).map(
            ([level, some]) =>
              some.length > 0 &&
              h(
                'optgroup',
                { label: t(`face.group.${level}`) },
                some.map(({ name }) =>
                  h('option', { value: `bot ${name}`, selected: `bot ${name}` === value }, botName(name)),
                ),
              ),
          ),
        ),
        introduction(game, seat.bot),
      );
    }

    /** @param {() => void} done */
    async function send(done) {
      /** @param {string} id */
      const read = (id) => /** @type {HTMLInputElement} */ (form.querySelector(`#new-${id}`));
      /** @type {Protocol.NewTable & { options: Record<string, string> }} */
      const wish = {
        game: game.name,
        scores: read('scores').checked,
        options: Object.fromEntries(
          game.options
            .filter((option) => read(`option-${option.name}`))
            .map((option) => [option.name, read(`option-${option.name}`).value]),
        ),
        seats: seats.map(({ kind: what, name, bot }) =>
          what === 'bot'
            ? { kind: what, bot }
            : what === 'open' || !name?.trim()
              ? { kind: what }
              : { kind: what, name: name.trim() },
        ),
      };
      if (!hot) {
        const pace = read('pace').value;
        wish.pace = pace === 'live' ? { kind: 'live' } : { kind: 'days', days: Number(pace) };
        wish.public = read('public').checked;
        wish.language = /** @type {Protocol.NewTable['language']} */ (language());
        wish.bots_after = Number(read('bots').value) || null;
        wish.watch = read('watch').checked;
        wish.hints = read('hints').checked;
        wish.invite = wish.seats.some((seat) => seat.kind === 'link' || seat.kind === 'open');
        const own = seats.find((seat) => seat.kind === 'me')?.name?.trim();
        if (own) save({ name: own });
      }
      if (starts) wish.options.first = first.value;
      const name = read('name').value.trim();
      if (name) wish.name = name;
      try {
        await makeTable(wish, page);
        done();
      } catch (problem) {
        complain(problem);
      }
    }
  });
}

/**
 * A game's options in its own words; one that has none of its own says them as it does on the command line.
 * @param {Protocol.GameInfo} game
 */
function optionFields(game) {
  /** @param {Protocol.OptionInfo} option */
  const key = (option) => `${game.name}.option.${option.name}`;
  const offered = game.options.filter((option) => (game.page ? hasWord(key(option)) : option.name !== 'first'));
  return offered.map((option) =>
    choice(
      `option-${option.name}`,
      game.page ? t(key(option)) : option.help || option.name,
      option.choices.map(
        (value) => /** @type {[string, string]} */ ([value, game.page ? t(`${key(option)}.${value}`) : value]),
      ),
    ),
  );
}

/** @param {string} name @param {string} label @param {[string, string][]} values */
function choice(name, label, values) {
  const id = `new-${name}`;
  return h(
    'p',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'select',
      { id },
      values.map(([value, words]) => h('option', { value }, words)),
    ),
  );
}

/** @param {string} name @param {string} label @param {boolean} on */
function tick(name, label, on) {
  return h('label', { class: 'check' }, h('input', { type: 'checkbox', id: `new-${name}`, checked: on }), label);
}
