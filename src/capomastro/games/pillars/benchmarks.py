"""Figures about games of The Pillars of Venice, and states on which the time for `legal` is measured."""

from collections.abc import Mapping

from capomastro.core.chance import seeded
from capomastro.games.pillars.components import box_of, load_components
from capomastro.games.pillars.names import bits_in
from capomastro.games.pillars.rules.board import BUILDING, SOURCES, STANDSTILL_ROUNDS
from capomastro.games.pillars.rules.cards import MASTER_BUILDER, ROLE, ROLE_NAMES
from capomastro.games.pillars.rules.cells import cell_set, list_cells, size, union
from capomastro.games.pillars.rules.districts import SHAPE_NAMES
from capomastro.games.pillars.rules.piling import first_cells
from capomastro.games.pillars.rules.state import State, deal
from capomastro.games.pillars.view import SOURCE_NAMES

STOCKS = (2, 5, 10, 20)
PILES_SET = (15, 45)


def building_with(seats: int, districts: int, piles: int) -> State:
    """The first seat is to build, with stones for anything, out of a stock of this size on this many empty piles."""
    state = deal(seats, seeded(0), box_of(load_components()), 0)
    rng = seeded(piles)
    for _ in range(piles):
        shore = list_cells(first_cells(state))
        state.piles = union(state.piles, cell_set(shore[rng.randrange(len(shore))]))
    state.pile_supply -= piles
    spare = bits_in(state.unseen)
    state.stocks[0] = 0
    while size(state.stocks[0]) < districts:
        state.stocks[0] |= 1 << spare[rng.randrange(len(spare))]
    card = next(card for card in bits_in(state.box.in_play[2]) if ROLE[state.box.card_kinds[card]] == MASTER_BUILDER)
    state.hands[0] |= 1 << card
    state.chosen = 1 << card
    state.phase = BUILDING
    state.left = 9
    return state


def benchmarks(seats: int) -> dict[str, State]:
    return {
        f"{districts} on {piles} piles": building_with(seats, districts, piles)
        for piles in PILES_SET
        for districts in STOCKS
    }


def statistics(state: State) -> Mapping[str, float]:
    """What a game was like: rounds, points by source, cards without effect, stacks run dry."""
    figures: dict[str, float] = {"rounds": int(state.round)}
    for source in range(SOURCES):
        earned = sum(int(state.earned(seat, source)) for seat in range(state.seats))
        figures[f"points from {SOURCE_NAMES[source]} per seat"] = earned / int(state.seats)
    for role, name in enumerate(ROLE_NAMES):
        figures[f"{name} played"] = int(state.played[role])
        figures[f"{name} without effect"] = int(state.fizzled[role])
    figures["districts built"] = int(state.placed_count)
    figures["stacks run dry"] = len(SHAPE_NAMES) - len(bits_in(state.tops))
    figures["ended by standstill"] = float(state.idle_rounds >= STANDSTILL_ROUNDS)
    return figures
