"""Views of several viewers at once are the views of each, and brief ones say nothing else."""

import random

import pytest
from msgspec import to_builtins

from capomastro.core.catalogue import game_named, game_names
from capomastro.core.laws import viewers
from capomastro.core.match import Match, new_setup


def is_less(brief: object, whole: object) -> bool:
    """Whether one says the same as the other, or is silent."""
    if isinstance(brief, dict) and isinstance(whole, dict):
        return brief.keys() == whole.keys() and all(is_less(brief[key], whole[key]) for key in whole)
    if isinstance(brief, list | tuple) and isinstance(whole, list | tuple):
        return len(brief) == len(whole) and all(map(is_less, brief, whole))
    return brief is None or brief == whole


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
            whole = rules.views(state, everybody)
            assert whole == [rules.view(state, viewer) for viewer in everybody]
            for view, brief in zip(whole, rules.views(state, everybody, brief=True), strict=True):
                assert rules.prompt(brief) == rules.prompt(view)
                assert is_less(to_builtins(brief), to_builtins(view))
            seat = rng.choice(state.to_act())
            match.act(seat, rng.choice(state.legal(seat)))
