// The share card: a finished match as one picture, drawn as SVG here and saved as PNG by the browser's canvas.

import { complain, dialog, h, stylesheet, toast } from './dom.js';
import { titleOf } from './games.js';
import { addWords, listOf, t } from './i18n.js';
import { poster } from './posters.js';
import { shareButtons } from './share.js';
import { s, seatMark } from './svg.js';

const WIDTH = 1200;
const HEIGHT = 630;
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
/** What a style sheet may say of a drawing; a picture outside of the page has no style sheet. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'display',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** @typedef {{ mark: number | null, name: string, figure: string, first: boolean }} CardLine */
/** @typedef {{ game: string, headline: string, note: string, lines: CardLine[], address: string, picture: SVGElement }} Card */

/** @param {string} text @param {number} most */
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

/**
 * @param {Child} words @param {number} x @param {number} y @param {number} size
 * @param {Attrs} [more]
 */
const line = (words, x, y, size, more = {}) =>
  s('text', { x, y, 'font-size': size, 'font-family': SANS, fill: '#2b211a', ...more }, words);

/**
 * The card as a drawing.
 * @param {Card} card
 */
export function drawCard({ game, headline, note, lines, address, picture }) {
  for (const [name, value] of Object.entries({ x: 36, y: 176, width: 740, height: 372 }))
    picture.setAttribute(name, String(value));
  picture.setAttribute('preserveAspectRatio', 'xMidYMid meet');
  const step = Math.min(62, 340 / Math.max(1, lines.length));
  const label = [titleOf(game), headline, note, ...lines.map((one) => `${one.name} ${one.figure}`)].join('. ');
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      class: 'share-card',
      role: 'img',
      'aria-label': label,
    },
    s('rect', { width: WIDTH, height: HEIGHT, fill: '#f6efe2' }),
    s('rect', { width: WIDTH, height: 14, fill: '#8f3519' }),
    s('rect', {
      x: 24,
      y: 164,
      width: 764,
      height: 396,
      rx: 14,
      fill: '#fffaf0',
      stroke: '#d9c8a9',
      'stroke-width': 2,
    }),
    line(titleOf(game), 40, 82, 50, { 'font-family': SERIF, 'font-weight': 700, fill: '#6f2610' }),
    line(cut(headline, 52), 40, 132, 34, { 'font-family': SERIF }),
    picture,
    ...lines.flatMap((one, place) => {
      const y = 216 + place * step;
      const mark = one.mark === null ? null : seatMark(one.mark, 32);
      mark?.setAttribute('x', '820');
      mark?.setAttribute('y', String(y - 25));
      const weight = one.first ? 700 : 400;
      return [
        mark,
        line(cut(one.name, 18), one.mark === null ? 820 : 866, y, 30, { 'font-weight': weight }),
        line(one.figure, 1160, y, 32, { 'font-weight': weight, 'text-anchor': 'end' }),
      ];
    }),
    note && line(note, 820, 548, 24, { fill: '#665647' }),
    line('Capomastro', 40, 604, 28, { 'font-family': SERIF, 'font-weight': 700, fill: '#6f2610' }),
    line(address, 1160, 604, 26, { 'text-anchor': 'end', fill: '#665647' }),
  );
}

/**
 * A copy that looks the same without the page's style sheets.
 * @param {SVGSVGElement} drawing
 */
function alone(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const inside = copy.querySelectorAll('*');
  for (const [place, element] of drawing.querySelectorAll('*').entries()) {
    if (element.closest('defs')) continue;
    const look = getComputedStyle(element);
    for (const name of LOOKS) inside[place].setAttribute(name, look.getPropertyValue(name));
    inside[place].removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
}

/**
 * @param {SVGSVGElement} drawing
 * @returns {Promise<Blob>}
 */
export async function asPng(drawing) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(alone(drawing)))}`;
  await image.decode();
  const canvas = h('canvas', { width: WIDTH, height: HEIGHT });
  canvas.getContext('2d')?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}

/** @param {SVGSVGElement} drawing @param {string} name */
async function save(drawing, name) {
  const address = URL.createObjectURL(await asPng(drawing));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  toast(t('card.saved'));
}

/** @param {SVGSVGElement} drawing @param {string} name @param {string} address */
async function handOn(drawing, name, address) {
  const file = new File([await asPng(drawing)], name, { type: 'image/png' });
  try {
    await navigator.share({ files: [file], title: 'Capomastro', url: address });
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === 'AbortError')) throw problem;
  }
}

/**
 * Shows a card, and ways to keep it or to hand it on.
 * @param {Card} card @param {string} address @param {string} file
 */
export async function showCard(card, address, file) {
  await Promise.all([addWords('card'), stylesheet('/styles/daily.css')]);
  const drawing = drawCard(card);
  /** @param {() => Promise<void>} act */
  const doing = (act) => () => act().catch(complain);
  const probe = new File([''], file, { type: 'image/png' });
  dialog(
    t('card.title'),
    t('close'),
    (inside) =>
      inside.append(
        h('div', { class: 'card-frame' }, drawing),
        h('p', { class: 'quiet' }, t('card.note')),
        h(
          'p',
          { class: 'buttons' },
          h('button', { class: 'button main', onclick: doing(() => save(drawing, file)) }, t('card.save')),
          Boolean(navigator.canShare?.({ files: [probe] })) &&
            h('button', { class: 'button', onclick: doing(() => handOn(drawing, file, address)) }, t('card.share')),
          shareButtons(address, card.headline, false),
        ),
      ),
    true,
  );
}

/** @param {string} address */
export const plainAddress = (address) => address.replace(/^https?:\/\//, '');

/**
 * The picture of a game that draws none for the card.
 * @param {string} game
 */
export function posterPicture(game) {
  const picture = poster(game);
  picture.removeAttribute('aria-hidden');
  return picture;
}

/**
 * The card of a match that is over. Of a daily deal that others can still play it shows nothing that was dealt.
 * @param {Table} table
 */
export async function openCard(table) {
  await addWords('card');
  const { update, game, ctx } = table;
  const names = table.names();
  const own = update.daily ? null : await game.card?.();
  const rows = game.resultRows(update.view, ctx, update.scores).toSorted((a, b) => b.total - a.total);
  const address = update.daily ? `${location.origin}/daily` : `${location.origin}/t/${table.id}`;
  const who = listOf(update.winners.map((seat) => names[seat]));
  await showCard(
    {
      game: update.game,
      headline: t(update.winners.length > 1 ? 'result.shared' : 'result.won', { who }),
      note: update.daily ? t('card.daily', { day: update.daily }) : '',
      lines: rows.map((row) => ({
        mark: row.seat,
        name: names[row.seat],
        figure: String(row.total).replace('-', '−'),
        first: update.winners.includes(row.seat),
      })),
      address: plainAddress(update.watch || update.daily ? address : location.origin),
      picture: own ? own.picture(update.view, update.winners) : posterPicture(update.game),
    },
    update.watch || update.daily ? address : location.origin,
    `${update.game}-${table.id}.png`,
  );
}
