"""The games, by name: those in `capomastro.games`, and those that other packages register.

A game is found by its `Registration`. A built-in game's package exposes it as `REGISTRATION`; any other package names
it under the entry point group `capomastro.games`. Nothing else in this project holds a list of games.
"""

import logging
import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from msgspec import Struct

from capomastro.core.errors import Unplayable
from capomastro.core.game import AnyGame
from capomastro.core.words import add_package

GROUP = "capomastro.games"
log = logging.getLogger("capomastro.catalogue")


class Registration(Struct, frozen=True, kw_only=True):
    """Where the parts of a game lie, each as `module:attribute`, so that nothing is loaded before it is needed."""

    name: str
    game: str
    bots: str | None = None
    """Its `BotConfig`; without one, bots search by playing at random to the end."""
    page: bool = False
    """Whether the page has a drawing of its own for it, `web/games/NAME/`; without one, a plain table is drawn."""
    drawing: str | None = None
    """The folder of static files by which a game of another package draws itself, as `package:folder`."""
    terminal: str | None = None
    """Its `Drawing` for terminals; without one, a plain table of its view and steps is shown."""
    observation: str | None = None
    """Its `Observation`, the tensor from which machines learn; without one, it has no batched environment."""
    network: str | None = None
    """The file of a trained network, as `package:file`; with one, the bot `learned` plays the game."""
    highlights: str | None = None
    """Its `Highlights`, what people find on the page of their own matches; without any, points are all they find."""
    puzzles: str | None = None
    """The file of its puzzles, as `package:file`; see docs/puzzles.md."""
    words: str | None = None
    """The package with its words, one file for each language; a game with a page has them among the page's."""


@cache
def registrations() -> dict[str, Registration]:
    """All games by name, the built-in ones first; no other package can replace one of those."""
    folder = import_module("capomastro.games")
    found: dict[str, Registration] = {}
    for module in pkgutil.iter_modules(folder.__path__):
        registration = import_module(f"capomastro.games.{module.name}").REGISTRATION
        found[registration.name] = registration
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            registration = entry.load()
        except Exception as error:  # another package's fault must not stop our games
            log.warning("the game %s of %s cannot be loaded: %s", entry.name, entry.value, error)
            continue
        if registration.name not in found:
            found[registration.name] = registration
            if registration.words is not None:
                add_package(registration.name, registration.words)
    return found


@cache
def loaded(reference: str) -> Any:
    """The object that `module:attribute` names. Asked several times a step, so it is looked up once."""
    module, _, attribute = reference.partition(":")
    return getattr(import_module(module), attribute)


def game_names() -> list[str]:
    return list(registrations())


def game_named(name: str) -> AnyGame:
    """The game of this name."""
    if name not in registrations():
        raise Unplayable("game", "setup.game", name=name, games=game_names())
    game: AnyGame = loaded(registrations()[name].game)
    return game


def game_by(name: str, rules: int) -> AnyGame:
    """The game of this name, by the rules of this version."""
    game = game_named(name)
    if rules == game.rules_version:
        return game
    former = game.former.get(rules, "")
    if not isinstance(former, str):
        return former
    error = Unplayable("rules", "setup.rules", game=name, theirs=rules, ours=game.rules_version)
    error.because = former
    raise error


def all_games() -> list[AnyGame]:
    return [game_named(name) for name in game_names()]
