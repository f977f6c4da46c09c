"""Who knows which game: the knowledge that greedy and searching bots play by."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from capomastro.bots.search.heuristic import Heuristic
from capomastro.core.game import AnyGame, BadSetup

MODULES = {
    "palazzo": "capomastro.games.palazzo.heuristic.config:EXPERT",
    "pillars": "capomastro.games.pillars.heuristic.config:EXPERT",
}


class BotConfig:
    """Makes knowledge of one game: by hand-made weights for greedy bots, by learned ones for searching bots.

    `horizon` is for how many steps a playout goes on before it is judged, `exploration` how eagerly a search tries what
    it has tried little, `carelessness` how far, in points, playouts may err, `apprentice` how far apprentices do, and
    `journeyman` how many iterations a journeyman searches. `words` are for steps whose name in a search is not their
    text.
    """

    def __init__(
        self,
        by_hand: Callable[[], list[float]],
        trained_weights: dict[int, list[float]],
        knowledge: Callable[[list[float]], Heuristic],
        horizon: int,
        exploration: float,
        carelessness: float,
        apprentice: float,
        journeyman: int,
        words: dict[int, str] | None = None,
    ) -> None:
        self.by_hand = by_hand
        self.taught = trained_weights
        self.knowledge = knowledge
        self.horizon = horizon
        self.exploration = exploration
        self.carelessness = carelessness
        self.apprentice = apprentice
        self.journeyman = journeyman
        self.words = words or {}

    def plain(self) -> Heuristic:
        return self.knowledge(self.by_hand())

    def learned(self, seats: int) -> Heuristic:
        """By the weights taught for this number of seats; nothing else was ever taught."""
        return self.knowledge(self.taught[seats] if seats in self.taught else self.by_hand())


@cache
def config_for(game: str) -> BotConfig:
    if game not in MODULES:
        raise BadSetup(f"no bot knows how to play {game}; only `random` plays every game")
    module, attribute = MODULES[game].split(":")
    expert: Any = getattr(import_module(module), attribute)
    assert isinstance(expert, BotConfig)
    return expert


def knows(game: AnyGame) -> bool:
    return game.name in MODULES
