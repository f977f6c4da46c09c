"""What practice teaches about situations: how it is learned, which files are refused, who goes by it, what it sees.

And what follows for a search: where practice judges as well, masters do not search.
"""

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from capomastro.bots.bot import Budget
from capomastro.bots.config import Practising, config_for
from capomastro.bots.players import Grandmaster, Journeyman, Master
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.situation_file import MOST, UNIT, parse, situation_file, written
from capomastro.bots.training import practice
from capomastro.bots.training.gradient import Gradient
from capomastro.bots.training.practice import Practice, main
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup
from capomastro.core.position import Position
from capomastro.games.palazzo.heuristic.heuristic import PalazzoHeuristic
from capomastro.games.palazzo.rules.board import BIDDING, MARKET, PICKING, PLACING, TURN
from capomastro.games.palazzo.rules.state import State

GAME = game_named("palazzo")
FEW = ["palazzo", "--minutes", "1", "--rounds", "1"]


def practising() -> Practising:
    found = config_for("palazzo").practising
    assert found is not None
    return found


def taught() -> dict[int, list[float]]:
    """What comes with the package."""
    wanted = practising()
    return situation_file(wanted.file, "palazzo", wanted.version, wanted.weights)


def dealt(seats: int, seed: int) -> Position:
    position: Position = GAME.deal(seats, seeded(seed), check_setup(GAME, seats, {}), None)
    return position


def judged(heuristic: Heuristic, position: Position) -> dict[int, float]:
    heuristic.judge(position, position.actor, thorough=False)
    return {int(heuristic.steps[i]): float(heuristic.values[i]) for i in range(heuristic.count)}


def read(file: Path) -> dict[int, list[float]]:
    return parse(file.read_bytes(), "palazzo", practising().version, practising().weights)


def test_practice_teaches_and_keeps_what_it_knows_of_other_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(practice, "ROUND", 3)
    monkeypatch.setattr(practice, "PACE", 2.0)
    file, further = tmp_path / "situations.bin", tmp_path / "further.bin"
    main([*FEW, "--seats", "3", "--out", str(file)])
    main([*FEW, "--seats", "4", "--out", str(file), "--check", "4"])
    assert "among those without practice" in capsys.readouterr().out
    first = read(file)
    assert sorted(first) == [3, 4]
    assert all(any(weights) for weights in first.values())
    main([*FEW, "--seats", "4", "--start", str(file), "--out", str(further)])
    assert sorted(read(further)) == [4]
    assert read(further)[4] != first[4]


def test_the_same_seed_teaches_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "ROUND", 2)
    files = [tmp_path / name for name in ("one.bin", "same.bin", "other.bin")]
    for file, seed in zip(files, ("1", "1", "2"), strict=True):
        main([*FEW, "--seed", seed, "--out", str(file)])
    one, same, other = (file.read_bytes() for file in files)
    assert one == same != other


def test_the_mean_is_kept_of_what_was_added_to_it() -> None:
    heuristic, situations = practising().heuristic(4, [0.0] * practising().weights)
    gradient = Gradient(heuristic, situations, 0.5, 0.9, 1.0)
    for weight in (1.0, 2.0):
        situations.weights[7] = weight
        gradient.average()
    situations.weights[7] = 9.0
    assert gradient.mean()[7] == 1.5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["palazzo", "--out", "nowhere/x.bin"], "there is no folder nowhere for the weights"),
        (["palazzo", "--out", "x.bin", "--start", "missing.bin"], "missing.bin cannot be read"),
        (["palazzo", "--out", "x.bin", "--seats", "9"], "9"),
        (["chess", "--out", "x.bin"], "chess"),
    ],
)
def test_what_cannot_be_practised_is_refused_with_a_sentence(arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        main(arguments)


def test_a_game_without_situations_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config_for("palazzo"), "practising", None)
    with pytest.raises(SystemExit, match="palazzo has no situations to learn about"):
        main(["palazzo", "--out", "x.bin"])


def test_a_file_of_something_else_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Reiner,\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="no file of situations"):
        main([*FEW, "--out", str(file)])
    assert file.read_text(encoding="utf-8") == "Dear Reiner,\n"


def test_a_file_says_what_it_is_for_and_rounds_its_weights() -> None:
    raw = written("palazzo", 3, {4: [0.05, -1.0, 0.0], 2: [1000.0, -1000.0, 0.01]})
    found = parse(raw, "palazzo", 3, 3)
    assert found[4] == pytest.approx([UNIT, -1.0, 0.0])
    assert found[2] == pytest.approx([MOST * UNIT, -MOST * UNIT, 0.0])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "pillars"}, "of another game: pillars, not palazzo"),
        ({"version": 2}, "of another version: 2, not 1"),
        ({"seats": [2, 3]}, "have 3 weights, not 6"),
        ({"seats": None}, "no file of situations"),
    ],
)
def test_a_file_for_something_else_is_refused(changes: dict[str, Any], said: str) -> None:
    line, _, body = written("palazzo", 1, {2: [0.0] * 3}).partition(b"\n")
    raw = json.dumps(json.loads(line) | changes).encode() + b"\n" + body
    with pytest.raises(BadSetup, match=said):
        parse(raw, "palazzo", 1, 3)


def test_without_weights_steps_are_judged_as_before() -> None:
    for seats in (2, 3, 4):
        plain, (blank, _) = config_for("palazzo").skilled(seats), practising().heuristic(seats, blank_weights())
        plain.farsighted = True  # as those are who practise
        position, rng = dealt(seats, 6), seeded(1)
        while not position.over:
            assert judged(blank, position) == judged(plain, position)
            position.play(position.actor, plain.quick(position, position.actor, rng, 1.0))


