"""What holds for every bot in every game: it answers legally, sees only its view, and repeats itself for a seed."""

import pytest

from capomastro.bots.bot import Bot, Budget
from capomastro.bots.learned import Learned
from capomastro.bots.players import Apprentice, Greedy, Journeyman, Master, Novice, Random, Searching
from capomastro.bots.roster import BUILT_IN, player_named
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.game import AnyGame, Position, check_setup

TINY = Budget(iterations=2)
GAMES = [game.name for game in all_games()]
COUNTS = [(game.name, seats) for game in all_games() for seats in game.seat_counts]


def dealt(game: AnyGame, seats: int, seed: int) -> Position:
    state: Position = game.deal(seats, seeded(seed), check_setup(game, seats, {}), None)
    return state


def step_at_random(state: Position, rng: Fast) -> None:
    acting = state.to_act()
    seat = acting[rng.randrange(len(acting))]
    legal = state.legal(seat)
    state.play(seat, legal[rng.randrange(len(legal))])


def reached(game: AnyGame, seats: int, seed: int, steps: int) -> Position:
    """A position some random steps into a game, before its end."""
    state, rng = dealt(game, seats, seed), seeded(seed)
    for _ in range(steps):
        before = state.clone()
        step_at_random(state, rng)
        if state.over:
            return before
    return state


@pytest.mark.parametrize(("name", "seats"), COUNTS)
def test_bots_in_all_seats_play_legally_to_the_end(name: str, seats: int, patience: int) -> None:
    game = game_named(name)
    crew: list[Bot] = [Learned(game), Greedy(game), Novice(game), Searching(game), Random(game)]
    for seed in range(patience):
        state, rng = dealt(game, seats, seed), seeded(seed)
        while not state.over:
            seat = state.to_act()[-1]
            legal = state.legal(seat)
            bot = crew[(seat + seed) % len(crew)]
            step = bot.choose(game.view(state, seat), legal, TINY, rng)
            assert step in legal, f"{bot.name} answers {game.actions.texts[step]}"
            state.play(seat, step)


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_of_random_games_gets_an_answer(name: str, patience: int) -> None:
    """Random play leads where no bot would go; there, too, bots must know a step."""
    game = game_named(name)
    greedy, searching = Greedy(game), Searching(game)
    for seed in range(2 * patience):
        seats = game.seat_counts[seed % len(game.seat_counts)]
        state, rng = dealt(game, seats, 100 + seed), seeded(seed)
        for _ in range(120):
            if state.over:
                break
            seat = state.to_act()[0]
            legal = state.legal(seat)
            view = game.view(state, seat)
            assert greedy.choose(view, legal, TINY, rng) in legal
            if rng.randrange(4) == 0:
                assert searching.choose(view, legal, Budget(iterations=1), rng) in legal
            step_at_random(state, rng)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("budget", [Budget(iterations=0), Budget(seconds=0.0), Budget(iterations=1)])
@pytest.mark.parametrize("maker", [Searching, Apprentice, Journeyman, Master])
def test_a_bot_without_time_still_answers(name: str, budget: Budget, maker: type[Searching]) -> None:
    game = game_named(name)
    for steps in (0, 5, 25):
        state = reached(game, 2, 7, steps)
        seat = state.to_act()[0]
        legal = state.legal(seat)
        assert maker(game).choose(game.view(state, seat), legal, budget, seeded(1)) in legal


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["greedy", "novice", "master:12", "learned"])
def test_worlds_that_look_alike_to_a_seat_get_the_same_choice(name: str, bot: str, patience: int) -> None:
    game = game_named(name)
    for seed in range(3 * patience):
        state = reached(game, 3, seed, 10 * seed)
        seat = state.to_act()[-1]
        view, legal = game.view(state, seat), state.legal(seat)
        other = game.worlds(view).sample(seeded(99))
        true = player_named(bot, game).choose(view, legal, seeded(seed))
        alike = player_named(bot, game).choose(game.view(other, seat), other.legal(seat), seeded(seed))
        assert true == alike


@pytest.mark.parametrize("name", GAMES)
def test_a_search_keeps_nothing_from_one_decision_to_the_next(name: str) -> None:
    game = game_named(name)
    used = Searching(game)
    budget = Budget(iterations=10)
    for steps in (3, 9, 21):
        state = reached(game, 2, 5, steps)
        seat = state.to_act()[0]
        view, legal = game.view(state, seat), state.legal(seat)
        fresh = Searching(game).choose(view, legal, budget, seeded(4))
        assert used.choose(view, legal, budget, seeded(4)) == fresh


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_of_the_house_declares_itself(name: str) -> None:
    for maker in BUILT_IN.values():
        bot = maker(game_named(name))
        assert bot.name
        assert bot.level
        assert bot.character[0].islower()
        assert "\n" not in bot.character
