// What chance brings in Palazzo, drawn once more from the seed: tiles, money, the first seat and the master builder.

export const rules = [1];

const CARDS = ['certificate'];
for (const value of [7, 6, 5, 4, 3])
  for (const currency of ['lira', 'ducat', 'florin']) CARDS.unshift(`${currency} ${value}`);
const MATERIALS = ['brick', 'sandstone', 'marble'];
const TILES = [1, 2, 3, 4, 5].flatMap((floor) =>
  MATERIALS.flatMap((material) => [1, 2, 3].map((windows) => `${material} ${floor} ${windows}`)),
);
const COPIES = 3;
const CERTIFICATES = 10;
const DEALT = 4;
const RIDERS = 5;
const PAID = new Set(['bought', 'lot won', 'taken out', 'put in', 'razed']);

/** @param {string[]} cards */
const inOrder = (cards) => [...cards].sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other));

/**
 * Tiles as the rules count them: second copies come after everything else.
 * @param {string[]} tiles
 */
function counted(tiles) {
  const first = TILES.filter((tile) => tiles.includes(tile));
  return [...first, ...TILES.filter((tile) => tiles.filter((one) => one === tile).length > 1)];
}

/**
 * What chance has brought before the first step, as a seat sees it.
 * @param {Palazzo.View} view @param {number} seat
 */
export const opening = ({ quarries, warehouse, builder, turn, unseen, seats }, seat) => ({
  quarries,
  warehouse,
  builder,
  turn,
  unseen,
  hand: seats[seat].hand,
});

/**
 * Deals and draws everything again. Returns what each seat must have seen at first, and the first step at which what
 * was told is not what chance brought.
 * @param {Fair.Told<Palazzo.View>} told @param {Fair.Chance} chance
 * @returns {Promise<Fair.Found>}
 */
export async function follow({ head, view, events }, chance) {
  const stacks = view.unseen.map((tiles, number) =>
    counted(number ? tiles : [...tiles, ...view.quarries.flat(), ...view.warehouse]),
  );
  let riders = 0;
  let deck = CARDS.flatMap((card) => Array(card === 'certificate' ? CERTIFICATES : COPIES).fill(card));
  /** @type {string[]} */
  let discards = [];

  /** The next tile; null is a rider. */
  async function tile() {
    const number = stacks[0].length ? 0 : stacks[1].length ? 1 : 2;
    const waiting = number === 2 ? RIDERS - riders : 0;
    const drawn = (await chance.draw('palazzo tiles', stacks[number].length + waiting)) - waiting;
    if (drawn < 0) return null;
    const found = stacks[number][drawn];
    const rest = [...stacks[number]];
    rest.splice(rest.lastIndexOf(found), 1);
    stacks[number] = rest;
    return found;
  }

  async function card() {
    if (!deck.length) {
      deck = inOrder(discards);
      discards = [];
    }
    return chance.drawFrom('palazzo money', deck);
  }

  /** @param {number} count */
  async function cards(count) {
    const found = [];
    for (let nth = 0; nth < count; nth += 1) found.push(await card());
    return inOrder(found);
  }

  const quarries = [];
  for (let nth = 0; nth < 4; nth += 1) quarries.push([await tile()]);
  const warehouse = [await tile()];
  const builder = await chance.draw('palazzo builder', 4);
  const { first } = head.options;
  const turn = first === 'random' ? await chance.draw('palazzo first seat', head.seats) : Number(first) - 1;
  const unseen = stacks.map((tiles) => TILES.flatMap((tile) => tiles.filter((one) => one === tile)));
  const openings = [];
  for (let seat = 0; seat < head.seats; seat += 1)
    openings.push({ quarries, warehouse, builder, turn, unseen, hand: await cards(DEALT) });

  for (const { n, kind, facts } of events) {
    await chance.at(n);
    let fits = true;
    if (kind === 'money shown') fits = String(await cards(head.seats + 1)) === String(inOrder(facts.cards));
    if (kind === 'tile stored' || kind === 'tile quarried') fits = (await tile()) === facts.tile;
    if (kind === 'rider came') {
      fits = (await tile()) === null;
      riders += 1;
    }
    if (PAID.has(kind)) discards.push(...facts.cards);
    if (!fits) return { openings, wrong: n };
  }
  return { openings, wrong: null };
}
