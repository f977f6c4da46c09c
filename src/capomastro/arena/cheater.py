"""A bot that sees all hands: how strong a search would be that had nothing to guess, as an upper bound for honest ones.

It searches the one true world instead of those that look like a view. What chance brings is hidden from it too, and so
are choices that others have taken in secret: they are taken again in every iteration.

It is no bot of the roster, so nobody can sit down with it and no package can bring one. The arena alone hands it a
position, by its type and not by its name.
"""

from typing import final

from capomastro.bots.bot import Budget
from capomastro.bots.players import Master
from capomastro.core.chance import Fast
from capomastro.core.game import AnyGame, Position

NAME = "cheater"


class OneWorld:
    """A position that is known but for what chance will bring."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def sample(self, rng: Fast) -> Position:
        world = self.position.clone()
        world.chance = rng.spawn()
        return world


@final
class Cheater:
    """Searches as a master does, in the true world."""

    def __init__(self, name: str, game: AnyGame, budget: Budget) -> None:
        self.name = name
        self.master = Master(game)
        self.budget = self.master.settled(budget)

    def choose_in(self, position: Position, seat: int, rng: Fast) -> int:
        """What this seat does in this position; the position stays as it is."""
        worlds = OneWorld(position)
        tree = self.master.grown(worlds, int(position.seats), seat, self.budget, rng, stop_early=True)
        return tree.step_named(tree.choice())
