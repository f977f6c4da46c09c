// What chance brings in The Pillars of Venice, drawn once more from the seed: hands, the stacks of districts, the first
// start player, and the cards drawn in swaps.

export const rules = [1];

const SHAPES = ['domino', 'row', 'corner', 'square', 'bridge'];
const HAND = 5;

/** @param {number[]} numbers */
const ascending = (numbers) => [...numbers].sort((one, other) => one - other);

/**
 * What chance has brought before the first step, as a seat sees it.
 * @param {Pillars.View} view @param {number} seat
 */
export const opening = ({ start, tops, seats, components }, seat) => ({
  start,
  tops,
  stocks: seats.map(({ stock }) => stock),
  hand: seats[seat].hand,
  cards: components.cards,
  districts: components.districts,
});

/**
 * Deals and draws everything again. Returns what each seat must have seen at first, and the first step at which what
 * was told is not what chance brought.
 * @param {Fair.Told<Pillars.View>} told @param {Fair.Chance} chance
 * @returns {Promise<Fair.Found>}
 */
export async function follow({ head, view, events }, chance) {
  const { cards, districts } = view.components;
  /** @param {number} card */
  const nameOf = (card) => cards[card][0];
  /** @param {number[]} held @param {string} name @param {number | null} [but] */
  const lowest = (held, name, but = null) => held.find((card) => nameOf(card) === name && card !== but) ?? -1;

  const { first } = head.options;
  const start = first === 'random' ? await chance.draw('pillars first seat', head.seats) : Number(first) - 1;
  const deck = [...cards.keys()].filter((card) => cards[card][1] <= head.seats);
  /** @type {number[][]} */
  const hands = [];
  for (let seat = 0; seat < head.seats; seat += 1) {
    const hand = [];
    for (let nth = 0; nth < HAND; nth += 1) hand.push(await chance.drawFrom('pillars cards', deck));
    hands.push(ascending(hand));
  }
  const stacks = SHAPES.map((shape) => [...districts.keys()].filter((one) => districts[one].split(' ')[0] === shape));
  /** @type {(number | null)[]} */
  const tops = [];
  /** @param {number} shape */
  const turnUp = async (shape) => {
    tops[shape] = stacks[shape].length ? await chance.drawFrom(`pillars ${SHAPES[shape]}`, stacks[shape]) : null;
  };
  for (const shape of SHAPES.keys()) await turnUp(shape);
  /** @type {number[][]} */
  const stocks = hands.map(() => []);
  for (let nth = 0; nth < head.seats; nth += 1)
    for (const shape of [SHAPES.indexOf('domino'), SHAPES.indexOf('square')]) {
      stocks[(start + nth) % head.seats].push(/** @type {number} */ (tops[shape]));
      await turnUp(shape);
    }
  const shown = tops.filter((top) => top !== null).map((top) => districts[top]);
  const openings = hands.map((hand) => ({
    start,
    tops: shown,
    stocks: stocks.map((stock) => ascending(stock).map((one) => districts[one])),
    hand: hand.map(nameOf),
    cards,
    districts,
  }));

  /** @type {number | null} */
  let drawn = null;
  /** @type {number[]} */
  const chosen = [];
  /** @param {number} card @param {number} from @param {number} to */
  function move(card, from, to) {
    hands[from] = hands[from].filter((one) => one !== card);
    hands[to] = ascending([...hands[to], card]);
  }

  for (const { n, kind, seat, facts } of events) {
    await chance.at(n);
    const who = seat ?? 0;
    let fits = true;
    if (kind === 'took' || kind === 'stack ran dry') {
      const shape = SHAPES.indexOf(facts.district.split(' ')[0]);
      const top = tops[shape];
      fits = top !== null && districts[top] === facts.district;
      await turnUp(shape);
      const next = tops[shape];
      fits &&= (next === null ? undefined : districts[next]) === facts.top;
    }
    if (kind === 'drew card') {
      const from = facts.from - 1;
      drawn = hands[from][await chance.draw('pillars swap', hands[from].length)];
      fits = nameOf(drawn) === facts.card;
      move(drawn, from, who);
    }
    if (kind === 'gave card') {
      move(lowest(hands[who], facts.card, drawn), who, facts.to - 1);
      drawn = null;
    }
    if (kind === 'chose card') chosen[who] = lowest(hands[who], facts.card);
    if (kind === 'passed on') move(chosen[who], who, facts.to - 1);
    if (!fits || hands.flat().includes(-1)) return { openings, wrong: n };
  }
  return { openings, wrong: null };
}
