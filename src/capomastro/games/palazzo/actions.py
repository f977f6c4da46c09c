"""Palazzo's steps as values and as text, in the order of `steps.py`."""

from capomastro.core.game import TextStep, table_of
from capomastro.games.palazzo.names import CARD_NAMES, SITE_NAMES, TILE_NAMES
from capomastro.games.palazzo.rules import steps


class Step(TextStep, frozen=True):
    """A decision of this game."""


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


FAMILIES: dict[int, list[Step]] = {
    steps.TAKE: [Take(), Reveal(), Rebuild(), Auction(), Done(), Pass(), New(), Box()],
    steps.PICK: [Pick(card) for card in CARD_NAMES],
    steps.DISCARD: [Discard(card) for card in CARD_NAMES],
    steps.LAY: [Lay(card) for card in CARD_NAMES],
    steps.TRIO: [Trio(value) for value in range(2, 8)],
    steps.PUT: [Put(site) for site in SITE_NAMES],
    steps.BUY: [Buy(tile) for tile in TILE_NAMES],
    steps.BUILD: [Build(tile) for tile in TILE_NAMES],
    steps.RAZE: [Raze(site) for site in SITE_NAMES],
    steps.MOVE: [Move(site) for site in SITE_NAMES],
    steps.OUT: [Out(site, floor) for site in SITE_NAMES for floor in range(1, 6)],
}
"""Every step there is, by the number at which its family begins."""
SHORT = {"cert": "certificate", "certificates": "certificate", "florins": "florin", "ducats": "ducat"}
ACTIONS = table_of(FAMILIES, steps.STEPS, SHORT)
