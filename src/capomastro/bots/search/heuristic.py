"""What a bot knows about a game: which steps are worth considering, how play may go on, how things stand.

Search works on any game through this class; each game fills in `judge`, `outlook` and the rest. All answers may use
only what the acting seat can see in the given position: the position is a sampled world, in which the seat's own hand
is the true one.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.traits import Habit
from capomastro.core.chance import Fast
from capomastro.core.position import MOST_STEPS, Position
from capomastro.core.remarks import Remark

MOST_CANDIDATES: Final = 64


class Glimpse:
    """One world, as it is, after some steps of a seat, and after others instead."""

    def __init__(self, before: Position, after: Position, instead: Position) -> None:
        self.before = before
        self.after = after
        self.instead = instead


class Heuristic:
    """What is known of one game. An object has scratch space, so only one search uses it at a time."""

    def __init__(self) -> None:
        self.legal_steps = vec[i64]([0] * MOST_STEPS)
        self.steps = vec[i64]([0] * MOST_STEPS)  # those judged, and their values
        self.values = vec[float]([0.0] * MOST_STEPS)
        self.count: i64 = 0
        self.feature_count: i64 = 0
        self.term_names: list[str] = []  # what `terms` tells apart
        self.temper = 1.5  # how fast the odds of a step fall with its distance from the best one, in points
        self.hopeless = 6.0  # a step this much worse than the best is not considered
        self.considered: i64 = 6  # how many steps of a decision a search considers
        self.root_breadth: i64 = 2  # so many times as many at the root
        self.sensible = False  # are silly steps left out of the decisions of this bot itself?
        self.farsighted = False  # does it think of later steps that a step commits it to? Games say where that matters
        self.habit: Habit | None = None  # what this bot itself likes in a step beyond its value

    def judge(self, position: Position, seat: i64, thorough: bool) -> None:
        """Lists legal steps worth considering, at least one, with their values in points."""
        raise NotImplementedError

    def add(self, step: i64, value: float) -> None:
        self.steps[self.count] = step
        self.values[self.count] = value
        self.count += 1

    def silly(self, position: Position, seat: i64, step: i64) -> bool:
        """Does this step throw something away that it could keep, so that even a beginner would not take it?

        Bots may be weak without being silly. Asked of legal steps; it is for `leave_out_silly` alone to ask.
        """
        return False

    def leave_out_silly(self, position: Position, seat: i64) -> None:
        """Drops silly steps from those just judged, unless all are silly."""
        kept: i64 = 0
        for i in range(self.count):
            if not self.silly(position, seat, self.steps[i]):
                self.steps[kept] = self.steps[i]
                self.values[kept] = self.values[i]
                kept += 1
        if kept > 0:
            self.count = kept

    def lean(self, position: Position, seat: i64) -> None:
        """Adds to the steps just judged what the habit, if there is one, gives for them."""
        habit = self.habit
        if habit is None:
            return
        for i in range(self.count):
            self.values[i] += habit.of_step(position, seat, self.steps[i])

    def name_of(self, position: Position, step: i64) -> i64:
        """What identifies a decision in all worlds: a bid is a bid, whatever cards it is made of."""
        return step

    def effort(self, position: Position) -> float:
        """How much of its budget a thrifty search needs here, from 0 to 1: nothing where it finds what is judged best.

        Asked of worlds that look like a view, and the same in all of them.
        """
        return 1.0

    def practises(self, position: Position) -> bool:
        """Does practice learn about decisions of this kind? The others are taken as in playouts."""
        return True

    def stalls(self, position: Position) -> bool:
        """Has nothing led towards the end for so long that in practice the game is called off, and lost for all?"""
        return False

    def settled(self, position: Position) -> bool:
        """Is this a moment at which `outlook` judges well?"""
        raise NotImplementedError

    def outlook(self, position: Position, out: vec[float]) -> None:
        """Writes each seat's expected final points; of a finished game, its points, and a trace for the tie-break."""
        raise NotImplementedError

    def suspense(self, position: Position) -> float:
        """How many points a lead may still change by: the scale on which margins count."""
        raise NotImplementedError

    def common_inputs(self, position: Position, out: vec[i64]) -> i64:
        """Writes the inputs of a network that belong to no seat; returns how many there are. See `value`."""
        raise NotImplementedError

    def seat_inputs(self, position: Position, seat: i64, out: vec[i64]) -> i64:
        """Writes the inputs of a network that belong to a seat, after the common ones were asked for."""
        raise NotImplementedError

    def together(self, position: Position) -> bool:
        """Do several seats decide at the same time, without knowing of each other's decision?"""
        return False

    def prepare(self, position: Position, seat: i64) -> None:
        """Prepares a sampled world: other seats take their secret decisions again."""

    def features(self, position: Position, seat: i64, out: vec[float]) -> None:
        """Writes what the outlook of a seat is weighed from, apart from its present score; for learning."""
        raise NotImplementedError

    def terms(self, position: Position, seat: i64, out: vec[float]) -> None:
        """Writes what the outlook of a seat is made of, in points, by `term_names`; for reasons in words."""

    def remark(self, glimpses: list[Glimpse], seat: i64) -> Remark | None:
        """What speaks for those steps in words of the game, if that holds in all these worlds; for hints."""
        return None

    def candidates(
        self, position: Position, seat: i64, out: vec[i64], names: vec[i64], odds: vec[float], thorough: bool
    ) -> i64:
        """Writes the few best steps with their names and the odds that each is the best; returns how many there are.

        Of a single step neither name nor odds are written.
        """
        self.judge(position, seat, thorough)
        if thorough:
            if self.sensible:
                self.leave_out_silly(position, seat)
            self.lean(position, seat)
        if self.count == 1:
            out[0] = self.steps[0]
            return 1
        best = -1e9
        for i in range(self.count):
            if self.values[i] > best:
                best = self.values[i]
        kept: i64 = 0
        total = 0.0
        most_kept = self.root_breadth * self.considered if thorough else self.considered
        while kept < most_kept:
            at: i64 = -1
            most = best - self.hopeless
            for i in range(self.count):
                if self.values[i] >= most:
                    most = self.values[i]
                    at = i
            if at < 0:
                break
            out[kept] = self.steps[at]
            names[kept] = self.name_of(position, self.steps[at])
            odds[kept] = exp((most - best) / self.temper)
            total += odds[kept]
            self.values[at] = -1e9
            kept += 1
        for i in range(kept):
            odds[i] /= total
        return kept

    def policy(self, position: Position, seat: i64, rng: Fast, carelessness: float) -> i64:
        """The step judged best. Carelessness, in points, is how far the judgement may err."""
        self.judge(position, seat, carelessness == 0.0)
        return self.best_judged(rng, carelessness)

    def sensible_policy(self, position: Position, seat: i64, rng: Fast, carelessness: float) -> i64:
        """The same by the bot's own habit, but nothing silly."""
        self.judge(position, seat, carelessness == 0.0)
        self.leave_out_silly(position, seat)
        self.lean(position, seat)
        return self.best_judged(rng, carelessness)

    def best_judged(self, rng: Fast, carelessness: float) -> i64:
        """The best of the steps just judged."""
        choice = self.steps[0]
        if self.count == 1:
            return choice
        best = -1e9
        for i in range(self.count):
            value = self.values[i]
            if carelessness > 0.0:
                value += carelessness * (float(rng.randrange(2048) + rng.randrange(2048)) / 2048.0 - 1.0)
            if value > best:
                best = value
                choice = self.steps[i]
        return choice

    def quick(self, position: Position, seat: i64, rng: Fast, carelessness: float) -> i64:
        """A sensible step for a playout, found fast."""
        return self.policy(position, seat, rng, carelessness)
