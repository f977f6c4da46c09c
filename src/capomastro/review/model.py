"""What a review consists of, for whoever stores, sends or words it; nothing here thinks."""

from msgspec import Struct

from capomastro.core.game import Seat

VERSION = 1
"""Of what is stored; raised when reviews change so that they should be made again."""


class Difference(Struct, frozen=True):
    """By so many points a seat has more of something after the better steps, when the next turn or round begins."""

    seat: Seat
    term: str
    points: float


class Outlook(Struct, frozen=True):
    """Something the seat could have done: its steps, everybody's chance to win then, and its expected lead."""

    line: tuple[str, ...]
    chances: tuple[float, ...]
    lead: float


class Judgement(Struct, frozen=True):
    """What a decision was worth by what its seat could know. `loss` and `points` are what it gave away: chance to win,
    and lead. Differences below `error` count for nothing."""

    played: Outlook
    options: tuple[Outlook, ...]
    loss: float
    points: float
    error: float
    reasons: tuple[Difference, ...] = ()

    @property
    def best(self) -> Outlook:
        return self.options[0]


class Moment(Struct, frozen=True):
    """Everybody's chance to win after `step` steps of the match, by what the seat that decided then could know."""

    step: int
    seat: Seat | None
    chances: tuple[float, ...]


class Judged(Struct, frozen=True, kw_only=True):
    """A decision: the steps of the match it took, what was played, what was better and why."""

    step: int
    """So many steps were taken before it."""
    steps: int
    seat: Seat
    facts: dict[str, str | int | bool | None]
    """The single words and figures of the seat's view, such as its phase, which steps in words may need."""
    played: Outlook
    options: tuple[Outlook, ...]
    """The best first; if nothing was better, what was played is the first of them."""
    loss: float
    """Chance to win that it gave away, between 0 and 1."""
    points: float
    """Points of lead that it gave away."""
    error: float
    reasons: tuple[Difference, ...]


class Account(Struct, frozen=True, kw_only=True):
    """A seat's match. Its outcome is an even chance, and luck, and own choices, and those of others."""

    seat: Seat
    outcome: float
    """1 for a win, a part of it if it was shared."""
    accuracy: float | None
    """In percent; None if the seat had nothing to decide."""
    decisions: int
    lost: float
    luck: float
    own: float
    others: float


class Review(Struct, frozen=True, kw_only=True):
    """A match, reviewed."""

    version: int
    game: str
    seats: int
    steps: int
    over: bool
    moments: tuple[Moment, ...]
    decisions: tuple[Judged, ...]
    turning_points: tuple[int, ...]
    """The numbers, in `decisions`, of those that cost most."""
    accounts: tuple[Account, ...]
