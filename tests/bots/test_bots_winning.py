"""Outlooks that are fitted to who wins, and the chance to win that all seats share."""

from math import e
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec

from capomastro.bots.config import config_for
from capomastro.bots.players import Grandmaster, Journeyman, Master
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.tree import Tree
from capomastro.bots.training.winning import Positions, at_best_spread, fitted, main, shares, surprise
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.game import check_setup
from capomastro.core.position import Position
from capomastro.games.palazzo.heuristic.trained_weights import TRAINED_WEIGHTS
from capomastro.games.palazzo.heuristic.winning_weights import SPREADS, WINNING_WEIGHTS

GAME = game_named("palazzo")


def dealt(seats: int) -> Position:
    position: Position = GAME.deal(seats, seeded(7), check_setup(GAME, seats, {}), None)
    return position


def outlook(heuristic: Heuristic, position: Position) -> list[float]:
    found = vec[float]([0.0] * position.seats)
    heuristic.outlook(position, found)
    return list(found)


def test_seats_share_one_win_by_all_leads() -> None:
    tree = Tree(config_for("palazzo").learned(4), 64, SearchSettings(10, 1.0, 1.0, slope=1.0, shared=True))
    for seat, points in enumerate((15.0, 10.0, 10.0, 5.0)):
        tree.points[seat] = points
    tree.share_out(4, 5.0)
    first, second, third, fourth = (tree.shares[seat] for seat in range(4))
    assert first + second + third + fourth == pytest.approx(1.0)
    assert first == pytest.approx(e * second)
    assert second == pytest.approx(third) == pytest.approx(e * fourth)
    tree.points[3] = -90.0
    tree.share_out(4, 5.0)
    assert tree.shares[0] > first, "the lead over the best other is the same, but fewer are in the way"


def test_a_search_shares_the_win_until_the_game_is_over() -> None:
    heuristic, position, rng = config_for("palazzo").learned(3), dealt(3), seeded(1)
    tree = Tree(heuristic, 64, SearchSettings(10, 1.0, 1.0, win_share=1.0, lead_share=0.0, slope=1.0, shared=True))
    tree.judge(position)
    assert sum(tree.won[seat] for seat in range(3)) == pytest.approx(1.0)
    assert all(0.0 < tree.reward[seat] < 1.0 for seat in range(3))
    while not position.over:
        position.play(position.actor, heuristic.quick(position, position.actor, rng, 1.0))
    tree.judge(position)
    assert {seat for seat in range(3) if tree.won[seat] == 1.0} == set(position.winners())


def test_the_fit_finds_what_decided() -> None:
    """Seats that win by known weights; the weights come out again, however the outlook was scaled at first."""
    source = np.random.default_rng(3)
    rows = source.normal(size=(6_000, 3, 4)).astype(np.float32)
    true = np.array([0.8, -0.4, 0.0, 1.2])
    winners = [source.choice(3, p=chances) for chances in shares(rows, true)]
    wins = np.eye(3, dtype=np.float32)[winners]
    start = np.array([1.0, 0.0, 0.0, 0.5])
    spread = at_best_spread(rows, wins, start)
    assert surprise(rows, wins, spread) <= min(surprise(rows, wins, times * start) for times in (0.25, 0.5, 1.0, 2.0))
    found = fitted(rows, wins, spread)
    assert found == pytest.approx(true, abs=0.1)
    assert surprise(rows, wins, found) < surprise(rows, wins, start)


def test_the_command_prints_a_module_and_how_well_it_foretells(capsys: pytest.CaptureFixture[str]) -> None:
    main(["palazzo", "--seats", "2", "3", "--games", "24"])
    told = capsys.readouterr().out
    assert told.startswith("# 2 seats: ")
    assert "of games held out" in told
    module: dict[str, Any] = {}
    exec(told, module)  # what is printed is to be kept as a module
    assert set(module["SPREADS"]) == set(module["WINNING_WEIGHTS"]) == {2, 3}
    assert all(spread > 0.0 for spread in module["SPREADS"].values())
    assert all(len(weights) == len(TRAINED_WEIGHTS[2]) for weights in module["WINNING_WEIGHTS"].values())


@pytest.mark.parametrize(
    ("arguments", "said"), [(["chess"], "chess"), (["palazzo", "--seats", "9", "--games", "6"], "9")]
)
def test_what_cannot_be_fitted_is_refused_with_a_sentence(arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        main(arguments)


@pytest.mark.parametrize("seats", [3, 4])
def test_masters_judge_positions_by_who_wins_and_journeymen_do_not(seats: int) -> None:
    position, rng = dealt(seats), seeded(1)
    by = {level: level(GAME).heuristic(seats) for level in (Journeyman, Master, Grandmaster)}
    for _ in range(90):
        position.play(position.actor, by[Master].quick(position, position.actor, rng, 1.0))
    told = {level: outlook(heuristic, position) for level, heuristic in by.items()}
    assert told[Master] == told[Grandmaster] != told[Journeyman]
    settings = Master(GAME).settings(seats)
    assert settings.shared
    assert settings.slope == SPREADS[seats]
    assert not Journeyman(GAME).settings(seats).shared


@pytest.mark.parametrize("seats", [3, 4])
def test_what_ships_foretells_who_wins_better_than_what_foretells_points(seats: int) -> None:
    positions = Positions(GAME, seats, 300, seed=99)
    rows, wins = positions.known, positions.known_wins
    new = np.array([1.0, *WINNING_WEIGHTS[seats]]) / SPREADS[seats]
    old = np.array([1.0, *TRAINED_WEIGHTS[seats]])
    assert surprise(rows, wins, new) < min(surprise(rows, wins, old / spread) for spread in (0.4, 0.5, 0.6, 0.8))
