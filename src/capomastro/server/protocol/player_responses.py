"""What the server answers whoever asks about themselves; docs/protocol.md tells it in prose."""

from typing import Literal

from msgspec import Raw, Struct

from capomastro.core.game import Seat
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
