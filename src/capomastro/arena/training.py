"""Learning from search, round by round: searching bots play, weights are fitted to what came of it, and a gate decides.

A round plays some games between bots that search with the best weights so far, fits the points each seat still made
from the settled positions of those games, and lets the new weights play the best ones. They are kept only if they win
more than their share, by the lower end of the interval. Every round is a line of the log; who is interrupted goes on
after the last one, and the same log gives the same rounds. Whoever plays the games, they are the same and are taken in
the same order, so the weights are too, to the last bit.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
from librt.vecs import vec
from msgspec import Struct

from capomastro.arena.record import append, whole_lines
from capomastro.arena.standings import wilson
from capomastro.arena.workers import Here, Workers
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Searching
from capomastro.bots.training.lessons import Lesson
from capomastro.bots.training.regression import Regression
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, Position, check_setup

T = TypeVar("T")
Samples = list[tuple[dict[int, float], float]]
"""Features that are there, and the points that were still made."""

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


def lesson_of(course: Course, number: int, best: list[float], nth: int) -> tuple[int, Samples]:
    """What a game of a round teaches, played by the best weights."""
    game = game_named(course.game)
    lesson = Lesson(config_for(course.game).heuristic(best))
    bots = [bot_with(game, course.seats, best)] * course.seats
    return nth, lesson.outcomes(finished(game, bots, course, seed_of(course, number, nth), lesson))


def learned(
    course: Course, number: int, best: list[float], workers: Workers, after_game: Callable[[], None]
) -> tuple[list[float], int]:
    """New weights, fitted to games by the best ones, and the number of positions they were fitted to."""
    size = int(config_for(course.game).heuristic(best).feature_count)
    regression = Regression(size)
    for samples in in_order(workers.run(partial(lesson_of, course, number, best), range(course.games))):
        for present, points in samples:
            regression.add(vec[float]([present.get(at, 0.0) for at in range(size)]), points)
        after_game()
    return regression.solve(course.belief, best), int(regression.samples)


def part_of_win(course: Course, number: int, new: list[float], best: list[float], nth: int) -> tuple[int, float]:
    """What new weights win of a game of the gate: each deal from every seat, the others judge by the best ones."""
    game = game_named(course.game)
    one, other = bot_with(game, course.seats, new), bot_with(game, course.seats, best)
    deal, seat = divmod(nth, course.seats)
    bots = [one if place == seat else other for place in range(course.seats)]
    winners = finished(game, bots, course, seed_of(course, number, course.games + deal)).winners()
    return nth, 1 / len(winners) if seat in winners else 0.0


def share_of_wins(
    course: Course, number: int, new: list[float], best: list[float], workers: Workers, after_game: Callable[[], None]
) -> float:
    """How many games of the gate new weights win."""
    wins = 0.0
    for part in in_order(workers.run(partial(part_of_win, course, number, new, best), range(course.gate))):
        wins += part
        after_game()
    return wins


def in_order(numbered: Iterable[tuple[int, T]]) -> Iterator[T]:
    """What workers return in any order, by its numbers from 0 on."""
    early: dict[int, T] = {}
    due = 0
    for number, found in numbered:
        early[number] = found
        while due in early:
            yield early.pop(due)
            due += 1


def seed_of(course: Course, number: int, nth: int) -> int:
    return (course.seed * 1_000_003 + number) * 100_003 + nth


def rounds(
    course: Course, log: Path, most: int, after_game: Callable[[], None] = lambda: None, workers: Workers | None = None
) -> Iterator[Round]:
    """Rounds up to this number: first those that the log has, then new ones, which are added to it.

    `after_game` is called after each game, of those that the log has too. By default this process plays them.
    """
    workers = workers or Here()
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
            weights, positions = learned(course, number, best, workers, after_game)
            wins = share_of_wins(course, number, weights, best, workers, after_game)
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
