// The times in milliseconds, after the first few, that a game needs to draw a board from nothing and to draw the step
// after it, and how many elements that makes.
async ([name, sent, past]) => {
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
  const before = unpacked(past);
  const times = [];
  const steps = [];
  let elements = 0;
  for (let i = 0; i < 35; i += 1) {
    drawing.destroy();
    root.replaceChildren();
    const fresh = game.mount(root, ctx);
    const start = performance.now();
    fresh.update({ ...before, events: [] });
    const drawn = performance.now();
    fresh.update({ ...update, events: [] });
    times.push(drawn - start);
    steps.push(performance.now() - drawn);
    elements = root.querySelectorAll('*').length;
    fresh.destroy();
  }
  root.remove();
  return { times: times.slice(5), steps: steps.slice(5), elements };
}
