"""Reading and writing what is stored, in SQL that SQLite and PostgreSQL both understand.

Functions take a connection and run on a thread of their own; nothing here waits on the event loop.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, bindparam, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from capomastro.game import Seat
from capomastro.match import Setup
from capomastro.server.record import Line, decode_events
from capomastro.server.refusals import Conflict, StoreDown
from capomastro.server.schema import entries, holdings, messages, outbox, proposals, seats, tables
from capomastro.server.settings import Settings
from capomastro.server.wire import Message, encode

T = TypeVar("T")
CHANNEL = "capomastro"
BUSY_MS = 4000
"""How long to wait for a SQLite file that somebody else has locked."""


def now() -> int:
    return time.time_ns() // 1_000_000


class TableRow(Struct):
    """A table as it is stored; the setup is decoded, with the seed in it."""

    id: str
    game: str
    setup: Setup
    name: str
    public: bool
    watch: bool
    scored: bool
    days: int | None
    host: str
    webhook: str | None
    status: str
    entries: int
    revision: int
    to_act: tuple[Seat, ...]
    bot_due: bool
    created: int
    touched: int
    scores: list[int] | None
    winners: list[Seat]
    rematch: str | None


class SeatRow(Struct):
    """A seat as it is stored."""

    seat: Seat
    kind: str
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
    kind: str
    by_seat: Seat
    steps: int
    """How many steps of the match a rewind keeps."""
    numbers: tuple[int, ...]
    """Where that is in each viewer's own numbers."""
    for_seat: Seat | None
    bot: str | None
    agreed: tuple[Seat, ...]
    at: int


class Reminder(Struct, frozen=True):
    """Somebody's turn that they shall hear of if they stay away."""

    seat: Seat
    turn: int
    channel: str
    due: int


class Append(Struct, frozen=True):
    """Entries to be written together, and what the table's row says after them."""

    table: str
    lines: tuple[Line, ...]
    status: str
    to_act: tuple[Seat, ...]
    bot_due: bool
    scores: list[int] | None
    winners: list[Seat]
    audience: int
    """Who learns of it, one bit for each viewer."""
    reminders: tuple[Reminder, ...] = ()
    also: Callable[[Connection], None] | None = None
    """More that must happen in the same transaction."""


def open_engine(settings: Settings, *, writing: bool) -> Engine:
    """An engine for the one writer, or for readers."""
    if settings.on_postgres:
        return create_engine(
            settings.url,
            pool_size=1 if writing else 4,
            max_overflow=0 if writing else 4,
            pool_pre_ping=True,
            pool_timeout=5,
            connect_args={"connect_timeout": 5},
        )
    engine = create_engine(settings.url, connect_args={"timeout": BUSY_MS / 1000, "check_same_thread": False})
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves; the driver's own beginnings are too late
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@contextmanager
def told_apart() -> Iterator[None]:
    """Turns the database's errors into ours: somebody was first, or the store is down."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(str(error.orig)[:200]) from error
    except (DBAPIError, PoolTimeout, OSError) as error:
        raise StoreDown(str(getattr(error, "orig", error))[:200]) from error


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",")) if text else ()


def _joined(numbers: Any) -> str:
    return ",".join(str(number) for number in numbers)


def read_table(row: Any) -> TableRow:
    fields = row._asdict()
    fields["setup"] = msgspec.json.decode(fields["setup"], type=Setup)
    fields["to_act"] = _numbers(fields["to_act"])
    fields["scores"] = None if fields["scores"] is None else list(_numbers(fields["scores"]))
    fields["winners"] = list(_numbers(fields["winners"]))
    return TableRow(**fields)


def _seat_row(row: Any) -> SeatRow:
    fields = row._asdict()
    del fields["table_id"]
    return SeatRow(**fields)


def _line(row: Any) -> Line:
    return Line(row.n, row.kind, row.seat, row.number, row.key, row.seen, decode_events(row.events), row.at)


def table_row(db: Connection, table: str) -> TableRow | None:
    row = db.execute(select(tables).where(tables.c.id == table)).first()
    return None if row is None else read_table(row)


def seat_rows(db: Connection, table: str) -> list[SeatRow]:
    return [_seat_row(row) for row in db.execute(select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))]


def holders_of(db: Connection, table: str) -> list[tuple[Seat, str]]:
    rows = db.execute(select(holdings.c.seat, holdings.c.device).where(holdings.c.table_id == table))
    return [(row.seat, row.device) for row in rows]


def lines_of(db: Connection, table: str, after: int = 0) -> list[Line]:
    query = select(entries).where(entries.c.table_id == table, entries.c.n > after).order_by(entries.c.n)
    return [_line(row) for row in db.execute(query)]


def proposals_of(db: Connection, table: str) -> list[ProposalRow]:
    found = []
    for row in db.execute(select(proposals).where(proposals.c.table_id == table).order_by(proposals.c.id)):
        fields = row._asdict()
        del fields["table_id"]
        fields["agreed"] = _numbers(fields["agreed"])
        fields["numbers"] = _numbers(fields["numbers"])
        found.append(ProposalRow(**fields))
    return found


def version_of(db: Connection, table: str) -> tuple[int, int] | None:
    row = db.execute(select(tables.c.entries, tables.c.revision).where(tables.c.id == table)).first()
    return None if row is None else (row.entries, row.revision)


def line_with_key(db: Connection, table: str, seat: Seat, key: str) -> int | None:
    """The seat's number of the entry written with this key."""
    query = select(entries.c.seen).where(entries.c.table_id == table, entries.c.seat == seat, entries.c.key == key)
    return db.execute(query).scalar()


