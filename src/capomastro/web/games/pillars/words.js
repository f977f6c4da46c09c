// Words for what the view, the steps and the events name: cards, districts, cells, sentences.

import { SHAPES, SOURCES, boardOf, buildStep, district, split } from './map.js';

/**
 * "pitch-dipper 4+2" -> {role, figure: "4+2", stones | piles and markers}
 * @param {string} name
 */
export function card(name) {
  const [, role = '', figure, markers] = /^(.*?)(?: (\d+)(?:\+(\d+))?)?$/.exec(name) ?? [];
  if (markers !== undefined)
    return { role, piles: Number(figure), markers: Number(markers), figure: `${figure}+${markers}` };
  return { role, stones: figure === undefined ? null : Number(figure), figure: figure ?? '' };
}

/** @param {string} word */
const key = (word) => word.replaceAll(' ', '-');
/** @param {string} role @param {Pillars.Ctx} ctx */
export const roleName = (role, ctx) => ctx.t(`pillars.role.${key(role)}`);

/** @param {string} name @param {Pillars.Ctx} ctx */
export function cardName(name, ctx) {
  const { role, figure } = card(name);
  return figure ? `${roleName(role, ctx)} ${figure}` : roleName(role, ctx);
}

/**
 * The name with what the card does, for those who do not see its face.
 * @param {string} name @param {Pillars.Ctx} ctx
 */
export function cardLabel(name, ctx) {
  const { role, stones, piles, markers } = card(name);
  return `${cardName(name, ctx)}: ${ctx.t(`pillars.does.${key(role)}`, { stones, piles, markers })}`;
}

/** @param {string} shape @param {Pillars.Ctx} ctx */
export const shapeName = (shape, ctx) => ctx.t(`pillars.shape.${shape}`);

/**
 * What the cells of a district show, in words: counted where their order says nothing, else one by one.
 * @param {string} name @param {Pillars.Ctx} ctx
 */
function facesInWords(name, ctx) {
  const { shape, faces } = district(name);
  const buildings = [...faces].filter((face) => face === 'B').length;
  /** @type {Record<string, number>} */
  const count = { B: buildings, P: faces.length - buildings };
  if (count.B && count.P && shape !== 'square') return [...faces].map((face) => faceName(face, ctx)).join(', ');
  const counted = ['B', 'P']
    .filter((face) => count[face])
    .map((face) => ctx.t(face === 'B' ? 'pillars.buildings' : 'pillars.piazzas', { n: count[face] }))
    .join(', ');
  if (count.B !== 2 || count.P !== 2) return counted;
  return `${counted}, ${ctx.t(faces[0] === faces[3] ? 'pillars.faces.diagonal' : 'pillars.faces.beside')}`;
}

/** @param {string} face @param {Pillars.Ctx} ctx */
const faceName = (face, ctx) => ctx.t(face === 'B' ? 'pillars.building' : 'pillars.piazza');

/** @param {string} name @param {Pillars.Ctx} ctx */
export const districtName = (name, ctx) =>
  ctx.t('pillars.district.name', { shape: shapeName(district(name).shape, ctx), faces: facesInWords(name, ctx) });

/** @param {string} name @param {Pillars.View} view @param {Pillars.Ctx} ctx */
export function districtLabel(name, view, ctx) {
  const { shape } = district(name);
  const at = SHAPES.indexOf(shape);
  return ctx.t('pillars.district.label', {
    shape: shapeName(shape, ctx),
    faces: facesInWords(name, ctx),
    stones: view.components.stones[at],
    crests: view.components.crests[at],
  });
}

/**
 * @param {string} name @param {Pillars.View} view @param {Pillars.Board} board @param {Pillars.Ctx} ctx
 * @param {boolean} open
 */
export function cellLabel(name, view, board, ctx, open) {
  const parts = [name];
  const built = board.built.get(name);
  if (built) {
    parts.push(faceName(built.face, ctx));
    parts.push(ctx.t('pillars.cell.of', { district: districtName(built.district, ctx) }));
  } else if (board.piles.has(name)) {
    parts.push(ctx.t('pillars.cell.pile'));
    const owner = board.marks.get(name);
    if (owner !== undefined) parts.push(ctx.t('pillars.cell.marker', { seat: ctx.names[owner] }));
  } else {
    parts.push(ctx.t(board.canal.has(name) ? 'pillars.cell.canal' : 'pillars.cell.lagoon'));
    if (board.spans.has(name)) parts.push(ctx.t('pillars.cell.span'));
  }
  if (open) parts.push(ctx.t(`pillars.cell.open.${view.phase}`));
  return parts.join(', ');
}

/**
 * Who gets what from building, in one line.
 * @param {Pillars.Split} points @param {number | null} seat @param {Pillars.Ctx} ctx
 */
export function splitText(points, seat, ctx) {
  const parts = [
    ctx.t('pillars.split.total', { n: points.points[seat ?? 0] }),
    ctx.t('pillars.split.crests', { n: points.crests }),
    ctx.t('pillars.split.matches', { n: points.matches.length }),
  ];
  for (const [owner, count] of points.markers) {
    parts.push(ctx.t('pillars.split.marker', { seat: ctx.names[owner], points: 3 * count }));
  }
  if (points.own) parts.push(ctx.t('pillars.split.own', { n: points.own }));
  if (points.gondola !== null) parts.push(ctx.t('pillars.split.gondola', { seat: ctx.names[points.gondola] }));
  return parts.join('; ');
}

