"""What the server answers whoever comes back: the daily deal, the same deal again, one's own matches."""

from typing import Any

from msgspec import Struct

from capomastro.server.protocol.updates import TableStatus


class MyDaily(Struct, frozen=True):
    """Where I play a day's deal; `points` are told when I have played it to the end."""

    table: str
    path: str
    status: TableStatus
    points: int | None


class DailyLine(Struct, frozen=True):
    """One who has played a day's deal to the end; `place` is theirs at their own table, among the bots."""

    name: str
    points: int
    won: bool
    place: int
    mine: bool


class Daily(Struct, frozen=True):
    """A day's deal of a game. Who has not played it learns how others did when it is closed."""

    day: str
    game: str
    open: bool
    closes: int
    seats: int
    bot: str
    players: int
    """How many have played it to the end."""
    mine: MyDaily | None
    lines: list[DailyLine] | None
    median: float | None
    best: int | None
    streak: int
    """On how many days in a row I have played this game's deal to the end, up to today or yesterday."""


class SameDealMatch(Struct, frozen=True):
    table: str
    path: str
    status: TableStatus
    names: list[str]
    scores: list[int] | None


class SameDealSum(Struct, frozen=True):
    """What somebody made of a deal in all matches that are over."""

    name: str
    points: int
    matches: int


class SameDeal(Struct, frozen=True):
    """All matches of one deal, the first one first."""

    matches: list[SameDealMatch]
    sums: list[SameDealSum]


class Group(Struct, frozen=True):
    """My matches of a game with so many seats, among people or against bots alone."""

    seats: int
    people: bool
    matches: int
    won: int
    mean: float
    best: int


class HighlightInfo(Struct, frozen=True):
    kind: str
    value: int
    facts: dict[str, Any]
    table: str
    path: str
    at: int


class OpeningInfo(Struct, frozen=True):
    opening: str
    matches: int
    won: int


class RatingInfo(Struct, frozen=True):
    """OpenSkill's estimate and its uncertainty."""

    mu: float
    sigma: float
    matches: int


class LadderLine(Struct, frozen=True):
    """A rated player, as all rated players see them."""

    place: int
    name: str
    mu: float
    sigma: float
    matches: int
    mine: bool


class GameRecord(Struct, frozen=True):
    """All my matches of one game that are over."""

    game: str
    matches: int
    won: int
    streak: int
    """How many I have won in a row up to now."""
    longest: int
    groups: list[Group]
    highlights: list[HighlightInfo]
    openings: list[OpeningInfo]
    rating: RatingInfo | None
    ladder: list[LadderLine]


class Opponent(Struct, frozen=True):
    """Somebody under the name they gave at our tables: how often I came out ahead, behind, level."""

    name: str
    matches: int
    ahead: int
    behind: int
    level: int
    last: int


class PlayedMatch(Struct, frozen=True):
    table: str
    path: str
    game: str
    at: int
    seats: int
    people: bool
    points: int
    won: bool
    daily: str | None


class PlayRecord(Struct, frozen=True):
    """What somebody has played here. `pending` matches are not looked through yet."""

    games: list[GameRecord]
    opponents: list[Opponent]
    matches: list[PlayedMatch]
    pending: int
    player: bool
    ratings: bool
    """Whether this server rates anybody."""
    rated: bool
    """Whether I wish to be rated."""
