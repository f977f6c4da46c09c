"""What is stored, row by row, as the rest of the server knows it."""

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection

from capomastro.core.catalogue import game_named, game_names
from capomastro.core.deal import Redeal
from capomastro.core.game import Seat
from capomastro.core.match import Setup
from capomastro.server.protocol.audience import Audience
from capomastro.server.protocol.updates import ProposalKind, TableStatus
from capomastro.server.storage.entries import LogEntry

SeatKind: TypeAlias = Literal["link", "open", "bot"]
"""Kept for whoever has its link, free for anybody, or a bot's."""
Channel: TypeAlias = Literal["seat", "table", "mail", "people"]
"""How a reminder goes out: to the seat's webhook, to the table's, by mail, or as those who hold the seat want it."""
MADE_WITH = ("game", "name", "public", "watch", "scored", "days", "owner", "webhook", "language", "hints")
"""What the owner decides about a table."""


DAY_MS = 86_400_000
PLAYER: Final = "player "
"""What the mark of a player begins with; devices are hashes, and have no spaces."""


def now() -> int:
    return time.time_ns() // 1_000_000


def title_of(game: str) -> str:
    """A game's title, or its name where it is not installed."""
    return game_named(game).title if game in game_names() else game


class Pledge(Struct, frozen=True):
    """A device's part of the deal so far."""

    device: str
    seats: tuple[Seat, ...]
    commitment: str | None = None
    nonce: str | None = None

    def holds(self, commitment: str | None, nonce: str | None) -> bool:
        """Whether this has been given already."""
        return self.commitment == commitment if nonce is None else self.nonce == nonce


class Dealing(Struct, frozen=True):
    """How far the deal of a table is that has not begun; kept after that, for a rematch."""

    pledges: tuple[Pledge, ...] = ()
    redone: tuple[Redeal, ...] = ()
    since: int | None = None
    """When the table was full, or the last round began."""

    @property
    def round(self) -> int:
        return len(self.redone) + 1


class TableRow(Struct, kw_only=True):
    """A table as it is stored; the setup is decoded, with the seed in it. Fields with a default start with it."""

    id: str
    game: str
    setup: Setup
    name: str
    public: bool
    watch: bool
    scored: bool
    days: int | None
    owner: str
    webhook: str | None
    created: int
    touched: int
    status: TableStatus = "open"
    entries: int = 0
    revision: int = 0
    to_act: tuple[Seat, ...] = ()
    bot_due: bool = False
    scores: list[int] | None = None
    winners: list[Seat] = []
    rematch: str | None = None
    rematch_by: Seat | None = None
    rules: int = 1
    """The version of the rules that the match follows, as its setup says."""
    frozen: str | None = None
    """Why the match could not be played again when it was last tried, as JSON; whoever opens it tries again."""
    dealing: Dealing = Dealing()
    origin: str | None = None
    """The table whose match this one goes on with, from its step `origin_step`."""
    origin_step: int | None = None
    language: str | None = None
    """The language of whoever made it, for others to know."""
    fill_at: int | None = None
    """When bots take the seats that are still free, if they shall."""
    daily: str | None = None
    """The day whose deal is played here, as `2026-11-16`."""
    deal_of: str | None = None
    """The table at which this deal was played first; here the seats are others'."""
    again: str | None = None
    """The table at which this deal is played again."""
    hints: bool = False
    """Whether people may ask for advice although they play against people."""

    @property
    def title(self) -> str:
        """Its name, or its game's if it has none."""
        return self.name or title_of(self.game)

    def for_rematch(self, table: str, setup: Setup) -> "TableRow":
        """A new table with the same choices, at which nothing has happened yet."""
        made = {name: getattr(self, name) for name in MADE_WITH}
        return TableRow(id=table, setup=setup, rules=setup.rules, created=now(), touched=now(), **made)


class SeatRow(Struct):
    """A seat as it is stored."""

    seat: Seat
    kind: SeatKind
    name: str | None = None
    claimed: bool = False
    bot: str | None = None
    stand_in: str | None = None
    token: str | None = None
    plan: str | None = None
    note: str = ""
    webhook: str | None = None
    email: str | None = None
    here: int = 0

    @property
    def played_by(self) -> str | None:
        """The bot that decides for this seat, or nothing if a person does."""
        return self.bot or self.stand_in


class ProposalRow(Struct):
    id: int
    kind: ProposalKind
    by_seat: Seat
    steps: int
    """How many steps of the match a rewind keeps."""
    numbers: tuple[int, ...]
    """Where that is in each viewer's own numbers."""
    for_seat: Seat | None
    bot: str | None
    agreed: tuple[Seat, ...]
    at: int


class Rows(NamedTuple):
    """All that is stored of a table beside its log; `held` says which device holds which seat."""

    table: TableRow
    seats: list[SeatRow]
    held: list[tuple[Seat, str]]
    proposals: list[ProposalRow]
    pictures: Mapping[Seat, str] = MappingProxyType({})
    """Of the players among those who sit there."""
    notified: frozenset[Seat] = frozenset()
    """The seats of people who want to hear of their turns."""


class Reminder(Struct, frozen=True):
    """A turn of which its player is reminded if they stay away."""

    seat: Seat
    turn: int
    channel: Channel
    due: int


class Append(Struct, frozen=True):
    """Entries to be written together, and what the table's row says after them."""

    table: str
    lines: tuple[LogEntry, ...]
    status: TableStatus
    to_act: tuple[Seat, ...]
    bot_due: bool
    scores: list[int] | None
    winners: list[Seat]
    audience: Audience
    """Who learns of it."""
    touched: int
    """When something happened last that everybody may know: the lobby shows it."""
    revision: int = 0
    """The table's when this was decided, for it says who holds which seat; with `also` that is compared there."""
    reminders: tuple[Reminder, ...] = ()
    also: Callable[[Connection], None] | None = None
    """More that must happen in the same transaction."""
