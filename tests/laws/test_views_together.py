"""Views of several viewers at once are the views of each."""

import random

import pytest

from capomastro.core.catalogue import game_named, game_names
from capomastro.core.laws import viewers
from capomastro.core.match import Match, new_setup


@pytest.mark.parametrize("game", game_names())
def test_several_views_at_once_are_the_views_of_each(game: str) -> None:
    rules, rng = game_named(game), random.Random(7)
    for seats in (rules.seat_counts[0], rules.seat_counts[-1]):
        match = Match(new_setup(game, seats, seed=seats))
        for _ in range(150):
            state = match.state
            if state.over:
                break
            everybody = viewers(state)
            assert rules.views(state, everybody) == [rules.view(state, viewer) for viewer in everybody]
            seat = rng.choice(state.to_act())
            match.act(seat, rng.choice(state.legal(seat)))
