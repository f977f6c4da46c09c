"""What a viewer is shown is exactly its view as JSON, however it was put together."""

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from capomastro.core.chance import seeded
from capomastro.core.game import check_setup
from capomastro.core.laws import check_rendering
from capomastro.games.pillars.game import PILLARS
from capomastro.games.pillars.rules.state import State


def check(state: State) -> None:
    """The law, and that no field is told twice, which a reader of JSON does not notice."""
    check_rendering(PILLARS, state)
    viewers = [None, *range(state.seats)]
    shown = PILLARS.rendered(state, viewers)
    assert shown is not None
    for view, one in zip(PILLARS.views(state, viewers), shown, strict=True):
        assert len(one.view) == len(msgspec.json.encode(replace(view, components=UNSET)))


@pytest.mark.parametrize("seats", PILLARS.seat_counts)
def test_every_moment_of_a_game_is_shown_as_its_view_tells_it(seats: int) -> None:
    rng = seeded(seats)
    state = PILLARS.deal(seats, seeded(10 + seats), check_setup(PILLARS, seats, {}), None)
    steps = 0
    while not state.over:
        seat = state.to_act()[rng.randrange(len(state.to_act()))]
        legal = state.legal(seat)
        state.apply(seat, legal[rng.randrange(len(legal))])
        steps += 1
        if steps < 40 or steps % 5 == 0 or state.over:
            check(state)


def test_two_games_side_by_side_are_not_mixed_up() -> None:
    """Parts are found by what they tell of, so what one table keeps never shows at another."""
    rng = seeded(3)
    games = [PILLARS.deal(4, seeded(seed), check_setup(PILLARS, 4, {}), None) for seed in (1, 2)]
    for _ in range(120):
        for state in games:
            if not state.over:
                seat = state.to_act()[0]
                legal = state.legal(seat)
                state.apply(seat, legal[rng.randrange(len(legal))])
                check(state)
