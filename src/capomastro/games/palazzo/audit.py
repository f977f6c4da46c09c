"""An independent count of Palazzo's components and points, written without the rules' own arithmetic."""

from collections import Counter

from capomastro.games.palazzo.names import TILE_NAMES, cards_in, floors_in, tiles_in
from capomastro.games.palazzo.rules.board import OVER, STANDSTILL_TURNS
from capomastro.games.palazzo.rules.state import State

ALL_TILES = Counter({name: 2 if name.endswith(" 3 1") else 1 for name in TILE_NAMES})


def audit(state: State) -> None:
    """55 money cards and 48 tiles are somewhere, each once; scores are what a patient recount gives."""
    cards: Counter[str] = Counter()
    for pile in (state.deck, state.discards, state.open, state.staged):
        cards.update(cards_in(pile))
    for seat in range(state.seats):
        cards.update(cards_in(state.hands[seat]))
        cards.update(cards_in(state.laid[seat]))
        held = Counter(cards_in(state.hands[seat]))
        if seat == state.actor:
            held.update(cards_in(state.staged))
        assert Counter(cards_in(state.known[seat])) <= held, f"seat {seat} is said to hold what it does not"
    assert sum(cards.values()) == 55, f"{sum(cards.values())} money cards instead of 55"
    assert cards["certificate"] == 10, f"{cards['certificate']} certificates instead of 10"
    assert set(cards.values()) == {3, 10}, "a money card got lost or doubled"

    tiles: Counter[str] = Counter()
    for group in (state.warehouse, state.pending, state.box, *state.stacks, *state.quarries):
        tiles.update(tiles_in(group))
    for seat in range(state.seats):
        points = 0
        for site in range(state.sites[seat]):
            floors = floors_in(state.palazzo(seat, site))
            tiles.update(floors)
            points += recount(floors)
        assert points == state.score(seat), f"seat {seat} has {points} points, not {state.score(seat)}"
    assert sum(tiles.values()) == 48, f"{sum(tiles.values())} tiles instead of 48"
    assert tiles == ALL_TILES, "a tile got lost or doubled"
    assert 0 <= state.riders <= 5, "there are five riders"
    assert state.idle_turns <= STANDSTILL_TURNS * state.seats, "a standstill went unnoticed"
    if state.phase == OVER:
        assert state.winners() == recounted_winners(state), "the winners are others"


def recount(floors: tuple[str, ...]) -> int:
    """What a palazzo scores, from the names of its tiles."""
    if not floors:
        return 0
    materials, numbers, windows = zip(*(tile.split() for tile in floors), strict=True)
    assert list(numbers) == sorted(set(numbers)), f"floors {numbers} do not ascend"
    height = len(floors)
    base = {1: -5, 2: 0}.get(height)
    if base is not None:
        return base
    bonus = {3: 0, 4: 3, 5: 6}[height]
    pure = {3: 3, 4: 3, 5: 6}[height] if len(set(materials)) == 1 else 0
    return sum(map(int, windows)) + bonus + pure


def recounted_winners(state: State) -> list[int]:
    ranks = []
    for seat in range(state.seats):
        points = sum(recount(floors_in(state.palazzo(seat, site))) for site in range(state.sites[seat]))
        ranks.append((points, richest_payment(list(cards_in(state.hands[seat])))))
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def richest_payment(cards: list[str]) -> int:
    """The largest payment, found by trying every currency and every number of trios."""
    held = Counter(cards)
    best = 0
    for currency in ("florin", "ducat", "lira"):
        total = 0
        for value in range(3, 8):
            counts = [held[f"{name} {value}"] for name in ("florin", "ducat", "lira")]
            own = held[f"{currency} {value}"]
            total += max(15 * trios + value * (own - trios) for trios in range(min(counts) + 1))
        jokers = held["certificate"]
        total += max(15 * trios + 2 * (jokers - 3 * trios) for trios in range(jokers // 3 + 1))
        best = max(best, total)
    return best
