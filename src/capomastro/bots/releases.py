"""The levels of the first release, so that anyone can measure how far the bots have come; nobody is offered them."""

from typing import ClassVar

from capomastro.bots.bot import Budget
from capomastro.bots.config import Learner, config_for
from capomastro.bots.players import Apprentice, Greedy, Searching
from capomastro.core.game import AnyGame


class FirstMaster(Searching):
    """The master as it was released first."""

    name: ClassVar[str] = "master@1"
    level: ClassVar[str] = "master"
    character: ClassVar[str] = "the master of the first release"
    usual: ClassVar[Budget] = Budget(iterations=10_000, seconds=0.75)


class FirstJourneyman(Apprentice):
    """The journeyman of the first release drew its step as an apprentice does now, from a shorter search."""

    name: ClassVar[str] = "journeyman@1"
    character: ClassVar[str] = "the journeyman of the first release"

    @property
    def learner(self) -> Learner:
        return Learner(self.config.first_journeyman)


class FirstApprentice(Greedy):
    """The apprentice of the first release did not look ahead, and misjudged; it was never silly."""

    name: ClassVar[str] = "apprentice@1"
    level: ClassVar[str] = "novice"
    character: ClassVar[str] = "the apprentice of the first release"
    sensible: ClassVar[bool] = True

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.carelessness = config_for(game.name).first_apprentice
