"""The games, by name. Another game is one more line here and a folder of its own."""

from importlib import import_module

from capomastro.core.game import AnyGame, BadSetup

MODULES = {"palazzo": "capomastro.games.palazzo.game:PALAZZO", "pillars": "capomastro.games.pillars.game:PILLARS"}


def game_named(name: str) -> AnyGame:
    """The game of this name."""
    if name not in MODULES:
        raise BadSetup(f"there is no game {name!r}; there is {' and '.join(MODULES)}")
    module, attribute = MODULES[name].split(":")
    game: AnyGame = getattr(import_module(module), attribute)
    return game


def all_games() -> list[AnyGame]:
    return [game_named(name) for name in MODULES]