/** @param {string} text @param {Pillars.Ctx} ctx */
export function stepLabel(text, ctx) {
  const [verb, ...rest] = text.split(' ');
  const last = rest.join(' ');
  switch (verb) {
    case 'done':
    case 'stay':
      return ctx.t(`pillars.step.${verb}`);
    case 'swap':
      return ctx.t('pillars.step.swap', { seat: ctx.names[Number(last) - 1] ?? last });
    case 'give':
    case 'choose':
      return ctx.t(`pillars.step.${verb}`, { card: cardName(last, ctx) });
    case 'take':
      return ctx.t('pillars.step.take', { shape: shapeName(last, ctx) });
    case 'pile':
    case 'mark':
      return ctx.t(`pillars.step.${verb}`, { cell: last });
    default: {
      const lying = buildStep(text);
      return lying
        ? ctx.t('pillars.step.build', {
            district: districtName(lying.district, ctx),
            at: lying.at,
            turned: lying.turned,
          })
        : text;
    }
  }
}

/**
 * One sentence on what a step does or brings; empty where its name says it all.
 * @param {string} text @param {Pillars.Ctx} ctx
 */
export function about(text, ctx) {
  const { view } = ctx;
  const [verb, ...rest] = text.split(' ');
  if (verb === 'choose') {
    const { role, stones, piles, markers } = card(rest.join(' '));
    return ctx.t(`pillars.does.${key(role)}`, { stones, piles, markers });
  }
  if (verb === 'take') {
    const top = view.tops[SHAPES.indexOf(rest[0])];
    return top ? districtLabel(top, view, ctx) : '';
  }
  const lying = buildStep(text);
  return lying ? splitText(split(view, boardOf(view), lying, view.viewer), view.viewer, ctx) : '';
}

/**
 * The facts of an event or of a refusal that are cards, shapes or districts, in words.
 * @param {Record<string, any>} facts @param {Pillars.Ctx} ctx
 */
export function thingWords(facts, ctx) {
  /** @type {Args} */
  const args = {};
  if (facts.card) args.card = cardName(facts.card, ctx);
  if (facts.shape) args.shape = shapeName(facts.shape, ctx);
  for (const name of ['district', 'top']) if (facts[name]) args[name] = districtName(facts[name], ctx);
  return args;
}

/** @param {Happening} event @param {Pillars.Ctx} ctx */
export function sentence(event, ctx) {
  /** @type {Record<string, any>} */
  const facts = {
    ...event.facts,
    ...thingWords(event.facts, ctx),
    seat: event.seat == null ? '' : ctx.names[event.seat],
  };
  for (const name of ['from', 'to', 'other']) {
    if (typeof facts[name] === 'number') facts[name] = ctx.names[facts[name] - 1];
  }
  if (event.kind === 'set pile') facts.n = facts.left;
  if (event.kind === 'markers back') facts.n = facts.count;
  return ctx.t(`pillars.event.${key(event.kind)}`, facts);
}

/**
 * What is to be done now, by whom.
 * @param {Pillars.Update} update @param {Pillars.Ctx} ctx
 */
export function prompt(update, ctx) {
  const { view } = update;
  if (!view) return '';
  if (view.phase === 'over') {
    return ctx.t('pillars.prompt.over', {
      names: view.winners.map((seat) => ctx.names[seat]).join(', '),
      n: view.winners.length,
    });
  }
  const own = view.viewer !== null && view.waiting.includes(view.viewer);
  /** @type {Args} */
  const args = { n: view.left, seat: ctx.names[view.actor] };
  const actor = view.seats[view.actor];
  if (view.phase === 'choosing') {
    if (own) return ctx.t('pillars.prompt.choosing');
    const names = view.waiting.map((seat) => ctx.names[seat]).join(', ');
    return ctx.t('pillars.prompt.waiting', { names, n: view.waiting.length });
  }
  if (!own) {
    return ctx.t(`pillars.prompt.other.${view.phase}`, { ...args, card: actor.card ? cardName(actor.card, ctx) : '' });
  }
  if (view.phase === 'giving' && view.drawn !== null) args.card = cardName(view.cards[view.drawn].name, ctx);
  if (view.phase === 'taking' && card(actor.card ?? '').stones !== view.left)
    return ctx.t('pillars.prompt.takemore', args);
  return ctx.t(`pillars.prompt.${view.phase}`, args);
}

const CARD_ACTIONS = new Set([
  'took',
  'stack ran dry',
  'set pile',
  'built',
  'boarded',
  'boarded instead',
  'six points',
  'no effect',
]);

/**
 * The numbers at which rounds begin and at which a seat begins to carry out its card, in a match that is over.
 * @param {Happening[]} events
 */
export function turnStarts(events) {
  const starts = new Set();
  let acting = null;
  for (const event of events) {
    const begins = event.kind === 'round began' || (CARD_ACTIONS.has(event.kind) && event.seat !== acting);
    if (event.kind === 'round began') acting = null;
    else if (CARD_ACTIONS.has(event.kind)) acting = event.seat;
    if (begins) starts.add(event.n);
  }
  return [...starts];
}

/** @param {Pillars.View} view @param {Pillars.Ctx} ctx */
export function resultRows(view, ctx) {
  return view.seats.map((seen, seat) => ({
    seat,
    total: seen.score,
    parts: SOURCES.map((source) => ({
      label: ctx.t(`pillars.source.${source}`),
      detail: detail(view, seat, source, ctx),
      points: seen.points[source],
    })),
  }));
}

/** @param {Pillars.View} view @param {number} seat @param {string} source @param {Pillars.Ctx} ctx */
function detail(view, seat, source, ctx) {
  if (source !== 'crests') return '';
  return ctx.t('pillars.result.districts', { n: view.placed.filter((placed) => placed.seat === seat).length });
}
