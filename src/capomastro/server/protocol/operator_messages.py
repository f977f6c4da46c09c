"""What the operator's page says and is told. Of a match it is told nothing but who plays it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from capomastro.server.protocol.bodies import Name, Request, SeatNumber

Days = Annotated[float, Meta(ge=0, le=36_500)]
TableId = Annotated[str, Meta(min_length=1, max_length=24)]
Reason = Annotated[str, Meta(max_length=200)]


class OfTable(Request, frozen=True):
    table: TableId
    reason: Reason = ""


class Block(Request, frozen=True):
    """Who sits in a seat, or a player."""

    table: TableId | None = None
    seat: SeatNumber | None = None
    player: Name | None = None
    reason: Reason = ""


class Unblock(Request, frozen=True):
    block: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class PutRetention(Request, frozen=True):
    """For how many days each is kept; 0: for ever; nothing: as the settings say."""

    open: Days | None
    running: Days | None
    closed: Days | None
    finished: Days | None
    words: Days | None
    players: Days | None


class Broadcasting(Request, frozen=True):
    """A sentence for all open pages; an empty one ends it."""

    text: Annotated[str, Meta(max_length=300)]
    minutes: Annotated[int, Meta(ge=1, le=10_080)] = 60


class Broadcast(Struct, frozen=True):
    """What the operator says to everybody, until when."""

    id: int
    text: str
    at: int
    until: int


class Slow(Struct, frozen=True):
    """Something that took long: a request, a transaction, a read or a bot's thought."""

    kind: Literal["request", "transaction", "read", "bot"]
    what: str
    seconds: float
    at: int


class BotFigures(Struct, frozen=True):
    processes: int
    busy: int
    waiting: dict[str, int]
    """Questions by how pressing they are."""


class Kept(Struct, frozen=True):
    """For how many days something is kept; `standard` is what the settings say."""

    name: str
    days: float
    standard: float
    decided: bool


class BlockInfo(Struct, frozen=True):
    block: int
    name: str
    reason: str
    at: int


class DeedInfo(Struct, frozen=True):
    at: int
    name: str
    deed: str
    subject: str
    detail: str


class Overview(Struct, frozen=True):
    """How the server is, and what operators have done and decided."""

    name: str
    expires: int
    trouble: str | None
    version: str
    compiled: bool
    since: int
    worker: str
    workers: int
    database: Literal["SQLite", "PostgreSQL"]
    size: int | None
    disk: int | None
    memory: int | None
    tables: dict[str, int]
    players: int
    live: int
    sockets: int
    writes: int
    bots: BotFigures
    slowest: list[Slow]
    retention: list[Kept]
    broadcast: Broadcast | None
    blocks: list[BlockInfo]
    log: list[DeedInfo]


class OperatorSeat(Struct, frozen=True):
    seat: int
    kind: str
    name: str | None
    here: bool
    """Somebody sits there who can be blocked."""


class OperatorTable(Struct, frozen=True):
    table: str
    game: str
    name: str
    status: str
    frozen: bool
    public: bool
    entries: int
    created: int
    touched: int
    sockets: int
    seats: list[OperatorSeat]


class OperatorTables(Struct, frozen=True):
    tables: list[OperatorTable]
    more: bool


class OperatorPlayer(Struct, frozen=True):
    player: str
    name: str
    created: int
    seen: int
    devices: int
    seats: int
    blocked: bool


class OperatorPlayers(Struct, frozen=True):
    players: list[OperatorPlayer]
    more: bool
