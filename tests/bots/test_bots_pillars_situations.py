"""What play teaches about situations of The Pillars of Venice: who goes by it, what it sees, what stays as it was."""

import pytest

from capomastro.bots.config import Practising, config_for
from capomastro.bots.players import Grandmaster, Journeyman, Master
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.situation_file import situation_file
from capomastro.bots.training.gradient import Gradient
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.game import check_setup
from capomastro.core.position import Position
from capomastro.games.pillars.heuristic.heuristic import PATIENCE, PillarsHeuristic
from capomastro.games.pillars.heuristic.situations import BLOCK, CHOICES
from capomastro.games.pillars.rules.board import BUILDING, CHOOSING, GIVING, MARKING, PILING, SWAPPING, TAKING
from capomastro.games.pillars.rules.cards import PITCH_DIPPER
from capomastro.games.pillars.rules.state import State

GAME = game_named("pillars")
LEARNED = (SWAPPING, GIVING, CHOOSING, TAKING)
SEATS = sorted(GAME.seat_counts)


def practising() -> Practising:
    found = config_for("pillars").practising
    assert found is not None
    return found


WEIGHTS = practising().weights


def taught() -> dict[int, list[float]]:
    """What comes with the package."""
    wanted = practising()
    return situation_file(wanted.file, "pillars", wanted.version, wanted.weights)


def some_weights(seed: int) -> list[float]:
    """Weights that tell all situations apart."""
    rng = seeded(seed)
    return [0.01 * float(rng.randrange(200)) for _ in range(practising().weights)]


def dealt(seats: int, seed: int) -> State:
    position = GAME.deal(seats, seeded(seed), check_setup(GAME, seats, {}), None)
    assert isinstance(position, State)
    return position


def judged(heuristic: Heuristic, position: Position, seat: int) -> dict[int, float]:
    heuristic.judge(position, seat, thorough=False)
    return {int(heuristic.steps[i]): float(heuristic.values[i]) for i in range(heuristic.count)}


@pytest.mark.parametrize("seats", SEATS)
def test_without_weights_steps_are_judged_as_before(seats: int) -> None:
    plain, (blank, _) = config_for("pillars").skilled(seats), practising().heuristic(seats, [0.0] * WEIGHTS)
    position, rng = dealt(seats, 6), seeded(1)
    while not position.over:
        seat = int(position.actor)
        assert judged(blank, position, seat) == judged(plain, position, seat)
        position.play(seat, plain.quick(position, seat, rng, 1.0))


@pytest.mark.parametrize("seats", SEATS)
def test_all_worlds_of_a_view_are_judged_alike(seats: int) -> None:
    """What the others hold, and what they have chosen in secret, changes nothing."""
    heuristic, _ = practising().heuristic(seats, some_weights(3))
    plain = config_for("pillars").skilled(seats)
    position, rng = dealt(seats, 4), seeded(2)
    looked_at = set()
    while not position.over and position.round < 12:
        seat = int(position.actor)
        worlds = GAME.worlds(GAME.view(position, seat))
        sampled = [worlds.sample(rng) for _ in range(3)]
        for world in sampled:
            heuristic.prepare(world, seat)
        assert len({tuple(judged(heuristic, world, seat).items()) for world in sampled}) == 1
        looked_at.add(int(position.phase))
        position.play(seat, plain.quick(position, seat, rng, 1.0))
    assert looked_at > {SWAPPING, CHOOSING, TAKING}


@pytest.mark.parametrize("seats", SEATS)
def test_the_points_of_a_card_are_the_same_whether_noted_or_not(seats: int) -> None:
    """What holds for all cards of a role is reckoned once in play, and for each card while learning."""
    playing, _ = practising().heuristic(seats, some_weights(5))
    learning, situations = practising().heuristic(seats, some_weights(5))
    situations.learning = True
    position, rng = dealt(seats, 7), seeded(3)
    while not position.over:
        seat = int(position.actor)
        noted = judged(learning, position, seat)
        assert judged(playing, position, seat) == pytest.approx(noted)
        position.play(seat, playing.quick(position, seat, rng, 1.0))


def test_practice_learns_about_cards_swaps_and_districts_alone() -> None:
    heuristic, _ = practising().heuristic(4, [0.0] * WEIGHTS)
    position, rng = dealt(4, 8), seeded(4)
    seen = {}
    while not position.over:
        seen[int(position.phase)] = heuristic.practises(position)
        position.play(position.actor, heuristic.quick(position, position.actor, rng, 1.0))
    assert set(seen) >= {SWAPPING, CHOOSING, TAKING, PILING, MARKING, BUILDING}
    assert {phase for phase, practised in seen.items() if practised} <= set(LEARNED)


def test_a_game_teaches_only_what_was_met() -> None:
    heuristic, situations = practising().heuristic(3, [0.0] * WEIGHTS)
    situations.learning = True
    gradient = Gradient(heuristic, situations, 1.0, 0.98, 1.0)
    for seed in range(3):
        gradient.play(dealt(3, seed), seeded(seed), 1.0)
    changed = sum(weight != 0.0 for weight in gradient.mean())
    assert 0 < changed < WEIGHTS // 4


@pytest.mark.parametrize("seats", sorted(taught()))
def test_grandmasters_go_by_it_and_masters_do_not(seats: int) -> None:
    position = dealt(seats, 5)
    seat = int(position.actor)
    by = {level: judged(level(GAME).heuristic(seats), position, seat) for level in (Journeyman, Master, Grandmaster)}
    assert by[Journeyman] == by[Master] != by[Grandmaster]


def test_practice_calls_off_a_game_in_which_nobody_sets_piles() -> None:
    """Without this, whoever leads learns to wait for ever, for others can only build where somebody sets piles."""
    first = CHOICES + BLOCK * PITCH_DIPPER
    unwilling = [-100.0 if first <= at < first + BLOCK else 0.0 for at in range(WEIGHTS)]
    heuristic, situations = practising().heuristic(2, unwilling)
    situations.learning = True
    position = dealt(2, 3)
    assert not heuristic.stalls(position)
    Gradient(heuristic, situations, 1.0, 0.98, 1.0).play(position, seeded(1), 1.0)
    assert not position.over
    assert heuristic.stalls(position)
    assert position.idle_rounds == PATIENCE


def test_a_heuristic_without_situations_has_none() -> None:
    heuristic = config_for("pillars").skilled(4)
    assert isinstance(heuristic, PillarsHeuristic)
    assert heuristic.situations is None
