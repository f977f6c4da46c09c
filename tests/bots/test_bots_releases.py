"""Earlier releases of the bots play on as they did, and the ladder of the present ones goes on where it stopped."""

from hashlib import sha256
from pathlib import Path

import pytest

from capomastro.arena.model import Contest
from capomastro.arena.nightly import nightly, outcome, pairings, record_of
from capomastro.arena.workers import Here
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.releases import FirstApprentice, FirstJourneyman
from capomastro.bots.roster import BUILT_IN, LEVELS, RELEASED, names, player_named
from capomastro.bots.search.tree import Tree
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.game import check_setup

GAMES = [game.name for game in all_games()]
DECISIONS = 25
PLAYED = {"palazzo": "c018a7bbe4ff49be", "pillars": "c7149635dc1eee8f"}
"""What `search:12` of the first release chose: a digest over the first decisions of a game of two."""

RELEASED_NUMBERS = {"palazzo": (4.2, 48), "pillars": (4.5, 12)}


@pytest.mark.parametrize("name", PLAYED)
def test_the_first_master_plays_as_it_was_released(name: str) -> None:
    game, digest, rng, asked = game_named(name), sha256(), seeded(3), 0
    player = player_named("master@1:12", game)
    state = game.deal(2, seeded(8), check_setup(game, 2, {}), None)
    while asked < DECISIONS:
        seat = state.to_act()[0]
        legal = state.legal(seat)
        step = legal[0]
        if len(legal) > 1:
            asked += 1
            step = player.choose(game.view(state, seat), legal, rng)
            digest.update(f"{seat} {step} ".encode())
        state.play(seat, step)
    assert digest.hexdigest()[:16] == PLAYED[name]


def test_releases_can_be_asked_for_but_are_not_offered() -> None:
    assert not set(RELEASED) & set(names())
    assert set(LEVELS) < set(BUILT_IN)
    game = game_named(GAMES[0])
    for name in RELEASED:
        assert player_named(f"{name}:3", game).bot.name == name


@pytest.mark.parametrize("name", PLAYED)
def test_the_first_levels_keep_their_numbers_when_the_levels_move(name: str) -> None:
    """What they searched and how far they erred when they were released, and what puzzles are graded by."""
    game, config = game_named(name), config_for(name)
    apprentice, journeyman = FirstApprentice(game), FirstJourneyman(game)
    assert (apprentice.carelessness, journeyman.settled(Budget()).iterations) == RELEASED_NUMBERS[name]
    assert journeyman.likelihood(7) == 7
    assert journeyman.settings(2) is config.released
    assert journeyman.attention == 0


def curved(name: str) -> list[int]:
    """The numbers of seats at which masters go by a fitted curve of the lead over the best other seat."""
    by = {seats: config_for(name).mastered(seats) for seats in game_named(name).seat_counts}
    return [seats for seats, settings in by.items() if settings.slope > 0.0 and not settings.shared]


@pytest.mark.parametrize("name", [name for name in GAMES if curved(name)])
def test_level_seats_share_the_chance_to_win(name: str) -> None:
    """What masters make of a lead: with nobody ahead everybody's part of one, and the more the larger it is."""
    config = config_for(name)
    for seats in curved(name):
        tree = Tree(config.learned(seats), 4, config.mastered(seats))
        chances = [tree.chance(lead, 8.0, tree.handicap) for lead in (-40.0, -10.0, 0.0, 10.0, 40.0)]
        assert chances == sorted(chances)
        assert chances[0] < 0.05 < 0.95 < chances[-1]
        assert abs(chances[2] - 1 / seats) < 0.12
        assert tree.chance(1.0, 0.0, 0.0) == 1.0


def test_the_nightly_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    name = GAMES[0]
    planned = pairings(name, 400, 1)
    assert {contest.players for contest in planned} == {2, 3, 4}
    pairs = {contest.bots for contest in planned}
    by_name = {(bot.partition(":")[0], others) for bot, others in pairs}
    assert by_name >= set(zip(LEVELS[1:], LEVELS, strict=False))
    assert ("grandmaster:10000", "master") in pairs, "with all of its time a night would be too short"
    assert pairs >= {("master:100ms", "master@1:100ms"), ("cheater:300", "master:300")}
    assert pairs >= {("exploiter-greedy:20", "greedy"), ("search:20", "greedy")}
    assert {contest.games for contest in planned} == {400}
    assert len({record_of(contest, tmp_path) for contest in planned}) == len(planned)
    contests = [Contest(name, pair, 2, 6, 1) for pair in (("greedy", "random"), ("random", "apprentice@1"))]

    begun = nightly(contests, tmp_path, Here(), 4)
    assert [(found.bot, found.games) for found in (next(begun), next(begun))] == [("greedy", 4), ("random", 4)]
    del begun
    told = list(nightly(contests, tmp_path, Here(), 4))

    assert [found.games for found in told] == [6, 6]
    assert list(nightly(contests, tmp_path, Here(), 4)) == []
    assert outcome(contests[0], tmp_path).share > 0.9
