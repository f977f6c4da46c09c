// Ready reactions and stickers: sent as a code, read in everybody's own language, shown at the seat for a moment.

import { post } from './api.js';
import { announce, complain, h, roving } from './dom.js';
import { addWords, hasWord, t } from './i18n.js';
import { s, seatMark } from './svg.js';

const SHOWN = 6000; // milliseconds for which a reaction stays at its seat
const REACTIONS = ['well-played', 'thanks', 'oops', 'hurry', 'good-luck', 'good-game'];
/** Parts in a box of 48: path data, fill, and the colour of the line. @type {Record<string, [string, string, string][]>} */
const STICKERS = {
  laurel: [
    ['M24 42C10 40 6 28 10 12M24 42c14-2 18-14 14-30', 'none', '#4b7a2b'],
    [
      'M10 12c-5 1-6 5-3 8 4-1 5-4 3-8zM9 21c-5 0-7 4-4 8 4 0 6-4 4-8zM11 30c-5 1-5 6-1 8 4-1 4-5 1-8zM17 37c-4 2-3 7 1 8 3-2 3-6-1-8zM38 12c5 1 6 5 3 8-4-1-5-4-3-8zM39 21c5 0 7 4 4 8-4 0-6-4-4-8zM37 30c5 1 5 6 1 8-4-1-4-5-1-8zM31 37c4 2 3 7-1 8-3-2-3-6 1-8z',
      '#7fb34a',
      '#3c6420',
    ],
    [
      'M24 14l2.800 5.800 6.300.8-4.600 4.400 1.200 6.300L24 28.200l-5.700 3.100 1.200-6.300-4.600-4.400 6.300-.8z',
      '#f0c23b',
      '#96700c',
    ],
  ],
  scaffold: [
    ['M14 44V18h20v26z', '#e9c9a0', '#7d4f22'],
    ['M19 24h4v6h-4zM26 24h4v6h-4zM19 34h4v6h-4z', '#8fb8c9', '#7d4f22'],
    ['M8 46V6M40 46V10M8 16h32M8 28h32M8 40h32M8 16l12 12M40 28L28 40', 'none', '#96601f'],
    ['M26 16V9h8v7z', '#c96a3b', '#7a3315'],
  ],
  rubble: [
    ['M3 44l6-10 8 4 5-9 8 7 6-5 9 13z', '#c9a07a', '#6d4523'],
    ['M18 28l-3-14 9-2 3 13zM29 27l5-9 7 4-4 9z', '#d98a5b', '#7a3d1b'],
    ['M6 20l5 4M41 10l-4 5M22 4l1 5M33 8l1-4', 'none', '#8a8178'],
  ],
  coffee: [
    ['M8 20h26v10c0 8-5 12-13 12S8 38 8 30z', '#f6efe2', '#6d5435'],
    ['M34 23c9-2 9 11-1 11', 'none', '#6d5435'],
    ['M8 20c0-4 26-4 26 0s-26 4-26 0z', '#6b3b1a', '#3f210c'],
    ['M15 13c-3-4 3-5 0-9M22 12c-3-4 3-5 0-9M29 13c-3-4 3-5 0-9M4 45h34', 'none', '#8a8178'],
  ],
  gondola: [
    ['M2 40c6 3 10-3 15 0s10 3 15 0 9 0 14 0', 'none', '#2c7fa3'],
    ['M3 24c4 12 34 14 40 2l3-10c-4 2-5 6-6 9-8 5-24 4-34-1z', '#2d2a32', '#111'],
    ['M20 28l1-8h10l1 9z', '#b23a48', '#5f1620'],
    ['M34 6L16 40', 'none', '#96601f'],
    ['M11 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM10 26l2-10h5l2 11z', '#f0c49a', '#5a3a1c'],
    ['M8 10h12l-3-4h-6z', '#e2b53c', '#8a6410'],
  ],
  hammer: [
    ['M20 18l6 5-15 21c-3 3-8-1-6-5z', '#c98a4b', '#6b3f16'],
    ['M16 12L27 3c5 1 9 4 12 9l5 0 1 6-8 8-5-3 0-5c-2-2-4-3-6-3l-4 4z', '#9aa5ad', '#4a535a'],
    ['M40 32l4 3M36 36l2 5M43 27h4', 'none', '#d29a1a'],
  ],
};

