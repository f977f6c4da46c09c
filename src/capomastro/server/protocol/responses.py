"""What the server answers; docs/protocol.md tells it in prose."""

from typing import Any, Literal

from msgspec import UNSET, Raw, Struct, UnsetType

from capomastro.core.game import Reason, Seat
from capomastro.review.model import Review
from capomastro.server.protocol.updates import Happening, LinkKind, Pace, SeatInfo, SeatShown, TableStatus


class Failure(Struct, frozen=True, omit_defaults=True):
    """A refusal: `code` and `values`, or the `reason` if there is one, say the same as the English `message`."""

    error: str
    code: str
    message: str
    values: dict[str, str | int] = {}
    reason: Reason | None = None
    update: Raw | UnsetType = UNSET


class Link(Struct, frozen=True, omit_defaults=True):
    """For one seat, or for the table; a link for another device says until when it is good."""

    seat: Seat | None
    token: str
    path: str
    expires: int | UnsetType = UNSET


class DeviceInfo(Struct, frozen=True):
    """A device that holds a seat, by a name that opens nothing; `label` is its kind, or what somebody calls it."""

    device: str
    label: str | None
    seen: int | None
    this: bool
    """Whether it is the one that asks."""


class Devices(Struct, omit_defaults=True):
    """The devices that hold a seat; `link` has the seat's new key where one was removed."""

    seat: Seat
    devices: list[DeviceInfo]
    link: Link | UnsetType = UNSET


class Created(Struct, frozen=True, omit_defaults=True):
    table: str
    path: str
    links: list[Link]
    update: Raw
    invite: Link | UnsetType = UNSET


class Guest(Struct, frozen=True):
    """What somebody who is invited may know of a seat."""

    seat: Seat
    kind: SeatShown
    name: str | None
    claimed: bool
    bot: str | None


class Invitation(Struct, frozen=True):
    """What a link is for, told before it is followed."""

    table: str
    kind: LinkKind
    game: str
    name: str
    owner: str | None
    status: TableStatus
    pace: Pace
    options: dict[str, str]
    seat: Seat | None
    seats: list[Guest]
    held: list[Seat]
    hints: bool = False
    """Whether people may ask for advice there although they play against people."""


class Seated(Struct, frozen=True, omit_defaults=True):
    seat: Seat | None
    update: Raw
    link: Link | UnsetType = UNSET


class Accepted(Struct, frozen=True):
    seat: Seat
    n: int
    update: Raw


class Log(Struct, frozen=True):
    since: int
    seen: int
    events: list[Happening]


class Message(Struct, frozen=True, omit_defaults=True):
    """What somebody says; with a `kind`, what happened to the seat of this name.

    With a `reaction`, what they say is one of ours, and `text` says it in English."""

    id: int
    seat: Seat
    name: str
    text: str
    at: int
    kind: str | None = None
    reaction: str | None = None


class Messages(Struct, frozen=True):
    messages: list[Message]


class Chat(Struct, frozen=True, tag="chat", tag_field="type"):
    messages: list[Message]


class Said(Struct, frozen=True):
    id: int


class Notes(Struct, frozen=True):
    text: str


class Notify(Struct, frozen=True):
    """Where reminders go. `consent` says whether the mail address's reader was asked, said yes, or no."""

    seat: Seat
    webhook: str | None
    email: str | None
    consent: str | None = None


class Rematch(Struct, frozen=True):
    table: str
    path: str


class Advice(Struct, frozen=True):
    advice: Any


class Verified(Struct, frozen=True):
    holds: bool
    steps: int
    commitment: str | None
    seed: str | int
    scores: list[int]
    winners: list[Seat]


class Replay(Struct, frozen=True):
    step: int
    steps: int
    update: Raw


class Story(Struct, frozen=True):
    """What a match that is over told, each event with the number of its step."""

    steps: int
    events: list[Happening]


class ReviewState(Struct, frozen=True):
    """How far the review of a match is: nobody has asked for it, it waits for the bots, it is there, or it failed."""

    status: Literal["none", "waiting", "done", "failed"]
    done: int = 0
    size: int = 0
    review: Review | None = None


class Past(Struct, frozen=True):
    n: int
    update: Raw


class Scores(Struct, frozen=True):
    scores: list[list[int]]


class BotInfo(Struct, frozen=True):
    name: str
    level: str
    character: str


class OptionInfo(Struct, frozen=True):
    name: str
    choices: tuple[str, ...]
    help: str


class DrawingInfo(Struct, frozen=True):
    """What a drawing of another package consists of, beside its module."""

    style: bool
    poster: bool
    languages: tuple[str, ...]
    """Those it has words in; readers of any other get the first."""


class GameInfo(Struct, frozen=True):
    name: str
    title: str
    credits: str
    rules: int
    seats: list[int]
    options: list[OptionInfo]
    bots: list[BotInfo]
    plans: tuple[str, ...]
    page: bool
    """Whether the page has a drawing, words, rules and a guide of its own for it."""
    drawing: DrawingInfo | None
    """The drawing that the game's own package brings, under `/games/NAME/`."""
    words: bool
    """Whether another package brings words for it, which the page finds among its own."""
    puzzles: bool
    """Whether it comes with puzzles."""


class Games(Struct, frozen=True):
    games: list[GameInfo]


class Row(Struct, frozen=True):
    """A table in the lobby."""

    table: str
    game: str
    name: str
    status: TableStatus
    public: bool
    pace: Pace
    created: int
    touched: int
    seats: list[SeatInfo]
    to_act: list[Seat]
    held: list[Seat]
    waiting_for_me: bool
    free: list[Seat]
    scores: list[int] | None
    winners: list[Seat]
    frozen: bool = False
    """Whether the match can be looked at, but not played on."""
    host: bool = False
    """Whether this device is the owner's."""
    language: str | None = None
    """That of whoever made the table."""
    fill_at: int | None = None
    """When bots take the seats that are still free."""
    hints: bool = False
    """Whether people may ask for advice there although they play against people."""


class Lobby(Struct, frozen=True):
    mine: list[Row]
    open: list[Row]
    running: list[Row]
    finished: list[Row]


class Found(Struct, frozen=True, omit_defaults=True):
    """Where one sits now; `made` says that no table fitted, so that this one was made."""

    table: str
    path: str
    seat: Seat
    made: bool
    update: Raw
    link: Link | UnsetType = UNSET


class Health(Struct, frozen=True):
    status: str
    version: str
    compiled: bool
    tables: int
    sockets: int
