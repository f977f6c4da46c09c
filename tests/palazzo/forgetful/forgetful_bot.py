"""A searching bot that has not watched the discards become the deck: for the arena, to see what knowing it is worth.

PYTHONPATH=tests/palazzo/forgetful capomastro arena palazzo search:200 forgetful:200
"""

from typing import Any, ClassVar

from msgspec.structs import replace

from capomastro.bots.bot import Budget
from capomastro.bots.players import Searching
from capomastro.core.chance import Fast


def forgotten(view: Any) -> Any:
    """The same view for somebody who knows how many cards the deck has, and not which."""
    return replace(view, deck_cards=None)


class Forgetful(Searching):
    """Deals the cards of the deck and of hidden hands as if they had never lain open."""

    name: ClassVar[str] = "forgetful"
    level: ClassVar[str] = "none"
    character: ClassVar[str] = "looks ahead, but has not watched which cards became the deck"

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        return super().choose(forgotten(view), legal, budget, rng)
