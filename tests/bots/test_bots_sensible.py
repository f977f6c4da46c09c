"""The levels below master play weaker, not silly: they do not throw away what they have just paid for."""

from collections import Counter

import pytest

import capomastro
from capomastro.bots.roster import player_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.rules.board import PLACING
from capomastro.games.palazzo.rules.palazzi import floor_bits, score_of
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.rules.steps import BOX, PUT

GAMES, BUDGET = (4, "") if capomastro.compiled else (1, ":10")  # interpreted, a game takes seconds


def has_use(state: State, legal: list[int]) -> bool:
    """Would the tile to build bring points on one of the seat's palazzi?"""
    palazzi = [int(state.palazzo(state.actor, step - PUT)) for step in legal if step >= PUT]
    return any(score_of(palazzo | floor_bits(state.placing)) > score_of(palazzo) for palazzo in palazzi)


def boxed(level: str, seed: int) -> Counter[str]:
    """How many tiles three bots of a level placed and boxed in a game, by how they came by them."""
    match = Match(new_setup("palazzo", 3, seed=seed))
    bots = [player_named(level + BUDGET, PALAZZO) for _ in range(3)]
    rngs = [seeded(3 * seed + seat) for seat in range(3)]
    found: Counter[str] = Counter()
    source = ""
    while not match.state.over:
        state = match.state
        assert isinstance(state, State)
        seat = int(state.actor)
        legal = state.legal(seat)
        step = bots[seat].choose(PALAZZO.view(state, seat), legal, rngs[seat])
        if state.phase == PLACING:
            found[f"{source} tiles"] += 1
            found[f"{source} tiles boxed"] += step == BOX
            found["useful tiles boxed"] += step == BOX and has_use(state, legal)
        for event in match.act(seat, step):
            source = event.kind if event.kind in ("bought", "lot won", "tile taken") else source
    return found


@pytest.mark.parametrize("level", ["novice", "apprentice", "journeyman"])
def test_no_tile_is_boxed_that_was_bought_or_that_brings_points(level: str) -> None:
    total: Counter[str] = sum((boxed(level, seed) for seed in range(GAMES)), Counter())

    assert total["bought tiles"] > 10 * GAMES
    assert total["bought tiles boxed"] == 0
    assert total["useful tiles boxed"] == 0
