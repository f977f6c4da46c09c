// What lies around the lagoon: players, cards, stock, stacks, and what is known of the others' hands.

import { cutName, h } from '../../dom.js';
import { seatMark } from '../../svg.js';
import { SHAPES, buildStep, district } from './map.js';
import { districtPicture, roleIcon, sign } from './pictures.js';
import { card, cardLabel, cardName, districtLabel, districtName, roleName, shapeName, stepLabel } from './words.js';

/** @type {Map<string, DocumentFragment>} */
const parsed = new Map();

/**
 * An element out of the text of a picture. The same pictures come again and again: each is read once and copied.
 * @param {string} text
 */
export function drawn(text) {
  const known = parsed.get(text);
  if (known) return known.cloneNode(true);
  const holder = document.createElement('template');
  holder.innerHTML = text.trim();
  parsed.set(text, holder.content);
  return holder.content.cloneNode(true);
}

// Faces stand in buttons with names of their own, so what is written on them goes into data-text.
/** @param {string} name @param {number} number */
const figure = (name, number) => h('span', { class: 'figure' }, drawn(sign(name)), h('span', { 'data-text': number }));

/**
 * The face of a card: what it is, what it allows, and whether it moves the start-player card on.
 * @param {string} name @param {Pillars.Ctx} ctx @param {string[]} symbol
 */
export function cardFace(name, ctx, symbol) {
  const { role, stones, piles, markers } = card(name);
  const figures = [];
  if (stones != null) figures.push(figure('stone', stones));
  if (piles != null) figures.push(figure('pile', piles), figure('marker', markers));
  if (['inventor', 'merchant', 'speculator'].includes(role))
    figures.push(h('span', { class: 'figure six', 'data-text': 6 }));
  return h(
    'span',
    { class: `card role-${role.replaceAll(' ', '-')}` },
    h(
      'span',
      { class: 'card-top' },
      h('span', { class: 'figures' }, figures),
      symbol.includes(role) ? h('span', { class: 'start-sign', 'aria-hidden': 'true', 'data-text': '»' }) : null,
    ),
    drawn(roleIcon(role)),
    h('span', { class: 'card-name', 'data-text': roleName(role, ctx) }),
    ['inventor', 'merchant', 'speculator'].includes(role)
      ? h('span', { class: 'card-waits', 'data-text': ctx.t(`pillars.waits.${role}`) })
      : null,
  );
}

export function cardBack() {
  return h(
    'span',
    { class: 'card back' },
    drawn(
      `<svg viewBox="0 0 48 64" aria-hidden="true" focusable="false"><path d="M6 6h36v52H6z"/><path d="M24 12l12 20-12 20-12-20z"/><path d="M12 40q6-5 12 0t12 0"/></svg>`,
    ),
  );
}

/** @param {string} name @param {Pillars.View} view */
const pieceWith = (name, view) => {
  const at = SHAPES.indexOf(district(name).shape);
  return [
    drawn(districtPicture(name)),
    h(
      'span',
      { class: 'costs' },
      figure('stone', view.components.stones[at]),
      figure('crest', view.components.crests[at]),
    ),
  ];
};

/**
 * The hand: cards are picked first, and played or given by a second click or the button beneath.
 * @param {Pillars.Play} game @param {Pillars.Ctx} ctx
 */
