// Tiles, cards and palazzi as elements: buttons where a step is legal, pictures elsewhere.

import { h, roving } from '../../dom.js';
import { cardFace, coin, tileArt } from './art.js';
import { CERTIFICATE, CURRENCIES, cardOf, cardWords, cardsWords, tileOf, tileWords, triosIn } from './names.js';
import { signed, worthOf } from './worth.js';
import { stepLabel } from './words.js';

/**
 * @typedef {Palazzo.Offer & { name: string, note?: string, look: string, fly?: string, extra?: Attrs }} Piece
 */

/**
 * Something that may be clicked: a button if `step` is legal; if not, but the viewer is to act, a button that says why
 * (`why` = [key, args]); otherwise a picture with a name. `note` says what it would bring.
 * @param {Palazzo.Ctx} ctx @param {Piece} options @param {...Child} children
 */
export function piece(ctx, { step, name, why, note, look, fly, key, extra }, ...children) {
  // The name says it all; what is written on the picture is not to be read a second time.
  for (const child of children) if (child instanceof Element) child.setAttribute('aria-hidden', 'true');
  const common = { class: look, 'data-fly': fly, 'data-key': key ?? step, ...extra };
  if (step && ctx.legal().has(step)) {
    const label = note ? `${stepLabel(step, ctx)}. ${note}` : stepLabel(step, ctx);
    return h(
      'button',
      {
        ...common,
        class: `${look} legal`,
        'data-step': step,
        'aria-label': label,
        title: label,
        onclick: () => ctx.act(step),
      },
      ...children,
    );
  }
  if (why && ctx.canAct) {
    return h(
      'button',
      {
        ...common,
        'aria-disabled': 'true',
        'aria-label': note ? `${name}. ${note}` : name,
        title: note,
        onclick: () => ctx.refuse(...why),
      },
      ...children,
    );
  }
  // What can be tried on but not taken can still be reached: by a tap and by the keyboard.
  if (extra?.['data-try'] && note)
    return h('button', { ...common, 'aria-label': `${name}. ${note}`, title: note }, ...children);
  return h('span', { ...common, role: 'img', 'aria-label': name }, ...children);
}

/** @param {Palazzo.Ctx} ctx @param {string} material */
export function letterOf(ctx, material) {
  return ctx.t(`palazzo.letter.${material}`);
}

/** @param {Palazzo.Ctx} ctx @param {string} name */
export function tileArtOf(ctx, name) {
  return tileArt(name, letterOf(ctx, tileOf(name).material));
}

/** @param {Palazzo.Ctx} ctx @param {string} name @param {Palazzo.Offer} [options] */
export function tilePiece(ctx, name, { step, why, tag, trial, from, key } = {}) {
  const extra = { 'data-from': from, 'data-try': trial ? name : undefined };
  return piece(
    ctx,
    {
      step,
      why,
      note: tag ? tag.words : undefined,
      name: tileWords(name, ctx.t),
      look: 'pz-tile',
      fly: `tile ${name}`,
      key,
      extra,
    },
    tileArtOf(ctx, name),
    tag && h('span', { class: `pz-tag ${tag.kind ?? ''}`, 'data-text': tag.text }),
  );
}

/** @param {Palazzo.Ctx} ctx @param {string} name @param {Palazzo.Offer} [options] */
export function cardPiece(ctx, name, { step, why, key, from } = {}) {
  const { currency } = cardOf(name);
  return piece(
    ctx,
    {
      step,
      why,
      key,
      name: cardWords(name, ctx.t),
      look: 'pz-card',
      fly: `card ${name}`,
      extra: from ? { 'data-from': from } : {},
    },
    cardFace(name, ctx.t(`palazzo.letter.${currency ?? CERTIFICATE}`)),
  );
}

/**
 * Cards in a row, small, as those of others are shown.
 * @param {Palazzo.Ctx} ctx @param {string[]} names
 */
export function smallCards(ctx, names) {
  return h(
    'span',
    { class: 'pz-small-cards' },
    names.map((name) => cardPiece(ctx, name)),
  );
}

/**
 * Cards packed by currency: a symbol and the values, for purses that are only looked at.
 * @param {Palazzo.Ctx} ctx @param {string[]} names
 */
export function purse(ctx, names) {
  const groups = [...CURRENCIES, null]
    .map((currency) => names.filter((name) => cardOf(name).currency === currency))
    .filter((group) => group.length);
  return groups.map((group) => {
    const { currency } = cardOf(group[0]);
    const values = group.map((name) => cardOf(name).value).sort();
    return h(
      'span',
      {
        class: `pz-packed ${currency ?? CERTIFICATE}`,
        role: 'img',
        'aria-label': cardsWords(group, ctx.t),
        title: cardsWords(group, ctx.t),
      },
      coin(currency, 12),
      h('i', {}, ctx.t(`palazzo.letter.${currency ?? CERTIFICATE}`)),
      h('b', {}, values.join(' ')),
    );
  });
}

/**
 * A hand fanned by currency; `stepFor(card)` says which step a card offers and why not.
 * @param {Palazzo.Ctx} ctx @param {string[]} hand @param {(card: string) => Palazzo.Offer} stepFor
 * @param {string} label
 */
