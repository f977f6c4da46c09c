// What the operator of the server says to everybody: a strip over the page, until it is put away or its time is over.

import { announce, h, stylesheet } from './dom.js';
import { t } from './i18n.js';

const PUT_AWAY = 'broadcast';
/** @type {{ id: number, box: HTMLElement } | null} */
let shown = null;
let timer = 0;

/** @param {Protocol.Broadcast | null} broadcast */
export async function show(broadcast) {
  if (broadcast?.id === shown?.id) return;
  hide();
  if (!broadcast || sessionStorage.getItem(PUT_AWAY) === String(broadcast.id)) return;
  const { id, text, at, until } = broadcast;
  const title = t('broadcast.title');
  const box = h(
    'aside',
    { class: 'broadcast', 'aria-label': title },
    h('p', {}, h('b', {}, title), ' ', text),
    h(
      'button',
      {
        class: 'icon-button',
        'aria-label': t('close'),
        onclick: () => {
          sessionStorage.setItem(PUT_AWAY, String(id));
          hide();
        },
      },
      '✕',
    ),
  );
  shown = { id, box };
  await stylesheet('/styles/broadcast.css');
  if (shown?.id !== id) return;
  document.body.append(box);
  announce(`${title} ${text}`);
  timer = setTimeout(hide, Math.min(until - at, 2 ** 31 - 1)); // by the server's clock
}

function hide() {
  clearTimeout(timer);
  shown?.box.remove();
  shown = null;
}
