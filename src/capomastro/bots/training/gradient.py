"""Learning what to do in which situation from games of a policy against itself, compiled.

A step of a decision that looks at the situation is drawn, the likelier the more points it is taken for. What came of
it is compared with what was to be expected; then the weights that spoke for the step grow if it went better, and those
that spoke for the others fall (policy gradient with a baseline; Williams 1992), by steps that get smaller the more a
weight has moved (Duchi and others 2011). What is to be expected is a table of what came of positions in which a seat
was as far ahead, by the outlook, with as much of the game left. What came of a step is what is expected later, the
sooner the more (Schulman and others 2016), and in the end the outcome.
"""

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.situations import MOST_NOTED, MOST_SEEN, Situations
from capomastro.bots.search.tree import MOST_SEATS, squashed
from capomastro.bots.search.value import LEADS, lead_input
from capomastro.core.chance import Fast
from capomastro.core.position import Position

SPANS: Final = 64  # of suspense, half a point each
CELLS: Final = SPANS * LEADS  # of the table of what is to be expected
SLOWEST: Final = 0.00005  # how far an outcome moves what is expected, at least
MOST_TURNS: Final = 1024  # settled moments of a game that are kept
MOST_DECISIONS: Final = 4096  # of a game that are learned from
MOST_ROWS: Final = 256  # weights that one decision goes by
WIN_SHARE: Final = 0.8  # of an outcome; the rest is the lead
LEAD_SCALE: Final = 8.0  # a lead of so many points counts half as much as the highest
FINE: Final = 1048576  # of which a draw is one


