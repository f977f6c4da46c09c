"""Who may play in an arena: every bot of the roster, and two that exist only here, to measure the others by.

`exploiter-NAME` knows how the bot of that name plays. `cheater` sees all hands.
"""

from typing import TypeAlias

from capomastro.arena.cheater import NAME, Cheater
from capomastro.arena.exploiter import Exploiter
from capomastro.bots.bot import budget_from
from capomastro.bots.roster import Player, player_named, player_of
from capomastro.core.game import AnyGame

Contestant: TypeAlias = Player | Cheater
EXPLOITER = f"{Exploiter.name}-"


def contestant_named(name: str, game: AnyGame) -> Contestant:
    """The contestant of this name, made for this game, with the budget its name carries."""
    plain, _, setting = name.partition(":")
    if plain == NAME:
        return Cheater(name, game, budget_from(setting))
    if plain.startswith(EXPLOITER):
        return player_of(name, Exploiter(game, plain.removeprefix(EXPLOITER)), budget_from(setting))
    return player_named(name, game)
