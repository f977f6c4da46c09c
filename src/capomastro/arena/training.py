"""Learning from search, round by round: searching bots play, weights are fitted to what came of it, and a gate decides.

A round plays some games between bots that search with the best weights so far, fits weights to what those games teach
of a subject (`subjects.py`), and lets the new weights play the best ones. They are kept only if they win more than
their share, by the lower end of the interval. Every round is a line of the log; who is interrupted goes on after the
last one, and the same log gives the same rounds. Whoever plays the games, they are the same and are taken in the same
order, so the weights are too, to the last bit.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from capomastro.arena.record import append, whole_lines
from capomastro.arena.standings import wilson
from capomastro.arena.subjects import SUBJECTS, Fitted, Learn, Pupil, Subject
from capomastro.arena.workers import Here, Workers
from capomastro.bots.bot import Budget
from capomastro.bots.players import Searching
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import Position, check_setup

T = TypeVar("T")


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
    belief: float | None = None
    """How many lessons' worth the best weights so far have; what the subject says, if nobody says otherwise."""
    learn: Learn = "outlook"
    """What is learned; see `SUBJECTS`."""


class Round(Struct, frozen=True):
    """What came of a round: how many lessons it had, the share of the new weights at the gate, and the weights.

    `before` and `after` say how many nats the best and the new weights are off in lessons kept back, if there were any.
    """

    number: int
    positions: int
    share: float
    low: float
    high: float
    kept: bool
    weights: list[float]
    before: float | None = None
    after: float | None = None


def subject_of(course: Course) -> Subject:
    """What is learned in this course."""
    return SUBJECTS[course.learn](course.game, course.seats)


def finished(course: Course, bots: list[Searching], seed: int, pupil: Pupil | None = None) -> Position:
    """A game of these bots, one for each seat, at its end; the pupil, if there is one, takes note."""
    game = game_named(course.game)
    state: Position = game.deal(course.seats, seeded(seed), check_setup(game, course.seats, {}), None)
    rng, budget = seeded(seed + 1), Budget(iterations=course.iterations)
    while not state.over:
        if pupil is not None:
            pupil.meet(state)
        seat = state.to_act()[0]
        legal = state.legal(seat)
        if len(legal) == 1:
            state.play(seat, legal[0])
            continue
        view = game.view(state, seat)
        step = bots[seat].choose(view, legal, budget, rng)
        if pupil is not None:
            pupil.see(bots[seat], view)
        state.play(seat, step)
    return state


def lesson_of(course: Course, number: int, best: list[float], nth: int) -> tuple[int, Any]:
    """What a game of a round teaches, played by the best weights."""
    subject = subject_of(course)
    pupil = subject.pupil(best)
    bots = [subject.bot(best)] * course.seats
    return nth, pupil.lesson(finished(course, bots, seed_of(course, number, nth), pupil))


def learned(course: Course, number: int, best: list[float], workers: Workers, after_game: Callable[[], None]) -> Fitted:
    """New weights, fitted to games by the best ones."""
    subject = subject_of(course)

    def lessons() -> Iterator[Any]:
        for lesson in in_order(workers.run(partial(lesson_of, course, number, best), range(course.games))):
            yield lesson
            after_game()

    assert course.belief is not None  # `rounds` has asked the subject
    return subject.fit(lessons(), best, course.belief)


def part_of_win(course: Course, number: int, new: list[float], best: list[float], nth: int) -> tuple[int, float]:
    """What new weights win of a game of the gate: each deal from every seat, the others judge by the best ones."""
    subject = subject_of(course)
    one, other = subject.bot(new), subject.bot(best)
    deal, seat = divmod(nth, course.seats)
    bots = [one if place == seat else other for place in range(course.seats)]
    winners = finished(course, bots, seed_of(course, number, course.games + deal)).winners()
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
    check_setup(game_named(course.game), course.seats, {})
    subject = subject_of(course)
    if course.belief is None:
        course = msgspec.structs.replace(course, belief=subject.belief)
    best = subject.first()
    done = known(course, log)
    for number in range(most):
        if number < len(done):
            found = done[number]
            for _ in range(course.games + course.gate):
                after_game()
        else:
            new = learned(course, number, best, workers, after_game)
            wins = share_of_wins(course, number, new.weights, best, workers, after_game)
            low, high = wilson(wins, course.gate)
            kept = low > 1 / course.seats
            share = wins / course.gate
            found = Round(number, new.lessons, share, low, high, kept, new.weights, new.before, new.after)
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
