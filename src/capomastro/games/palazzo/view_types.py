"""The types of a view of Palazzo. They stand apart from what fills them, which is compiled."""

from msgspec import Struct

from capomastro.core.game import Seat, Viewer


class SeatView(Struct, frozen=True):
    """What is known of a seat. `hand` is None unless the viewer may see it; `known` is what everybody knows of it."""

    cards: int
    known: tuple[str, ...]
    hand: tuple[str, ...] | None
    palazzi: dict[str, tuple[str, ...]]
    score: int
    bidding: bool
    bid: int
    laid: tuple[str, ...]
    currency: str | None


class Payment(Struct, frozen=True):
    """The viewer's own payment or rebuild under way."""

    cards: tuple[str, ...]
    worth: int
    need: int
    currency: str | None
    tiles: tuple[str, ...]
    moving: str | None


class View(Struct, frozen=True):
    """A game of Palazzo as one viewer knows it."""

    viewer: Viewer
    phase: str
    turn: Seat
    actor: Seat
    seats: tuple[SeatView, ...]
    payment: Payment | None
    open: tuple[str, ...]
    deck: int
    deck_cards: tuple[str, ...] | None
    """What the deck holds, which anyone who has watched can tell since the discards became the deck; None before."""
    discards: tuple[str, ...]
    warehouse: tuple[str, ...]
    price: int
    quarries: tuple[tuple[str, ...], ...]
    builder: int
    unseen: tuple[tuple[str, ...], ...]
    """For each stack the tiles still in it, which anyone who has watched can tell."""
    riders: int
    standing_bid: int
    pending: tuple[str, ...]
    placing: str | None
    drafters: int
    turns: int
    idle_turns: int
    priced_at_turn_start: bool
    stored_at_turn_start: int
    winners: tuple[Seat, ...]
