"""Pinned numbers of step sequences from fixed seeds: a change of the rules cannot hide from them."""

import pytest

from capomastro.chance import seeded
from capomastro.match import Match, new_setup
from capomastro.position import Position

# (game, seats, seed, random steps played first) -> sequences of 1, 2, 3 … steps from there
PINNED = {
    ("palazzo", 2, 1, 0): [2, 6, 17, 34, 80, 239, 500, 1065, 2995, 7125, 16620],
    ("palazzo", 3, 2, 60): [3, 11, 37, 71, 144, 430, 1110, 2388, 6411, 17333],
    ("palazzo", 4, 3, 150): [3, 7, 12, 36, 162, 654, 2004, 6057, 19125],
}


def sequences(state: Position, depth: int) -> int:
    """How many ways there are to take this many steps; a game that ends earlier counts once."""
    if depth == 0 or state.over:
        return 1
    total = 0
    for seat in state.to_act():
        for action in state.legal(seat):
            following = state.clone()
            following.play(seat, action)
            total += sequences(following, depth - 1)
    return total


def position(game: str, seats: int, seed: int, steps: int) -> Position:
    state = Match(new_setup(game, seats, seed=seed)).state
    rng = seeded(seed)
    for _ in range(steps):
        legal = state.legal(state.to_act()[0])
        state.play(state.to_act()[0], legal[rng.below(len(legal))])
    return state


@pytest.mark.parametrize("where", PINNED, ids=str)
def test_the_number_of_step_sequences_is_pinned(where: tuple[str, int, int, int]) -> None:
    counts = PINNED[where]

    assert [sequences(position(*where), depth + 1) for depth in range(len(counts))] == counts
