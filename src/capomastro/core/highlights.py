"""What was remarkable in a finished match, seat by seat: for the page on which people find their own matches."""

from typing import Any, Protocol

from msgspec import Struct

from capomastro.core.match import Match


class Highlight(Struct, frozen=True):
    """Something worth remembering; of two, the one with the greater value is."""

    value: int
    facts: dict[str, Any] = {}


class SeatHighlights(Struct, frozen=True):
    """A seat's best of each kind, and how it began: a name that the game's words know."""

    best: dict[str, Highlight] = {}
    opening: str | None = None


class Highlights(Protocol):
    """What a game finds remarkable. A greater `version` has finished matches looked at again."""

    version: int

    def of(self, match: Match) -> list[SeatHighlights]:
        """For each seat of a match that is over."""
