"""Palazzo's steps as values and as text, in the order of `steps.py`."""

from msgspec import Struct
from msgspec.structs import astuple

from capomastro.core.game import ActionTable
from capomastro.games.palazzo.names import CARD_NAMES, SITE_NAMES, TILE_NAMES
from capomastro.games.palazzo.rules import steps


class Step(Struct, frozen=True):
    """A decision; its text is its tag and its fields."""

    def text(self) -> str:
        tag = self.__struct_config__.tag
        return " ".join([str(tag), *(str(field) for field in astuple(self))])


class Take(Step, frozen=True, tag="take"):
    """Take money."""


class Reveal(Step, frozen=True, tag="reveal"):
    """Reveal two tiles, then buy or auction."""


class Rebuild(Step, frozen=True, tag="rebuild"):
    """Rebuild."""


class Auction(Step, frozen=True, tag="auction"):
    """Move the builder and auction what lies there."""


class Done(Step, frozen=True, tag="done"):
    """The payment is finished."""


class Pass(Step, frozen=True, tag="pass"):
    """Leave the bidding."""


class New(Step, frozen=True, tag="new"):
    """The tile begins a palazzo of its own."""


class Box(Step, frozen=True, tag="box"):
    """The tile goes into the box."""


class Pick(Step, frozen=True, tag="pick"):
    """Take this of the open cards."""

    card: str


class Discard(Step, frozen=True, tag="discard"):
    """Pay for the rebuild with this card."""

    card: str


class Lay(Step, frozen=True, tag="lay"):
    """Lay this card singly."""

    card: str


class Trio(Step, frozen=True, tag="trio"):
    """Lay three cards of this value as one group worth 15; value 2 is three certificates."""

    value: int


class Put(Step, frozen=True, tag="put"):
    """Put the tile on, or in a rebuild into, this palazzo."""

    palazzo: str


class Buy(Step, frozen=True, tag="buy"):
    """Buy this tile of the warehouse."""

    tile: str


class Build(Step, frozen=True, tag="build"):
    """Build this tile next."""

    tile: str


class Raze(Step, frozen=True, tag="raze"):
    """Remove this single tile from the game."""

    palazzo: str


class Move(Step, frozen=True, tag="move"):
    """Put this single tile into another palazzo."""

    palazzo: str


class Out(Step, frozen=True, tag="out"):
    """Take this floor out of this palazzo."""

    palazzo: str
    floor: int


def _table() -> ActionTable:
    values: list[Step] = [Take(), Reveal(), Rebuild(), Auction(), Done(), Pass(), New(), Box()]
    values += [Pick(card) for card in CARD_NAMES]
    values += [Discard(card) for card in CARD_NAMES]
    values += [Lay(card) for card in CARD_NAMES]
    values += [Trio(value) for value in range(2, 8)]
    values += [Put(site) for site in SITE_NAMES]
    values += [Buy(tile) for tile in TILE_NAMES]
    values += [Build(tile) for tile in TILE_NAMES]
    values += [Raze(site) for site in SITE_NAMES]
    values += [Move(site) for site in SITE_NAMES]
    values += [Out(site, floor) for site in SITE_NAMES for floor in range(1, 6)]
    assert len(values) == steps.STEPS
    short = {"cert": "certificate", "certificates": "certificate", "florins": "florin", "ducats": "ducat"}
    return ActionTable(values, [value.text() for value in values], short)


ACTIONS = _table()
