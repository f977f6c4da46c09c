"""Bots by name. Others can add theirs through the entry point group `capomastro.bots`.

An entry point names a class, or any function, that takes a game and returns a bot for it; it raises `BadSetup` for a
game it does not play. Behind a colon a name may carry a budget: `search:1000`, `search:250ms`.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from capomastro.bots.bot import Bot, Budget, budget_from
from capomastro.bots.characters import CHARACTERS
from capomastro.bots.learned import Learned
from capomastro.bots.players import Apprentice, Greedy, Journeyman, Master, Random, Searching
from capomastro.core.chance import Fast
from capomastro.core.game import AnyGame, BadSetup

Maker: TypeAlias = Callable[[AnyGame], Bot]
GROUP = "capomastro.bots"
BUILT_IN: dict[str, Maker] = {
    bot.name: bot for bot in (Random, Greedy, Searching, Apprentice, Journeyman, Master, Learned, *CHARACTERS)
}
LEVELS = ("apprentice", "journeyman", "master")
LADDER = ("random", "apprentice", "greedy", "journeyman", "search:1000", "master")


@cache
def plugins() -> dict[str, Any]:
    """The entry points of bots that others have installed, by name; ours cannot be replaced."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in BUILT_IN}


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
    if plain in BUILT_IN:
        return Player(name, BUILT_IN[plain](game), budget_from(setting))
    if plain in plugins():
        maker: Maker = plugins()[plain].load()
        return Player(name, maker(game), budget_from(setting))
    raise BadSetup("bot.unknown", bot=plain, known=names())
