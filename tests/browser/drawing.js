// The times in milliseconds, after the first few, that a game needs to draw a board from nothing and to draw the step
// after it, and how many elements that makes.
async ([name, sent, past]) => {
  const game = await import(`/games/${name}.js`);
  const { t } = await import('/i18n.js');
  const { unpacked } = await import('/updates.js');
  const update = unpacked(sent);
  const root = document.createElement('div');
  document.body.append(root);
  const before = unpacked(past);
  const legal = new Map([before, update].map((one) => [one, new Set(one.legal)]));
  let shown = before; // a board is drawn with the steps that were legal on it, and no others
  const ctx = {
    t,
    names: update.seats.map((seat) => seat.name),
    viewer: update.viewer,
    mode: 'play',
    legal: () => legal.get(shown),
    get canAct() {
      return ctx.legal().size > 0;
    },
    get view() {
      return shown.view;
    },
    act() {},
    refuse() {},
    announce() {},
    reducedMotion: true,
  };
  const show = (drawing, one) => {
    shown = one;
    drawing.update({ ...one, events: [] });
  };
  const times = [];
  const steps = [];
  let elements = 0;
  for (let i = 0; i < 35; i += 1) {
    root.replaceChildren();
    const fresh = game.mount(root, ctx);
    const start = performance.now();
    show(fresh, before);
    const drawn = performance.now();
    show(fresh, update);
    times.push(drawn - start);
    steps.push(performance.now() - drawn);
    elements = root.querySelectorAll('*').length;
    fresh.destroy();
  }
  root.remove();
  return { times: times.slice(5), steps: steps.slice(5), elements };
};
