"""Who learns of something: a set of viewers, as one number, so that it can go through the database to other workers."""

from collections.abc import Sequence
from typing import NewType

from capomastro.core.game import Event, Seat, Viewer

Audience = NewType("Audience", int)
"""Bit 0 stands for the spectators, bit 1 for the first seat."""
NOBODY = Audience(0)
EVERYBODY = Audience((1 << 17) - 1)
NEW_CHAT = Audience(1 << 17)
"""Not a viewer: says that there are new messages."""


def viewer_index(viewer: Viewer) -> int:
    """Where a viewer stands in tuples: the spectators first."""
    return 0 if viewer is None else viewer + 1


def only(viewer: Viewer) -> Audience:
    return Audience(1 << viewer_index(viewer))


def everybody_at(seats: int) -> Audience:
    """The seats of one table, and its spectators."""
    return Audience((1 << (seats + 1)) - 1)


def both(one: Audience, other: Audience) -> Audience:
    return Audience(one | other)


def includes(audience: Audience, viewer: Viewer) -> bool:
    return bool(audience >> viewer_index(viewer) & 1)


def is_public(audience: Audience) -> bool:
    return includes(audience, None)


def seats_in(audience: Audience, seats: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(seats) if includes(audience, seat))


def audience_of(seat: Seat, events: Sequence[Event], seats: int) -> Audience:
    """Who learns of an entry of the log: its own seat, if it has one, and whoever is told an event."""
    learning = only(seat) if seat >= 0 else NOBODY
    for event in events:
        if event.audience is None:
            return everybody_at(seats)
        for told in event.audience:
            learning = both(learning, only(told))
    return learning
