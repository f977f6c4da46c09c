"""Several searches of one decision, as one: each from a seed of its own, and their visits are added up.

That is how a master uses several cores: every process searches the same view with the same budget, and nothing is
shared meanwhile. The same seeds, iterations and number of searches give the same step, wherever they are searched.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from capomastro.bots.bot import Bot, Budget
from capomastro.bots.players import Master, Searching
from capomastro.core.chance import Fast
from capomastro.core.errors import BadSetup

SEED_BITS = 64


def seed_of_part(seed: int, number: int) -> int:
    """The seed of one of several searches; the first has the seed of the decision itself."""
    return seed + (number << SEED_BITS)


def merged(parts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """How often each step was tried, by all searches together."""
    total: Counter[int] = Counter()
    for visits in parts:
        total.update(visits)
    return dict(total)


def most_visited(visits: Mapping[int, int], otherwise: int) -> int:
    """The step that was tried most, the first of equal ones; another one if none was tried."""
    return min(visits, key=lambda step: (-visits[step], step)) if visits else otherwise


def is_divisible(bot: Bot) -> bool:
    """Whether several processes may search for this bot: masters and grandmasters."""
    return isinstance(bot, Master)


class Merging:
    """A bot whose every decision is several searches, one after the other: what so many processes do at once."""

    def __init__(self, bot: Bot, searches: int) -> None:
        if not isinstance(bot, Searching):
            raise BadSetup(f"{bot.name} does not search, so there is nothing to merge")
        self.bot = bot
        self.searches = searches
        self.tried: dict[int, int] = {}

    @property
    def name(self) -> str:
        return self.bot.name

    @property
    def level(self) -> str:
        return self.bot.level

    @property
    def character(self) -> str:
        return self.bot.character

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        if len(legal) == 1:
            return legal[0]
        each = Budget(budget.iterations, budget.seconds)
        steps, parts = [], []
        for _ in range(self.searches):
            steps.append(self.bot.choose(view, legal, each, rng.spawn()))
            parts.append(self.bot.visits())
        self.tried = merged(parts)
        return most_visited(self.tried, steps[0])

    def visits(self) -> dict[int, int]:
        """How often the last searches together tried each step."""
        return self.tried
