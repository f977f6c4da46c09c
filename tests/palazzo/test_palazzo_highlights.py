"""What is remarkable in a finished game of Palazzo."""

import random

from capomastro.core.match import Match, new_setup
from capomastro.games.palazzo.highlights import HIGHLIGHTS
from capomastro.games.palazzo.view import View


def finished(seed: int) -> Match:
    match, rng = Match(new_setup("palazzo", seats=3, seed=seed)), random.Random(seed)
    while not match.state.over:
        seat = match.state.to_act()[0]
        match.act(seat, rng.choice(match.state.legal(seat)))
    return match


def test_the_tallest_and_the_richest_palazzo_are_those_of_the_view() -> None:
    for seed in range(4):
        match = finished(seed)
        view = match.game.view(match.state, None)
        assert isinstance(view, View)
        for seat, found in enumerate(HIGHLIGHTS.of(match)):
            palazzi = view.seats[seat].palazzi.values()
            assert (found.best["tallest"].value if palazzi else 0) == max((len(one) for one in palazzi), default=0)
            if "richest" in found.best:
                assert found.best["richest"].value > 0
                assert list(found.best["richest"].facts["tiles"]) in [list(one) for one in palazzi]
            assert found.opening in ("take", "reveal", "rebuild", "auction", None)