export const reactionWords = () => addWords('reactions');

/** @param {string} code */
export function sticker(code, size = 40) {
  const parts = STICKERS[code];
  if (!parts) return null;
  return s(
    'svg',
    { class: 'sticker', viewBox: '0 0 48 48', width: size, height: size, 'aria-hidden': 'true' },
    parts.map(([d, fill, stroke]) =>
      s('path', { d, fill, stroke, 'stroke-width': 2, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }),
    ),
  );
}

/**
 * In the reader's language; of one that this page does not know, the words that came with it.
 * @param {Protocol.Message} message
 */
const wordsOf = ({ reaction: code, text }) => (hasWord(`reaction.${code}`) ? t(`reaction.${code}`) : text);

/**
 * What a reaction says, for eyes and ears.
 * @param {Protocol.Message} message
 * @returns {Child[]}
 */
export function reaction(message, size = 40) {
  const words = wordsOf(message);
  const picture = sticker(message.reaction ?? '', size);
  return picture ? [picture, h('span', { class: 'spoken' }, words)] : [h('span', {}, words)];
}

/**
 * The buttons, one stop of the Tab key; `sent()` is called after one went through.
 * @param {Table} table @param {() => void} [sent]
 */
export function reactionRow(table, sent) {
  /** @param {string} code */
  const send = async (code) => {
    try {
      await post(`${table.base}/reactions`, { seat: table.seat, reaction: code });
      sent?.();
    } catch (problem) {
      complain(problem);
    }
  };
  return roving(
    h(
      'div',
      { class: 'reactions', role: 'group', 'aria-label': t('chat.reactions') },
      [...REACTIONS, ...Object.keys(STICKERS)].map((code) =>
        h(
          'button',
          {
            type: 'button',
            class: `button small${code in STICKERS ? ' with-sticker' : ''}`,
            'data-reaction': code,
            title: t(`reaction.${code}`),
            onclick: () => send(code),
          },
          reaction({ id: 0, seat: 0, name: '', at: 0, reaction: code, text: code }, 34),
        ),
      ),
    ),
  );
}

/**
 * Shows a reaction beside the name of its seat for a moment, or on top where that is out of sight, and says it.
 * @param {Table} table @param {Protocol.Message} message
 */
export function showAtSeat(table, message) {
  const who = table.names()[message.seat] || message.name;
  const said = reaction(message, 56);
  const over = [...document.querySelectorAll('dialog[open]')].at(-1);
  const box = over ? null : table.root.querySelector(`[data-name-of="${message.seat}"]`)?.getBoundingClientRect();
  const inSight = box && box.width > 0 && box.top >= 0 && box.bottom < innerHeight - table.dock.offsetHeight;
  for (const old of document.querySelectorAll(`.reaction-bubble[data-of="${message.seat}"]`)) old.remove();
  const bubble = h(
    'div',
    { class: `reaction-bubble${inSight ? '' : ' adrift'}`, 'data-of': message.seat },
    inSight ? said : [seatMark(message.seat), h('span', {}, `${who}:`), ...said],
  );
  (over ?? document.body).append(bubble);
  if (inSight) {
    const room = document.documentElement.clientWidth - bubble.offsetWidth - 8;
    bubble.style.left = `${Math.max(8, Math.min(box.left, room)) + scrollX}px`;
    bubble.style.top = `${box.bottom + 6 + scrollY}px`;
  }
  announce(`${who}: ${wordsOf(message)}`);
  setTimeout(() => bubble.remove(), SHOWN);
}
