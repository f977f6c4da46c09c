"""Two that only the arena knows: one who has seen through its opponent, and one who sees all hands."""

from types import SimpleNamespace
from typing import Any

import pytest

from capomastro.arena.cheater import Cheater, OneWorld
from capomastro.arena.contest import contest_played, play
from capomastro.arena.contestants import contestant_named
from capomastro.arena.exploiter import Exploiter, policy_of
from capomastro.arena.model import Contest
from capomastro.bots import roster
from capomastro.bots.bot import Budget
from capomastro.bots.players import Random
from capomastro.bots.roster import Player, player_named
from capomastro.bots.search.exploiting import AskedPolicy, HeuristicPolicy
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, Position, check_setup
from capomastro.server.bots.pool import bots_for, check_bot

GAMES = [game.name for game in all_games()]
COUNTS = [(game.name, seats) for game in all_games() for seats in game.seat_counts[:3]]


def reached(game: AnyGame, seats: int, seed: int, steps: int) -> Position:
    """A position some random steps into a game, where somebody has a choice."""
    state: Position = game.deal(seats, seeded(seed), check_setup(game, seats, {}), None)
    rng = seeded(seed)
    while steps > 0 or len(state.legal(state.to_act()[0])) == 1:
        seat = state.to_act()[0]
        legal = state.legal(seat)
        state.play(seat, legal[rng.randrange(len(legal))])
        steps -= 1
        if state.over:
            return reached(game, seats, seed + 1, 8)
    return state


@pytest.mark.parametrize(("name", "seats"), COUNTS)
@pytest.mark.parametrize("pair", [("exploiter-apprentice@1:2", "greedy"), ("cheater:2", "random")])
def test_both_play_legally_to_the_end(name: str, seats: int, pair: tuple[str, str]) -> None:
    contest = Contest(game=name, bots=pair, players=seats, games=1)
    played = play(contest, seats)  # the first game in which each sits elsewhere
    assert played.crash is None
    assert pair[0] in played.bots


@pytest.mark.parametrize("name", GAMES)
def test_an_exploiter_asks_the_policy_of_its_opponent(name: str) -> None:
    game = game_named(name)
    for bot, quick in (("greedy", True), ("apprentice@1", True), ("random", True), ("novice", False), ("carlo", False)):
        policy = policy_of(bot, game)
        assert policy.in_playouts is quick
        assert isinstance(policy, HeuristicPolicy if quick else AskedPolicy)
        state = reached(game, 2, 3, 12)
        seat = state.to_act()[0]
        asked = policy.step(state.clone(), seat, seeded(2))
        assert asked in state.legal(seat)
        if bot == "greedy":
            view = game.view(state, seat)
            assert asked == player_named(bot, game).choose(view, state.legal(seat), seeded(2))


@pytest.mark.parametrize("name", GAMES)
def test_an_exploiter_sees_its_view_only_and_repeats_itself(name: str) -> None:
    game = game_named(name)
    for seed in range(3):
        state = reached(game, 3, seed, 9 * seed)
        seat = state.to_act()[-1]
        view, legal = game.view(state, seat), state.legal(seat)
        other = game.worlds(view).sample(seeded(99))
        steps = {
            Exploiter(game, "apprentice@1").choose(seen, legal, Budget(iterations=6), seeded(seed))
            for seen in (view, game.view(other, seat))
        }
        assert len(steps) == 1
        assert steps <= set(legal)


@pytest.mark.parametrize("name", GAMES)
def test_a_cheater_knows_all_hands_but_not_what_chance_brings(name: str) -> None:
    game = game_named(name)
    state = reached(game, 2, 4, 10)
    worlds = OneWorld(state)
    one, other = worlds.sample(seeded(1)), worlds.sample(seeded(2))
    for seat in range(2):
        assert game.view(one, seat) == game.view(other, seat) == game.view(state, seat)
    assert one.chance.key() != other.chance.key()
    assert state.chance.key() not in (one.chance.key(), other.chance.key())
    before = state.key()
    cheater = contestant_named("cheater:4", game)
    assert isinstance(cheater, Cheater)
    assert cheater.choose_in(state, state.to_act()[0], seeded(3)) in state.legal(state.to_act()[0])
    assert state.key() == before


def test_nobody_is_offered_a_cheater_or_an_exploiter() -> None:
    for game in all_games():
        offered = [name for name, _, _ in bots_for(game)]
        assert offered == roster.names()
        for name in ("cheater", "cheater:5", "exploiter", "exploiter-novice"):
            assert name not in offered
            with pytest.raises(BadSetup):
                player_named(name, game)
            with pytest.raises(BadSetup):
                check_bot(name, game)


def test_a_bot_from_elsewhere_gets_a_view_whatever_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by its name nor by its methods can a guest have itself shown the position."""
    shown: list[Any] = []

    class Spy(Random):
        name = "cheater"

        def choose(self, view: Any, legal: list[int], budget: Any, rng: Any) -> int:
            shown.append(view)
            return super().choose(view, legal, budget, rng)

        def choose_in(self, *arguments: Any) -> int:
            shown.append(arguments)
            raise AssertionError("a position was handed out")

    door: Any = SimpleNamespace(load=lambda: Spy)
    monkeypatch.setattr(roster, "plugins", lambda: {"cheater": door, "spy": door})
    game = game_named(GAMES[0])
    assert isinstance(contestant_named("spy", game), Player)
    played = contest_played(Contest(game=game.name, bots=("spy", "random"), players=2, games=1))
    assert played[0].crash is None
    assert shown
    assert all(isinstance(view, game.view_type) for view in shown)
    assert isinstance(contestant_named("cheater", game), Cheater), "ours cannot be replaced"


def test_an_exploiter_of_nobody_is_refused() -> None:
    for name in ("exploiter-nobody", "exploiter-", "exploiter"):
        with pytest.raises(BadSetup, match="no bot"):
            contestant_named(name, game_named(GAMES[0]))