class Gradient:
    """Weights that are learned, and the game under way.

    `temper` is by how many points a step must be better to be drawn e times as often, `keep` how much of what came of a
    step is decided later than the next turn. Where nothing is learned, the best step is taken, with `carelessness`.
    """

    def __init__(
        self, heuristic: Heuristic, situations: Situations, temper: float, keep: float, carelessness: float
    ) -> None:
        self.heuristic = heuristic
        self.situations = situations
        self.temper = temper
        self.keep = keep
        self.carelessness = carelessness
        size = len(situations.weights)
        self.squares = vec[float]([1.0] * size)  # of all slopes of a weight so far
        self.sums = vec[float]([0.0] * size)
        self.summed: i64 = 0
        self.expected = vec[float]([0.0] * CELLS)
        self.met = vec[float]([0.0] * CELLS)
        self.turns: i64 = 0
        self.cells = vec[i64]([0] * (MOST_TURNS * MOST_SEATS))  # where each seat stood at the beginning of each turn
        self.outlook = vec[float]([0.0] * MOST_SEATS)
        self.later = vec[float]([0.0] * MOST_TURNS)
        self.decisions: i64 = 0
        self.turn_of = vec[i64]([0] * MOST_DECISIONS)
        self.seat_of = vec[i64]([0] * MOST_DECISIONS)
        self.begin = vec[i64]([0] * (MOST_DECISIONS + 1))  # of the rows of each decision
        self.rows = vec[i64]([0] * (MOST_DECISIONS * MOST_ROWS))
        self.parts = vec[float]([0.0] * (MOST_DECISIONS * MOST_ROWS))  # how much each weight spoke for what was done
        self.likely = vec[float]([0.0] * MOST_NOTED)

    def play(self, position: Position, rng: Fast, pace: float) -> None:
        """Plays a game to its end, and learns from it."""
        self.turns = 0
        self.decisions = 0
        heuristic = self.heuristic
        while not position.over and not heuristic.stalls(position):
            if self.turns < MOST_TURNS and heuristic.settled(position):
                self.note_turn(position)
            seat = position.actor
            if heuristic.practises(position):
                self.situations.forget()
                heuristic.judge(position, seat, thorough=False)
                position.play(seat, self.draw(seat, rng))
            else:
                position.play(seat, heuristic.quick(position, seat, rng, self.carelessness))
        for seat in range(position.seats):
            self.look_back(position, seat)
            self.learn(seat, pace)

    def note_turn(self, position: Position) -> None:
        """Notes how everybody stands."""
        heuristic = self.heuristic
        heuristic.outlook(position, self.outlook)
        span = i64(2.0 * heuristic.suspense(position))
        if span >= SPANS:
            span = SPANS - 1
        for seat in range(position.seats):
            self.cells[self.turns * MOST_SEATS + seat] = span * LEADS + lead_input(self.outlook, position.seats, seat)
        self.turns += 1

    def draw(self, seat: i64, rng: Fast) -> i64:
        """One of the steps just judged; notes what is to be learned if it was good."""
        heuristic = self.heuristic
        count = heuristic.count
        if not self.is_noted(count):
            return heuristic.best_judged(rng, self.carelessness)
        best = -1e9
        for i in range(count):
            if heuristic.values[i] > best:
                best = heuristic.values[i]
        total = 0.0
        for i in range(count):
            self.likely[i] = exp((heuristic.values[i] - best) / self.temper)
            total += self.likely[i]
        left = total * float(rng.randrange(FINE)) / float(FINE)
        choice: i64 = 0
        while choice < count - 1 and left >= self.likely[choice]:
            left -= self.likely[choice]
            choice += 1
        self.note(seat, count, choice, total)
        return heuristic.steps[choice]

    def is_noted(self, count: i64) -> bool:
        """Is anything to be learned from this decision, and is there room for it?"""
        if count < 2 or count > MOST_NOTED or self.turns == 0 or self.decisions == MOST_DECISIONS:
            return False
        noted: i64 = 0
        for i in range(count):
            noted += self.situations.notes[i]
        return 0 < noted <= MOST_ROWS

    def note(self, seat: i64, count: i64, choice: i64, total: float) -> None:
        situations = self.situations
        at = self.begin[self.decisions]
        for i in range(count):
            part = (1.0 if i == choice else 0.0) - self.likely[i] / total
            for k in range(situations.notes[i]):
                self.rows[at] = situations.noted[i * MOST_SEEN + k]
                self.parts[at] = part / self.temper
                at += 1
        self.turn_of[self.decisions] = self.turns - 1
        self.seat_of[self.decisions] = seat
        self.decisions += 1
        self.begin[self.decisions] = at

    def look_back(self, position: Position, seat: i64) -> None:
        """Finds what came of each turn for a seat, and remembers it as what is to be expected."""
        outcome = outcome_of(position, seat) if position.over else 0.0
        turn = self.turns - 1
        while turn >= 0:
            self.later[turn] = outcome
            cell = self.cells[turn * MOST_SEATS + seat]
            self.met[cell] += 1.0
            share = 1.0 / self.met[cell]
            if share < SLOWEST:
                share = SLOWEST
            expected = outcome if self.met[cell] == 1.0 else self.expected[cell]
            self.expected[cell] = expected + share * (outcome - expected)
            outcome = (1.0 - self.keep) * expected + self.keep * outcome
            turn -= 1

    def learn(self, seat: i64, pace: float) -> None:
        """Compares what came of each decision of a seat with what was expected."""
        weights = self.situations.weights
        for i in range(self.decisions):
            if self.seat_of[i] != seat:
                continue
            turn = self.turn_of[i]
            surprise = self.later[turn] - self.expected[self.cells[turn * MOST_SEATS + seat]]
            for k in range(self.begin[i], self.begin[i + 1]):
                row = self.rows[k]
                slope = surprise * self.parts[k]
                self.squares[row] += slope * slope
                weights[row] += pace * slope / sqrt(self.squares[row])

    def average(self) -> None:
        """Adds the weights as they are to the mean."""
        for i in range(len(self.sums)):
            self.sums[i] += self.situations.weights[i]
        self.summed += 1

    def mean(self) -> list[float]:
        """The mean of the weights as far as it was kept, or else the weights as they are."""
        if self.summed == 0:
            return [self.situations.weights[i] for i in range(len(self.sums))]
        return [self.sums[i] / float(self.summed) for i in range(len(self.sums))]


def outcome_of(position: Position, seat: i64) -> float:
    """What a finished game brought a seat, from 0 to 1."""
    best: i64 = -1000
    for other in range(position.seats):
        if other != seat and position.score(other) > best:
            best = position.score(other)
    winners = position.winners()
    won = 1.0 / float(len(winners)) if int(seat) in winners else 0.0
    return WIN_SHARE * won + (1.0 - WIN_SHARE) * squashed(float(position.score(seat) - best), LEAD_SCALE)
