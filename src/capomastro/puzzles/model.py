"""What a puzzle consists of, for whoever makes, stores or poses it; nothing here thinks."""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from capomastro.core.game import Seat
from capomastro.core.match import Setup
from capomastro.review.model import Difference

Grade: TypeAlias = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = get_args(Grade)


class PuzzleChoice(Struct, frozen=True, kw_only=True):
    """One thing that can be done. A bid is one thing, whatever cards it is made of."""

    steps: tuple[str, ...]
    """All first steps by which it begins."""
    line: tuple[str, ...]
    """How a bot would do it, step by step."""
    chance: float
    """The seat's chance to win then, between 0 and 1."""
    lead: float
    """The lead in points it may then expect over the best other seat."""
    reasons: tuple[Difference, ...] = ()
    """What speaks for the best choice against this one; for the best, what speaks for it against the second."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """A match as far as the position, the seat that has to decide, and what it can do, the best first."""

    setup: Setup
    steps: tuple[str, ...]
    """The steps so far, each with the number of its seat before it: "0 take"."""
    seat: Seat
    phase: str
    grade: Grade
    choices: tuple[PuzzleChoice, ...]

    @property
    def gap(self) -> float:
        """By how much of the chance to win the best choice is ahead of the second."""
        return self.choices[0].chance - self.choices[1].chance

    def choice_by(self, step: str) -> PuzzleChoice | None:
        """The choice that begins with this step."""
        return next((choice for choice in self.choices if step in choice.steps), None)
