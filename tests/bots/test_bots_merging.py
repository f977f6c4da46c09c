"""Several searches of one decision are the sum of their parts, and repeat themselves for a seed."""

import pytest

from capomastro.bots.bot import Budget, budget_from
from capomastro.bots.merging import Merging, merged, most_visited, seed_of_part
from capomastro.bots.players import Searching
from capomastro.bots.roster import player_named
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup

GAMES = [game.name for game in all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_merged_searches_are_the_sum_of_their_parts(name: str) -> None:
    game = game_named(name)
    state = game.deal(2, seeded(2), check_setup(game, 2, {}), None)
    seat = state.to_act()[0]
    view, legal = game.view(state, seat), state.legal(seat)
    alone, rng, parts = Searching(game), seeded(6), []
    for _ in range(3):
        alone.choose(view, legal, Budget(iterations=12), rng.spawn())
        parts.append(alone.visits())

    together = player_named("search:12:x3", game)
    step = together.choose(view, legal, seeded(6))

    assert isinstance(together.bot, Merging)
    assert together.bot.visits() == {one: sum(part.get(one, 0) for part in parts) for one in set().union(*parts)}
    assert step == most_visited(together.bot.visits(), -1)
    assert sum(together.bot.visits().values()) > max(sum(part.values()) for part in parts)
    assert player_named("search:12:x3", game).choose(view, legal, seeded(6)) == step


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_without_time_still_answers_when_its_searches_are_merged(name: str) -> None:
    game = game_named(name)
    state = game.deal(2, seeded(2), check_setup(game, 2, {}), None)
    seat = state.to_act()[0]
    legal = state.legal(seat)
    assert player_named("master:0:x2", game).choose(game.view(state, seat), legal, seeded(1)) in legal


def test_the_most_visited_step_is_taken_and_the_first_of_equal_ones() -> None:
    assert merged([{1: 5, 2: 3}, {2: 3, 4: 1}, {}]) == {1: 5, 2: 6, 4: 1}
    assert most_visited({1: 5, 2: 6, 4: 1}, 9) == 2
    assert most_visited({7: 5, 3: 5}, 9) == 3
    assert most_visited({}, 9) == 9


def test_every_part_has_a_seed_of_its_own_and_the_first_that_of_the_decision() -> None:
    seeds = [seed_of_part(seed, number) for seed in (0, 1, 2, 1 << 61) for number in range(4)]
    assert seeds[4] == 1
    assert len(set(seeds)) == len(seeds)


def test_a_budget_says_how_many_searches_are_merged() -> None:
    assert budget_from("x2") == Budget(searches=2)
    assert str(budget_from("300:40ms:x2")) == "300:40ms:x2"
    for wrong in ("x0", "x", "x100", "2x"):
        with pytest.raises(BadSetup):
            budget_from(wrong)
    with pytest.raises(BadSetup, match="does not search"):
        player_named("greedy:x2", game_named(GAMES[0]))
