"""A log cut into decisions, each with the view of the seat that took it.

Steps that nobody else is told of are part of what they prepare: a payment is one decision, however many cards it takes.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from capomastro.core.game import Event, Seat
from capomastro.core.match import Match


class Decision(Struct, frozen=True):
    """What a seat did after `before` steps of the match, seeing this view; `line` are its steps."""

    before: int
    seat: Seat
    line: tuple[int, ...]
    view: Any


def decisions_of(match: Match) -> list[Decision]:
    """All decisions of a match in which there was a choice."""
    again = Match(match.setup)
    found: list[Decision] = []
    begun: tuple[int, Seat, Any] | None = None
    line: list[int] = []
    for number, entry in enumerate(match.entries):
        seat = entry.seat
        if begun is None and len(again.state.legal(seat)) > 1:
            begun = (number, seat, again.game.view(again.state, seat))
        told = again.follow(entry)
        if begun is None:
            continue
        line.append(entry.action)
        following = match.entries[number + 1 : number + 2]
        if not is_private(told, seat, match.setup.seats) or not following or following[0].seat != seat:
            found.append(Decision(begun[0], begun[1], tuple(line), begun[2]))
            begun, line = None, []
    return found


def is_private(told: Sequence[Event], seat: Seat, seats: int) -> bool:
    """Whether nobody but this seat is told of a step."""
    others = [None, *(other for other in range(seats) if other != seat)]
    return not any(event.is_for(other) for event in told for other in others)
