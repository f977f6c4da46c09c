"""Bots by name. Others can add theirs through the entry point group `capomastro.bots`.

An entry point names a class, or any function, that takes a game and returns a bot for it; it raises `BadSetup` for a
game it does not play. Behind a colon a name may carry a budget: `search:1000`, `search:250ms`, `master:x2` for two
searches that are merged. Behind an `@` it may carry a release: `master@1`.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from capomastro.bots.bot import Bot, Budget, budget_from
from capomastro.bots.characters import CHARACTERS
from capomastro.bots.learned import Learned
from capomastro.bots.merging import Merging
from capomastro.bots.players import Apprentice, Grandmaster, Greedy, Journeyman, Master, Novice, Random, Searching
from capomastro.bots.releases import FirstApprentice, FirstJourneyman, FirstMaster
from capomastro.core.chance import Fast
from capomastro.core.game import AnyGame, BadSetup

Maker: TypeAlias = Callable[[AnyGame], Bot]
GROUP = "capomastro.bots"
BUILT_IN: dict[str, Maker] = {
    bot.name: bot
    for bot in (*(Random, Greedy, Searching, Novice, Apprentice, Journeyman, Master, Grandmaster, Learned), *CHARACTERS)
}
RELEASED: dict[str, Maker] = {bot.name: bot for bot in (FirstApprentice, FirstJourneyman, FirstMaster)}
"""Earlier releases of our bots, to compare with; nobody is offered them as opponents."""
LEVELS = ("novice", "apprentice", "journeyman", "master", "grandmaster")
LADDER = ("random", "novice", "greedy", "apprentice", "journeyman", "search:1000", "master")


@cache
def plugins() -> dict[str, Any]:
    """The entry points of bots that others have installed, by name; ours cannot be replaced."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in BUILT_IN | RELEASED}


def names() -> list[str]:
    return [*BUILT_IN, *sorted(plugins())]


class Player:
    """A bot at a game with its budget: what sits in a seat."""

    def __init__(self, name: str, bot: Bot, budget: Budget) -> None:
        self.name = name
        self.bot = bot
        self.budget = budget

    def choose(self, view: Any, legal: list[int], rng: Fast) -> int:
        return self.bot.choose(view, legal, self.budget, rng)


def player_named(name: str, game: AnyGame) -> Player:
    """The bot of this name, made for this game, with the budget its name carries."""
    plain, _, setting = name.partition(":")
    budget = budget_from(setting)
    maker: Maker | None = BUILT_IN.get(plain) or RELEASED.get(plain)
    if maker is None and plain in plugins():
        maker = plugins()[plain].load()
    if maker is None:
        raise BadSetup("bot.unknown", bot=plain, known=names())
    return player_of(name, maker(game), budget)


def player_of(name: str, bot: Bot, budget: Budget) -> Player:
    """This bot with this budget."""
    return Player(name, bot if budget.searches == 1 else Merging(bot, budget.searches), budget)
