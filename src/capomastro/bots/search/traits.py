"""What can be said of a step without judging it, and habits: what a character gives for each of these things.

A habit never changes what a bot knows, only what it likes: it is asked about the decisions of the bot itself, at the
root of a search, so that neither playouts nor what is expected of others depend on it.
"""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.position import Position


class Traits:
    """Counts, for each of `names`, how much of it a step has. Uses only what the acting seat can see."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def write(self, position: Position, seat: i64, step: i64, out: vec[float]) -> None:
        """Writes the amounts of a legal step; all are 0 where nothing is written. `out` comes with zeros."""
        raise NotImplementedError

    def amounts(self, position: Position, seat: int, step: int) -> dict[str, float]:
        """The traits that a step has, for figures."""
        out = vec[float]([0.0] * len(self.names))
        self.write(position, seat, step, out)
        return {name: out[i] for i, name in enumerate(self.names) if out[i] != 0.0}


class Habit:
    """What a character likes: points for each trait of a step, beyond those that it brings."""

    def __init__(self, traits: Traits, weights: dict[str, float]) -> None:
        self.traits = traits
        self.weights = vec[float]([weights.get(name, 0.0) for name in traits.names])
        self.amount = vec[float]([0.0] * len(traits.names))

    def of_step(self, position: Position, seat: i64, step: i64) -> float:
        """How many points more a legal step seems worth."""
        count = len(self.weights)
        for i in range(count):
            self.amount[i] = 0.0
        self.traits.write(position, seat, step, self.amount)
        total = 0.0
        for i in range(count):
            total += self.weights[i] * self.amount[i]
        return total
