"""The log of a table as it is stored: append-only, its entries numbered from 1."""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from capomastro.core.game import Event, Seat

EntryKind: TypeAlias = Literal["began", "step", "undo", "branch", "rewind", "seat", "vote"]
"""What an entry does, as it is stored."""


class Began(Struct, frozen=True):
    """The match begins."""


class Step(Struct, frozen=True):
    """A decision of the game, as its text; only its number is known of a game that was not installed when steps
    became texts."""

    text: str | None
    number: int = 0


class Undo(Struct, frozen=True):
    """A seat takes back this many of its own last steps."""

    count: int


class Branch(Struct, frozen=True):
    """Only this many steps of the match are kept; it goes on with new chance, or, as an earlier release had it, with
    the old."""

    keep: int
    new_chance: bool = True


class SeatChanged(Struct, frozen=True):
    """A bot takes over, or the person is back."""


class Voted(Struct, frozen=True):
    """Somebody did not agree to a proposal."""


Deed: TypeAlias = Began | Step | Undo | Branch | SeatChanged | Voted
BEGAN, SEAT_CHANGED, VOTED = Began(), SeatChanged(), Voted()

decode_events = msgspec.json.Decoder(tuple[Event, ...]).decode


class LogEntry(Struct, frozen=True):
    """One entry of the log. `seen` is the version of the seat's own knowledge once it was told this entry."""

    n: int
    deed: Deed
    seat: Seat
    key: str | None
    seen: int
    events: tuple[Event, ...]
    at: int


def stored(deed: Deed) -> tuple[EntryKind, int, str | None]:
    """A deed as it is stored: its kind, its number, and a step's text."""
    match deed:
        case Step(text, number):
            return "step", number, text
        case Undo(count):
            return "undo", count, None
        case Branch(keep, new_chance):
            return "branch" if new_chance else "rewind", keep, None
        case Began():
            return "began", 0, None
        case SeatChanged():
            return "seat", 0, None
        case Voted():
            return "vote", 0, None


def deed_of(kind: EntryKind, number: int, step: str | None) -> Deed:
    """The deed that was stored so."""
    match kind:
        case "step":
            return Step(step, number)
        case "undo":
            return Undo(number)
        case "branch" | "rewind":
            return Branch(number, kind == "branch")
        case "began":
            return BEGAN
        case "seat":
            return SEAT_CHANGED
        case "vote":
            return VOTED
