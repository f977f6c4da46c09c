// An update as it comes over the wire, and as the page draws it.

/**
 * The texts of a list of steps, in which an item is a text, or a beginning with the items that continue it.
 * @param {Protocol.StepList} items
 * @returns {string[]}
 */
export function spelledOut(items, beginning = '') {
  return items.flatMap((item) =>
    typeof item === 'string' ? beginning + item : spelledOut(item[1], `${beginning}${item[0]} `),
  );
}

/**
 * The same update with its steps spelled out and what was in the box, which the server says once, back in its view.
 * @param {Protocol.Update} update
 * @returns {Update}
 */
export function unpacked(update, components = update.components) {
  const view = update.view && components ? { ...update.view, components } : update.view;
  return { ...update, legal: spelledOut(update.legal), view };
}