def closed_since(db: Connection, since: int) -> list[str]:
    query = select(tables.c.id).where(tables.c.status == "closed", tables.c.touched >= since)
    return list(db.execute(query).scalars())


def touch(db: Connection) -> None:
    """Writes something that changes nothing, to see whether writing works."""
    db.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def bots_due(db: Connection, before: int) -> list[str]:
    """Tables where a bot has to move and nothing has happened since."""
    query = select(tables.c.id).where(tables.c.bot_due.is_(True), tables.c.touched <= before)
    return list(db.execute(query).scalars())


def add_table(db: Connection, row: TableRow, seat_list: list[SeatRow], held: list[tuple[Seat, str]]) -> None:
    fields = msgspec.structs.asdict(row)
    fields["setup"] = encode(row.setup).decode()
    fields["to_act"] = _joined(row.to_act)
    fields["scores"] = fields["winners"] = None
    db.execute(insert(tables).values(**fields))
    db.execute(insert(seats), [{"table_id": row.id, **msgspec.structs.asdict(seat)} for seat in seat_list])
    if held:
        db.execute(insert(holdings), [{"table_id": row.id, "seat": seat, "device": device} for seat, device in held])


def set_table(db: Connection, table: str, **values: Any) -> None:
    """Changes a table's row; everybody who has read it before can tell by its revision."""
    db.execute(update(tables).where(tables.c.id == table).values(revision=tables.c.revision + 1, **values))


def set_seat(db: Connection, table: str, seat: Seat, **values: Any) -> None:
    db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(**values))
    set_table(db, table)


def take_seat(db: Connection, table: str, seat: Seat, **values: Any) -> None:
    """Claims a seat that is free; raises `Conflict` if somebody was faster."""
    query = update(seats).where(seats.c.table_id == table, seats.c.seat == seat, seats.c.claimed.is_(False))
    if db.execute(query.values(claimed=True, **values)).rowcount != 1:
        raise Conflict("the seat is taken")
    set_table(db, table)


def hold(db: Connection, table: str, seat: Seat, device: str) -> None:
    query = select(holdings.c.seat).where(
        holdings.c.table_id == table, holdings.c.seat == seat, holdings.c.device == device
    )
    if db.execute(query).first() is None:
        db.execute(insert(holdings).values(table_id=table, seat=seat, device=device))
    set_table(db, table)


def let_go(db: Connection, table: str, seat: Seat) -> None:
    db.execute(delete(holdings).where(holdings.c.table_id == table, holdings.c.seat == seat))
    set_table(db, table)


def add_proposal(db: Connection, table: str, row: ProposalRow) -> None:
    fields = msgspec.structs.asdict(row)
    del fields["id"]
    fields |= {"agreed": _joined(row.agreed), "numbers": _joined(row.numbers)}
    db.execute(insert(proposals).values(table_id=table, **fields))
    set_table(db, table)


