"""What a bot is: it sees a view and answers with a step.

A bot never gets a state. It is asked only when its seat owes a decision, with the steps it may take and a budget for
thinking, and it draws from the generator it is given and from no other, so that a seed repeats its play.
"""

import re
from typing import Any, Protocol

from msgspec import Struct

from capomastro.core.chance import Fast
from capomastro.core.game import BadSetup

FOREVER = 1_000_000_000


class Budget(Struct, frozen=True):
    """How long a bot may think about one step: this many iterations, or this many seconds, or whichever ends first.

    All that for each of so many searches, which are merged; see `bots/merging.py`.
    """

    iterations: int | None = None
    seconds: float | None = None
    searches: int = 1

    def __str__(self) -> str:
        parts = [] if self.iterations is None else [str(self.iterations)]
        parts += [] if self.seconds is None else [f"{self.seconds * 1000:.0f}ms"]
        parts += [] if self.searches == 1 else [f"x{self.searches}"]
        return ":".join(parts)


UNLIMITED = Budget()


class Bot(Protocol):
    """A computer player. `character` is one line by which people choose their opponent."""

    @property
    def name(self) -> str: ...

    @property
    def level(self) -> str: ...

    @property
    def character(self) -> str: ...

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        """One of the legal steps, whatever the budget."""


def budget_from(text: str) -> Budget:
    """`1000` is a number of iterations, `250ms` a time, `x2` a number of searches that are merged."""
    iterations, seconds, searches = None, None, 1
    for part in filter(None, text.split(":")):
        if re.fullmatch(r"\d+ms", part):
            seconds = int(part[:-2]) / 1000
        elif re.fullmatch(r"\d+", part):
            iterations = int(part)
        elif re.fullmatch(r"x[1-9]\d?", part):
            searches = int(part[1:])
        else:
            raise BadSetup("bot.budget", text=part)
    return Budget(iterations, seconds, searches)
