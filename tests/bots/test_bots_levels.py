"""The levels below the master err as they are said to: by how much, on how much they look, and how often they miss."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Apprentice, Journeyman, Learning, Novice
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, check_setup

GAMES = [game.name for game in all_games()]
DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"
LEARNING = (Novice, Apprentice, Journeyman)
FEW = Budget(iterations=16)


def decisions(game: AnyGame, seats: int, count: int) -> Iterator[tuple[Any, list[int]]]:
    """What seats see, and may do, in a game at random, where they have a choice."""
    state, rng = game.deal(seats, seeded(5), check_setup(game, seats, {}), None), seeded(5)
    while count > 0 and not state.over:
        seat = state.to_act()[0]
        legal = state.legal(seat)
        if len(legal) > 1:
            count -= 1
            yield game.view(state, seat), legal
        state.play(seat, legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("name", GAMES)
def test_a_novice_takes_nothing_that_costs_more_than_it_can_misjudge(name: str) -> None:
    game = game_named(name)
    novice, missed = Novice(game), 0
    error = config_for(name).novice.error
    assert error > 0.0
    for number, (view, legal) in enumerate(decisions(game, 2, 80)):
        step = novice.choose(view, legal, FEW, seeded(number))
        assert novice.latest is not None
        found = {novice.latest.step_named(one): margin for one, _, margin, _ in novice.latest.findings()}
        if found:
            assert found[step] >= max(found.values()) - 2 * error
            missed += found[step] < max(found.values())
    assert missed > 0, "it does misjudge"


@pytest.mark.parametrize("name", GAMES)
def test_an_apprentice_misses_what_it_has_looked_into_most_now_and_then(name: str) -> None:
    game = game_named(name)
    apprentice = Apprentice(game)
    likelihoods = [apprentice.likelihood(visits) for visits in (1, 10, 30)]
    assert likelihoods == sorted(likelihoods)
    assert 0 < likelihoods[0] < likelihoods[1] / 10 < likelihoods[2] / 30
    missed = 0
    for number, (view, legal) in enumerate(decisions(game, 2, 60)):
        step = apprentice.choose(view, legal, FEW, seeded(number))
        visits = apprentice.visits()
        assert not visits or step in visits
        missed += bool(visits) and visits[step] < max(visits.values())
    assert 0 < missed < 40


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", LEARNING)
def test_a_level_looks_at_no_more_steps_than_its_attention_allows(name: str, level: type[Learning]) -> None:
    game = game_named(name)
    bot = level(game)
    for number, (view, legal) in enumerate(decisions(game, 2, 12)):
        bot.choose(view, legal, FEW, seeded(number))
        assert bot.attention == 0 or len(bot.visits()) <= 2 * bot.attention


@pytest.mark.parametrize("name", GAMES)
def test_every_level_knows_how_to_search_at_tables_of_every_size(name: str) -> None:
    game = game_named(name)
    for level in LEARNING:
        bot = level(game)
        assert bot.settled(Budget()).iterations == bot.learner.iterations
        assert bot.settled(FEW) == FEW
        for seats in game.seat_counts:
            settings = bot.settings(seats)
            network = config_for(name).network(name, seats)
            assert settings.value_share == 0.0 or network is not None, "it goes by a network that there is"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", LEARNING)
def test_whoever_is_skilled_judges_steps_as_masters_do(level: type[Learning], seats: int) -> None:
    game, config = game_named("palazzo"), config_for("palazzo")
    bot, position = level(game), game.deal(seats, seeded(5), check_setup(game, seats, {}), None)
    skilled, learned, own = config.skilled(seats), config.learned(seats), bot.heuristic(seats)
    for heuristic in (skilled, learned, own):
        heuristic.judge(position, position.to_act()[0], thorough=True)
    assert skilled.values[0] != learned.values[0]
    assert own.values[0] == (skilled if bot.learner.skilled else learned).values[0]


def test_the_numbers_are_those_the_document_names() -> None:
    told = {
        (level, game): (int(iterations.replace(",", "")), int(horizon), steps, errs)
        for level, game, iterations, horizon, steps, errs in re.findall(
            r"^\| (\w+) \| (palazzo|pillars) \| ([\d,]+) \| (\d+) \| (\w+) \| ([^|]+) \|",
            DOCUMENT.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }
    for name in ("palazzo", "pillars"):
        for level in LEARNING:
            bot = level(game_named(name))
            learner = bot.learner
            steps = str(2 * learner.attention) if learner.attention else "all"
            errs = "" if level is Journeyman else f"power of {learner.quarters / 4:g}"
            if level is Novice:
                errs = f"up to {learner.error:g} points"
            number = (learner.iterations, bot.settings(2).horizon, steps, errs or "takes the best")
            assert told[bot.level, name] == number
