// What lies on top of a page: dialogs and drawers. The Back button closes the topmost before it leaves the page.

/** @type {{ close: () => void }[]} */
const layers = [];
let settling = false;

/**
 * Notes that something has opened which `close` closes; call what is returned when it has closed by itself.
 * @param {() => void} close
 */
export function openLayer(close) {
  const layer = { close };
  layers.push(layer);
  history.pushState({ layers: layers.length }, '');
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    settle();
  };
}

/** Closes everything; returns whether the entry of history we stand on belongs to it and can be used for the next page. */
export function closeLayers() {
  const own = depth() > 0;
  for (const layer of layers.splice(0).reverse()) layer.close();
  return own;
}

/** What Back or Forward means for the layers. Returns true if that was all it meant. */
export function layersMoved() {
  const ours = settling || layers.length > depth() || depth() > layers.length;
  settling = false;
  while (layers.length > depth()) layers.pop()?.close();
  settle();
  return ours;
}

/** Leaves entries of history whose layers are gone, also those of before a reload. */
export function settle() {
  const extra = depth() - layers.length;
  if (settling || extra <= 0) return;
  settling = true;
  history.go(-extra);
}

const depth = () => history.state?.layers ?? 0;