def set_agreed(db: Connection, table: str, proposal: int, agreed: tuple[Seat, ...]) -> None:
    db.execute(update(proposals).where(proposals.c.id == proposal).values(agreed=_joined(agreed)))
    set_table(db, table)


def drop_proposals(db: Connection, table: str, proposal: int | None = None) -> None:
    query = delete(proposals).where(proposals.c.table_id == table)
    db.execute(query if proposal is None else query.where(proposals.c.id == proposal))
    set_table(db, table)


def add_message(db: Connection, table: str, seat: Seat, name: str, text: str, at: int) -> int:
    query = insert(messages).values(table_id=table, seat=seat, name=name, text=text, at=at).returning(messages.c.id)
    return int(db.execute(query).scalar_one())


def messages_of(db: Connection, table: str, since: int) -> list[Message]:
    columns = (messages.c.id, messages.c.seat, messages.c.name, messages.c.text, messages.c.at)
    query = select(*columns).where(messages.c.table_id == table, messages.c.id > since)
    rows = db.execute(query.order_by(messages.c.id.desc()).limit(500)).all()
    return [Message(*row) for row in reversed(rows)]


ENTRY = ("table_id", "n", "kind", "seat", "number", "key", "seen", "events", "at")
AFTER = ("of", "entries_now", "status_now", "to_act_now", "bot_due_now", "touched_now", "scores_now", "winners_now")
INSERT_ENTRIES = insert(entries)
UPDATE_TABLES = (
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.status != "closed")
    .values(
        entries=bindparam("entries_now"),
        status=bindparam("status_now"),
        to_act=bindparam("to_act_now"),
        bot_due=bindparam("bot_due_now"),
        touched=bindparam("touched_now"),
        scores=bindparam("scores_now"),
        winners=bindparam("winners_now"),
    )
)


class Prepared:
    """A statement in the database's own words, so that writing it takes little of the time that steps need."""

    def __init__(self, statement: Any, names: tuple[str, ...], dialect: Any) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        self.sql = str(compiled)
        self.fixed = {name: value for name, value in compiled.params.items() if name not in names}
        self.names = names
        self.order = list(compiled.positiontup) if compiled.positional else None

    def run(self, db: Connection, rows: list[tuple[Any, ...]]) -> None:
        named = [dict(zip(self.names, row, strict=True)) | self.fixed for row in rows]
        if self.order is None:
            db.exec_driver_sql(self.sql, named)
        else:
            db.exec_driver_sql(self.sql, [tuple(row[name] for name in self.order) for row in named])


@cache
def prepared(dialect: Any) -> tuple[Prepared, Prepared]:
    return Prepared(INSERT_ENTRIES, ENTRY, dialect), Prepared(UPDATE_TABLES, AFTER, dialect)


def append(db: Connection, batch: list[Append]) -> None:
    """Writes entries of several tables at once; the numbering refuses whatever somebody else has written first."""
    insert_entries, update_tables = prepared(db.dialect)
    insert_entries.run(
        db,
        [
            (item.table, line.n, line.kind, line.seat, line.number, line.key, line.seen, events, line.at)
            for item in batch
            for line in item.lines
            for events in (encode(line.events).decode(),)
        ],
    )
    for item in batch:
        if item.also is not None:
            item.also(db)
    update_tables.run(db, [_after(item) for item in batch])
    for item in batch:
        if item.reminders:
            rows = [{"table_id": item.table, **msgspec.structs.asdict(reminder)} for reminder in item.reminders]
            db.execute(insert(outbox), [row | {"tries": 0, "done": False} for row in rows])


def _after(item: Append) -> tuple[Any, ...]:
    """What the table's row says now, in the order of AFTER."""
    last = item.lines[-1]
    scores = None if item.scores is None else _joined(item.scores)
    to_act, winners = _joined(item.to_act), _joined(item.winners)
    return item.table, last.n, item.status, to_act, item.bot_due, last.at, scores, winners


def announce(db: Connection, audiences: dict[str, int], sender: str) -> None:
    """Tells the other workers, when this transaction is committed, which tables have changed and for whom."""
    for table, audience in audiences.items():
        db.execute(select(func.pg_notify(CHANNEL, f"{table} {sender} {audience}")))
