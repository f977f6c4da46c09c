"""What the server answers whoever asks about themselves; docs/protocol.md tells it in prose."""

from typing import Literal

from msgspec import Raw, Struct

from capomastro.core.game import Seat
from capomastro.server.protocol.operator_messages import Broadcast
from capomastro.server.protocol.responses import DeviceInfo
from capomastro.server.protocol.updates import TableStatus


class PasskeyInfo(Struct, frozen=True):
    passkey: str
    label: str | None
    created: int


class PlayerInfo(Struct, frozen=True):
    """One identity over tables and devices; `recovery` says whether there is a link that lets devices in."""

    name: str
    language: str | None
    picture: str
    created: int
    recovery: bool
    passkeys: list[PasskeyInfo]
    devices: list[DeviceInfo]
    rated: bool = False


class Me(Struct, frozen=True):
    """Whoever asks: the player, if this device is one's, and at how many tables they hold something."""

    player: PlayerInfo | None
    tables: int


class Recovery(Struct, frozen=True):
    token: str
    path: str


class PasskeyOptions(Struct, frozen=True):
    """What the browser is told, as WebAuthn has it in JSON."""

    options: Raw


class NoticeWishes(Struct, frozen=True):
    """How one wants to hear of one's turns. `push` is about this browser, `browsers` counts all of one's own; `outcome`
    is how the last message to this one went. `mails` says whether this server sends mail at all."""

    email: str | None
    webhook: str | None
    language: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    digest: Literal["each", "hourly", "daily"]
    digest_at: int
    key: str
    """The public half of the key by which the server signs; browsers ask for it."""
    push: bool
    outcome: str | None
    browsers: int
    mails: bool
    consent: str | None


class NoticeTest(Struct, frozen=True):
    outcome: Literal["sent", "gone", "refused", "unreachable"]


class Turn(Struct, frozen=True):
    """A table that waits for me, since when."""

    table: str
    path: str
    game: str
    name: str
    since: int


class Turns(Struct, frozen=True, omit_defaults=True):
    """All of them, the one that has waited longest first; and what the operator says to everybody."""

    tables: list[Turn]
    broadcast: Broadcast | None = None


class ExportedPush(Struct, frozen=True):
    endpoint: str
    created: int


class ExportedNotices(Struct, frozen=True):
    email: str | None
    webhook: str | None
    language: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    digest: str
    digest_at: int


class ExportedLine(Struct, frozen=True):
    text: str
    at: int


class ExportedSeat(Struct, frozen=True):
    """A seat one holds; `match` is the address of its match file once the match is over."""

    table: str
    path: str
    game: str
    name: str
    status: TableStatus
    seat: Seat
    called: str | None
    match: str | None
    chat: list[ExportedLine]
    notes: str
    webhook: str | None
    email: str | None


class ExportedPlace(Struct, frozen=True):
    """A table one is known at without a seat: one made it or looks after it, watches there, or was put out."""

    table: str
    path: str
    game: str
    name: str
    place: Literal["owner", "watching", "put out"]
    webhook: str | None


class ExportedWords(Struct, frozen=True):
    """What one said where one holds no seat any more."""

    table: str
    text: str
    at: int


class ExportedAddress(Struct, frozen=True):
    address: str
    consent: str


class ExportedRating(Struct, frozen=True):
    """What the server thinks of one's strength at a game, because one wished it."""

    game: str
    mu: float
    sigma: float
    matches: int


class ExportedDaily(Struct, frozen=True):
    """A day's deal one plays or has played."""

    day: str
    game: str
    table: str


class Export(Struct, frozen=True):
    """All that is stored of somebody."""

    player: PlayerInfo | None
    devices: list[DeviceInfo]
    seats: list[ExportedSeat]
    places: list[ExportedPlace]
    chat: list[ExportedWords]
    addresses: list[ExportedAddress]
    ratings: list[ExportedRating]
    daily: list[ExportedDaily]
    notices: ExportedNotices | None = None
    pushes: list[ExportedPush] = []
