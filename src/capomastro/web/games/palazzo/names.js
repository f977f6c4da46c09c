// Tiles and cards as the server writes them (`brick 3 2`, `ducat 4`), and in the reader's words.

import { listOf } from '../../i18n.js';

export const MATERIALS = ['brick', 'sandstone', 'marble'];
export const CURRENCIES = ['florin', 'ducat', 'lira'];
export const CERTIFICATE = 'certificate';

/** @param {string} name */
export function tileOf(name) {
  const [material, floor, windows] = name.split(' ');
  return { name, material, floor: Number(floor), windows: Number(windows) };
}

/** @param {string} name */
export function cardOf(name) {
  if (name === CERTIFICATE) return { name, currency: null, value: 2 };
  const [currency, value] = name.split(' ');
  return { name, currency, value: Number(value) };
}

/**
 * `brick, floor 3, 2 windows`
 * @param {string} name @param {Translate} t
 */
export function tileWords(name, t) {
  const { material, floor, windows } = tileOf(name);
  return t('palazzo.tile', {
    material: t(`palazzo.material.${material}`),
    floor,
    windows: t('palazzo.windows', { n: windows }),
  });
}

/** @param {string} name @param {Translate} t */
export const currencyWords = (name, t) => t(`palazzo.currency.${name}`);

/** @param {string[]} names @param {Translate} t */
export const currenciesWords = (names, t) => listOf(names.map((name) => currencyWords(name, t)));

/** @param {string} name @param {Translate} t */
export function cardWords(name, t) {
  const { currency, value } = cardOf(name);
  return currency ? t('palazzo.card', { currency: currencyWords(currency, t), value }) : t('palazzo.certificate');
}

/**
 * Cards in words, equal ones counted: `2 × ducat 4 and certificate`.
 * @param {string[]} names @param {Translate} t
 */
export function cardsWords(names, t) {
  if (!names.length) return t('palazzo.nothing');
  const count = new Map();
  for (const name of names) count.set(name, (count.get(name) ?? 0) + 1);
  return listOf([...count].map(([name, n]) => (n > 1 ? `${n} × ${cardWords(name, t)}` : cardWords(name, t))));
}

/** @param {string[]} names @param {Translate} t */
export function tilesWords(names, t) {
  return names.length ? listOf(names.map((name) => tileWords(name, t))) : t('palazzo.nothing');
}

const ALL_MONEY = [
  ...[3, 4, 5, 6, 7].flatMap((value) => CURRENCIES.flatMap((currency) => Array(3).fill(`${currency} ${value}`))),
  ...Array(10).fill(CERTIFICATE),
];

/**
 * The money whose place the viewer does not know: in the deck, unless that is known, or in a hand.
 * @param {Palazzo.View} view
 */
export function hiddenMoney(view) {
  const seen = [
    view.open,
    view.discards,
    view.deck_cards ?? [],
    view.payment?.cards ?? [],
    ...view.seats.flatMap((seat) => [seat.hand ?? seat.known, seat.laid]),
  ].flat();
  const count = new Map();
  for (const name of seen) count.set(name, (count.get(name) ?? 0) + 1);
  return ALL_MONEY.filter((name) => {
    const left = count.get(name) ?? 0;
    count.set(name, left - 1);
    return left <= 0;
  });
}

/**
 * Values of which a hand holds a trio: one of each currency, or three certificates (value 2).
 * @param {string[]} hand
 */
export function triosIn(hand) {
  const values = [3, 4, 5, 6, 7].filter((value) =>
    CURRENCIES.every((currency) => hand.includes(`${currency} ${value}`)),
  );
  if (hand.filter((name) => name === CERTIFICATE).length >= 3) values.unshift(2);
  return values;
}
