"""Learning from search, round by round: searching bots play, weights are fitted to what came of it, and a gate decides.

A round plays some games between bots that search with the best weights so far, fits the points each seat still made
from the settled positions of those games, and lets the new weights play the best ones. They are kept only if they win
more than their share, by the lower end of the interval. Every round is a line of the log; who is interrupted goes on
after the last one, and the same log gives the same rounds.
"""

from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path

import msgspec
from msgspec import Struct

from capomastro.arena.record import append, whole_lines
from capomastro.arena.standings import wilson
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Searching
from capomastro.bots.training.lessons import Lesson
from capomastro.bots.training.regression import Regression
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, Position, check_setup

BELIEF = 10_000.0
"""How many samples' worth the best weights so far have: games of searching bots are few, and their positions alike."""


class Course(Struct, frozen=True):
    """What is trained, and how long."""

    game: str
    seats: int
    games: int
    """Games that are learned from, in each round."""
    gate: int
    """Games that decide, in each round."""
    iterations: int
    """Of every search, in both."""
    seed: int = 1
    belief: float = BELIEF


class Round(Struct, frozen=True):
    """What came of a round: how many positions it had, the share of the new weights at the gate, and the weights."""

    number: int
    positions: int
    share: float
    low: float
    high: float
    kept: bool
    weights: list[float]


def bot_with(game: AnyGame, seats: int, weights: list[float]) -> Searching:
    """A searching bot that judges by these weights."""
    bot = Searching(game)
    bot.config = copy(bot.config)
    bot.config.trained_weights = {seats: weights}
    return bot


def finished(game: AnyGame, bots: list[Searching], course: Course, seed: int, lesson: Lesson | None = None) -> Position:
    """A game of these bots, one for each seat, at its end; the lesson, if there is one, takes note of positions."""
    state: Position = game.deal(course.seats, seeded(seed), check_setup(game, course.seats, {}), None)
    rng, budget = seeded(seed + 1), Budget(iterations=course.iterations)
    while not state.over:
        if lesson is not None and lesson.heuristic.settled(state):
            lesson.note(state)
        seat = state.to_act()[0]
        legal = state.legal(seat)
        step = legal[0] if len(legal) == 1 else bots[seat].choose(game.view(state, seat), legal, budget, rng)
        state.play(seat, step)
    return state


def learned(
    game: AnyGame, course: Course, number: int, best: list[float], after_game: Callable[[], None]
) -> tuple[list[float], int]:
    """New weights, fitted to games by the best ones, and the number of positions they were fitted to."""
    heuristic = config_for(game.name).heuristic(best)
    regression = Regression(int(heuristic.feature_count))
    bots = [bot_with(game, course.seats, best)] * course.seats
    for nth in range(course.games):
        lesson = Lesson(heuristic)
        lesson.learn(finished(game, bots, course, seed_of(course, number, nth), lesson), regression)
        after_game()
    return regression.solve(course.belief, best), int(regression.samples)


def share_of_wins(
    game: AnyGame, course: Course, number: int, new: list[float], best: list[float], after_game: Callable[[], None]
) -> float:
    """How many games of the gate new weights win: each deal from every seat, the others judge by the best ones."""
    one, other = bot_with(game, course.seats, new), bot_with(game, course.seats, best)
    wins = 0.0
    for nth in range(course.gate):
        deal, seat = divmod(nth, course.seats)
        bots = [one if place == seat else other for place in range(course.seats)]
        winners = finished(game, bots, course, seed_of(course, number, course.games + deal)).winners()
        wins += 1 / len(winners) if seat in winners else 0.0
        after_game()
    return wins


def seed_of(course: Course, number: int, nth: int) -> int:
    return (course.seed * 1_000_003 + number) * 100_003 + nth


def rounds(course: Course, log: Path, most: int, after_game: Callable[[], None] = lambda: None) -> Iterator[Round]:
    """Rounds up to this number: first those that the log has, then new ones, which are added to it.

    `after_game` is called after each game, of those that the log has too.
    """
    game, config = game_named(course.game), config_for(course.game)
    check_setup(game, course.seats, {})
    best = config.trained_weights.get(course.seats, config.by_hand())
    if not best:
        raise BadSetup(f"{course.game} has no weights that could be trained")
    done = known(course, log)
    for number in range(most):
        if number < len(done):
            found = done[number]
            for _ in range(course.games + course.gate):
                after_game()
        else:
            weights, positions = learned(game, course, number, best, after_game)
            wins = share_of_wins(game, course, number, weights, best, after_game)
            low, high = wilson(wins, course.gate)
            kept = low > 1 / course.seats
            found = Round(number, positions, wins / course.gate, low, high, kept, weights)
            append(log, found)
        if found.kept:
            best = found.weights
        yield found


def known(course: Course, log: Path) -> list[Round]:
    """The rounds of a log, which is begun if there is none, and refused if it belongs to another course."""
    if not log.exists():
        log.parent.mkdir(parents=True, exist_ok=True)
        append(log, course)
        return []
    try:
        lines = whole_lines(log)
        if msgspec.json.decode(lines[0], type=Course) != course:
            raise BadSetup(f"{log} is the log of another course; name another file")
        return [msgspec.json.decode(line, type=Round) for line in lines[1:]]
    except (IndexError, msgspec.DecodeError) as error:
        raise BadSetup(f"{log} is not the log of a training: {error}") from None