export function hand(game, ctx) {
  const { view } = game.update;
  const own = view.viewer === null ? null : view.seats[view.viewer];
  if (!own?.hand) return null;
  const legal = ctx.legal();
  const verb = view.phase === 'giving' ? 'give' : 'choose';
  const playing = own.card;
  let marked = false; // of two equal cards only one is on the table
  const rest = [...own.hand];
  if (playing && !rest.includes(playing)) rest.push(playing);
  const buttons = rest.map((name, i) => {
    const step = `${verb} ${name}`;
    const possible = legal.has(step);
    const laid = !marked && name === playing;
    marked ||= laid;
    const picked = possible && game.card === i;
    return h(
      'button',
      {
        class: 'card-button',
        'data-step': possible ? step : null,
        'data-key': `card-${i}`,
        'aria-disabled': possible ? null : 'true',
        'aria-pressed': possible ? String(picked) : null,
        'data-laid': laid ? '' : null,
        'aria-label': cardLabel(name, ctx) + (laid ? `; ${ctx.t('pillars.secret')}` : ''),
        onclick: () => (possible ? game.pickCard(i, step) : ctx.refuse(...whyNotCard(view, name))),
      },
      cardFace(name, ctx, view.components.symbol),
    );
  });
  return h(
    'section',
    { class: 'pl-hand', 'aria-label': ctx.t('pillars.hand'), 'data-live': verbPossible(legal, verb) },
    h('h2', {}, ctx.t('pillars.hand')),
    h('div', { class: 'cards', 'data-group': 'hand', 'data-rove': '' }, buttons),
    confirm(),
    view.phase === 'choosing' && own.chosen && ctx.mode === 'play'
      ? h('p', { class: 'quiet' }, ctx.t('pillars.change'))
      : null,
  );

  function confirm() {
    const name = rest[game.card ?? -1];
    const step = `${verb} ${name}`;
    if (game.card === null || !legal.has(step)) return null;
    return h(
      'div',
      { class: 'confirm' },
      h('p', {}, cardLabel(name, ctx)),
      h(
        'button',
        {
          class: 'button main',
          'data-key': 'confirm',
          'aria-label': stepLabel(step, ctx),
          onclick: () => ctx.act(step),
        },
        ctx.t(verb === 'give' ? 'pillars.giveit' : 'pillars.playit'),
      ),
    );
  }
}

/** @param {Set<string>} legal @param {string} verb */
const verbPossible = (legal, verb) => ([...legal].some((text) => text.startsWith(`${verb} `)) ? '' : null);

/**
 * @param {Pillars.View} view @param {string} name
 * @returns {Why}
 */
function whyNotCard(view, name) {
  if (
    view.phase === 'giving' &&
    view.viewer === view.actor &&
    view.drawn !== null &&
    view.cards[view.drawn].name === name
  ) {
    return ['pillars.not.drawn', {}];
  }
  return view.phase === 'choosing' ? ['pillars.not.waiting', {}] : ['pillars.not.choosing', {}];
}

/** @param {Pillars.Play} game @param {Pillars.Ctx} ctx */
export function stacks(game, ctx) {
  const { view } = game.update;
  const legal = ctx.legal();
  const items = SHAPES.map((shape, i) => {
    const [top, below] = [view.tops[i], view.unseen[i].length];
    const step = `take ${shape}`;
    const possible = legal.has(step);
    const label =
      top === null
        ? `${shapeName(shape, ctx)}: ${ctx.t('pillars.stack.empty')}`
        : ctx.t('pillars.stack.label', { district: districtLabel(top, view, ctx), n: below });
    return h(
      'button',
      {
        class: `stack shape-${shape}`,
        'data-step': possible ? step : null,
        'data-key': `stack-${shape}`,
        'aria-disabled': possible ? null : 'true',
        'aria-label': possible ? `${stepLabel(step, ctx)}. ${label}` : label,
        title: below ? unseenText(view.unseen[i], ctx) : null,
        onclick: () => (possible ? ctx.act(step) : ctx.refuse(...whyNotTake(view, i))),
      },
      h('span', { class: 'stack-name', 'data-text': shapeName(shape, ctx) }),
      h(
        'span',
        { class: 'stack-top', 'data-depth': Math.min(3, below) },
        top === null ? h('span', { class: 'empty', 'data-text': '–' }) : pieceWith(top, view),
      ),
      h('span', {
        class: 'below',
        'data-text': top === null ? ctx.t('pillars.stack.empty') : ctx.t('pillars.stack.below', { n: below }),
      }),
    );
  });
  return h(
    'section',
    {
      class: 'pl-stacks',
      'aria-label': ctx.t('pillars.stacks'),
      'data-live': view.phase === 'taking' && legal.size ? '' : null,
    },
    h('h2', {}, ctx.t('pillars.stacks')),
    h('div', { class: 'stack-row', 'data-group': 'stacks', 'data-rove': '' }, items),
  );
}

