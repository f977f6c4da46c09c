"""Golden games: whatever changes in rules, events or words shows up as a readable difference."""

import pytest
from playthrough import FOLDER, playthrough

from capomastro.core.catalogue import all_games


@pytest.mark.parametrize(("game", "seats"), [(game.name, seats) for game in all_games() for seats in game.seat_counts])
def test_a_whole_game_goes_as_it_is_written_down(game: str, seats: int) -> None:
    golden = (FOLDER / f"{game}-{seats}.txt").read_text(encoding="utf-8")

    assert playthrough(game, seats) == golden
