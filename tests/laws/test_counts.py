"""Pinned numbers of step sequences from fixed seeds: a change of the rules cannot hide from them."""

import pytest

from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.core.position import Position

# (game, seats, seed, random steps played first) -> sequences of 1, 2, 3 … steps from there
PINNED = {
    ("palazzo", 2, 1, 0): [2, 6, 17, 34, 80, 239, 500, 1065, 3031, 7269],
    ("palazzo", 3, 2, 60): [3, 11, 37, 71, 144, 430, 1110, 2484, 6927],
    ("palazzo", 4, 3, 150): [3, 7, 16, 58, 248, 902, 2759, 8543],
    ("pillars", 2, 1, 0): [2, 15, 100, 1214, 8648],
    ("pillars", 3, 2, 60): [7, 21, 168, 1890, 13300],
    ("pillars", 6, 3, 200): [3, 21, 116, 316, 1162, 6754],
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
        state.play(state.to_act()[0], legal[rng.randrange(len(legal))])
    return state


@pytest.mark.parametrize("where", PINNED, ids=str)
def test_the_number_of_step_sequences_is_pinned(where: tuple[str, int, int, int]) -> None:
    counts = PINNED[where]

    assert [sequences(position(*where), depth + 1) for depth in range(len(counts))] == counts