def blank_weights() -> list[float]:
    return [0.0] * practising().weights


@pytest.mark.parametrize("seats", [3, 4])
def test_masters_go_by_it_and_journeymen_do_not(seats: int) -> None:
    assert sorted(taught()) == [2, 3, 4]
    position = dealt(seats, 5)
    by = {level: judged(level(GAME).heuristic(seats), position) for level in (Journeyman, Master, Grandmaster)}
    assert by[Master] == by[Grandmaster] != by[Journeyman]
    assert by[Journeyman] == judged(config_for("palazzo").skilled(seats), position)


def test_with_two_only_grandmasters_go_by_it() -> None:
    by = {level: judged(level(GAME).heuristic(2), dealt(2, 5)) for level in (Journeyman, Master, Grandmaster)}
    assert by[Journeyman] == by[Master] == judged(config_for("palazzo").skilled(2), dealt(2, 5)) != by[Grandmaster]


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_grandmasters_play_on_further_than_masters_and_differ_in_nothing_else(seats: int) -> None:
    master, grandmaster = (vars_of(level(GAME).settings(seats)) for level in (Master, Grandmaster))
    assert grandmaster.pop("horizon") > 2 * master.pop("horizon")
    assert grandmaster == master


def vars_of(settings: SearchSettings) -> dict[str, Any]:
    """The numbers of these settings by their names."""
    return {name: getattr(settings, name) for name in dir(settings) if not name.startswith("_")}


def test_where_a_game_says_nothing_grandmasters_search_as_masters_do() -> None:
    config = config_for("pillars")
    for seats in (2, 4, 6):
        assert vars_of(config.grandmastered(seats)) == vars_of(config.mastered(seats))
    assert config.grandmaster is None


def differing(heuristic: Heuristic, seats: int, hands_known: bool = False) -> int:
    """In how many positions a step is judged otherwise in another world that looks the same to the seat.

    With hands known there is a planted fault: everybody's cards count as seen by all.
    """
    found, rng, plain = 0, seeded(3), config_for("palazzo").skilled(seats)
    position = dealt(seats, 4)
    while not position.over:
        seat = int(position.actor)
        worlds = GAME.worlds(GAME.view(position, seat))
        sampled = [worlds.sample(rng) for _ in range(3)]
        for world in sampled if hands_known else ():
            for other in range(seats):
                world.known[other] = world.hands[other]
        found += len({tuple(judged(heuristic, world).items()) for world in sampled}) > 1
        position.play(seat, plain.quick(position, seat, rng, 1.0))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_worlds_of_a_view_are_judged_alike(seats: int) -> None:
    heuristic, _ = practising().heuristic(seats, taught()[seats])
    assert differing(heuristic, seats) == 0
    assert differing(heuristic, seats, hands_known=True) > 0


def test_whoever_has_practised_wins_more(tmp_path: Path) -> None:
    """36 % in the long run, where 25 would be even; the deals of a test are always the same."""
    file = tmp_path / "taught.bin"
    file.write_bytes(written("palazzo", practising().version, taught()))
    settings = Namespace(seats=4, start=str(file), seed=1)
    assert Practice(GAME, practising(), settings).check(200) > 0.29


def test_a_heuristic_without_situations_has_none() -> None:
    heuristic = config_for("palazzo").skilled(4)
    assert isinstance(heuristic, PalazzoHeuristic)
    assert heuristic.situations is None


def is_open(values: dict[int, float]) -> bool:
    """Are two steps about as good?"""
    best = sorted(values.values())[-2:]
    return len(best) == 2 and best[1] - best[0] < 5.0


def stopped_at(phase: int, seats: int) -> State:
    """The first decision of this kind in which a master sees a choice."""
    position, rng, heuristic = dealt(seats, 8), seeded(2), Master(GAME).heuristic(seats)
    assert isinstance(position, State)
    while position.phase != phase or not is_open(judged(heuristic, position)):
        position.play(position.actor, heuristic.quick(position, position.actor, rng, 1.0))
    return position


@pytest.mark.parametrize(
    ("phase", "iterations"), [(TURN, 100), (MARKET, 100), (BIDDING, 100), (PLACING, 10), (PICKING, 0)]
)
@pytest.mark.parametrize("seats", [3, 4])
def test_masters_search_where_a_search_finds_something(phase: int, iterations: int, seats: int) -> None:
    position = stopped_at(phase, seats)
    seat = int(position.actor)
    master, view = Master(GAME), GAME.view(position, seat)
    tree = master.search(view, Budget(iterations=100), seeded(1), stop_early=False)
    assert tree.iterations == iterations
    assert master.choose(view, position.legal(seat), Budget(iterations=100), seeded(1)) in position.legal(seat)


def test_without_a_search_a_master_takes_what_is_judged_best() -> None:
    position = stopped_at(PICKING, 4)
    values = judged(Master(GAME).heuristic(4), position)
    view = GAME.view(position, int(position.actor))
    for budget in (Budget(iterations=100), Budget(seconds=5.0)):
        chosen = Master(GAME).choose(view, position.legal(position.actor), budget, seeded(1))
        assert values[chosen] == max(values.values())


def test_with_two_masters_search_everything() -> None:
    position = stopped_at(PICKING, 2)
    view = GAME.view(position, int(position.actor))
    assert Master(GAME).search(view, Budget(iterations=9), seeded(1), stop_early=False).iterations == 9
