"""What is remarkable in a finished game of The Pillars of Venice."""

import random

from capomastro.core.match import Match, new_setup
from capomastro.games.pillars.highlights import HIGHLIGHTS


def test_the_best_district_the_gondola_and_the_first_card_are_told() -> None:
    match, rng = Match(new_setup("pillars", seats=3, seed=4)), random.Random(4)
    built, first = [0, 0, 0], ["", "", ""]
    while not match.state.over:
        seat = match.state.to_act()[0]
        action, before = rng.choice(match.state.legal(seat)), match.state.scores()
        text = match.game.actions.texts[action]
        match.act(seat, action)
        if text.startswith("build "):
            built[seat] = max(built[seat], match.state.scores()[seat] - before[seat])
        if text.startswith("choose "):
            first[seat] = first[seat] or text.removeprefix("choose ")
    found = HIGHLIGHTS.of(match)
    assert max(built) > 0
    for seat in range(3):
        best = found[seat].best.get("district")
        assert (0 if best is None else best.value) == built[seat]
        assert first[seat].replace(" ", "-").startswith(found[seat].opening or "?")
        assert all(one.value > 0 for one in found[seat].best.values())
