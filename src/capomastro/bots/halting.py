"""How a search that is not wanted any more ends: before its next iteration, with what it has found."""

from collections.abc import Callable

from capomastro.bots.search.tree import Worlds
from capomastro.core.chance import Fast
from capomastro.core.position import Position


class Halted(Exception):
    """A search is not wanted any more."""


class UntilHalted:
    """Worlds that are sampled until somebody calls a halt.

    Asking in Python lets other threads run, which compiled code does not: so whoever calls a halt is heard.
    """

    def __init__(self, worlds: Worlds, halted: Callable[[], bool]) -> None:
        self.worlds = worlds
        self.halted = halted

    def sample(self, rng: Fast) -> Position:
        if self.halted():
            raise Halted
        return self.worlds.sample(rng)
