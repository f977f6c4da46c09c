"""Who knows which game: the knowledge that greedy and searching bots play by."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from capomastro.bots.knowledge import Knowledge
from capomastro.game import AnyGame, BadSetup

WHERE = {
    "palazzo": "capomastro.bots.palazzo.expert:EXPERT",
    "pillars": "capomastro.bots.pillars.expert:EXPERT",
}


class Expert:
    """Makes knowledge of one game: plain knowledge for greedy bots, learned knowledge for searching ones."""

    def __init__(
        self, plain: Callable[[], Knowledge], learned: Callable[[int], Knowledge], horizon: int, exploration: float
    ) -> None:
        self.plain = plain
        self.learned = learned
        self.horizon = horizon
        self.exploration = exploration


@cache
def expert_for(game: str) -> Expert:
    if game not in WHERE:
        raise BadSetup(f"no bot knows how to play {game}; only `random` plays every game")
    module, attribute = WHERE[game].split(":")
    expert: Any = getattr(import_module(module), attribute)
    assert isinstance(expert, Expert)
    return expert


def knows(game: AnyGame) -> bool:
    return game.name in WHERE
