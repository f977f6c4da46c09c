"""Puzzles cut from matches: simulated ones between bots of all levels, and files of real ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from capomastro.bots.roster import player_named
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.puzzles.checking import USUAL, Checker, Depth
from capomastro.puzzles.model import GRADES, Grade, Puzzle
from capomastro.review.decisions import Decision, decisions_of

CAST = ("greedy", "journeyman@1", "greedy", "search:16")
"""Those who play fast: the time is needed for checking."""
MOST_OF_A_MATCH = 6
APART = 8
"""Two puzzles of a match lie at least so many steps apart."""
MOST_OF_A_PHASE = 0.4
MOST_OF_A_GRADE = 0.4
MOST_WITH_TWO = 0.4
"""Puzzles with two choices can be guessed."""


def made(game: str, count: int, seed: int = 1, matches: Iterable[Match] = (), depth: Depth = USUAL) -> Iterator[Puzzle]:
    """Puzzles until there are enough: from the matches given, then from simulated ones."""
    tally = Tally(count)
    checker = Checker(game_named(game), depth)
    for number, match in enumerate(matches):
        yield from cut(match, checker, tally, seed * 1_000_003 - number)
    number = 0
    while not tally.full:
        match = simulated(game, seed * 1_000_003 + number)
        yield from cut(match, checker, tally, seed + 1000 * number)
        number += 1


class Tally:
    """What there is already, so that no kind takes the others' place."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.total = 0
        self.phases: Counter[str] = Counter()
        self.grades: Counter[Grade] = Counter()
        self.with_two = 0

    @property
    def full(self) -> bool:
        return self.total >= self.count

    def wants_phase(self, phase: str) -> bool:
        return self.phases[phase] < max(1, MOST_OF_A_PHASE * self.count)

    def wants_grade(self, grade: Grade) -> bool:
        return self.grades[grade] < max(1, MOST_OF_A_GRADE * self.count)

    def wants_two(self) -> bool:
        return self.with_two < max(1, MOST_WITH_TWO * self.count)

    def add(self, puzzle: Puzzle) -> None:
        self.total += 1
        self.phases[puzzle.phase] += 1
        self.grades[puzzle.grade] += 1
        self.with_two += len(puzzle.choices) == 2


def simulated(game: str, seed: int) -> Match:
    """A match between bots; how many seats and who sits there follows from the seed."""
    rules = game_named(game)
    rng = seeded(seed)
    seats = rules.seat_counts[rng.randrange(len(rules.seat_counts))]
    players = [player_named(CAST[rng.randrange(len(CAST))], rules) for _ in range(seats)]
    match = Match(new_setup(game, seats, seed=seed))
    while not match.state.over:
        seat = match.state.to_act()[0]
        match.act(seat, players[seat].choose(rules.view(match.state, seat), match.state.legal(seat), rng))
    return match


def cut(match: Match, checker: Checker, tally: Tally, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match, in an order that the seed decides."""
    texts = match.game.actions.texts
    decisions = decisions_of(match)
    rng = seeded(seed)
    found: list[int] = []
    while decisions and len(found) < MOST_OF_A_MATCH and not tally.full:
        decision = decisions.pop(rng.randrange(len(decisions)))
        phase = phase_of(decision.view)
        rewound = any(entry.rewind for entry in match.entries[: decision.before])
        if rewound or any(abs(decision.before - at) < APART for at in found) or not tally.wants_phase(phase):
            continue
        puzzle = puzzle_of(match, decision, phase, checker, tally, seed + decision.before)
        if puzzle is None or not tally.wants_grade(puzzle.grade):
            continue
        steps = tuple(f"{entry.seat} {texts[entry.action]}" for entry in match.entries[: decision.before])
        found.append(decision.before)
        puzzle = replace(puzzle, steps=steps)
        tally.add(puzzle)
        yield puzzle


def puzzle_of(match: Match, decision: Decision, phase: str, checker: Checker, tally: Tally, seed: int) -> Puzzle | None:
    """The puzzle that this decision poses, if it does; its steps are still missing."""
    view = decision.view
    legal = match.game.worlds(view).sample(seeded(1)).legal(decision.seat)
    if len(checker.groups(view, legal)) == 2 and not tally.wants_two():
        return None
    choices = checker.choices(view, legal, seed, tally.wants_grade("easy"))
    if not choices:
        return None
    grade = checker.grade(view, legal, choices, seed)
    setup = replace(match.setup, names=())
    return Puzzle(setup=setup, steps=(), seat=decision.seat, phase=phase, grade=grade, choices=choices)


def phase_of(view: Any) -> str:
    return str(getattr(view, "phase", ""))


def spread(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """By grade, the easiest first; within a grade in the order they were made."""
    return sorted(puzzles, key=lambda puzzle: GRADES.index(puzzle.grade))