export function fan(ctx, hand, stepFor, label) {
  const groups = [...CURRENCIES, null].map((currency) =>
    hand.filter((name) => cardOf(name).currency === currency).sort(),
  );
  const seen = new Map();
  /** @param {string} name */
  const keyed = (name) => {
    const n = seen.get(name) ?? 0;
    seen.set(name, n + 1);
    return `hand ${name} ${n}`;
  };
  const box = h(
    'div',
    { class: 'pz-hand', role: 'group', 'aria-label': label, 'data-group': 'hand' },
    groups.map(
      (names, i) =>
        names.length > 0 &&
        h(
          'div',
          { class: `pz-fan ${CURRENCIES[i] ?? CERTIFICATE}` },
          h(
            'span',
            { class: 'pz-fan-name' },
            coin(CURRENCIES[i] ?? null, 14),
            ctx.t(i < 3 ? `palazzo.currency.${CURRENCIES[i]}` : 'palazzo.certificates'),
          ),
          h(
            'span',
            { class: 'pz-fan-cards' },
            names.map((name) => cardPiece(ctx, name, { ...stepFor(name), key: keyed(name) })),
          ),
        ),
    ),
  );
  return roving(box);
}

/**
 * The trios of a hand, bracketed as 15; buttons where laying them is legal.
 * @param {Palazzo.Ctx} ctx @param {string[]} hand
 */
export function trios(ctx, hand) {
  const { t } = ctx;
  const values = triosIn(hand);
  if (!values.length) return null;
  return roving(
    h(
      'div',
      { class: 'pz-trios', role: 'group', 'aria-label': t('palazzo.trios'), 'data-group': 'trios' },
      values.map((value) => {
        const names =
          value === 2 ? [CERTIFICATE, CERTIFICATE, CERTIFICATE] : CURRENCIES.map((currency) => `${currency} ${value}`);
        return piece(
          ctx,
          { step: `trio ${value}`, name: t('palazzo.trio of', { value }), look: 'pz-trio' },
          h(
            'span',
            { class: 'pz-bracket' },
            names.map((name) =>
              h(
                'span',
                { class: `pz-mini ${cardOf(name).currency ?? CERTIFICATE}` },
                coin(cardOf(name).currency, 12),
                h('b', { 'data-text': cardOf(name).value }),
              ),
            ),
          ),
          h('b', { 'data-text': '= 15' }),
        );
      }),
    ),
  );
}

/**
 * The value of a palazzo as a plate; with `next`, the change to come.
 * @param {number} points @param {number | null} [next]
 */
export function plate(points, next) {
  const changed = next !== undefined && next !== null;
  const kind = points < 0 ? 'pz-plate bad' : 'pz-plate';
  return h(
    'span',
    { class: changed ? `${kind} changing` : kind },
    h('span', {}, signed(points)),
    changed && h('span', { class: next - points >= 0 ? 'up' : 'down' }, ` → ${signed(next)}`),
  );
}

/**
 * A palazzo as a building. `floorStep(tile)` may offer a step for a floor; `ghosts` are tiles that would come, with the
 * step that brings them if there is one, and `next` what it would be worth then; `foot` is put beneath.
 * @param {Palazzo.Ctx} ctx @param {string} letter @param {string[]} names @param {Palazzo.House} [options]
 */
export function palazzo(ctx, letter, names, { floorStep, ghosts = [], next, foot, small } = {}) {
  const { t } = ctx;
  const worth = worthOf(names);
  const floors = names.map((name) => {
    const offer = floorStep?.(name) ?? {};
    return piece(
      ctx,
      {
        ...offer,
        note: offer.tag ? t('palazzo.tag', { points: offer.tag.text }) : undefined,
        name: tileWords(name, t),
        look: 'pz-storey',
        fly: small ? undefined : `tile ${name}`,
        key: offer.step ?? `${letter} ${name}`,
      },
      tileArtOf(ctx, name),
      offer.tag && h('span', { class: `pz-tag ${offer.tag.kind ?? ''}`, 'data-text': offer.tag.text }),
    );
  });
  for (const ghost of ghosts) {
    const ghostly = piece(
      ctx,
      {
        step: ghost.step,
        note: ghost.sign && t('palazzo.tag', { points: ghost.sign }),
        name: tileWords(ghost.tile, t),
        look: 'pz-storey pz-ghost',
        key: ghost.step,
      },
      tileArtOf(ctx, ghost.tile),
      ghost.sign && h('span', { class: 'pz-tag good', 'data-text': ghost.sign }),
    );
    const below = names.filter((name) => tileOf(name).floor < tileOf(ghost.tile).floor).length;
    floors.splice(
      below + ghosts.filter((other) => tileOf(other.tile).floor < tileOf(ghost.tile).floor).length,
      0,
      ghostly,
    );
  }
  const summary = t('palazzo.palazzo summary', {
    letter,
    points: signed(worth.points),
    floors: t('palazzo.floors', { n: worth.floors }),
    windows: t('palazzo.windows', { n: worth.windows }),
  });
  return h(
    'div',
    { class: small ? 'pz-palazzo small' : 'pz-palazzo', role: 'group', 'aria-label': summary },
    h('div', { class: 'pz-house' }, h('div', { class: 'pz-building' }, floors), h('div', { class: 'pz-ground' })),
    h(
      'div',
      { class: 'pz-foot' },
      h(
        'div',
        { class: 'pz-sign' },
        h('span', { class: 'pz-name', 'aria-hidden': 'true' }, letter),
        plate(worth.points, next),
      ),
      worth.pure &&
        worth.floors > 2 &&
        !small &&
        h('span', { class: 'pz-pure' }, t('palazzo.pure', { bonus: worth.bonus })),
      worth.floors === 1 && !small && h('span', { class: 'pz-pure bad' }, t('palazzo.single')),
      foot,
    ),
  );
}
