"""The log of a table as it is stored: append-only, its entries numbered from 1."""

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from capomastro.core.game import Event, Seat

EntryKind: TypeAlias = Literal["began", "step", "undo", "branch", "rewind", "seat", "vote"]
"""A `step` is a decision of the game; an `undo` takes back so many of a seat's own last steps; a `branch` keeps only so
many steps of the match and goes on with new chance (an earlier release wrote `rewind`, which went on with the old);
`seat` entries say that a bot takes over or that the person is back, `vote` entries that somebody did not agree to a
proposal."""
GOES_BACK: Final = ("branch", "rewind")
BESIDE_THE_MATCH: Final = ("seat", "vote")

decode_events = msgspec.json.Decoder(tuple[Event, ...]).decode


class LogEntry(Struct, frozen=True):
    """One entry of the log. `number` is the count taken back, or the count kept; `step` is a step's text.

    `seen` is the version of the seat's own knowledge once it was told this entry. A step without a text was stored as a
    number by a game that was not installed when the others became texts.
    """

    n: int
    kind: EntryKind
    seat: Seat
    number: int
    key: str | None
    seen: int
    events: tuple[Event, ...]
    at: int
    step: str | None = None