/**
 * What lies below the top, as everybody can tell: how often each pattern, not in which order.
 * @param {string[]} names @param {Pillars.Ctx} ctx
 */
function unseenText(names, ctx) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${districtName(name, ctx)}`).join('\n');
}

/**
 * @param {Pillars.View} view @param {number} shape
 * @returns {Why}
 */
function whyNotTake(view, shape) {
  if (view.tops[shape] === null) return ['pillars.not.empty', {}];
  if (view.phase !== 'taking') return ['pillars.not.taking', {}];
  if (view.actor !== view.viewer) return ['pillars.not.waiting', {}];
  return ['pillars.not.stones', { stones: view.components.stones[shape], left: view.left }];
}

/** @param {Pillars.Play} game @param {Pillars.Ctx} ctx */
export function stock(game, ctx) {
  const { view } = game.update;
  if (view.viewer === null) return null;
  const own = view.seats[view.viewer].stock;
  const possible = new Set(
    [...ctx.legal()]
      .map(buildStep)
      .filter(Boolean)
      .map((lying) => lying.district),
  );
  const items = own.map((name, i) => {
    const can = possible.has(name);
    const picked = game.picked === name && own.indexOf(name) === i;
    return h(
      'button',
      {
        class: 'piece-button',
        'data-key': `stock-${i}`,
        'aria-pressed': can ? String(picked) : null,
        'aria-disabled': can ? null : 'true',
        'data-district': name,
        'aria-label': districtLabel(name, view, ctx),
        onclick: () => (can ? game.pick(name) : ctx.refuse(...whyNotPick(view, name, ctx))),
      },
      pieceWith(name, view),
    );
  });
  return h(
    'section',
    { class: 'pl-stock', 'aria-label': ctx.t('pillars.stock'), 'data-live': possible.size ? '' : null },
    h('h2', {}, ctx.t('pillars.stock')),
    own.length
      ? h('div', { class: 'pieces', 'data-group': 'stock', 'data-rove': '' }, items)
      : h('p', { class: 'quiet' }, ctx.t('pillars.stock.empty')),
  );
}

/**
 * @param {Pillars.View} view @param {string} name @param {Pillars.Ctx} ctx
 * @returns {Why}
 */
function whyNotPick(view, name, ctx) {
  if (view.phase !== 'building') return ['pillars.not.building', {}];
  if (view.actor !== view.viewer) return ['pillars.not.waiting', {}];
  const stones = view.components.stones[SHAPES.indexOf(district(name).shape)];
  if (stones > view.left) return ['pillars.not.stones', { stones, left: view.left }];
  return ['pillars.not.fits', { district: districtName(name, ctx) }];
}

/**
 * One line for each player: marker, name, points; the card played; stock and markers left.
 * @param {Pillars.Play} game @param {Pillars.Ctx} ctx
 */
export function players(game, ctx) {
  const { view } = game.update;
  const order = view.seats.map((_, i) => i);
  return h(
    'section',
    { class: 'pl-players', 'aria-label': ctx.t('pillars.players') },
    h(
      'ul',
      {},
      order.map((seat) => player(game, ctx, seat)),
    ),
  );
}

/** @param {Pillars.Play} game @param {Pillars.Ctx} ctx @param {number} seat */
function player(game, ctx, seat) {
  const { view } = game.update;
  const seen = view.seats[seat];
  const turn = view.phase !== 'choosing' && view.phase !== 'over' && view.actor === seat;
  const waits = view.waiting.includes(seat);
  const shown = seen.card !== null && view.phase !== 'choosing';
  const status =
    seen.card !== null && shown
      ? h(
          'span',
          { class: 'played', title: cardLabel(seen.card, ctx) },
          cardFace(seen.card, ctx, view.components.symbol),
          h('span', { class: 'spoken' }, ctx.t('pillars.plays', { card: cardName(seen.card, ctx) })),
        )
      : view.phase === 'choosing'
        ? seen.chosen
          ? h(
              'span',
              { class: 'played tick' },
              cardBack(),
              h('span', { class: 'tick-sign', 'aria-hidden': 'true' }, '✓'),
              h('span', { class: 'spoken' }, ctx.t('pillars.chosen')),
            )
          : h(
              'span',
              { class: 'played open' },
              h('span', { class: 'card slot' }, '…'),
              h('span', { class: 'spoken' }, ctx.t('pillars.deciding')),
            )
        : h('span', { class: 'played open' }, h('span', { class: 'card slot' }));
  return h(
    'li',
    {
      class: 'player',
      'data-seat': seat,
      'data-turn': turn || (view.phase === 'choosing' && waits) ? '' : null,
      'data-me': seat === view.viewer ? '' : null,
      'data-won': view.winners.includes(seat) ? '' : null,
    },
    status,
    h(
      'span',
      { class: 'who' },
      h('span', { class: 'name', 'data-name-of': seat }, ctx.face?.(seat, 20), cutName(ctx.names[seat])),
      view.start === seat
        ? h(
            'span',
            { class: 'start-card', title: ctx.t('pillars.start') },
            '»',
            h('span', { class: 'spoken' }, ctx.t('pillars.start')),
          )
        : null,
    ),
    // a table may keep the scores to itself until the end
    game.update.scores === null
      ? h('span', { class: 'score' })
      : h(
          'span',
          { class: 'score', 'aria-label': ctx.t('pillars.score', { n: seen.score }), role: 'img' },
          String(seen.score),
        ),
    h(
      'span',
      {
        class: 'markers',
        title: ctx.t('pillars.markers', { n: seen.markers }),
        role: 'img',
        'aria-label': ctx.t('pillars.markers', { n: seen.markers }),
      },
      view.gondola === seat ? drawn(sign('gondola')) : null,
      seatMark(seat, 20),
      `×${seen.markers}`,
    ),
    h(
      'span',
      {
        class: 'minis',
        role: 'img',
        'aria-label': `${ctx.t('pillars.stockof', { seat: ctx.names[seat] })}: ${seen.stock.map((name) => districtName(name, ctx)).join(', ') || '–'}`,
      },
      seen.stock.map((name) => drawn(districtPicture(name))),
    ),
    // with all cards open, in a replay
    seen.hand && seat !== view.viewer
      ? h(
          'span',
          {
            class: 'open-hand',
            role: 'img',
            'aria-label': `${ctx.t('pillars.handof', { seat: ctx.names[seat] })}: ${seen.hand.map((name) => cardName(name, ctx)).join(', ')}`,
          },
          seen.hand.map((name) => h('span', {}, cardName(name, ctx))),
        )
      : null,
  );
}

/**
 * Which cards the others may hold, as far as the viewer can tell.
 * @param {Pillars.Play} game @param {Pillars.Ctx} ctx
 */
export function known(game, ctx) {
  const { view } = game.update;
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, ctx.t('pillars.known.card')),
    view.seats.map((_, seat) =>
      h('th', { scope: 'col' }, seatMark(seat, 20), h('span', { class: 'spoken' }, ctx.names[seat])),
    ),
  );
  const rows = view.cards.map((one) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, cardName(one.name, ctx)),
      view.seats.map((_, seat) => {
        const may = one.holders.includes(seat);
        const state = may ? (one.holders.length === 1 ? 'sure' : 'maybe') : 'no';
        return h(
          'td',
          { class: state },
          h('span', { 'aria-hidden': 'true' }, { sure: '●', maybe: '○', no: '' }[state]),
          h('span', { class: 'spoken' }, ctx.t(`pillars.known.${state}`)),
        );
      }),
    ),
  );
  const box = h(
    'details',
    { class: 'pl-known' },
    h('summary', { 'data-key': 'known' }, ctx.t('pillars.known')),
    h('p', { class: 'quiet' }, ctx.t('pillars.known.help')),
    h(
      'div',
      { class: 'known-scroll', tabindex: '0', role: 'region', 'aria-label': ctx.t('pillars.known') },
      h('table', {}, h('thead', {}, head), h('tbody', {}, rows)),
    ),
  );
  box.open = game.knownOpen;
  box.addEventListener('toggle', () => {
    game.knownOpen = box.open;
  });
  return box;
}
