// The times in milliseconds that a game needs to draw an update from nothing, after the first few, and how many elements it makes.
async ([name, sent]) => {
  const game = await import(`/games/${name}.js`);
  const { t } = await import('/i18n.js');
  const { unpacked } = await import('/updates.js');
  const update = unpacked(sent);
  const root = document.createElement('div');
  document.body.append(root);
  const legal = new Set(update.legal);
  const ctx = { t, names: update.seats.map((seat) => seat.name), viewer: update.viewer, mode: 'play', canAct: legal.size > 0, view: update.view,
    legal: () => legal, act() {}, refuse() {}, announce() {}, reducedMotion: true };
  const drawing = game.mount(root, ctx);
  const times = [];
  let elements = 0;
  for (let i = 0; i < 35; i += 1) {
    drawing.destroy();
    root.replaceChildren();
    const fresh = game.mount(root, ctx);
    const start = performance.now();
    fresh.update({ ...update, events: [] });
    times.push(performance.now() - start);
    elements = root.querySelectorAll('*').length;
    fresh.destroy();
  }
  root.remove();
  return { times: times.slice(5), elements };
}
