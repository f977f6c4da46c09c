"""The steps of The Pillars of Venice as values and as text, in the order of `steps.py`."""

from capomastro.core.game import TextStep, table_of
from capomastro.games.pillars.names import CARD_NAMES, CELL_NAMES, lying
from capomastro.games.pillars.rules import steps
from capomastro.games.pillars.rules.box import MOST_SEATS
from capomastro.games.pillars.rules.districts import PLACEMENTS, SHAPE_NAMES


class Step(TextStep, frozen=True):
    """A decision of this game."""


class Done(Step, frozen=True, tag="done"):
    """No further districts are taken, or no further markers placed."""


class Stay(Step, frozen=True, tag="stay"):
    """Do without the swap."""


class Swap(Step, frozen=True, tag="swap"):
    """Draw a card from the hand of this seat, counted from 1."""

    seat: int


class Give(Step, frozen=True, tag="give"):
    """Give this card for the one drawn."""

    card: str


class Choose(Step, frozen=True, tag="choose"):
    """Play this card."""

    card: str


class Take(Step, frozen=True, tag="take"):
    """Take the top district of this stack."""

    shape: str


class Pile(Step, frozen=True, tag="pile"):
    """Set a pile on this cell."""

    cell: str


class Mark(Step, frozen=True, tag="mark"):
    """Put a marker on the pile of this cell."""

    cell: str


class Build(Step, frozen=True, tag="build"):
    """Build this district with the first cell of its pattern on `at`, turned clockwise around it."""

    district: str
    at: str
    turned: int

    def text(self) -> str:
        return f"build {self.district} at {self.at} turned {self.turned}"


FAMILIES: dict[int, list[Step]] = {
    steps.DONE: [Done(), Stay()],
    steps.SWAP: [Swap(seat) for seat in range(1, MOST_SEATS + 1)],
    steps.GIVE: [Give(card) for card in CARD_NAMES],
    steps.CHOOSE: [Choose(card) for card in CARD_NAMES],
    steps.TAKE: [Take(shape) for shape in SHAPE_NAMES],
    steps.PILE: [Pile(cell) for cell in CELL_NAMES],
    steps.MARK: [Mark(cell) for cell in CELL_NAMES],
    steps.BUILD: [Build(*lying(placement)) for placement in range(PLACEMENTS)],
}
"""Every step there is, by the number at which its family begins."""
SHORT = {"pitchdipper": "pitch-dipper", "dipper": "pitch-dipper", "masterbuilder": "master builder"}
ACTIONS = table_of(FAMILIES, steps.STEPS, SHORT)
