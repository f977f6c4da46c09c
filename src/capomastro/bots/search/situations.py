"""What play has taught about steps in situations: points to add to what a heuristic reckons.

A situation is a list of things that are so, each a number; a kind of step has a weight for each of them, in a block of
its own. A game says in which decisions it looks at the situation, and what it sees there. The weights are learned by
play (`bots/training/practice.py`).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

MOST_SEEN: Final = 24  # in one situation
MOST_NOTED: Final = 64  # steps of one decision that are learned about


class Situations:
    """Weights, and what is so in the situation looked at last."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.seen = vec[i64]([0] * MOST_SEEN)
        self.count: i64 = 0
        self.learning = False
        self.noted = vec[i64]([0] * (MOST_NOTED * MOST_SEEN))  # the weights that each step of a decision goes by
        self.notes = vec[i64]([0] * MOST_NOTED)  # how many these are

    def see(self, number: i64) -> None:
        """Adds something that is so."""
        self.seen[self.count] = number
        self.count += 1

    def points(self, block: i64, nth: i64) -> float:
        """What the situation adds to a step of this kind, the nth of its decision."""
        weights = self.weights
        total = 0.0
        for i in range(self.count):
            total += weights[block + self.seen[i]]
        if self.learning:
            for i in range(self.count):
                self.noted[nth * MOST_SEEN + i] = block + self.seen[i]
            self.notes[nth] = self.count
        return total

    def forget(self) -> None:
        """Nothing is noted of the steps of the next decision."""
        for i in range(MOST_NOTED):
            self.notes[i] = 0
