"""Learning from search which steps are worth a thought: odds fitted to how often each step was tried, compiled.

A step has a base, which is what the heuristic reckons without weights, and goes by some weights for the situation it is
in. A search tries steps by such odds first, and then the oftener the better they do; so where it went in the end is
what its odds should have said. Weights are moved until they say so, all decisions at once, by steps that get smaller
the more a weight has moved (Duchi and others 2011), and are pulled back to the best ones so far.
"""

from math import exp, log, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import MOST_CANDIDATES, Heuristic
from capomastro.bots.search.situations import MOST_NOTED, MOST_SEEN, Situations
from capomastro.bots.search.tree import Tree
from capomastro.core.position import MOST_STEPS, Position

PASSES: Final = 120  # over all decisions
PACE: Final = 0.2  # points by which a weight moves at first


class Searched:
    """A decision as a search saw it: for each step its base, the part of the visits it had, and what it goes by."""

    def __init__(self, bases: list[float], shares: list[float], rows: list[list[int]]) -> None:
        self.bases = bases
        self.shares = shares
        self.rows = rows

    # A compiled class is not pickled without this, and workers send what they have seen.
    def __reduce__(self) -> tuple[type["Searched"], tuple[list[float], list[float], list[list[int]]]]:
        return Searched, (self.bases, self.shares, self.rows)


class Sights:
    """Notes what searches saw, as a heuristic of its own judges it by the same weights."""

    def __init__(self, heuristic: Heuristic, situations: Situations) -> None:
        self.heuristic = heuristic
        self.situations = situations
        situations.learning = True
        self.visits = vec[i64]([0] * MOST_STEPS)
        self.noted: list[Searched] = []

    def note(self, tree: Tree, world: Position) -> None:
        """Keeps a decision that was looked into well, if practice looks at its situation."""
        tried: i64 = 0
        for name, visits, _, _ in tree.findings():
            self.visits[name] = visits
            tried += visits
        if tried >= tree.root_count:
            self.keep(tree, world, tried)
        for name, _, _, _ in tree.findings():
            self.visits[name] = 0

    def keep(self, tree: Tree, world: Position, tried: i64) -> None:
        heuristic = self.heuristic
        situations = self.situations
        weights = situations.weights
        heuristic.prepare(world, tree.root_seat)
        situations.forget()
        heuristic.judge(world, tree.root_seat, thorough=True)
        if heuristic.count > MOST_NOTED:
            return
        bases: list[float] = []
        shares: list[float] = []
        rows: list[list[int]] = []
        found: i64 = 0
        for i in range(tree.root_count):
            at = self.judged(world, tree.root_names[i])
            if at < 0:
                continue
            base = heuristic.values[at]
            goes_by: list[int] = []
            for k in range(situations.notes[at]):
                row = situations.noted[at * MOST_SEEN + k]
                base -= weights[row]
                goes_by.append(int(row))
            found += len(goes_by)
            bases.append(base)
            shares.append(float(self.visits[tree.root_names[i]]) / float(tried))
            rows.append(goes_by)
        if found > 0:
            self.noted.append(Searched(bases, shares, rows))

    def judged(self, world: Position, name: i64) -> i64:
        """Which of the steps just judged has this name; -1 if none has."""
        heuristic = self.heuristic
        for i in range(heuristic.count):
            if heuristic.name_of(world, heuristic.steps[i]) == name:
                return i
        return -1


class Odds:
    """Decisions that odds are fitted to.

    `temper` is by how many points a step must be better to be e times as likely, `trust` how much of the odds of a
    search are such; the rest is the same for all steps.
    """

    def __init__(self, decisions: list[Searched], temper: float, trust: float) -> None:
        self.temper = temper
        self.trust = trust
        ends: list[int] = []  # of the steps of each decision
        row_ends: list[int] = []  # of the rows of each step
        bases: list[float] = []
        shares: list[float] = []
        rows: list[int] = []
        for decision in decisions:
            bases.extend(decision.bases)
            shares.extend(decision.shares)
            ends.append(len(bases))
            for goes_by in decision.rows:
                rows.extend(goes_by)
                row_ends.append(len(rows))
        self.count: i64 = len(ends)
        self.ends = vec[i64](ends)
        self.row_ends = vec[i64](row_ends)
        self.bases = vec[float](bases)
        self.shares = vec[float](shares)
        self.rows = vec[i64](rows)
        self.likely = vec[float]([0.0] * MOST_CANDIDATES)
        self.pushes = vec[float]([0.0] * MOST_CANDIDATES)

    def surprise(self, weights: list[float]) -> float:
        """How many nats the mean decision of the searches surprises whoever goes by these weights."""
        by = vec[float](weights)
        total = 0.0
        begin: i64 = 0
        for i in range(self.count):
            end = self.ends[i]
            self.weigh(by, begin, end)
            even = (1.0 - self.trust) / float(end - begin)
            for at in range(begin, end):
                total -= self.shares[at] * log(self.trust * self.likely[at - begin] + even)
            begin = end
        return total / float(self.count) if self.count > 0 else 0.0

    def fitted(self, best: list[float], pull: float) -> list[float]:
        """Weights that are less surprised; the further a weight is from the best one, the more it is pulled back."""
        weights = vec[float](best)
        origin = vec[float](best)
        size = len(weights)
        squares = vec[float]([1e-9] * size)
        slopes = vec[float]([0.0] * size)
        for _ in range(PASSES):
            for row in range(size):
                slopes[row] = pull * (origin[row] - weights[row])
            self.add_slopes(weights, slopes)
            for row in range(size):
                slope = slopes[row]
                if slope != 0.0:
                    squares[row] += slope * slope
                    weights[row] += PACE * slope / sqrt(squares[row])
        return [weights[row] for row in range(size)]

    def weigh(self, weights: vec[float], begin: i64, end: i64) -> None:
        """Finds how likely each step of a decision is by the weights alone."""
        most = -1e9
        for at in range(begin, end):
            value = self.bases[at]
            first = self.row_ends[at - 1] if at > 0 else i64(0)
            for k in range(first, self.row_ends[at]):
                value += weights[self.rows[k]]
            self.likely[at - begin] = value
            if value > most:
                most = value
        total = 0.0
        for i in range(end - begin):
            self.likely[i] = exp((self.likely[i] - most) / self.temper)
            total += self.likely[i]
        for i in range(end - begin):
            self.likely[i] /= total

    def add_slopes(self, weights: vec[float], slopes: vec[float]) -> None:
        """Adds how much less surprising all decisions become if a weight grows."""
        trust = self.trust
        begin: i64 = 0
        for i in range(self.count):
            end = self.ends[i]
            self.weigh(weights, begin, end)
            even = (1.0 - trust) / float(end - begin)
            total = 0.0
            for at in range(begin, end):
                likely = trust * self.likely[at - begin]
                self.pushes[at - begin] = push = self.shares[at] * likely / (likely + even)
                total += push
            for at in range(begin, end):
                push = (self.pushes[at - begin] - total * self.likely[at - begin]) / self.temper
                first = self.row_ends[at - 1] if at > 0 else i64(0)
                for k in range(first, self.row_ends[at]):
                    slopes[self.rows[k]] += push
            begin = end
