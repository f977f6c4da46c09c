"""The steps of The Pillars of Venice as values and as text, in the order of `steps.py`."""

from msgspec import Struct
from msgspec.structs import astuple

from capomastro.core.game import ActionTable
from capomastro.games.pillars.names import CARD_NAMES, CELL_NAMES, lying
from capomastro.games.pillars.rules import steps
from capomastro.games.pillars.rules.box import MOST_SEATS
from capomastro.games.pillars.rules.districts import PLACEMENTS, SHAPE_NAMES


class Step(Struct, frozen=True):
    """A decision; its text is its tag and its fields."""

    def text(self) -> str:
        tag = self.__struct_config__.tag
        return " ".join([str(tag), *(str(field) for field in astuple(self))])


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


def _table() -> ActionTable:
    values: list[Step] = [Done(), Stay()]
    values += [Swap(seat) for seat in range(1, MOST_SEATS + 1)]
    values += [Give(card) for card in CARD_NAMES]
    values += [Choose(card) for card in CARD_NAMES]
    values += [Take(shape) for shape in SHAPE_NAMES]
    values += [Pile(cell) for cell in CELL_NAMES]
    values += [Mark(cell) for cell in CELL_NAMES]
    values += [Build(*lying(placement)) for placement in range(PLACEMENTS)]
    assert len(values) == steps.STEPS
    short = {"pitchdipper": "pitch-dipper", "dipper": "pitch-dipper", "masterbuilder": "master builder"}
    return ActionTable(values, [value.text() for value in values], short)


ACTIONS = _table()
