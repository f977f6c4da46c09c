"""Numbers that play has found: how they are looked for, and who goes by them."""

import json
from pathlib import Path

import pytest

from capomastro.bots.config import config_for
from capomastro.bots.training import evolution
from capomastro.bots.training.evolution import Adam, main, reward
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.game import check_setup

FEW = ["palazzo", "--minutes", "1", "--rounds", "1"]


@pytest.mark.parametrize("search", ["0", "2"])
def test_a_round_moves_the_numbers_and_the_next_run_begins_with_them(
    search: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evolution, "CHANGES", 1)
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    few = [*FEW, "--search", search, "--games", "2"]
    main([*few, "--out", str(first)])
    main([*few, "--start", str(first), "--out", str(second)])
    evolving = config_for("palazzo").evolving
    assert evolving is not None
    begun = evolving.start(2)
    found = json.loads(first.read_text(encoding="utf-8"))
    assert len(found) == len(begun)
    assert found != pytest.approx(begun, abs=1e-3)
    moved = {at for direction in evolving.directions(2) for at in direction}
    assert all(found[at] == pytest.approx(begun[at], abs=1e-3) for at in range(len(begun)) if at not in moved)
    assert json.loads(second.read_text(encoding="utf-8")) != found


def test_the_numbers_of_the_first_release_judge_as_it_did() -> None:
    config, game = config_for("palazzo"), game_named("palazzo")
    assert config.evolving is not None
    for seats in game.seat_counts:
        one, other = config.learned(seats), config.evolving.heuristic(seats, config.evolving.start(seats))
        position = game.deal(seats, seeded(4), check_setup(game, seats, {}), None)
        ours, theirs = seeded(9), seeded(9)
        while not position.over:
            seat = position.actor
            step = one.quick(position, seat, ours, 1.0)
            assert other.quick(position, seat, theirs, 1.0) == step
            position.play(seat, step)


def test_steps_follow_the_gradient() -> None:
    adam = Adam(3)
    for _ in range(5):
        steps = adam.steps([0.5, -0.001, 0.0])
    assert steps == pytest.approx([1.0, -1.0, 0.0], abs=1e-3)


def test_winning_is_worth_half_and_the_lead_the_rest() -> None:
    game = game_named("palazzo")
    position = game.deal(4, seeded(2), check_setup(game, 4, {}), None)
    heuristic, rng = config_for("palazzo").plain(), seeded(1)
    while not position.over:
        position.play(position.actor, heuristic.quick(position, position.actor, rng, 1.0))
    winners = position.winners()
    assert sum(reward(position, side) for side in ((0, 2), (1, 3))) == pytest.approx(1.0)
    assert reward(position, tuple(winners)) > 0.5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pillars", "--out", "numbers.json"], "pillars has no numbers to evolve"),
        (["palazzo", "--out", "nowhere/numbers.json"], "there is no folder nowhere for the numbers"),
        (["chess", "--out", "numbers.json"], "chess"),
    ],
)
def test_what_cannot_be_evolved_is_refused_with_a_sentence(arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        main(arguments)


@pytest.mark.parametrize(
    ("text", "said"),
    [("[1, 2]", "has 2 numbers, not 188"), ("no list", "is no file of numbers"), (None, "is no file of numbers")],
)
def test_numbers_of_something_else_are_refused(text: str | None, said: str, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    if text is not None:
        other.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=said):
        main([*FEW, "--start", str(other), "--out", str(tmp_path / "new.json")])
