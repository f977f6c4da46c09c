// What lies on top of a page: dialogs and drawers. The Back button closes the topmost before it leaves the page.

/** @type {{ close: () => void }[]} */
const layers = [];
/** @type {Promise<void> | null} */
let settling = null; // on the way back to the entry of history that fits: browsers take their time for it
let arrived = () => {};

/**
 * Notes that something has opened which `close` closes; call what is returned when it has closed by itself.
 * @param {() => void} close
 */
export function openLayer(close) {
  const layer = { close };
  layers.push(layer);
  if (!settling) enter();
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    settle();
  };
}

/** One entry of history for each layer. */
function enter() {
  while (depth() < layers.length) history.pushState({ layers: depth() + 1 }, '');
}

/** Closes everything; returns whether the entry of history we stand on belongs to it and can be used for the next page. */
export function closeLayers() {
  const own = depth() > 0;
  for (const layer of layers.splice(0).reverse()) layer.close();
  return own;
}

/** What Back or Forward means for the layers. Returns true if that was all it meant. */
export function layersMoved() {
  if (settling) {
    settling = null;
    arrived();
    enter(); // what was opened on the way
    settle();
    return true;
  }
  const ours = layers.length !== depth();
  while (layers.length > depth()) layers.pop()?.close();
  settle();
  return ours;
}

/** Leaves entries of history whose layers are gone, also those of before a reload. */
export function settle() {
  const extra = depth() - layers.length;
  if (settling || extra <= 0) return;
  settling = new Promise((resolve) => {
    arrived = resolve;
  });
  history.go(-extra);
}

/** What to wait for before another page is entered into history, which the way back would lead away from again. */
export const settled = () => settling;

const depth = () => history.state?.layers ?? 0;
