"""The laws of every game, on every seat count and many seeds.

Most of the time goes into views, worlds and audits, which are interpreted in both builds. The many seeds are for the
compiled run; the interpreted one follows the same source, and takes some of them. `capomastro fuzz` looks further.
"""

import pytest
from random_states import last_choices

from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, check_setup
from capomastro.core.laws import check_secrecy, play_checked
from capomastro.core.match import Match, new_setup
from capomastro.core.position import playout

TABLES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in all_games() for seats in game.seat_counts]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_law_holds_at_every_step(game: AnyGame, seats: int, patience: int) -> None:
    for seed in range(4 * patience):
        for _ in play_checked(new_setup(game.name, seats, seed=seed), seed, thoroughness=10):
            pass


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_fair_deal_obeys_the_laws_too(game: AnyGame, seats: int) -> None:
    setup = new_setup(game.name, seats, seed=f"{seats:02x}" * 32)
    for _ in play_checked(setup, seats, thoroughness=3):
        pass


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_hundreds_of_random_games_end_with_nothing_lost(game: AnyGame, seats: int, patience: int) -> None:
    options = check_setup(game, seats, last_choices(game))
    rng = seeded(seats)
    for seed in range(12 * patience**2):  # nothing gains more by being compiled
        state = game.deal(seats, seeded(seed), options, None)
        playout(state, rng)
        game.audit(state)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_neighbouring_seeds_give_unrelated_games(game: AnyGame, seats: int) -> None:
    keys = {Match(new_setup(game.name, seats, seed=seed)).state.key() for seed in range(50)}

    assert len(keys) == 50


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_worlds_are_not_the_truth(game: AnyGame) -> None:
    """A sampler that returned the true state would pass the law of secrecy; it must not know it."""
    seats = game.seat_counts[-1]
    match = Match(new_setup(game.name, seats, seed=9))
    rng = seeded(9)
    check_secrecy(game, match.state, rng)
    worlds = game.worlds(game.view(match.state, 0))
    truth = game.view(match.state, 1)

    assert any(game.view(worlds.sample(rng), 1) != truth for _ in range(20))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_sampling_uses_the_callers_chance_and_leaves_the_games_alone(game: AnyGame) -> None:
    match = Match(new_setup(game.name, game.seat_counts[0], seed=2))
    before = match.state.key()
    worlds = game.worlds(game.view(match.state, 0))

    assert worlds.sample(seeded(3)).key() == worlds.sample(seeded(3)).key()
    assert match.state.key() == before
